import FilmzDomain
import Testing

@testable import FilmzViewModels

struct FilmItemTests {
  @Test(
    "years are the first and last year, or one year if both are the same",
    arguments: [
      (nil, nil, nil), (1995, nil, "1995"), (1995, 1995, "1995"), (2011, 2019, "2011–2019"),
      (nil, 2019, nil),
    ] as [(Int?, Int?, String?)])
  func years(first: Int?, last: Int?, text: String?) {
    let id = FilmID(unchecked: "tt0000011")
    let film = Film(
      id: id, title: "Moth", year: first, endYear: last, type: .series, origin: .catalog)
    #expect(FilmItem(id: id, film: film, entry: nil).years == text)
  }

  @Test(arguments: [(2013, "2013–"), (nil, nil)] as [(Int?, String?)])
  func runningSeriesHasNoLastYear(first: Int?, text: String?) {
    let id = FilmID(unchecked: "tt0000011")
    var film = Film(id: id, title: "Moth", year: first, type: .series, origin: .catalog)
    film.isRunning = true
    #expect(FilmItem(id: id, film: film, entry: nil).years == text)
  }
}
