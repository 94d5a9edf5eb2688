import FilmzTestSupport
import Testing

/// The columns of tables of films, which depend on the width.
struct WideColumnsTests {
  private static let rings = "tt0120737 tt0167260 tt0167261"

  private static func table(
    _ filmz: FilmzProcess, _ command: String, columns: Int
  ) async throws -> [String] {
    let result = try await filmz.run(
      ["--offline", "-c", command], environment: ["COLUMNS": String(columns)])
    #expect(result.status == 0, "\(result.stderr)")
    return result.stdout.split(separator: "\n").map(String.init)
  }

  @Test(arguments: ["search godfather", "ls", "find godfather"], [119, 120, 200])
  func tablesOf120ColumnsHaveRuntimeGenresAndDirector(command: String, columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "add", "tt0068646", "--watched", "--rating", "9")
      let lines = try await Self.table(filmz, command, columns: columns)
      let isWide = columns >= 120
      #expect(lines[0].contains(/Runtime +Genres +Director/) == isWide)
      let film = lines.first { $0.contains("The Godfather  ") } ?? ""
      #expect(film.contains("175 min") == isWide)
      #expect(film.contains("Crime, Drama") == isWide)
      #expect(film.contains("Francis") == isWide)
    }
  }

  @Test func widthDoesNotChangeJSON() async throws {
    try await FilmzProcess.with { filmz in
      let narrow = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      let wide = try await filmz.run(
        ["--offline", "--format", "json", "search", "godfather"], environment: ["COLUMNS": "200"])
      #expect(narrow == wide)
    }
  }

  @Test func typeAndIMDbAreDroppedBeforeTitlesAreCutMuch() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(
        "--offline", "-c", "add \(Self.rings); watched tt0167260 --rating 8.5; add tt0903747")
      let lines = try await Self.table(filmz, "ls --sort year", columns: 60)
      #expect(!lines[0].contains("Type") && !lines[0].contains("IMDb"))
      #expect(lines[0].contains(/Title +Year +Mine +Watched/))
      #expect(try await Self.table(filmz, "ls", columns: 80)[0].contains(/Type +IMDb/))
    }
  }

  @Test(arguments: [40, 50, 60])
  func titlesWithEqualBeginningsStayDistinguishable(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "add", "tt0120737", "tt0167260", "tt0167261")
      let lines = try await Self.table(filmz, "ls --sort year", columns: columns)
      #expect(lines.dropFirst().count == 3)
      for (line, end) in zip(lines.dropFirst(), ["Ring", "Towers", "King"]) {
        #expect(line.contains("The Lord") && line.contains("…") && line.contains("\(end) "))
      }
    }
  }
}
