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
      // Narrower tables have the runtime if there is room.
      #expect(lines[0].contains(/Runtime +Genres +Director/) == isWide)
      let film = lines.first { $0.contains("The Godfather  ") } ?? ""
      #expect(film.contains("175 min"))
      #expect(film.contains("Crime, Drama") == isWide)
      #expect(film.contains("Francis") == isWide)
    }
  }

  /// Each case has a command, the width, and whether its table has the runtime.
  @Test(
    arguments: [
      ("ls", 80, true), ("ls", 79, false), ("search matrix reloaded", 80, true), ("ls --sort runtime", 60, true),
      ("ls --runtime 90-200", 60, true), ("ls runtime:>90", 40, true), ("search genre:western runtime:<120", 60, true),
      ("search genre:western --sort -runtime", 60, true), ("browse runtime:<90", 60, true),
      ("ls --sort year", 60, false),
    ] as [(String, Int, Bool)])
  func runtimeIsShownWhereItMattersOrFits(command: String, columns: Int, isShown: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "-c", "add tt0068646 --watched; add tt0113277")
      let lines = try await Self.table(filmz, command, columns: columns)
      #expect(lines[0].contains("Runtime") == isShown && lines.count > 1, "\(lines)")
      #expect(lines[1].contains(/\d min/) == isShown, "\(lines)")
    }
  }

  /// The first film of the list has a rating and a comment, and the last one has been seen.
  @Test(
    arguments: ["ls --sort year --limit 4", "search the --limit 5", "search \"lord of the rings\" --limit 2"],
    [60, 80, 100, 130])
  func allPagesHaveTheSameColumns(command: String, columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run(
        "--offline", "-c",
        """
        add tt0903747 tt0113277 tt0050083 tt0060196 tt0114369 tt0076759 \(Self.rings); rate tt0050083 9; \
        comment tt0050083 good; watched tt0167260 --on 2020-01-02; skip tt0137523
        """)
      let text = try await Self.table(filmz, "\(command); next; next", columns: columns)
      let headings = text.filter { $0.hasPrefix("#") || $0.hasPrefix(" #") || $0.hasPrefix("  #") }
        .map { $0.split(separator: " ").map(String.init) }
      #expect(headings.count >= 2 && Set(headings).count == 1, "\(text)")
      if command.hasPrefix("ls") { #expect(headings[0].contains("Mine") && headings[0].contains("Watched")) }
    }
  }

  @Test func unwatchedFilmsHaveAMark() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "-c", "add tt0113277; watched tt0068646 --on 2020-01-02")
      let text = try await Self.table(filmz, "ls; cache ls", columns: 100).joined(separator: "\n")
      #expect(text.contains(/\+  Heat .* –(\n|$)/) && !text.contains("not yet"), "\(text)")
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
