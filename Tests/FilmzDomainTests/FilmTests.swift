import FilmzDomain
import Foundation
import Testing

struct FilmTests {
  private static let fetchedAt = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (0.0, 30, true), (29.99, 30, true), (30.0, 30, false), (31.0, 30, false), (0.0, 0, false),
    (-1.0, 30, true),
  ])
  func completeFactsAreFreshForSomeDays(age: Double, days: Int, isFresh: Bool) {
    let film = Film(
      id: FilmID(canonical: "tt1"), title: "X", origin: .omdb, fetchedAt: Self.fetchedAt,
      isComplete: true)
    let now = Self.fetchedAt.addingTimeInterval(age * 86_400)
    #expect(film.isFresh(at: now, days: days) == isFresh)
  }

  @Test func factsOfASearchOrACatalogAreNeverFresh() {
    let found = Film(
      id: FilmID(canonical: "tt1"), title: "X", origin: .omdb, fetchedAt: Self.fetchedAt)
    let starter = Film(
      id: FilmID(canonical: "tt1"), title: "X", origin: .starter, isComplete: true)
    #expect(!found.isFresh(at: Self.fetchedAt, days: 30))
    #expect(!starter.isFresh(at: Self.fetchedAt, days: 30))
  }

  @Test(arguments: [("Heat", 1995, "Heat (1995)"), ("Heat", nil, "Heat")])
  func aCaptionIsTitleAndYear(title: String, year: Int?, text: String) {
    #expect(Caption(title: title, year: year).text == text)
    #expect(
      Film(id: FilmID(canonical: "tt1"), title: title, year: year, origin: .omdb).caption == text)
  }
}
