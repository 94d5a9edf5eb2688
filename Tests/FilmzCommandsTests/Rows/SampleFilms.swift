import FilmzDomain
import FilmzViewModels
import Foundation

/// Films with long titles, wide characters, right-to-left text, and missing facts.
enum SampleFilms {
  /// 14:05 on 1 May 2024 in the local time zone.
  static let moment =
    Calendar(identifier: .gregorian).date(
      from: DateComponents(year: 2024, month: 5, day: 1, hour: 14, minute: 5)) ?? .distantPast

  static let results = [
    item(1, "tt0167260", "The Lord of the Rings: The Return of the King", 2003, 90),
    item(2, "tt0245429", "千と千尋の神隠し", 2001, 86),
    item(9, "tt0063049", "מבצע קהיר", 1965, nil),
    item(10, "tt0944947", "Game of Thrones", 2011, 92, .series, until: 2019),
    item(100, "tt0211915", "Le fabuleux destin d'Ame\u{301}lie Poulain 🎬", nil, 83, nil),
  ]

  static let collection: [FilmItem] = [
    FilmItem(id: id, film: godfatherFilm, entry: godfather, number: 1),
    FilmItem(
      id: results[0].id, film: results[0].film,
      entry: CollectionEntry(id: results[0].id, caption: nil, addedAt: moment), number: 2),
    FilmItem(
      id: FilmID(unchecked: "tt9999999"), film: nil,
      entry: CollectionEntry(id: FilmID(unchecked: "tt9999999"), caption: nil, addedAt: moment),
      number: 3),
  ]

  static let godfather: CollectionEntry = {
    var entry = CollectionEntry(id: id, caption: nil, addedAt: moment)
    entry.rating = Rating(tenths: 85)
    entry.audience = .family
    entry.recommendedBy = "Ann"
    entry.notes = "An offer that nobody could refuse,\nneither then nor now: 千."
    entry.tags = ["classic", "with friends"]
    entry.viewings = [("2024-05-01", 90), ("2023", nil)].map { date, tenths in
      var viewing = Viewing(id: UUID(), film: id, date: PartialDate(date))
      viewing.rating = tenths.flatMap { Rating(tenths: $0) }
      viewing.note = tenths == nil ? nil : "The second time, late at night, with everybody awake"
      viewing.tags = tenths == nil ? [] : ["cinema", "late"]
      return viewing
    }
    return entry
  }()

  static var statistics: Statistics {
    var statistics = Statistics(counts: .init(total: 44, watched: 12, rated: 9))
    statistics.userRatings = RatingSpread(count: 9, sum: 700, sumOfSquares: 56_000)
    statistics.imdbRatings = RatingSpread(count: 8, sum: 640, sumOfSquares: 52_000)
    statistics.time = (viewings: 14, viewingsWithoutRuntime: 1, minutes: 1834)
    statistics.ratings = counts(["6.0": 1, "8.5": 5, "9.0": 3])
    statistics.decades = counts(["1970s": 12, "1990s": 30, "2000s": 2])
    statistics.genres = counts(["Drama": 31, "Science Fiction": 11, "Action": 2])
    statistics.months = counts(["2024-01": 3, "2024-04": 11])
    statistics.directors = counts(["Francis Ford Coppola": 4, "宮崎 駿": 2])
    statistics.actors = counts(["Al Pacino": 3, "Richard S. Castellano": 1])
    statistics.filmsWithoutDetails = 1
    return statistics
  }

  private static let id = FilmID(unchecked: "tt0068646")

  private static var godfatherFilm: Film {
    var film = Film(
      id: id, title: "The Godfather", year: 1972, type: .movie, origin: .omdb, fetchedAt: moment,
      isComplete: true)
    film.rated = "R"
    film.released = PartialDate("1972-03-24")
    film.runtimeMinutes = 175
    film.genres = ["Crime", "Drama"]
    film.directors = ["Francis Ford Coppola"]
    film.writers = ["Mario Puzo", "Francis Ford Coppola"]
    film.actors = ["Marlon Brando", "Al Pacino", "James Caan", "Richard S. Castellano"]
    film.plot = String(repeating: "The patriarch of a family hands over what he built. ", count: 8)
    film.languages = ["English", "Italian", "Latin"]
    film.countries = ["United States"]
    film.awards = "Won 3 Oscars. 31 wins & 31 nominations total"
    film.poster = "https://images.example.org/posters/the-godfather-1972-original-large.jpg"
    film.ratings = [
      .init(source: "Rotten Tomatoes", value: "97%"), .init(source: "Metacritic", value: "100/100"),
    ]
    film.metascore = 100
    film.imdbRating = Rating(tenths: 92)
    film.imdbVotes = 2_012_345
    return film
  }

  private static func item(
    _ index: Int, _ id: String, _ title: String, _ year: Int?, _ tenths: Int?,
    _ type: MediaType? = .movie, until endYear: Int? = nil
  ) -> FilmItem {
    let id = FilmID(unchecked: id)
    var film = Film(
      id: id, title: title, year: year, endYear: endYear, type: type, origin: .omdb)
    film.imdbRating = tenths.flatMap { Rating(tenths: $0) }
    return FilmItem(id: id, film: film, entry: nil, number: index)
  }

  private static func counts(_ list: KeyValuePairs<String, Int>) -> [ValueCount] {
    list.map { ValueCount(value: $0, count: $1) }
  }
}
