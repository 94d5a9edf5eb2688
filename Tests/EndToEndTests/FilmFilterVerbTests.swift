import FilmzTestSupport
import Testing

/// The filters that `search`, `ls`, `find` and `rate` have in common.
struct FilmFilterVerbTests {
  private static let godfather = "tt0068646"
  private static let heat = "tt0113277"
  private static let matrix = "tt0133093"

  /// Runs `body` with a drama of 1972 that was seen and rated 9, a drama of 1995 that is wanted, and science
  /// fiction of 1999 with a rating of 7.4.
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
  func aListTakesThemAsOptions(options: String, ids: [String]) async throws {
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
  func findTakesThemAmongItsWords(words: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: "find \(words) --sort year")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: [
    ("genre:+drama,+war", ["Drama", "War"], true),
    ("genre:western,war", ["Western", "War"], false),
  ])
  func severalGenresAreAnyOfThemInASearchToo(
    words: String, genres: [String], areAll: Bool
  ) async throws {
    try await FilmzProcess.with { filmz in
      let found = try await filmz.answer(to: "search \(words) --limit 200").array
      #expect(!found.isEmpty)
      for film in found {
        let has = genres.map { film["genres"]?.array.contains(.string($0)) ?? false }
        #expect(areAll ? !has.contains(false) : has.contains(true))
      }
    }
  }

  @Test(arguments: [
    ["ls", "--genre", "Dramma"], ["find", "genre:dramma"], ["search", "genre:dramma"],
    ["search", "x", "--genre", "dramma"], ["rate", "--genre", "dramma"],
  ])
  func anUnknownGenreNamesTheNearOne(call: [String]) async throws {
    try await Self.expectError(call, "did you mean Drama?")
  }

  @Test(arguments: [
    ["ls", "--type", "moovie"], ["find", "type:moovie"], ["search", "type:moovie"],
    ["search", "x", "--type", "moovie"], ["rate", "--type", "moovie"],
  ])
  func anUnknownTypeNamesTheNearOne(call: [String]) async throws {
    try await Self.expectError(call, "did you mean movie?")
  }

  @Test(arguments: [
    ["ls", "--person", "al pacinno"], ["find", "actor:pacinno"], ["search", "actor:pacinno"],
    ["search", "x", "--person", "pacinno"],
  ])
  func anUnknownPersonNamesNearOnes(call: [String]) async throws {
    try await Self.expectError(call, "did you mean Al Pacino")
  }

  @Test(arguments: [
    (["ls", "--person", "xqzzq"], "no film here names"), (["ls", "--sort", "size"], "runtime"),
    (["search", "x", "--sort", "added"], "name, year, imdb, votes, runtime and rating"),
    (["search", "x", "--sort", "year", "--source", "omdb"], "--source catalog"),
    (["search", "x", "tag:noir"], "there is no filter tag: here"),
    (["ls", "--wanted", "--watched"], "exclude each other"),
  ])
  func whatCannotBeIsAnErrorOfTheCall(call: [String], text: String) async throws {
    try await Self.expectError(call, text)
  }

  private static func expectError(_ call: [String], _ text: String) async throws {
    try await withFilms { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 64 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains(text), "\(result.stderr)")
    }
  }

  @Test func whatIsKnownAndMatchesNothingIsAnEmptyAnswer() async throws {
    try await Self.withFilms { filmz in
      for line in [
        "ls --genre western", "ls --person kurosawa", "search director:pacino type:game",
      ] {
        let found = try await filmz.answer(to: line)
        #expect(found == [], "\(line)")
      }
    }
  }

  // MARK: - Order

  @Test(arguments: [
    ("-rating,year", [godfather, matrix, heat]), ("title", [heat, godfather, matrix]),
    ("runtime", [matrix, heat, godfather]), ("-imdb", [godfather, matrix, heat]),
    ("votes,name", [heat, godfather, matrix]),
  ])
  func aListIsSortedByOneKeyAfterAnother(keys: String, ids: [String]) async throws {
    try await Self.withFilms { filmz in
      let list = try await filmz.answer(to: "ls --sort \(keys)")
      #expect(list.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test(arguments: ["year", "-year", "runtime", "-votes", "rating"])
  func aSearchIsSortedAsAWholeBeforeItIsCutIntoPages(key: String) async throws {
    try await FilmzProcess.with { filmz in
      let name = ["rating": "imdbRating", "votes": "imdbVotes", "runtime": "runtimeMinutes"]
      let field = key.filter { $0 != "-" }
      let line = "search type:movie genre:drama --sort \(key) --source catalog"
      let values = try await filmz.answer(to: line + " --limit 900").each(name[field] ?? field)
        .compactMap { $0?.number }
      #expect(values.count > 300)
      #expect(values == (key.hasPrefix("-") ? values.sorted(by: >) : values.sorted()))
      let page = try await filmz.answer(to: line + " --limit 20 --page 2")
        .each(name[field] ?? field).compactMap { $0?.number }
      #expect(page == Array(values[20..<40]))
    }
  }

  @Test func aSearchIsSortedByTitle() async throws {
    try await FilmzProcess.with { filmz in
      let titles = try await filmz.answer(to: "search war --sort title").each("title")
        .compactMap { $0?.string?.lowercased() }
      #expect(titles.count > 3 && titles == titles.sorted())
    }
  }
}
