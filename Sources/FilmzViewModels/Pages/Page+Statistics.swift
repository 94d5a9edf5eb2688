import FilmzDomain
import FilmzExchange
import FilmzPages
import Foundation

extension Page {
  private static let maximumFilms = 20

  /// Creates the page of the statistics of the collection, or of a year: numbers, charts, and tables of films.
  ///
  /// - Parameters:
  ///   - statistics: The statistics.
  ///   - watched: The watched films, in any order; those that were not watched in the year are left out.
  ///   - now: The time that the page shows as that at which it was made.
  /// - Returns: The page.
  static func statistics(_ statistics: Statistics, watched: [ExportedFilm], now: Date) -> Page {
    let year = statistics.year
    var page = Page(
      .statistics, title: year.map { "\($0) in films" } ?? "My films in numbers", madeAt: now)
    page.figures = statistics.figures
    page.charts = statistics.charts
    let films = watched.compactMap { PageFilm($0, watchedIn: year) }
    let newest = films.sorted { ($0.watchedOn?.text ?? "") > ($1.watchedOn?.text ?? "") }
    let best = films.filter { $0.rating != nil }.sorted {
      ($0.rating?.tenths ?? 0, $0.watchedOn?.text ?? "") > (
        $1.rating?.tenths ?? 0, $1.watchedOn?.text ?? ""
      )
    }
    if !best.isEmpty {
      page.sections.append(Section("Rated highest", Array(best.prefix(maximumFilms))))
    }
    if year != nil {
      page.sections.append(Section("All films watched", newest))
    } else if !newest.isEmpty {
      page.sections.append(Section("Watched last", Array(newest.prefix(maximumFilms))))
    }
    return page
  }
}

extension PageFilm {
  /// Creates a film with the date of its last viewing in a year; `nil` if there was none.
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
    let films: [Page.Figure] =
      year == nil
      ? [.init(counts.total == 1 ? "film" : "films", counts.total.grouped)] : []
    return films + [
      .init(year == nil ? "watched" : "films watched", counts.watched.grouped),
      .init(time.viewings == 1 ? "viewing" : "viewings", time.viewings.grouped),
      .init(hours == 1 ? "hour" : "hours", hours.grouped),
    ] + (userRatings.map { [.init("mean rating", $0.meanText)] } ?? [])
  }
}
