import FilmzTestSupport
import Testing

/// Smart collections in `ls` and `find`, and the commands that list, save, and remove them.
struct SmartCollectionVerbTests {
  private static let godfather = "tt0068646"
  private static let heat = "tt0113277"
  private static let matrix = "tt0133093"

  /// Runs `body` with The Godfather, seen twice and rated 9, Heat, seen and not rated, and The Matrix, wanted.
  private static func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "watched \(godfather) --on 2020 --rating 9; watched \(godfather) --on 2021; "
          + "seen \(heat); add \(matrix) --rating 8")
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ("ls @favorites", [godfather]), ("ls @FAV-orites", [godfather]), ("ls @wanted", [matrix]),
    ("ls @seen", [godfather, heat]), ("ls @recent", [godfather, heat, matrix]),
    ("ls @movies", [godfather, heat]), ("ls @series", []), ("ls @unrated", [heat]),
    ("ls @rewatched", [godfather]), ("ls is:rewatched", [godfather]),
    ("ls @genre:crime", [godfather, heat]), ("ls @genre:sci-fi", []),
    ("ls @decade:1990s", [heat]), ("ls @person:al-pacino", [godfather, heat]),
    ("ls @person:francis-ford-coppola", [godfather]), ("ls @platform:netflix", []),
    ("ls @seen year:1990s", [heat]), ("ls @seen --year 1970s", [godfather]),
    ("ls @seen @rewatched", [godfather]), ("ls @seen vito", []), ("ls pacino", [godfather, heat]),
    ("ls genre:sci-fi keanu", [matrix]), ("ls @favorites --rating 8.5-10", [godfather]),
    ("find @seen pacino mann", [heat]), ("find @unrated", [heat]), ("ls \"@seen\"", []),
  ])
  func listHasTheFilmsOfCollectionsAndWords(line: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: line + " --sort year")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: [
    (["ls", "@favorite"], "there is no collection @favorite; did you mean @favorites?"),
    (["ls", "@gener:drama"], "there is no collection @gener:drama; did you mean @genre:drama?"),
    (["ls", "@xyzzy"], "there is no collection @xyzzy; `collections --all` lists them"),
    (["ls", "@decade:1995s"], "there is no collection @decade:1995s"),
    (["ls", "@genre:dramma"], "did you mean Drama?"),
    (["ls", "@person:al-pacinno"], "did you mean Al Pacino"),
    (["ls", "@favorites", "--unwatched"], "no film can match both --unwatched"),
    (["ls", "is:unwatched", "@seen"], "no film can match both @seen and the filters before it"),
    (["collections", "save", "seen", "is:watched"], "@seen is a built-in collection"),
    (["collections", "save", "a_b", "is:watched"], "use 1 to 40 letters, digits and dashes"),
    (["collections", "save", "rainy", "--sort", "year"], "a collection has no order"),
    (["collections", "save", "rainy"], "needs filters"),
    (["collections", "save", "rainy", "is:skipped"], "cannot be saved"),
    (["collections", "save", "rainy", "genre:dramma"], "did you mean Drama?"),
    (["collections", "save", "rainy", "--wanted", "@favorites"], "no film can match both"),
    (["collections", "save", "rainy", "person:hitchcok"], "no person called \"hitchcok\""),
    (["collections", "rm", "rainy"], "there is no collection @rainy"),
  ])
  func errorSaysWhatToDo(call: [String], text: String) async throws {
    try await Self.withFilms { filmz in
      let result = try await filmz.run(["--offline"] + call)
      let status: Int32 = text.hasPrefix("there is no collection") ? 1 : 64
      #expect(result.status == status && result.stdout == "", "\(result.status)")
      #expect(result.errorLines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
    }
  }

  // MARK: - collections

  @Test func collectionsAreListedWithTheNumbersOfTheirFilms() async throws {
    try await Self.withFilms { filmz in
      let rows = try await filmz.answer(to: "collections").array
      let counts = rows.map { "\($0["name"]?.string ?? "") \($0["films"]?.number ?? 0)" }
      #expect(
        counts == [
          "@recent 3.0", "@genre:Crime 2.0", "@genre:Drama 2.0", "@seen 2.0", "@decade:1970s 1.0",
          "@decade:1990s 1.0", "@favorites 1.0", "@rewatched 1.0", "@unrated 1.0", "@wanted 1.0",
        ])
      #expect(rows.last?.keys == ["films", "name", "saved", "title"])
      #expect(rows.last?["title"] == "Want to watch" && rows.last?["saved"] == .bool(false))
      #expect(try await filmz.answer(to: "collections ls --all") == .array(rows))
    }
  }

  @Test func allGenresAreListedOnRequest() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search type:movie --limit 200; seen 1-200")
      func genres(_ line: String) async throws -> [String] {
        try await filmz.answer(to: line).each("name").compactMap { $0?.string }
          .filter { $0.hasPrefix("@genre:") }
      }
      let listed = try await genres("collections")
      let all = try await genres("collections --all")
      #expect(listed.count == 10 && all.count > 10 && Array(all.prefix(10)) == listed)
    }
  }

  @Test func collectionIsSavedReplacedRemovedAndRestored() async throws {
    try await Self.withFilms { filmz in
      let lines = """
        collections save Rainy-Day --unwatched genre:Sci-Fi
        collections save @rainyday @seen year:1990s
        collections save rainyday @seen year:1990s
        undo
        undo
        redo
        collections rm RAINY-DAY
        undo
        """
      let result = try await filmz.run("--offline", "--verbose", "-f", "-", script: lines)
      #expect(result.status == 0)
      let first = "is:unwatched"
      #expect(
        result.errorLines == [
          "Saved @Rainy-Day: genre:Sci-Fi \(first) (1 film)",
          "Saved @rainyday: year:1990..1999 is:watched (1 film); was genre:Sci-Fi is:unwatched",
          "@rainyday is already saved: year:1990..1999 is:watched (1 film)",
          "Undid `collections save @rainyday @seen year:1990s`: collection rainyday: filter"
            + " year:1990..1999 is:watched → genre:Sci-Fi is:unwatched, name rainyday → Rainy-Day",
          "Undid `collections save Rainy-Day --unwatched genre:Sci-Fi`: collection Rainy-Day is gone",
          "Redid `collections save Rainy-Day --unwatched genre:Sci-Fi`: collection Rainy-Day is back",
          "Removed @Rainy-Day (genre:Sci-Fi is:unwatched)",
          "Undid `collections rm RAINY-DAY`: collection Rainy-Day is back",
        ])
      let row = try await filmz.answer(to: "collections").array.first { $0["saved"] == .bool(true) }
      #expect(row?["name"] == "@Rainy-Day" && row?["films"] == 1.0)
      #expect(row?["title"] == "genre:Sci-Fi is:unwatched")
      #expect(try await filmz.answer(to: "ls @rainy-day").each("id") == [.string(Self.matrix)])
      let both = try await filmz.answer(to: "ls @rainyday year:1990s pacino")
      #expect(both == [])
    }
  }

  @Test func savedCollectionWithoutFilmsIsListed() async throws {
    try await FilmzProcess.with { filmz in
      let saved = try await filmz.answer(to: "collections save none type:game")
      #expect(saved.each("films") == [0.0] && saved.each("saved") == [.bool(true)])
      #expect(try await filmz.answer(to: "collections").each("name") == ["@none"])
    }
  }

  /// A stored filter does not say `rating`, whose meaning depends on the command.
  @Test func savedFilterNamesTheRating() async throws {
    try await Self.withFilms { filmz in
      let saved = try await filmz.answer(to: "collections save good --rating 8-10 --imdb 8-10")
      #expect(saved.each("title") == ["mine:>=8 imdb:>=8"])
    }
  }
}
