import ArgumentParser
import FilmzCommands
import Testing

struct WordTests {
  /// A command with an option and a flag, to see what becomes of words.
  private struct Probe: ParsableArguments {
    @Argument var words: [Word] = []
    @Option var note: Word?
    @Flag var watched = false
  }

  @Test(arguments: ["--watched", "--note", "-h", "--", "--help", "-", "", "a b", "\u{1F3AC}"])
  func aQuotedWordIsNeverAnOption(text: String) throws {
    let word = Word(text, isQuoted: true)
    let parsed = try Probe.parse([word.argument, "x"])
    #expect(parsed.words == [word, Word("x")])
    #expect(!parsed.watched)
    #expect(parsed.note == nil)
  }

  @Test(arguments: ["-1", "-7.5", "-1-4", "-0"])
  func aNegativeNumberIsNeverAnOption(text: String) throws {
    let parsed = try Probe.parse([Word(text).argument])
    #expect(parsed.words.map(\.text) == [text])
  }

  @Test func aQuotedValueOfAnOptionKeepsItsText() throws {
    let parsed = try Probe.parse(["--note", Word("--watched", isQuoted: true).argument])
    #expect(parsed.note?.text == "--watched")
    #expect(!parsed.watched)
  }

  @Test func anUnquotedWordWithADashIsAnOption() throws {
    #expect(try Probe.parse([Word("--watched").argument]).watched)
    #expect(throws: (any Error).self) { try Probe.parse([Word("--nonsense").argument]) }
  }

  @Test(arguments: [
    (Word("blade"), "blade"), (Word("Heat (1995)", isQuoted: true), #""Heat (1995)""#),
    (Word("", isQuoted: true), #""""#), (Word(#"say "hi""#, isQuoted: true), #""say \"hi\"""#),
    (Word(#"a\b c"#, isQuoted: true), #""a\\b c""#), (Word("ocean's"), "ocean's"),
    (Word("a b"), #""a b""#), (Word("--note"), "--note"),
    (Word("--note", isQuoted: true), #""--note""#), (Word("|"), #""|""#),
    (Word("#alive"), "#alive"),
    (Word("\u{301}a b"), "\"\u{301}a b\""), (Word("a\"\u{301}"), "\"a\\\"\u{301}\""),
  ])
  func aWordIsWrittenAsItCouldBeTypedAgain(word: Word, typed: String) throws {
    #expect(word.typed == typed)
    let again = try LineParser.commands(in: "x " + word.typed)
    #expect(again.first?.words.last?.text == word.text)
  }

  @Test func theMarkOfQuotedWordsIsTakenOutOfMessages() {
    let argument = Word("--x", isQuoted: true).argument
    #expect(Word.unmarked("Unexpected argument '\(argument)'") == "Unexpected argument '--x'")
  }
}
