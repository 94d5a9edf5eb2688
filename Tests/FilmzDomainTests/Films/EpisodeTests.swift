import Foundation
import Testing

@testable import FilmzDomain

struct EpisodeTests {
  @Test(arguments: [
    (
      Episode(seriesTitle: "Breaking Bad", season: 5, number: 14), "Breaking Bad S05E14",
      "Breaking Bad, season 5, episode 14"
    ),
    (Episode(seriesTitle: "Breaking Bad"), "Breaking Bad", "Breaking Bad"),
    (Episode(season: 12), "S12", "season 12"), (Episode(number: 123), "E123", "episode 123"),
    (Episode(series: FilmID(imdbNumber: 903_747)), "", ""),
  ])
  func unknownPartsAreLeftOut(episode: Episode, short: String, text: String) {
    #expect(episode.shortText == short)
    #expect(episode.text == text)
  }

  @Test func runningSeriesOverridesTheLastYearOfAnotherLayer() throws {
    var film = Film(
      id: FilmID(imdbNumber: 1), title: "Moth", year: 2013, type: .series, origin: .omdb)
    film.isRunning = true
    let data = try JSONEncoder().encode(film)
    #expect(String(decoding: data, as: UTF8.self).contains("\"endYear\":0"))
    let decoded = try JSONDecoder().decode(Film.self, from: data)
    #expect(decoded == film && decoded.endYear == nil)
  }
}
