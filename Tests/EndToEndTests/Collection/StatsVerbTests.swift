import FilmzTestSupport
import Testing

struct StatsVerbTests {
  /// Adds four films with three viewings; one of the films is not in the starter catalog.
  private static let commands = """
    add tt0068646 --on 2024-05-01 --rating 9; add tt0071562 --on 2024-03 --rating 8.5; \
    watched tt0068646 --on 2023; add tt0133093; add tt9999999
    """

  private static func withCollection(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", commands)
      #expect(result.status == 0, "\(result.stderr)")
      try await body(filmz)
    }
  }

  @Test func jsonContainsCountsMeansAndMinutes() async throws {
    try await Self.withCollection { filmz in
      let stats = try await filmz.answer(to: "stats")
      let expected: [String: JSON] = [
        "total": 4, "watched": 2, "unwatched": 2, "rated": 2, "meanRating": 8.75,
        "ratingDeviation": 0.25, "imdbMeanRating": 9.1, "imdbRatingDeviation": 0.1,
        "imdbRated": 2, "minutesWatched": 552, "viewings": 3, "viewingsWithoutRuntime": 0,
        "ratings": [["value": "8.5", "count": 1], ["value": "9.0", "count": 1]],
        "months": [["value": "2024-03", "count": 1], ["value": "2024-05", "count": 1]],
        "decades": [["value": "1970s", "count": 2], ["value": "1990s", "count": 1]],
        "directors": [["value": "Francis Ford Coppola", "count": 2]],
      ]
      for (name, value) in expected { #expect(stats[name] == value, "\(name)") }
      #expect(stats["genres"]?.array.first == ["value": "Crime", "count": 2])
    }
  }

  @Test func ratingsAndViewingsWithoutAMonthAreShown() async throws {
    try await Self.withCollection { filmz in
      let text = try await filmz.run("--offline", "stats").stdout
      #expect(text.contains(/\n10.0 +0\n +9.5 +0\n +9.0 +█+ 1\n +8.5 +█+ 1\n/))
      #expect(text.contains("\nUnknown month     1 viewing\n"))
      #expect(text.contains("\nViewings by month\n2024-03 "))
    }
  }

  @Test(arguments: [40, 60, 80, 120, 200])
  func chartsFitTheWidth(width: Int) async throws {
    try await Self.withCollection { filmz in
      let result = try await filmz.run(
        ["--offline", "stats"], environment: ["COLUMNS": "\(width)"])
      let lines = result.stdout.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count <= width })
      #expect(lines.contains { $0.hasPrefix("Films 4  Watched 2") })
      #expect(lines.contains { $0.wholeMatch(of: /Your mean rating +8.75 ± 0.25/) != nil })
      #expect(lines.contains { $0.contains(/2024-04  0$/) })
      #expect(lines.contains { $0.contains(/^ *9\.0  █+ 1/) })
      let headings = result.stdout.firstMatch(of: /Your ratings +Films by decade/)
      #expect((headings != nil) == (width >= 100))
    }
  }

  @Test(arguments: [["LC_ALL": "C"], ["LC_ALL": nil], ["LC_ALL": "", "LANG": "POSIX"]])
  func chartsAreASCIIIfTheLocaleIsNotUTF8(locale: [String: String?]) async throws {
    try await Self.withCollection { filmz in
      for verb in ["stats", "genres"] {
        let text = try await filmz.run(["--offline", verb], environment: locale).stdout
        #expect(text.utf8.allSatisfy { $0 < 0x80 })
        #expect(text.contains("####"))
      }
    }
  }

  @Test func genresAreListedAlphabetically() async throws {
    try await Self.withCollection { filmz in
      let genres = try await filmz.run("--offline", "--format", "csv", "genres")
      #expect(genres.stdout == "value,count\r\nAction,1\r\nCrime,2\r\nDrama,2\r\nSci-Fi,1\r\n")
      let table = try await filmz.run("--offline", "genres").stdout.split(separator: "\n")
      #expect(table[0] == "Genre   Films")
      #expect(table[2].wholeMatch(of: /Crime +2  █{24}/) != nil)
      #expect(table[4].wholeMatch(of: /Sci-Fi +1  █{12}/) != nil)
    }
  }

  @Test(arguments: ["stats", "genres"])
  func filmsWithoutDetailsAreReported(verb: String) async throws {
    try await Self.withCollection { filmz in
      let result = try await filmz.run("--offline", "--verbose", verb)
      #expect(
        result.errorLines == ["1 film has no details yet; `refresh --stale` fetches them."])
      #expect(try await filmz.run("--offline", verb).stderr == "")
    }
  }

  @Test(arguments: ["stats", "genres"])
  func emptyCollectionsShowAHint(verb: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", verb)
      #expect(result.status == 0)
      #expect(result.stdout == (verb == "stats" ? "0 films\n" : ""))
      #expect(
        result.errorLines == [
          "Your collection is empty. Try `search godfather`, then `add 1`."
        ])
      let json = try await filmz.answer(to: verb)
      #expect(verb == "stats" ? json["total"] == 0 : json == [])
    }
  }

  @Test func chartsFillTheWidthOfTheTerminal() async throws {
    try await Self.withCollection { filmz in
      let terminal = try filmz.openTerminal(["--offline", "stats"], rows: 60, columns: 72)
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.newText.contains(/\n 9\.0  █{64} 1\n/))
    }
  }
}
