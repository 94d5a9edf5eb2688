import FilmzDomain
import Testing

@testable import FilmzCommands

struct ValuesTests {
  @Test(arguments: [
    (Word("none"), nil), (Word("none", isQuoted: true), "none"), (Word("None"), "None"),
    (Word("", isQuoted: true), nil), (Word(" \t ", isQuoted: true), nil), (Word("x"), "x"),
    (Word(" x ", isQuoted: true), " x "),
  ])
  func noneTakesAwayUnlessItIsQuoted(word: Word, text: String?) {
    #expect(word.textOrNone == text)
  }

  @Test func tagsAreTrimmedAndKeptOnce() {
    let words = ["Kino", " rain ", "KINO", "", "  ", "kino.", "Ü", "ü"].map { Word($0) }
    #expect(words.tags == ["Kino", "rain", "kino.", "Ü"])
  }

  @Test(arguments: ["none", "NONE"])
  func noAudienceIsNone(text: String) throws {
    #expect(try Audience.optional(text) == nil)
  }

  @Test func aWrongAudienceIsRefused() {
    #expect(throws: DomainError.invalidAudience("kids")) { try Audience.optional("kids") }
  }
}
