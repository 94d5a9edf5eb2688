import FilmzTestSupport
import Testing

struct ColumnsTests {
  private static let commands = [
    "search the", "ls", "log", "viewings tt0068646", "cache ls", "backup ls", "config ls",
    "genres", "stats", "show tt0068646", "about",
  ]

  private static func withFilledCollection(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let note = "A long note, written down after a long evening with everybody"
      _ = try await filmz.run(
        "--offline", "-c", "watched tt0068646 --note \"\(note)\"; add tt0167260; backup now")
      try await body(filmz)
    }
  }

  /// Runs commands one after another, with `COLUMNS` set to a value if it is not `nil`.
  private static func run(
    _ filmz: FilmzProcess, _ commands: [String] = commands, columns: String? = nil
  ) async throws -> ProcessResult {
    try await filmz.run(
      ["--offline", "-c", commands.joined(separator: "; ")],
      environment: columns.map { ["COLUMNS": $0] } ?? [:])
  }

  @Test(arguments: ["1", "2", "7", "20", "40", "60", "80", "120", "200"])
  func noLineIsWiderThanTheColumns(columns: String) async throws {
    let width = try #require(Int(columns))
    try await Self.withFilledCollection { filmz in
      let result = try await Self.run(filmz, columns: columns)
      #expect(result.status == 0, "\(result.stderr)")
      let tooWideLines = result.stdout.split(separator: "\n").filter { $0.count > width }
      #expect(tooWideLines.isEmpty)
    }
  }

  @Test func eachCommandPrintsOutputInOneColumn() async throws {
    try await Self.withFilledCollection { filmz in
      for command in Self.commands {
        let result = try await Self.run(filmz, [command], columns: "1")
        #expect(result.status == 0 && !result.stdout.isEmpty, "\(command): \(result.stderr)")
      }
    }
  }

  @Test(arguments: ["0", "-5", "abc", "", "60x", "1e3", "99999999999999999999"])
  func invalidColumnsDoNotLimitTheWidth(columns: String) async throws {
    try await Self.withFilledCollection { filmz in
      let unlimited = try await Self.run(filmz)
      #expect(unlimited.status == 0 && !unlimited.stdout.contains("…"), "\(unlimited.stderr)")
      #expect(try await Self.run(filmz, columns: columns) == unlimited)
    }
  }

  @Test(arguments: ["1000000", "9223372036854775807"])
  func hugeColumnsAreAccepted(columns: String) async throws {
    try await Self.withFilledCollection { filmz in
      let result = try await Self.run(
        filmz, Self.commands + ["help", "help rate"], columns: columns)
      #expect(result.status == 0 && !result.stdout.contains("…"))
    }
  }

  @Test(arguments: [40, 60, 80, 200])
  func noLineWrapsOnATerminal(columns: Int) async throws {
    try await Self.withFilledCollection { filmz in
      for command in Self.commands + ["help", "help rate", "doctor"] {
        let arguments = command.split(separator: " ").map(String.init)
        let terminal = try filmz.openTerminal(
          ["--offline"] + arguments, rows: 200, columns: columns, environment: ["COLUMNS": "9"])
        #expect(try await terminal.waitForExit() == 0)
        #expect(terminal.screen.wrappedLines == [], "\(command)")
      }
    }
  }

  @Test func numberAndTitleAreAlwaysShown() async throws {
    try await Self.withFilledCollection { filmz in
      for columns in 20...60 {
        let text = try await filmz.run(
          ["--offline", "ls"], environment: ["COLUMNS": "\(columns)"]
        ).stdout
        #expect(text.contains(/^#  +Title/))
        #expect(text.contains(/\n1  \+  The Lor/) && text.contains(/\n2  ✓  The God/))
      }
    }
  }
}
