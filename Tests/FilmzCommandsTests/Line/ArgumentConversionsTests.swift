import FilmzDomain
import Testing

@testable import FilmzCommands

struct ArgumentConversionsTests {
  @Test(arguments: [
    (Word("none"), nil), (Word("none", isQuoted: true), "none"), (Word("None"), "None"),
    (Word("", isQuoted: true), nil), (Word(" \t ", isQuoted: true), nil), (Word("x"), "x"),
    (Word(" x ", isQuoted: true), " x "),
  ])
  func unquotedNoneAndBlankTextAreNil(word: Word, text: String?) {
    #expect(word.textUnlessNone == text)
  }

  @Test func tagsAreTrimmedAndDeduplicated() {
    let words = ["Kino", " rain ", "KINO", "", "  ", "kino.", "Ü", "ü"].map { Word($0) }
    #expect(words.tags == ["Kino", "rain", "kino.", "Ü"])
  }

  @Test(arguments: ["none", "NONE"])
  func noneIsNoAudience(text: String) throws {
    #expect(try Audience.parseOrNone(text) == nil)
  }

  @Test func unknownAudienceIsAnError() {
    #expect(throws: DomainError.invalidAudience("kids")) { try Audience.parseOrNone("kids") }
  }
}
