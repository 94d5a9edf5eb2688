import Testing

@testable import FilmzShell

struct PastedLinesTests {
  @Test(arguments: [
    ("ls", "ls"), ("ls\n", "ls"), ("a\r\nb\rc\n\n", "a⏎b⏎c"), ("a\tb", "a b"),
    ("\u{1B}[31mx\u{7}", "[31mx"), ("\n", ""), ("e\u{301}\n千", "e\u{301}⏎千"),
  ])
  func pastedTextBecomesOneLine(text: String, line: String) {
    #expect(PastedLines.joined(text) == line)
  }

  @Test(arguments: [
    ("ls", ["ls"]), ("", [""]), ("a⏎b", ["a", "b"]), ("a⏎⏎ ⏎b", ["a", "b"]),
    (" a⏎b ", [" a", "b "]),
    ("⏎", []),
  ])
  func editedLinesAreSplitAgain(line: String, lines: [String]) {
    #expect(PastedLines.split(line) == lines)
  }
}
