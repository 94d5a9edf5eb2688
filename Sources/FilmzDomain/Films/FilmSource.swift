package import Foundation

/// A source of films: a service on the network or a local catalog.
package protocol FilmSource: Sendable {
  /// The identifier of the source.
  ///
  /// It is the `source` of films in JSON, the argument of `--source`, and the prefix of the source's cache
  /// keys.
  var origin: Film.Origin { get }

  /// The name of the source in messages, such as `OMDb`.
  var name: String { get }

  /// The number of films on a page of search results; `nil` if the results are on a single page.
  var pageSize: Int? { get }

  /// Returns one page of search results, which is empty if no film matches; pages are numbered from 1.
  ///
  /// - Throws: A ``UserFacingError``.
  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage

  /// Returns all facts about a film; `nil` if the source does not have the film.
  func film(id: FilmID) async throws -> Film?

  /// Returns the films with a title, the most popular first.
  ///
  /// The title may be an original or translated title of the film. Case, accents, punctuation, and a
  /// leading article are ignored.
  func films(titled title: String, year: Int?) async throws -> [Film]
}

/// A local source, which is read from a file or is part of the program, and does not use the network.
package protocol FilmCatalog: FilmSource {
  /// The date of the ratings as messages show it, such as `2024`; `nil` if the date is not known.
  var ratingsAsOf: String? { get }

  /// A string that changes whenever the content of the catalog changes.
  var revision: String { get }

  /// The day of the ratings; `nil` if the exact day is not known.
  var ratingsDate: Date? { get }

  /// Returns all facts about films by id; films that are not in the catalog are left out.
  func films(_ ids: [FilmID]) async throws -> [FilmID: Film]

  /// Returns the films with a title and a year in a range: the results of ``FilmSource/films(titled:year:)`` for each
  /// year.
  func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film]

  /// Returns films with a title whose folded form begins with a string, the most popular first.
  func films(beginningWith key: String, limit: Int) async throws -> [Film]

  /// Returns films with a local title whose folded form begins with a string, the most popular first.
  ///
  /// The title of each returned film is one for which ``FilmSource/films(titled:year:)`` returns the
  /// film: the local title if the catalog stores it, otherwise the title.
  func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm]

  /// Returns the titles of a film in other countries; empty if the catalog does not store them.
  func localTitles(of id: FilmID) async throws -> [String]

  /// Returns the genres of the catalog's films; empty if the catalog has no list of them.
  func genres() async throws -> [String]

  /// Returns the names of people that match the words of a string, the best known first.
  ///
  /// Each word of the string must be the beginning of a word of the name. Returns `nil` if the catalog
  /// cannot look up names quickly.
  func people(named text: String, limit: Int) async throws -> [String]?

  /// Returns names of people with a spelling similar to that of an unknown name.
  func people(near text: String) async throws -> [String]

  /// Returns the films with own records as a catalog of their own.
  ///
  /// Returns `nil` if there are no own records, or if this catalog does not include them.
  func ownRecords() async throws -> (any FilmCatalog)?
}

extension FilmCatalog {
  package var ratingsAsOf: String? { nil }

  package var revision: String { name + " " + (ratingsAsOf ?? "") }

  package var ratingsDate: Date? { nil }

  package func films(_ ids: [FilmID]) async throws -> [FilmID: Film] {
    var films: [FilmID: Film] = [:]
    for id in ids { films[id] = try await film(id: id) }
    return films
  }

  package func films(titled title: String, years: ClosedRange<Int>) async throws -> [Film] {
    var films: [Film] = []
    for year in years { films += try await self.films(titled: title, year: year) }
    return films
  }

  package func films(beginningWith key: String, limit: Int) async throws -> [Film] { [] }

  package func films(withLocalTitleBeginningWith key: String, limit: Int) async throws -> [TitledFilm] { [] }

  package func localTitles(of id: FilmID) async throws -> [String] { [] }

  package func genres() async throws -> [String] { [] }

  package func people(named text: String, limit: Int) async throws -> [String]? { nil }

  package func people(near text: String) async throws -> [String] { [] }

  package func ownRecords() async throws -> (any FilmCatalog)? { nil }
}

/// Rules for the age of fetched data.
package enum Freshness {
  private static let day = 86_400.0

  /// The number of days for which facts of TMDB may be kept.
  ///
  /// Source: contract, TMDB as a source; the terms of TMDB's API permit six months.
  package static let maximumDaysOfTMDB = 180

  /// Returns the number of days for which fetched data of a source is fresh: the given number, with an upper limit for
  /// TMDB.
  package static func days(_ days: Int, for origin: Film.Origin?) -> Int {
    origin == .tmdb ? min(days, maximumDaysOfTMDB) : days
  }

  /// Returns whether fetched data is less than `days` days old.
  ///
  /// Data whose date is more than a day in the future, because of a wrong clock, is not fresh.
  package static func isFresh(fetchedAt: Date, at moment: Date, days: Int) -> Bool {
    let period = freshPeriod(at: moment, days: days)
    return fetchedAt > period.lowerBound && fetchedAt <= period.upperBound
  }

  /// Returns the period in which data must have been fetched to be fresh at a moment; its lower bound is excluded.
  package static func freshPeriod(at moment: Date, days: Int) -> ClosedRange<Date> {
    moment.addingTimeInterval(-Double(days) * day)...moment.addingTimeInterval(day)
  }

  /// Returns the age of fetched data in periods of 24 hours: `today`, `yesterday`, `40 days ago`.
  package static func age(of fetchedAt: Date, at moment: Date) -> String {
    switch Int(min(max(0, moment.timeIntervalSince(fetchedAt) / day), 1_000_000)) {
    case ...0: "today"
    case 1: "yesterday"
    case let days: "\(days) days ago"
    }
  }
}

/// A result of a search or lookup, with warnings about the sources that it comes from.
package struct SourceResult<Value: Sendable>: Sendable {
  package var value: Value
  package var warnings: [Warning]
  /// `true` if a network source failed, and the value comes from local data or from another source.
  package var isFallback: Bool

  package init(value: Value, warnings: [Warning] = [], isFallback: Bool = false) {
    (self.value, self.warnings, self.isFallback) = (value, warnings, isFallback)
  }

  /// Returns a result with the transformed value, the same warnings, and the same ``isFallback``.
  package func map<Other: Sendable>(_ transform: (Value) throws -> Other) rethrows -> SourceResult<Other> {
    SourceResult<Other>(value: try transform(value), warnings: warnings, isFallback: isFallback)
  }

  /// This result with warnings that are shown even if the states that cause them were already reported.
  package var withWarningsShownEachTime: SourceResult {
    SourceResult(value: value, warnings: warnings.map(\.shownEachTime), isFallback: isFallback)
  }

  /// Returns the result with the warnings of an earlier result, on which it depends, before its own other warnings.
  ///
  /// The returned result is a fallback if either of the two is.
  package func after<Other>(_ earlier: SourceResult<Other>) -> SourceResult {
    let newWarnings = warnings.filter { !earlier.warnings.contains($0) }
    return SourceResult(
      value: value, warnings: earlier.warnings + newWarnings, isFallback: isFallback || earlier.isFallback)
  }
}
