package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Returns the statistics of the collection or, with a year, of the viewings in that year and their films.
  package func statistics(year: Int? = nil) async throws -> Statistics {
    try await withListIndex { db in
      let facts = try FactCounts(db, year: year)
      let months = try Self.fetchMonths(year: year, hasFilter: hidesFilms, db)
      var statistics = Statistics(counts: facts.counts)
      statistics.year = year
      statistics.skipped = year == nil ? try Self.fetchSkipCount(db) : 0
      statistics.userRatings = facts.userRatingSpread
      statistics.imdbRatings = facts.imdbRatingSpread
      statistics.time = facts.time
      statistics.ratings = facts.ratingCounts
      statistics.decades = facts.decadeCounts
      statistics.genres = facts.genreCounts.sorted { ($1.count, $0.value) < ($0.count, $1.value) }
      (statistics.months, statistics.viewingsWithoutMonth) = months
      statistics.directors = facts.directors.mostFrequent(10)
      statistics.actors = facts.actors.mostFrequent(10)
      statistics.filmsWithoutDetails = facts.filmsWithoutDetails
      return statistics
    }
  }

  /// Returns the genres of the collection's films, in alphabetical order, with the number of films of each.
  package func genres() async throws -> GenreCounts {
    try await withListIndex { db in
      let facts = try FactCounts(db, hasPeople: false)
      let keyed = facts.genreCounts.map { (key: TextFolding.key($0.value), count: $0) }
      return (
        genres: keyed.sorted { ($0.key, $0.count.value) < ($1.key, $1.count.value) }.map(\.count),
        films: facts.counts.total, filmsWithoutDetails: facts.filmsWithoutDetails
      )
    }
  }

  /// Returns the number of viewings in each month with viewings, the earliest month first, and the number
  /// of viewings whose date has no month.
  private static func fetchMonths(
    year: Int?, hasFilter: Bool, _ db: Database
  ) throws -> (counts: [ValueCount], withoutMonth: Int) {
    let condition = shownFilms("viewing.film", hasFilter: hasFilter)
    let dates = try Optional<String>.fetchCursor(
      db.cachedStatement(sql: "SELECT date FROM main.viewing WHERE \(condition) AND (?1 IS NULL OR date GLOB ?1)"),
      arguments: [year.map(FactCounts.pattern(ofYear:))])
    var months: [String: Int] = [:]
    var withoutMonth = 0
    while let date = try dates.next() {
      if let date, date.utf8.count >= 7 { months[String(date.prefix(7)), default: 0] += 1 } else { withoutMonth += 1 }
    }
    let counts = months.sorted { $0.key < $1.key }.map { ValueCount(value: $0.key, count: $0.value) }
    return (counts, withoutMonth)
  }
}
