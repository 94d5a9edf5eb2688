import FilmzDomain
import Testing

struct TitleMatchTests {
  @Test(
    arguments: [
      ("heat", "Heat", .whole), ("the heat", "Heat", .whole), ("heat", "The Heat", .whole),
      ("amelie", "Amélie", .whole), ("graz", "Grazia", .beginning), ("graz", "La Grazia", .beginning),
      ("toy s", "Toy Story 3", .beginning), ("toy story", "Toy Story 3", .beginning),
      ("story toy", "Toy Story", .words), ("king", "The Lion King", .words),
      ("toy", "Story", nil), ("lion kings", "The Lion King", nil), ("", "Heat", nil),
    ] as [(String, String, TitleMatch?)])
  func titleIsComparedWithAText(text: String, title: String, match: TitleMatch?) {
    #expect(TitleMatch(of: text, in: title) == match)
  }

  @Test(
    arguments: [
      ("graz", "Grazia", nil), ("king", "The Lion King", .words), ("toy story", "Toy Story 3", .beginning),
    ] as [(String, String, TitleMatch?)])
  func wholeWordsAreCompared(text: String, title: String, match: TitleMatch?) {
    #expect(TitleMatch(of: text, in: title, wholeWords: true) == match)
  }

  @Test func matchesAreOrdered() { #expect(TitleMatch.words < .beginning && TitleMatch.beginning < .whole) }
}
