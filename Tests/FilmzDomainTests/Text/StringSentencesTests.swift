import FilmzDomain
import Testing

struct StringSentencesTests {
  @Test(arguments: [
    ("", ""), ("a", "a"), ("a\n", "a"), ("a\n\n\r\n", "a"), ("\n", ""), ("a\nb\n", "a\nb"),
    ("\na ", "\na "),
  ])
  func trailingNewlinesAreRemoved(text: String, expected: String) {
    #expect(text.withoutTrailingNewlines == expected)
  }
}
