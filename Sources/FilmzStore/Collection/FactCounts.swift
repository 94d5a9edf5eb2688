import FilmzDomain
import Foundation
import GRDB

/// Counts and sums over the collection's films, computed in one pass over the ``ListIndex``.
struct FactCounts {
  private(set) var counts = CollectionCounts(total: 0, watched: 0, rated: 0)
  /// The number of watched films by director.
  private(set) var directors = NameCounts()
  /// The number of watched films by actor.
  private(set) var actors = NameCounts()
  /// The number of films whose details are missing and can be fetched: films without facts, and films whose only facts
  /// are a search result without genres.
  private(set) var filmsWithoutDetails = 0
  /// The time spent with viewings.
  private(set) var time: WatchingTime = (0, 0, 0)
  /// The number of films by the user's rating, in tenths of a point.
  private var ratings: [Int: Int] = [:]
  /// For each IMDb rating, in tenths of a point, the number of films with it that the user has rated.
  private var imdbRatings: [Int: Int] = [:]
  /// The number of films by the first year of a decade.
  private var decades: [Int: Int] = [:]
  /// The number of films by the comma-separated value of the `genres` column.
  private var genreLists = NameCounts()

  /// Counts the films in the list index or, with a year, only the films watched in that year and their viewings in it.
  ///
  /// The list index must be up to date.
  init(_ db: Database, year: Int? = nil, hasPeople: Bool = true) throws {
    let people = hasPeople ? "facts.directors, facts.actors" : "NULL, NULL"
    let yearJoin = """
      JOIN listIndex USING (number) JOIN (
        SELECT film, count(*) AS count FROM main.viewing WHERE date GLOB ? GROUP BY film
      ) AS ofYear ON ofYear.film = listIndex.id
      """
    let statement = try db.cachedStatement(
      sql: """
        SELECT facts.year, facts.level, facts.genres, facts.rating, facts.imdbRating,
          \(year == nil ? "facts.viewings" : "ofYear.count"), facts.runtimeMinutes, \(people)
        FROM listIndexFacts AS facts \(year == nil ? "" : yearJoin)
        """)
    let rows = try Row.fetchCursor(statement, arguments: year.map { [Self.pattern(ofYear: $0)] } ?? [])
    while let row = try rows.next() {
      counts.total += 1
      if let year = Self.validated(try row.value(0), in: -9999...99_999) { decades[year / 10 * 10, default: 0] += 1 }
      countGenres(try row.value(2), level: try row.value(1))
      if let rating = try row.value(3, Int?.self) {
        guard (0...100).contains(rating) else { throw DamagedRowError(file: .filmCache) }
        countRating(rating, imdb: Self.validated(try row.value(4), in: 0...100))
      }
      let viewings = try row.value(5, Int.self)
      guard (0...1_000_000).contains(viewings) else { throw DamagedRowError(file: .filmCache) }
      if viewings == 0 { continue }
      countViewings(viewings, minutes: Self.validated(try row.value(6), in: 1...100_000))
      if let names = try row.value(7, String?.self) { directors.add(linesOf: names) }
      if let names = try row.value(8, String?.self) { actors.add(linesOf: names) }
    }
    filmsWithoutDetails -= try Self.namedFilmsWithoutDetails(
      db, join: year == nil ? "JOIN listIndex USING (number)" : yearJoin, year: year)
  }

  /// Returns the number of films known by title and year only without details, which cannot be fetched.
  private static func namedFilmsWithoutDetails(_ db: Database, join: String, year: Int?) throws -> Int {
    let sql = """
      SELECT count(*) FROM listIndexFacts AS facts \(join)
      WHERE facts.genres IS NULL AND facts.level <= \(DetailLevel.hit.rawValue)
        AND \(CollectionStore.isNamed("listIndex.id"))
      """
    return try Int.fetchOne(db, sql: sql, arguments: year.map { [pattern(ofYear: $0)] } ?? []) ?? 0
  }

  /// Returns the pattern for `GLOB` that the dates of a year match.
  static func pattern(ofYear year: Int) -> String { year.zeroPadded(toLength: 4) + "*" }

  // MARK: - Results

  var userRatingSpread: RatingSpread? { Self.spread(ratings) }

  var imdbRatingSpread: RatingSpread? { Self.spread(imdbRatings) }

  /// The number of films by the user's rating in points, the lowest rating first.
  var ratingCounts: [ValueCount] {
    ratings.sorted { $0.key < $1.key }.map { tenths, count in ValueCount(value: tenths.tenthsText, count: count) }
  }

  /// The number of films by decade, such as `1990s`, the earliest first.
  var decadeCounts: [ValueCount] {
    decades.sorted { $0.key < $1.key }.map { ValueCount(value: "\($0.key)s", count: $0.value) }
  }

  /// The number of films by genre, unsorted.
  var genreCounts: [ValueCount] {
    var counts: [String: Int] = [:]
    for list in genreLists.all {
      for genre in Set(list.value.components(separatedBy: ", ")) where !genre.isEmpty {
        counts[genre, default: 0] += list.count
      }
    }
    return counts.map { ValueCount(value: $0.key, count: $0.value) }
  }

  private static func spread(_ ratings: [Int: Int]) -> RatingSpread? {
    RatingSpread(
      count: ratings.values.reduce(0, +), sum: ratings.reduce(0) { $0 + $1.key * $1.value },
      sumOfSquares: ratings.reduce(0) { $0 + $1.key * $1.key * $1.value })
  }

  // MARK: - Counting

  /// Returns a value of the film cache, or `nil` if it is outside the valid range because of damage.
  private static func validated(_ value: Int?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { range.contains($0) ? $0 : nil }
  }

  private mutating func countGenres(_ genres: String?, level: Int) {
    if let genres { genreLists.add(linesOf: genres) }
    if genres == nil && level <= DetailLevel.hit.rawValue { filmsWithoutDetails += 1 }
  }

  private mutating func countRating(_ rating: Int, imdb: Int?) {
    counts.rated += 1
    ratings[rating, default: 0] += 1
    if let imdb { imdbRatings[imdb, default: 0] += 1 }
  }

  private mutating func countViewings(_ viewings: Int, minutes: Int?) {
    counts.watched += 1
    time.viewings += viewings
    time.minutes += viewings * (minutes ?? 0)
    if minutes == nil { time.viewingsWithoutRuntime += viewings }
  }
}
