package import FilmzDomain
import Foundation
import GRDB

extension CollectionStore {
  /// Returns the statistics of the collection or, for a year, of the films and viewings of that year.
  package func statistics(year: Int? = nil) async throws -> Statistics {
    try await withListIndex { db in
      let facts = try FactCounts(db, year: year)
      let months = try Self.fetchMonths(year: year, hasFilter: kidsFilter != nil, db)
      var statistics = Statistics(
        counts: facts.counts, skipped: year == nil ? try Self.fetchSkipCount(db) : 0,
        userRatings: facts.userRatingSpread,
        imdbRatings: facts.imdbRatingSpread, time: facts.time,
        ratings: facts.ratingCounts, decades: facts.decadeCounts,
        genres: facts.genreCounts.sorted { ($1.count, $0.value) < ($0.count, $1.value) },
        months: months.counts, viewingsWithoutMonth: months.withoutMonth,
        directors: facts.directors.mostFrequent(10), actors: facts.actors.mostFrequent(10),
        filmsWithoutDetails: facts.filmsWithoutDetails)
      statistics.year = year
      return statistics
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

  /// Returns the number of viewings in each month with viewings, the earliest month first, and the number
  /// of viewings whose date has no month.
  private static func fetchMonths(
    year: Int?, hasFilter: Bool, _ db: Database
  ) throws -> (counts: [ValueCount], withoutMonth: Int) {
    let condition = shownFilms("viewing.film", hasFilter: hasFilter)
    let dates = try Optional<String>.fetchCursor(
      db.cachedStatement(
        sql: "SELECT date FROM main.viewing WHERE \(condition) AND (?1 IS NULL OR date GLOB ?1)"),
      arguments: [year.map(FactCounts.pattern(ofYear:))])
    var months: [String: Int] = [:]
    var withoutMonth = 0
    while let date = try dates.next() {
      if let date, date.utf8.count >= 7 {
        months[String(date.prefix(7)), default: 0] += 1
      } else {
        withoutMonth += 1
      }
    }
    let counts = months.sorted { $0.key < $1.key }
      .map { ValueCount(value: $0.key, count: $0.value) }
    return (counts, withoutMonth)
  }
}

/// Counts and sums over the collection's films, computed in one pass over the ``ListIndex``.
struct FactCounts {
  private(set) var counts = CollectionCounts(total: 0, watched: 0, rated: 0)
  /// The number of watched films by director.
  private(set) var directors = NameCounts()
  /// The number of watched films by actor.
  private(set) var actors = NameCounts()
  /// The number of films without details: those without facts, and those whose only facts are a
  /// search result without genres.
  private(set) var filmsWithoutDetails = 0
  private(set) var time = WatchingTime(viewings: 0, viewingsWithoutRuntime: 0, minutes: 0)
  /// The number of films by the user's rating, in tenths of a point.
  private var ratings: [Int: Int] = [:]
  /// For each IMDb rating, in tenths of a point, the number of films with it that the user has rated.
  private var imdbRatings: [Int: Int] = [:]
  /// The number of films by the first year of a decade.
  private var decades: [Int: Int] = [:]
  /// The number of films by the comma-separated value of the `genres` column.
  private var genreLists = NameCounts()

  /// Counts the films in the list index, which must be up to date; with a year, only those watched in it, and only
  /// their viewings in it.
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
    let rows = try Row.fetchCursor(
      statement, arguments: year.map { [Self.pattern(ofYear: $0)] } ?? [])
    while let row = try rows.next() {
      counts.total += 1
      if let year = Self.validated(try row.value(0), in: -9999...99_999) {
        decades[year / 10 * 10, default: 0] += 1
      }
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
  }

  /// Returns the pattern of the dates of a year.
  static func pattern(ofYear year: Int) -> String { year.zeroPadded(toLength: 4) + "*" }

  // MARK: - Results

  var userRatingSpread: RatingSpread? { Self.spread(ratings) }

  var imdbRatingSpread: RatingSpread? { Self.spread(imdbRatings) }

  /// The number of films by the user's rating in points, the lowest rating first.
  var ratingCounts: [ValueCount] {
    ratings.sorted { $0.key < $1.key }.map { tenths, count in
      ValueCount(value: tenths.tenthsText, count: count)
    }
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
      count: ratings.values.reduce(0, +),
      sum: ratings.reduce(0) { $0 + $1.key * $1.value },
      sumOfSquares: ratings.reduce(0) { $0 + $1.key * $1.key * $1.value })
  }

  // MARK: - Counting

  /// Returns a value of the film cache, or `nil` if it is outside the valid range because of damage.
  private static func validated(_ value: Int?, in range: ClosedRange<Int>) -> Int? {
    value.flatMap { range.contains($0) ? $0 : nil }
  }

  private mutating func countGenres(_ genres: String?, level: Int) {
    if let genres { genreLists.add(linesOf: genres) }
    if genres == nil && level <= DetailLevel.hit.rawValue {
      filmsWithoutDetails += 1
    }
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

extension [String: Int] {
  /// Returns the values with the highest counts, in descending order; values with equal counts are
  /// sorted alphabetically.
  func mostFrequent(_ limit: Int) -> [ValueCount] {
    let counts = values.sorted(by: >)
    let minimumCount = counts.count > limit ? counts[limit - 1] : 0
    return filter { $0.value >= minimumCount }.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
      .prefix(limit).map { ValueCount(value: $0.key, count: $0.value) }
  }
}

/// The numbers of films in smart collections, counted with indexes of the ``ListIndex`` that have all columns
/// that are needed.
struct FilmCounts {
  let db: Database

  /// Returns the numbers of films in the built-in collections except ``BuiltInCollection/recent``.
  func builtIn() throws -> [BuiltInCollection: Int] {
    let sql = """
      SELECT viewings, rating, type, count(*) FROM \(try ListIndex.table(indexedBy: "listIndexCounts", db))
      GROUP BY viewings, rating, type
      """
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    var counts: [BuiltInCollection: Int] = [:]
    while let row = try rows.next() {
      let collections = Self.collections(
        viewings: try row.value(0), rating: try row.value(1),
        type: try row.value(2, String?.self).flatMap(MediaType.init(rawValue:)))
      let count = try row.value(3, Int.self)
      for collection in collections { counts[collection, default: 0] += count }
    }
    return counts
  }

  /// Returns the built-in collections that have films with these values.
  private static func collections(
    viewings: Int, rating: Int?, type: MediaType?
  ) -> [BuiltInCollection] {
    guard viewings > 0 else { return [.wanted] }
    var collections: [BuiltInCollection] = [.seen]
    if viewings >= 2 { collections.append(.rewatched) }
    if let rating {
      if rating >= BuiltInCollection.favoriteRating { collections.append(.favorites) }
    } else {
      collections.append(.unrated)
    }
    if let type {
      if BuiltInCollection.movieTypes.contains(type) { collections.append(.movies) }
      if BuiltInCollection.seriesTypes.contains(type) { collections.append(.series) }
    }
    return collections
  }

  /// Returns the number of seen films of each genre, with the genre in lowercase.
  func genres() throws -> [ValueCount] {
    let sql = """
      SELECT genres, count(*) FROM \(try ListIndex.table(indexedBy: "listIndexGenres", db))
      WHERE isWatched = 1 GROUP BY genres
      """
    var counts: [String: Int] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    while let row = try rows.next() {
      let count = try row.value(1, Int.self)
      let genres = try row.value(0, String.self).components(separatedBy: ", ")
      for genre in Set(genres) where !genre.isEmpty { counts[genre, default: 0] += count }
    }
    return counts.map { ValueCount(value: $0.key, count: $0.value) }
  }

  /// Returns the number of seen films of each decade, such as `1990s`.
  func decades() throws -> [ValueCount] {
    let sql = """
      SELECT year, count(*) FROM \(try ListIndex.table(indexedBy: "listIndexYears", db))
      WHERE isWatched = 1 AND year IS NOT NULL GROUP BY year
      """
    var counts: [Int: Int] = [:]
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    while let row = try rows.next() {
      let year = try row.value(0, Int.self)
      guard (1870...2199).contains(year) else { continue }
      counts[year / 10 * 10, default: 0] += try row.value(1)
    }
    return counts.map { ValueCount(value: "\($0.key)s", count: $0.value) }
  }

  /// Returns the number of seen films of each streaming service, with a name of the service as it is stored.
  func platforms() throws -> [ValueCount] {
    let sql = """
      SELECT (SELECT entry.platform FROM main.entry WHERE entry.id = film.id), films
      FROM (SELECT max(number) AS newest, count(*) AS films
        FROM \(try ListIndex.table(indexedBy: "listIndexPlatforms", db))
        WHERE isWatched = 1 AND platform IS NOT NULL GROUP BY platform)
      JOIN listIndex AS film ON film.number = newest
      """
    return try Row.fetchAll(db.cachedStatement(sql: sql)).compactMap { row in
      try row.value(0, String?.self).map { ValueCount(value: $0, count: try row.value(1)) }
    }
  }

  /// The maximum number of filters in a statement, because SQLite limits the number of columns.
  private static let maximumFilters = 100

  /// Returns the number of films that match each filter; a filter that names an unknown list matches none.
  func films(matching filters: [FilmFilter], at now: Date) throws -> [Int] {
    var counts: [Int] = []
    for start in stride(from: 0, to: filters.count, by: Self.maximumFilters) {
      let end = min(start + Self.maximumFilters, filters.count)
      counts += try films(matching: filters[start..<end], at: now)
    }
    return counts
  }

  private func films(matching filters: ArraySlice<FilmFilter>, at now: Date) throws -> [Int] {
    let columns = try filters.map { filter -> SQL in
      do {
        let condition = try ListFilter(CollectionQuery(filter, now: now), db).condition
        return "count(*) FILTER (WHERE \(condition))"
      } catch StoreError.noSuchList {
        return "0"
      }
    }
    let request: SQL = "SELECT \(columns.joined(separator: ", ")) FROM listIndex NOT INDEXED"
    let (sql, arguments) = try request.build(db)
    let row = try Row.fetchOne(db, sql: sql, arguments: arguments)
    return try filters.indices.map { try row?.value($0 - filters.startIndex) ?? 0 }
  }
}
