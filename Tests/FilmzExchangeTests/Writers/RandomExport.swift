import FilmzDomain
import FilmzExchange
import FilmzTestSupport
import Foundation

extension SplitMix {
  /// Returns up to ten characters, among them those that formats have to escape.
  mutating func text() -> String {
    let characters = Array("aZ09 ,;\"'\\\t\n\r|<&=+-@#é東🎬e\u{301}\u{0}\u{7F}\u{85}\u{2028}\u{202E}")
      .map(String.init)
    return (0..<Int.random(in: 0...10, using: &self)).map { _ in element(of: characters) }.joined()
  }

  /// Returns a text that importers do not trim.
  mutating func trimmedText() -> String { "x\(text())x" }

  mutating func rating() -> Rating? {
    chance(oneIn: 3) ? nil : Rating(tenths: Int.random(in: 0...100, using: &self))
  }

  mutating func date() -> PartialDate? {
    let year = Int.random(in: 1900...2026, using: &self)
    let month = String(Int.random(in: 101...112, using: &self)).dropFirst()
    let day = String(Int.random(in: 101...128, using: &self)).dropFirst()
    return element(of: [
      nil, PartialDate("\(year)"), PartialDate("\(year)-\(month)"),
      PartialDate("\(year)-\(month)-\(day)"), PartialDate("\(year)-\(month)-\(day)"),
    ])
  }

  mutating func day() -> PartialDate {
    while true {
      if let date = date(), date.isDay { return date }
    }
  }

  /// Returns a collection in which each film has an id of IMDb or TMDB, a title, and a year.
  mutating func collection(count: Int = 30) -> ExportedCollection {
    let films = (1...count).map { film(number: $0) }
    let lists = (0..<Int.random(in: 0...3, using: &self)).map { number in
      ExportedList(
        name: "\(number)" + trimmedText(), createdAt: Date(timeIntervalSince1970: 1_600_000_000),
        films: films.filter { _ in chance(oneIn: 4) }.map(\.entry.id).shuffled(using: &self))
    }
    return ExportedCollection(films: films, lists: lists)
  }

  private mutating func film(number: Int) -> ExportedFilm {
    let type = element(of: [MediaType.movie, .series, .miniSeries, .short, .tvMovie])
    let ids = ids(number: number, kind: [.series, .miniSeries].contains(type) ? .tv : .movie)
    var entry = CollectionEntry(
      id: ids[0], caption: nil, addedAt: Date(timeIntervalSince1970: 1_577_934_245))
    entry.rating = rating()
    entry.tags = tags()
    entry.notes = chance(oneIn: 2) ? nil : trimmedText()
    entry.audience = element(of: [nil, .me, .partner, .family])
    entry.recommendedBy = chance(oneIn: 2) ? nil : trimmedText()
    entry.viewings = (0..<Int.random(in: 0...3, using: &self)).map { _ in
      var viewing = Viewing(id: UUID(), film: ids[0], date: date())
      viewing.rating = rating()
      viewing.tags = tags()
      viewing.note = chance(oneIn: 2) ? nil : trimmedText()
      return viewing
    }
    var film = Film(
      id: ids[0], title: trimmedText(), year: 1900 + number, type: type, origin: .catalog)
    film.originalTitle = chance(oneIn: 2) ? nil : trimmedText()
    return ExportedFilm(
      entry: entry, film: film, ids: ids, ratedOn: chance(oneIn: 2) ? nil : day())
  }

  /// Returns the ids of a film in random order, or only some of them.
  private mutating func ids(number: Int, kind: TMDBKind) -> [FilmID] {
    let imdb = FilmID(imdbNumber: number)
    let tmdb = FilmID(tmdb: kind, number)
    let digits = String(1000 + number).dropFirst()
    let own = FilmID(unchecked: "own:00000000-0000-4000-8000-000000000\(digits)")
    return element(of: [
      [imdb], [tmdb], [imdb, tmdb], [tmdb, imdb], [own, imdb], [own, tmdb], [own, imdb, tmdb],
    ])
  }

  private mutating func tags() -> [String] {
    (0..<Int.random(in: 0...2, using: &self)).map { "\($0)" + trimmedText() }
  }
}
