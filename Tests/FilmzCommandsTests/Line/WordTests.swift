import FilmzDomain
import Testing

@testable import FilmzCommands

struct WordTests {
  @Test(arguments: ["--watched", "--note", "-h", "--", "--help", "-", "", "a b", "\u{1F3AC}"])
  func aQuotedWordIsNeverAnOption(text: String) {
    #expect(!Word(text, isQuoted: true).isOption)
  }

  @Test(arguments: ["-1", "-7.5", "-1-4", "-0", "-", "", "a", "a-b"])
  func negativeNumbersAndALoneDashAreNotOptions(text: String) {
    #expect(!Word(text).isOption)
  }

  @Test(arguments: ["-h", "--", "--note", "--nonsense", "-\u{0661}", "-½"])
  func otherWordsWithALeadingDashAreOptions(text: String) {
    #expect(Word(text).isOption)
  }

  @Test(arguments: [
    (Word("blade"), "blade"), (Word("Heat (1995)", isQuoted: true), #""Heat (1995)""#),
    (Word("", isQuoted: true), #""""#), (Word(#"say "hi""#, isQuoted: true), #""say \"hi\"""#),
    (Word(#"a\b c"#, isQuoted: true), #""a\\b c""#), (Word("ocean's"), "ocean's"),
    (Word("a b"), #""a b""#), (Word("--note"), "--note"),
    (Word("--note", isQuoted: true), #""--note""#), (Word("|"), #""|""#),
    (Word("#alive"), "#alive"),
    (Word("\u{301}a b"), "\"\u{301}a b\""), (Word("a\"\u{301}"), "a\"\u{301}"),
    (Word("title=\"Some"), #""title=\"Some""#), (Word("\"a"), #""\"a""#),
    (Word("rsve=\""), #""rsve=\"""#), (Word("#;rsvee"), "\"#;rsvee\""),
  ])
  func aQuotedWordIsParsedAsTheSameWord(word: Word, typed: String) throws {
    #expect(word.quotedIfNeeded == typed)
    for next in ["", " y", " y\"", " y'"] {
      let again = try LineParser.commands(in: "x " + word.quotedIfNeeded + next)
      #expect(again.first?.words.dropFirst().first?.text == word.text)
    }
  }
}
