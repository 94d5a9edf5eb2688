import FilmzDomain
import Foundation
import GRDB

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
