import Testing

@testable import FilmzTerminal

let sampleTexts = [
  "", "a", "The Godfather", "千と千尋の神隠し", "👨‍👩‍👧🇯🇵☺️👍🏽", "Ame\u{301}lie e\u{301}e\u{301}e\u{301}",
  "नमस्ते क्षत्रिय", "mixed 千 and 🎬 text", "Pneumonoultramicroscopicsilicovolcanoconiosis",
]

struct FittingTests {
  @Test(arguments: [
    ("The Matrix", 10, "The Matrix"), ("The Matrix", 9, "The Matr…"), ("The Matrix", 1, "…"),
    ("The Matrix", 5, "The…"),
    ("The Matrix", 0, ""), ("The Matrix", -3, ""), ("", 5, ""),
    ("千と千尋", 8, "千と千尋"), ("千と千尋", 7, "千と千…"), ("千と千尋", 6, "千と…"), ("千", 1, "…"),
    ("ame\u{301}lie", 4, "ame\u{301}…"), ("🇯🇵🇫🇷🇩🇪", 4, "🇯🇵…"),
  ])
  func textIsCutWithAnEllipsis(text: String, width: Int, expected: String) {
    #expect(text.truncated(toWidth: width) == expected)
  }

  @Test(arguments: [
    ("The Lord of the Rings: The Return of the King", 16, "The Lord of…King"),
    ("The Matrix", 10, "The Matrix"), ("The Matrix", 9, "The…trix"), ("The Matrix", 3, "T…x"),
    ("The Matrix", 2, "T…"),
    ("Star Wars: Episode VI - Return of the Jedi", 30, "Star Wars: Episode…of the Jedi"),
    ("Star Wars: Episode V - The Empire Strikes Back", 30, "Star Wars:…Strikes Back"),
    ("千と千尋の神隠し", 10, "千と…隠し"), ("The Matrix", 0, ""),
  ])
  func textIsCutInTheMiddle(text: String, width: Int, expected: String) {
    #expect(text.truncatedInTheMiddle(toWidth: width) == expected)
  }

  @Test(arguments: sampleTexts, 0...20)
  func truncationInTheMiddleNeverExceedsTheWidth(text: String, width: Int) {
    #expect(text.truncatedInTheMiddle(toWidth: width).displayWidth <= max(0, width))
  }

  @Test(arguments: sampleTexts, 0...20)
  func truncationNeverSplitsAGraphemeClusterOrExceedsTheWidth(text: String, width: Int) {
    let cut = text.truncated(toWidth: width)
    #expect(cut.displayWidth <= width)
    if cut != text, width > 0 {
      #expect(cut.last == "…")
      #expect(text.starts(with: cut.dropLast()))
    }
  }

  @Test(arguments: [
    ("ab", 4, Alignment.leading, "ab  "), ("ab", 4, .trailing, "  ab"), ("千", 3, .leading, "千 "),
    ("千", 3, .trailing, " 千"), ("abcdef", 3, .leading, "abcdef"), ("", 2, .trailing, "  "),
  ])
  func textIsPaddedByCells(text: String, width: Int, alignment: Alignment, expected: String) {
    #expect(text.padded(toWidth: width, alignment: alignment) == expected)
  }

  @Test(arguments: [
    ("", 5, [""]), ("one two", 7, ["one two"]), ("one two", 6, ["one", "two"]),
    ("one two three", 7, ["one two", "three"]), ("a  b   c", 5, ["a b c"]),
    ("abcdefgh", 3, ["abc", "def", "gh"]), ("ab cdefgh i", 3, ["ab", "cde", "fgh", "i"]),
    ("千と千尋", 5, ["千と", "千尋"]), ("千a", 1, ["…", "a"]), ("   ", 2, [""]), ("ab", 0, ["a", "b"]),
  ])
  func textIsWrappedBetweenWords(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
  }

  @Test(arguments: [
    ("try `ls -a b` or so", 10, ["try", "`ls -a b`", "or so"]),
    ("try `ls -a b`.", 10, ["try", "`ls -a b`."]),
    ("`a b` `c d`", 9, ["`a b`", "`c d`"]), ("`a b c d` e f", 5, ["`a b", "c d`", "e f"]),
    ("a ` b c d", 5, ["a ` b", "c d"]), ("x `a b`/`c d` y", 13, ["x `a b`/`c d`", "y"]),
    ("`long command` and `x y`", 9, ["`long", "command`", "and `x y`"]),
  ])
  func commandsInBackquotesAreNotBrokenIfTheyFit(text: String, width: Int, expected: [String]) {
    #expect(text.wrapped(toWidth: width) == expected)
    #expect(text.wrapped(toWidth: width, cuttingWords: false) == expected)
  }

  @Test func wideWordsThatMustNotBeCutAreOnLinesOfTheirOwn() {
    let text = "what you wrote is in /tmp/a-long-folder/note.txt now"
    let lines = ["what you", "wrote is", "in", "/tmp/a-long-folder/note.txt", "now"]
    #expect(text.wrapped(toWidth: 9, cuttingWords: false) == lines)
  }

  @Test(arguments: sampleTexts, 1...20)
  func wrappedLinesFitAndLoseNoCharacters(text: String, width: Int) {
    let lines = text.wrapped(toWidth: width)
    #expect(lines.allSatisfy { $0.displayWidth <= width })
    if width > 3 {
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}
