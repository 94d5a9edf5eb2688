package import FilmzDomain
import Foundation
import GRDB

extension CollectionStore {
  /// Returns the statistics of the collection.
  package func statistics() async throws -> Statistics {
    try await withListIndex { db in
      let facts = try FactCounts(db)
      return Statistics(
        counts: facts.counts, userRatings: facts.userRatingSpread,
        imdbRatings: facts.imdbRatingSpread, time: facts.time,
        ratings: facts.ratingCounts, decades: facts.decadeCounts,
        genres: facts.genreCounts.sorted { ($1.count, $0.value) < ($0.count, $1.value) },
        months: try Self.fetchMonths(db),
        directors: facts.directors.mostFrequent(10), actors: facts.actors.mostFrequent(10),
        filmsWithoutDetails: facts.filmsWithoutDetails)
    }
  }

  /// Returns the genres of the collection's films, in alphabetical order, with the number of films of each.
  package func genres() async throws -> GenreCounts {
    try await withListIndex { db in
      let facts = try FactCounts(db, hasPeople: false)
      let keyed = facts.genreCounts.map { (key: TextFolding.key($0.value), count: $0) }
      return GenreCounts(
        genres: keyed.sorted { ($0.key, $0.count.value) < ($1.key, $1.count.value) }.map(\.count),
        films: facts.counts.total,
        filmsWithoutDetails: facts.filmsWithoutDetails)
    }
  }

  /// Returns the number of viewings in each month with viewings, the earliest month first.
  ///
  /// Viewings whose date has no month are left out.
  private static func fetchMonths(_ db: Database) throws -> [ValueCount] {
    let sql = "SELECT date FROM main.viewing WHERE length(date) >= 7"
    let dates = try String.fetchCursor(db.cachedStatement(sql: sql))
    var months: [String: Int] = [:]
    while let date = try dates.next() { months[String(date.prefix(7)), default: 0] += 1 }
    return months.sorted { $0.key < $1.key }.map { ValueCount(value: $0.key, count: $0.value) }
  }
}
