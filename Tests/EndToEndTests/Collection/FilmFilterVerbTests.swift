import FilmzTestSupport
import Testing

/// The filters shared by `search`, `ls`, `find` and `rate`.
struct FilmFilterVerbTests {
  private static let godfather = "tt0068646"
  private static let heat = "tt0113277"
  private static let matrix = "tt0133093"

  /// Runs `body` with a collection of three films.
  ///
  /// They are a watched drama of 1972 with a rating of 9, an unwatched drama of 1995 without a
  /// rating, and an unwatched science fiction film of 1999 with a rating of 7.4.
  private static func withFilms(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          add \(godfather) --watched --rating 9 --tag "with friends"; add \(heat); \
          add \(matrix) --rating 7.4
          """)
      try await body(filmz)
    }
  }

  @Test(arguments: [
    ("--year 1990s", [heat, matrix]), ("--year >1972", [heat, matrix]),
    ("--year 1995..", [heat, matrix]),
    ("--year 1972-1995", [godfather, heat]), ("--genre drama,sci-fi", [godfather, heat, matrix]),
    ("--genre +drama,+action", [heat]), ("--stars 4.5", [godfather]), ("--stars 3.5", [matrix]),
    ("--stars 3-4", [matrix]), ("--mine >8", [godfather]), ("--rating >8", [godfather]),
    ("--imdb 8.6-8.8", [matrix]), ("--votes 2.1M", [matrix]), ("--runtime <140", [matrix]),
    ("--person pacino", [godfather, heat]), ("--director mann", [heat]), ("--director pacino", []),
    ("--actor \"al pacino\" --year 1995", [heat]), ("--wanted", [heat, matrix]),
    ("--recent 1", [godfather, heat, matrix]), ("--type movie,game", [godfather, heat, matrix]),
    ("--type game", []), ("--tag \"with friends\"", [godfather]), ("--genre western", []),
  ])
  func listAcceptsFiltersAsOptions(options: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: "ls --sort year \(options)")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: [
    ("year:1990s", [heat, matrix]), ("pacino year:>1980", [heat]),
    ("rating:>7 is:unwatched", [matrix]),
    ("genre:+drama,+action", [heat]), ("tag:\"with friends\" godfather", [godfather]),
    ("person:pacino stars:4.5", [godfather]), ("\"year:1990s\"", []),
  ])
  func findAcceptsFiltersAmongItsWords(words: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: "find \(words) --sort year")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: [
    ("genre:+drama,+war", ["Drama", "War"], true),
    ("genre:western,war", ["Western", "War"], false),
  ])
  func searchMatchesAnyGenreUnlessMarkedWithPlus(
    words: String, genres: [String], mustMatchAll: Bool
  ) async throws {
    try await FilmzProcess.with { filmz in
      let films = try await filmz.answer(to: "search \(words) --limit 200").array
      #expect(!films.isEmpty)
      for film in films {
        let matches = genres.map { film["genres"]?.array.contains(.string($0)) ?? false }
        #expect(mustMatchAll ? !matches.contains(false) : matches.contains(true))
      }
    }
  }

  /// S13.
  @Test(arguments: [
    ("search --genre kids", "Family"), ("search genre:\"war & politics\"", "War"),
    ("browse --genre \"science fiction\"", "Sci-Fi"), ("browse genre:kids", "Family"),
    ("discover --genre Kids", "Family"), ("discover --genre \"Science Fiction\"", "Sci-Fi"),
  ])
  func namesOfTMDBStandForGenres(command: String, genre: String) async throws {
    try await FilmzProcess.with { filmz in
      let films = try await filmz.answer(to: command).array
      #expect(!films.isEmpty)
      #expect(
        films.allSatisfy { $0["genres"]?.array.contains(.string(genre)) == true }, "\(films)")
    }
  }

  @Test(arguments: [
    ["ls", "--genre", "Dramma"], ["find", "genre:dramma"], ["search", "genre:dramma"],
    ["search", "x", "--genre", "dramma"], ["rate", "--genre", "dramma"],
  ])
  func unknownGenreSuggestsASimilarOne(call: [String]) async throws {
    try await Self.expectError(call, "did you mean Drama?")
  }

  @Test(arguments: [
    ["ls", "--type", "moovie"], ["find", "type:moovie"], ["search", "type:moovie"],
    ["search", "x", "--type", "moovie"], ["rate", "--type", "moovie"],
  ])
  func unknownTypeSuggestsASimilarOne(call: [String]) async throws {
    try await Self.expectError(call, "did you mean movie?")
  }

  @Test(arguments: [
    ["ls", "--person", "al pacinno"], ["find", "actor:pacinno"], ["search", "actor:pacinno"],
    ["search", "x", "--person", "pacinno"],
  ])
  func unknownPersonSuggestsSimilarNames(call: [String]) async throws {
    try await Self.expectError(call, "did you mean Al Pacino")
  }

  @Test(arguments: [
    (["ls", "--person", "xqzzq"], "no person called"), (["ls", "--sort", "size"], "runtime"),
    (["search", "x", "--sort", "added"], "name, year, imdb, votes, runtime or rating"),
    (["search", "x", "--sort", "year", "--source", "omdb"], "--source catalog"),
    (["search", "x", "tag:noir"], "there is no filter tag: here"),
    (["ls", "--wanted", "--watched"], "cannot be used together"),
  ])
  func invalidFiltersAreUsageErrors(call: [String], text: String) async throws {
    try await Self.expectError(call, text)
  }

  private static func expectError(_ call: [String], _ text: String) async throws {
    try await withFilms { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
    }
  }

  @Test func validFiltersWithoutMatchesReturnAnEmptyList() async throws {
    try await Self.withFilms { filmz in
      for line in [
        "ls --genre western", "ls --person kurosawa", "search director:pacino type:game",
      ] {
        let films = try await filmz.answer(to: line)
        #expect(films == [], "\(line)")
      }
    }
  }

  // MARK: - Order

  @Test(arguments: [
    ("-rating,year", [godfather, matrix, heat]), ("title", [heat, godfather, matrix]),
    ("runtime", [matrix, heat, godfather]), ("-imdb", [godfather, matrix, heat]),
    ("votes,name", [heat, godfather, matrix]),
  ])
  func listIsSortedBySeveralKeys(keys: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: "ls --sort \(keys)")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: ["year", "-year", "runtime", "-votes", "rating"])
  func searchIsSortedBeforeItIsPaged(key: String) async throws {
    try await FilmzProcess.with { filmz in
      let jsonNames = ["rating": "imdbRating", "votes": "imdbVotes", "runtime": "runtimeMinutes"]
      let field = key.filter { $0 != "-" }
      let line = "search type:movie genre:drama --sort \(key) --source catalog"
      let values = try await filmz.answer(to: line + " --limit 900").each(jsonNames[field] ?? field)
        .compactMap { $0?.number }
      #expect(values.count > 300)
      #expect(values == (key.hasPrefix("-") ? values.sorted(by: >) : values.sorted()))
      let page = try await filmz.answer(to: line + " --limit 20 --page 2")
        .each(jsonNames[field] ?? field).compactMap { $0?.number }
      #expect(page == Array(values[20..<40]))
    }
  }

  @Test func searchIsSortedByTitle() async throws {
    try await FilmzProcess.with { filmz in
      let titles = try await filmz.answer(to: "search war --sort title").each("title")
        .compactMap { $0?.string?.lowercased() }
      #expect(titles.count > 3 && titles == titles.sorted())
    }
  }
}
