import FilmzTestSupport
import Testing

/// The texts that `comments` prints for people.
struct CommentTableTests {
  private static let words = "Lorem ipsum dolor sit amet, consectetur adipisici elit. "

  @Test(arguments: [60, 80, 200])
  func longTextsAreWrappedAtTheWidth(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let text = String(repeating: Self.words, count: 20)
      _ = try await filmz.answer(
        to: "comment heat \"\(text)\"; comment tt0078748 短い; comment tt0078748 2")
      let result = try await filmz.run(
        ["--offline", "comments", "--all"], environment: ["COLUMNS": "\(columns)"])
      Self.checkTable(result.stdout, columns: columns, text: text)
    }
  }

  /// Checks a table of two short comments on Alien and a long one on Heat.
  private static func checkTable(_ table: String, columns: Int, text: String) {
    let lines = table.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let longestLine = lines.map(\.count).max() ?? 0
    #expect(longestLine <= columns)
    #expect(lines[0].hasPrefix("1  Alien (1979) · someone · just now · id "))
    #expect(lines[1] == "   2" && lines[2] == "" && lines.contains("   短い"))
    let start = lines.firstIndex { $0.hasPrefix("3  Heat (1995)") } ?? 0
    let longText = lines[(start + 1)...].filter { !$0.isEmpty }
    #expect(longText.count > 9 && longText.allSatisfy { $0.hasPrefix("   ") })
    let words = longText.joined().split(separator: " ").joined(separator: " ")
    #expect(words + " " == text)
  }

  @Test func rowsOfFilmsHaveTheNumberOfComments() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add heat; add alien")
      let before = try await filmz.run("--offline", "ls")
      #expect(!before.stdout.contains("Comments"))
      _ = try await filmz.answer(to: "comment tt0113277 first; comment tt0113277 second")
      let lines = try await filmz.run("--offline", "ls").stdout.split(separator: "\n")
      #expect(lines[0].hasSuffix("  Comments"))
      #expect(lines.contains { $0.contains("Heat") && $0.hasSuffix(" 2") })
      #expect(lines.contains { $0.contains("Alien") && !$0.hasSuffix(" 0") })
    }
  }

  @Test func controlCharactersAreInert() async throws {
    try await FilmzProcess.with { filmz in
      let script = "comment tt0113277 \"a\u{1B}[2Jb\u{202E}c\"\ncomments tt0113277\n"
      let result = try await filmz.run(["--offline", "-f", "-"], script: script)
      #expect(result.stdout.contains("a␛[2Jbc"))
      #expect(!result.stdout.unicodeScalars.contains("\u{1B}"))
      let json = try await filmz.answer(to: "comments tt0113277")
      #expect(json[0]?["text"] == "a\u{1B}[2Jb\u{202E}c")
    }
  }

  @Test func limitAndFooterNameTheNumbers() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "comment tt0113277 first; comment tt0113277 second; comment tt0113277 third")
      let result = try await filmz.run("--offline", "--verbose", "comments", "heat", "--limit", "2")
      #expect(
        result.errorLines == ["The newest 2 comments on Heat (1995); `--limit N` lists more"])
      #expect(!result.stdout.contains("first") && result.stdout.contains("second"))
      let all = try await filmz.run("--offline", "--verbose", "comments", "heat")
      #expect(all.errorLines == ["3 comments on Heat (1995)"])
    }
  }
}
