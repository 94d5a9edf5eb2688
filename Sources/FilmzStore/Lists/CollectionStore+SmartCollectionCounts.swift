import FilmzDomain
import Foundation
import GRDB

// The numbers of films in smart collections, counted with indexes of the ``ListIndex`` that have all needed columns.
extension CollectionStore {
  /// Returns the numbers of films in the built-in collections except ``BuiltInCollection/recent``.
  static func countsOfBuiltInCollections(_ db: Database) throws -> [BuiltInCollection: Int] {
    let sql = """
      SELECT isWatched, datedViewings, rating, type, count(*)
      FROM \(try ListIndex.table(indexedBy: "listIndexCounts", db)) GROUP BY isWatched, datedViewings, rating, type
      """
    let rows = try db.rowCursor(sql)
    var counts: [BuiltInCollection: Int] = [:]
    while let row = try rows.next() {
      let collections = collections(
        isWatched: try row.value(0), datedViewings: try row.value(1), rating: try row.value(2),
        type: try row.value(3, String?.self).flatMap(MediaType.init(rawValue:)))
      let count = try row.value(4, Int.self)
      for collection in collections { counts[collection, default: 0] += count }
    }
    return counts
  }

  /// Returns the built-in collections that have films with these values.
  ///
  /// Viewings without dates do not count for ``BuiltInCollection/rewatched``.
  private static func collections(
    isWatched: Bool, datedViewings: Int, rating: Int?, type: MediaType?
  ) -> [BuiltInCollection] {
    guard isWatched else { return [.wanted] }
    var collections: [BuiltInCollection] = [.seen]
    if datedViewings >= 2 { collections.append(.rewatched) }
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
  static func countsOfGenres(_ db: Database) throws -> [ValueCount] {
    let sql = """
      SELECT genres, count(*) FROM \(try ListIndex.table(indexedBy: "listIndexGenres", db))
      WHERE isWatched = 1 GROUP BY genres
      """
    var counts: [String: Int] = [:]
    let rows = try db.rowCursor(sql)
    while let row = try rows.next() {
      let count = try row.value(1, Int.self)
      let genres = try row.value(0, String.self).components(separatedBy: ", ")
      for genre in Set(genres) where !genre.isEmpty { counts[genre, default: 0] += count }
    }
    return counts.map { ValueCount(value: $0.key, count: $0.value) }
  }

  /// Returns the number of seen films of each decade, such as `1990s`.
  static func countsOfDecades(_ db: Database) throws -> [ValueCount] {
    let sql = """
      SELECT year, count(*) FROM \(try ListIndex.table(indexedBy: "listIndexYears", db))
      WHERE isWatched = 1 AND year IS NOT NULL GROUP BY year
      """
    var counts: [Int: Int] = [:]
    let rows = try db.rowCursor(sql)
    while let row = try rows.next() {
      let year = try row.value(0, Int.self)
      guard (1870...2199).contains(year) else { continue }
      counts[year / 10 * 10, default: 0] += try row.value(1)
    }
    return counts.map { ValueCount(value: "\($0.key)s", count: $0.value) }
  }

  /// Returns the number of seen films of each streaming service, in the spelling that one of the films has.
  static func countsOfPlatforms(_ db: Database) throws -> [ValueCount] {
    let sql = """
      SELECT (SELECT entry.platform FROM main.entry WHERE entry.id = film.id), films
      FROM (SELECT max(number) AS newest, count(*) AS films
        FROM \(try ListIndex.table(indexedBy: "listIndexPlatforms", db))
        WHERE isWatched = 1 AND platform IS NOT NULL GROUP BY platform)
      JOIN listIndex AS film ON film.number = newest
      """
    return try db.rows(sql).compactMap { row in
      try row.value(0, String?.self).map { ValueCount(value: $0, count: try row.value(1)) }
    }
  }

  /// The maximum number of filters in a statement, because SQLite limits the number of columns.
  private static let maximumFilters = 100

  /// Returns the number of films that match each filter; a filter that names an unknown list matches none.
  static func countsOfFilms(matching filters: [FilmFilter], at now: Date, _ db: Database) throws -> [Int] {
    var counts: [Int] = []
    for start in stride(from: 0, to: filters.count, by: maximumFilters) {
      let end = min(start + maximumFilters, filters.count)
      counts += try countsOfFilms(matching: filters[start..<end], at: now, db)
    }
    return counts
  }

  private static func countsOfFilms(
    matching filters: ArraySlice<FilmFilter>, at now: Date, _ db: Database
  ) throws -> [Int] {
    let columns = try filters.map { filter -> SQL in
      do {
        let condition = try ListIndexQuery(CollectionQuery(filter, now: now), db).condition
        return "count(*) FILTER (WHERE \(condition))"
      } catch StoreError.noSuchList { return "0" }
    }
    let request: SQL = "SELECT \(columns.joined(separator: ", ")) FROM listIndex NOT INDEXED"
    let row = try Row.fetchOne(db, SQLRequest(literal: request))
    return try filters.indices.map { try row?.value($0 - filters.startIndex) ?? 0 }
  }
}
