import FilmzTestSupport
import Testing

/// The marks in tables: `+` for a wanted film, `✓` for a seen film, `×` for a skipped film.
struct CollectionMarksTests {
  private static let offline = ["--offline"]

  @Test func searchMarksFilmsInTheCollection() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; watched tt0071562")
      let marks = try await Self.marks(filmz, "search godfather", Self.offline)
      #expect(marks == [1: "+", 2: "✓", 3: ""])
      _ = try await filmz.answer(to: "skip tt0068646 tt0071562 --force; seen tt0068646")
      let changed = try await Self.marks(filmz, "search godfather; skip 3; results", Self.offline)
      #expect(changed == [1: "✓", 2: "×", 3: "×"])
    }
  }

  @Test func resultsShowCurrentMarks() async throws {
    try await FilmzProcess.with { filmz in
      let before = try await Self.marks(filmz, "search godfather", Self.offline)
      #expect(before == [1: "", 2: "", 3: ""])
      let commands = "search godfather; add 1; watched 2; rate 3 7; results"
      let marks = try await Self.marks(filmz, commands, Self.offline)
      #expect(marks == [1: "+", 2: "✓", 3: "✓"])
      let undone = "search godfather; unwatched 2; rm 1 --yes; results"
      #expect(try await Self.marks(filmz, undone, Self.offline) == [1: "", 2: "+", 3: "✓"])
    }
  }

  @Test func nextPageShowsCurrentMarks() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let commands = "search lantern --limit 2; next; add 3; watched 4; prev; next"
      let marks = try await Self.marks(filmz, commands)
      #expect(marks == [3: "+", 4: "✓"])
      // Films of the collection may come first now.
      let first = try await Self.marks(filmz, "search lantern --limit 2")
      let second = try await Self.marks(filmz, "search lantern --limit 2; next")
      #expect((Array(first.values) + second.values).sorted() == ["", "", "+", "✓"])
    }
  }

  @Test func filmAddedByIDIsMarkedInTheResults() async throws {
    try await FilmzProcess.withOMDb { filmz, _ async throws in
      let commands = "search quince --source omdb; watched tt9000026; results"
      #expect(try await Self.marks(filmz, commands) == [1: "✓"])
      #expect(try await Self.marks(filmz, "ls") == [1: "✓"])
    }
  }

  @Test func marksAreKeptInColoredOutput() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; watched tt0071562")
      let text = try await filmz.run("--offline", "--color", "always", "search", "godfather").stdout
      #expect(text.contains("\u{1B}[") && text.contains("+") && text.contains("✓"))
    }
  }

  /// Returns the marks in the last table that the commands print, by row number.
  private static func marks(
    _ filmz: FilmzProcess, _ commands: String, _ options: [String] = []
  ) async throws -> [Int: String] {
    let result = try await filmz.run(options + ["-c", commands])
    #expect(result.status == 0 && result.stderr == "")
    let lines = result.stdout.split(separator: "\n")
    let header = try #require(lines.lastIndex { $0.contains("Title") })
    var marks: [Int: String] = [:]
    for line in lines[(header + 1)...] {
      let row = try #require(line.firstMatch(of: /^ *(\d+) +([+✓×]?) *\S/))
      marks[try #require(Int(row.1))] = String(row.2)
    }
    return marks
  }
}
