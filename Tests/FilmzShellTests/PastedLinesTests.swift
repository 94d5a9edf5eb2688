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
    ("⏎", []), ("note 1 \"a⏎⏎b\"⏎ls", ["note 1 \"a⏎⏎b\"", "ls"]),
    ("ls⏎note 1 \"a⏎rm 1⏎quit", ["ls", "note 1 \"a⏎rm 1⏎quit"]),
    ("search 'tis⏎a 'b'⏎ls", ["search 'tis⏎a 'b'", "ls"]), ("# isn't \"x⏎ls", ["# isn't \"x", "ls"]),
  ])
  func editedLinesAreSplitAgain(line: String, lines: [String]) {
    #expect(PastedLines.split(line) == lines)
  }

  @Test func quotedLinesRunWithLineBreaks() {
    #expect(PastedLines.text(of: "note 1 \"a⏎b\"") == "note 1 \"a\nb\"")
    #expect(PastedLines.endsInQuote("note 1 \"a⏎b") && !PastedLines.endsInQuote("note 1 \"a⏎b\""))
  }
}
