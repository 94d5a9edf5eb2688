import Testing

@testable import FilmzCommands

struct OneLineTests {
  @Test(arguments: [
    ("", ""), ("great fun", "great fun"), (" a\n\nb \t c ", "a b c"),
    ("1234567890123", "1234567890123"), ("12345678901234", "123456789012…"),
  ])
  func textIsJoinedAndCut(text: String, line: String) {
    #expect(text.onOneLine(maximumLength: 13) == line)
  }
}
