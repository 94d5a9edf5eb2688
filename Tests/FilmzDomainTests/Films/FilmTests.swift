import FilmzDomain
import Foundation
import Testing

struct FilmTests {
  private static let fetchedAt = Date(timeIntervalSince1970: 1_700_000_000)

  @Test(arguments: [
    (0.0, 30, true), (29.99, 30, true), (30.0, 30, false), (31.0, 30, false), (0.0, 0, false),
    (-1.0, 30, true),
  ])
  func completeDetailsAreFreshForSomeDays(age: Double, days: Int, isFresh: Bool) {
    let film = Film(
      id: FilmID(unchecked: "tt1"), title: "X", origin: .omdb, fetchedAt: Self.fetchedAt,
      isComplete: true)
    let now = Self.fetchedAt.addingTimeInterval(age * 86_400)
    #expect(film.isFresh(at: now, days: days) == isFresh)
  }

  /// Titles from sources are limited to a thousand Unicode scalars.
  @Test(arguments: [
    (String(repeating: "x", count: 1000), String(repeating: "x", count: 1000)),
    (String(repeating: "x", count: 1001), String(repeating: "x", count: 999) + "…"),
    (String(repeating: "界", count: 1000), String(repeating: "界", count: 1000)),
    (
      "e" + String(repeating: "\u{301}", count: 4_000_000),
      "e" + String(repeating: "\u{301}", count: 998) + "…"
    ),
    ("", ""),
  ])
  func longTitleIsTruncated(title: String, expected: String) throws {
    let film = Film(id: FilmID(unchecked: "tt1"), title: title, origin: .omdb)
    #expect(film.title == expected)
    #expect(Caption(title: title, year: nil).title == expected)
    let copy = try JSONDecoder().decode(Film.self, from: JSONEncoder().encode(film))
    #expect(copy.title == expected)
  }

  @Test func searchResultsAndCatalogFilmsAreNeverFresh() {
    let searchResult = Film(
      id: FilmID(unchecked: "tt1"), title: "X", origin: .omdb, fetchedAt: Self.fetchedAt)
    let starter = Film(
      id: FilmID(unchecked: "tt1"), title: "X", origin: .starter, isComplete: true)
    #expect(!searchResult.isFresh(at: Self.fetchedAt, days: 30))
    #expect(!starter.isFresh(at: Self.fetchedAt, days: 30))
  }

  @Test(arguments: [
    (Film.Origin.starter, Film.Origin.catalog, true), (.catalog, .catalog, true),
    (.starter, .starter, true), (.catalog, .starter, false),
  ])
  func catalogFilmIsReplacedByNewerOneButNotByStarterFilm(
    old: Film.Origin, new: Film.Origin, isReplaced: Bool
  ) {
    let films = [old, new].map {
      Film(id: FilmID(unchecked: "tt1"), title: "X", origin: $0, isComplete: true)
    }
    #expect(films[0].shouldBeReplaced(by: films[1], at: Self.fetchedAt) == isReplaced)
  }

  @Test func ratingsAreReplacedByThoseOfAnotherSource() {
    var film = Film(id: FilmID(unchecked: "tt1"), title: "X", origin: .omdb)
    film.imdbRating = Rating(tenths: 80)
    film.plot = "Plot"
    film.ratings = [
      .init(source: "Internet Movie Database", value: "8.0/10"),
      .init(source: "Metacritic", value: "70/100"),
    ]
    var other = Film(id: film.id, title: "Y", origin: .catalog)
    #expect(film.replacingRatings(from: other) == film)
    other.imdbRating = Rating(tenths: 82)
    other.imdbVotes = 12
    other.ratingsAsOf = "2026-11-20"
    let rated = film.replacingRatings(from: other)
    #expect(rated.imdbRating == other.imdbRating && rated.imdbVotes == 12)
    #expect(rated.ratingsAsOf == "2026-11-20" && rated.title == "X" && rated.plot == "Plot")
    #expect(rated.ratings.map(\.value) == ["8.2/10", "70/100"])
  }

  @Test(arguments: [
    (MediaType.movie, "movie"), (.short, "short"), (.tvMovie, "TV movie"),
    (.miniSeries, "miniseries"), (.tvSpecial, "TV special"), (.video, "video"),
  ])
  func mediaTypeHasALabel(type: MediaType, label: String) {
    #expect(type.label == label)
  }

  @Test(arguments: [("Heat", 1995, "Heat (1995)"), ("Heat", nil, "Heat")])
  func captionConsistsOfTitleAndYear(title: String, year: Int?, text: String) {
    #expect(Caption(title: title, year: year).text == text)
    #expect(
      Film(id: FilmID(unchecked: "tt1"), title: title, year: year, origin: .omdb).caption == text)
  }
}
