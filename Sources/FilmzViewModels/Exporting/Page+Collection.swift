import FilmzDomain
import FilmzExchange
import FilmzPages
import Foundation

extension PageFilm {
  /// Creates the film of a page from an exported one, without private data such as notes and tags.
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
  /// Creates the page of the first list of an export; `nil` if there is no list.
  static func list(_ collection: ExportedCollection, posters: [FilmID: String]?, now: Date) -> Page? {
    guard let (list, films) = collection.listedFilms.first else { return nil }
    var page = Page(.collection, title: list.name, madeAt: now)
    page.description = list.description
    page.hasPosters = posters != nil
    page.sections = [Section(list.name, films.map { PageFilm($0, poster: posters?[$0.entry.id]) }, isNumbered: true)]
    return page
  }

  /// Creates the page of a collection: figures, charts, and tables of the watched films, of the watchlist, and of each
  /// list that has films.
  ///
  /// - Parameters:
  ///   - collection: The films and lists.
  ///   - statistics: The statistics of all films; `nil` if only some films are exported.
  ///   - posters: The addresses of posters; `nil` to show none.
  ///   - now: The time at which the page is made, which it shows.
  /// - Returns: The page.
  static func collection(
    _ collection: ExportedCollection, statistics: Statistics?, posters: [FilmID: String]?, now: Date
  ) -> Page {
    var page = Page(.collection, title: "My films", madeAt: now)
    page.hasPosters = posters != nil
    page.figures = collection.figures
    page.charts = statistics?.charts() ?? []
    let films = collection.films.map { film in
      (film: PageFilm(film, poster: posters?[film.entry.id]), isWatched: film.entry.isWatched)
    }
    let watched = films.filter(\.isWatched).map(\.film)
    let wanted = films.filter { !$0.isWatched }.map(\.film)
    if !watched.isEmpty || wanted.isEmpty { page.sections.append(Section("Watched", watched)) }
    if !wanted.isEmpty { page.sections.append(Section("Watchlist", wanted)) }
    page.sections += collection.listedFilms.filter { !$0.films.isEmpty }.map { list, films in
      Section(
        list.name, description: list.description,
        films.map { PageFilm($0, poster: posters?[$0.entry.id]) }, isNumbered: true)
    }
    return page
  }
}

extension ExportedCollection {
  /// The figures above the tables.
  fileprivate var figures: [Page.Figure] {
    let ratings = films.compactMap(\.entry.rating?.tenths)
    let spread = RatingSpread(
      count: ratings.count, sum: ratings.reduce(0, +), sumOfSquares: ratings.reduce(0) { $0 + $1 * $1 })
    return [
      (films.count == 1 ? "film" : "films", films.count.grouped),
      ("watched", films.count(where: \.entry.isWatched).grouped),
      ("rated", ratings.count.grouped),
    ] + (spread.map { [("mean rating", $0.meanText)] } ?? [])
  }
}

extension RatingSpread {
  /// The mean with one decimal.
  var meanText: String { Int((mean * 10).rounded()).tenthsText }
}

extension Page {
  /// The maximum number of films in a table of the page of statistics; the table of a year has all films.
  private static let maximumFilms = 20

  /// Creates the page of the statistics of the collection, or of a year: figures, charts, and tables of films.
  ///
  /// - Parameters:
  ///   - statistics: The statistics.
  ///   - watched: The watched films, in any order; those that were not watched in the year are left out.
  ///   - now: The time at which the page is made, which it shows.
  /// - Returns: The page.
  static func statistics(_ statistics: Statistics, watched: [ExportedFilm], now: Date) -> Page {
    let year = statistics.year
    var page = Page(.statistics, title: year.map { "\($0) in films" } ?? "My films in numbers", madeAt: now)
    page.figures = statistics.figures
    page.charts = statistics.charts()
    let films = watched.compactMap { PageFilm($0, watchedIn: year) }
    let newest = films.sorted { ($0.watchedOn?.text ?? "") > ($1.watchedOn?.text ?? "") }
    let best = films.filter { $0.rating != nil }.sorted {
      ($0.rating?.tenths ?? 0, $0.watchedOn?.text ?? "") > ($1.rating?.tenths ?? 0, $1.watchedOn?.text ?? "")
    }
    if !best.isEmpty { page.sections.append(Section("Rated highest", Array(best.prefix(maximumFilms)))) }
    if year != nil {
      page.sections.append(Section("All films watched", newest))
    } else if !newest.isEmpty {
      page.sections.append(Section("Watched last", Array(newest.prefix(maximumFilms))))
    }
    return page
  }
}

extension PageFilm {
  /// Creates a film with the date of its last viewing in `year`; returns `nil` if it has no dated viewing in that year.
  ///
  /// If `year` is `nil`, the date is that of the last viewing of all, if there is one.
  fileprivate init?(_ film: ExportedFilm, watchedIn year: Int?) {
    self.init(film, poster: nil)
    guard let year else { return }
    let prefix = year.zeroPadded(toLength: 4)
    let dates = film.entry.viewings.compactMap(\.date).filter { $0.text.hasPrefix(prefix) }
    guard let last = dates.max(by: { $0.text < $1.text }) else { return nil }
    watchedOn = last
  }
}

extension Statistics {
  fileprivate var figures: [Page.Figure] {
    let hours = (time.minutes + 30) / 60
    let films: [Page.Figure] = year == nil ? [(counts.total == 1 ? "film" : "films", counts.total.grouped)] : []
    return films + [
      (year == nil ? "watched" : "films watched", counts.watched.grouped),
      (time.viewings == 1 ? "viewing" : "viewings", time.viewings.grouped),
      (hours == 1 ? "hour" : "hours", hours.grouped),
    ] + (userRatings.map { [("mean rating", $0.meanText)] } ?? [])
  }
}
