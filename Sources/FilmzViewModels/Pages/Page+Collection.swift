import FilmzDomain
import FilmzExchange
import FilmzPages
import Foundation

extension PageFilm {
  /// Creates a film of a page; what only concerns the user, such as notes and tags, is not on pages.
  init(_ film: ExportedFilm, poster: String?) {
    self.init(ids: film.ids, title: film.title ?? film.entry.id.rawValue)
    year = film.year
    endYear = film.film?.endYear
    type = film.type
    runtimeMinutes = film.film?.runtimeMinutes
    genres = film.film?.genres ?? []
    imdbRating = film.film?.imdbRating
    rating = film.entry.rating
    watchedOn = film.entry.viewings.compactMap(\.date).max { $0.text < $1.text }
    self.poster = poster
  }
}

extension Page {
  /// Creates the page of the only list of an export.
  static func list(
    _ collection: ExportedCollection, posters: [FilmID: String]?, now: Date
  ) -> Page? {
    guard let (list, films) = collection.listedFilms.first else { return nil }
    var page = Page(.collection, title: list.name, madeAt: now)
    page.description = list.description
    page.hasPosters = posters != nil
    page.sections = [
      Section(
        list.name, films.map { PageFilm($0, poster: posters?[$0.entry.id]) }, isNumbered: true)
    ]
    return page
  }

  /// Creates the page of a collection: numbers, charts, and tables of the watched and wanted films and of the lists.
  ///
  /// - Parameters:
  ///   - collection: The films and lists.
  ///   - statistics: The statistics of all films; `nil` if the collection is only a part.
  ///   - posters: The addresses of posters; `nil` to show none.
  ///   - now: The time that the page shows as that at which it was made.
  /// - Returns: The page.
  static func collection(
    _ collection: ExportedCollection, statistics: Statistics?, posters: [FilmID: String]?, now: Date
  ) -> Page {
    var page = Page(.collection, title: "My films", madeAt: now)
    page.hasPosters = posters != nil
    page.figures = collection.figures
    page.charts = statistics?.charts ?? []
    let films = collection.films.map { film in
      (film: PageFilm(film, poster: posters?[film.entry.id]), isWatched: film.entry.isWatched)
    }
    let watched = films.filter(\.isWatched).map(\.film)
    let wanted = films.filter { !$0.isWatched }.map(\.film)
    if !watched.isEmpty || wanted.isEmpty { page.sections.append(Section("Watched", watched)) }
    if !wanted.isEmpty { page.sections.append(Section("Watchlist", wanted)) }
    page.sections += collection.listedFilms.map { list, films in
      Section(
        list.name, description: list.description,
        films.map { PageFilm($0, poster: posters?[$0.entry.id]) }, isNumbered: true)
    }
    return page
  }
}

extension ExportedCollection {
  /// The numbers above the tables.
  fileprivate var figures: [Page.Figure] {
    let ratings = films.compactMap(\.entry.rating?.tenths)
    let spread = RatingSpread(
      count: ratings.count, sum: ratings.reduce(0, +),
      sumOfSquares: ratings.reduce(0) { $0 + $1 * $1 })
    return [
      .init(films.count == 1 ? "film" : "films", films.count.grouped),
      .init("watched", films.count(where: \.entry.isWatched).grouped),
      .init("rated", ratings.count.grouped),
    ] + (spread.map { [.init("mean rating", $0.meanText)] } ?? [])
  }
}

extension RatingSpread {
  /// The mean with one decimal.
  var meanText: String { Int((mean * 10).rounded()).tenthsText }
}
