import FilmzDomain
import Testing

struct WordingTests {
  @Test(arguments: [
    ("", ""), ("a", "a"), ("a\n", "a"), ("a\n\n\r\n", "a"), ("\n", ""), ("a\nb\n", "a\nb"),
    ("\na ", "\na "),
  ])
  func lineBreaksAtTheEndAreTakenAway(text: String, expected: String) {
    #expect(text.withoutLastLineBreaks == expected)
  }
}
