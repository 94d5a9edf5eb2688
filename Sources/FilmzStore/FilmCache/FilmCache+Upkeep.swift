package import FilmzDomain
package import Foundation
import GRDB

extension FilmCache {
  /// Films and search pages that the cache holds at most, beside the films of the collection.
  package struct Cap: Sendable {
    package let films: Int
    package let pages: Int
    /// Bytes of the films and, once more, of the pages.
    package let bytes: Int

    /// Filmz2 had a cap of 1,000 films, and never enforced it.
    package static let standard = Cap(films: 20_000, pages: 5_000)

    package init(films: Int, pages: Int, bytes: Int = 128 << 20) {
      self.films = films
      self.pages = pages
      self.bytes = bytes
    }
  }

  /// What is wrong with the file, or nothing where SQLite's quick check finds it sound.
  ///
  /// Nothing is mended.
  package func damage() async throws -> String? {
    try await connection.check(.filmCache) { db in
      if let damage = try db.verdict(of: "PRAGMA cache.quick_check(1)") { return damage }
      let unreadable = try FilmCacheSchema.unreadableFilms(db)
      return unreadable == 0 ? nil : "the facts of \(unreadable.counted("film")) cannot be read"
    }
  }

  /// All films of the cache, by title.
  package func list() async throws -> [CachedFilm] {
    try await read { db in
      try Row.fetchAll(db, sql: Self.select(where: "1") + " ORDER BY titleKey, year, filmID")
        .map(Self.cachedFilm)
    }
  }

  /// What the cache knows of its copies of some films.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await read { db in
      let list = CollectionStore.text(of: ids.map(\.rawValue))
      let sql = Self.select(where: Self.isOfGivenFilm) + " ORDER BY titleKey, filmID"
      return try Row.fetchAll(db, sql: sql, arguments: [list]).map(Self.cachedFilm)
    }
  }

  /// The film's facts, and the day on which they were used last.
  package func film(_ id: FilmID) async throws -> (film: Film, usedOn: Int)? {
    try await read { db in
      try Self.fetchFacts([id], db).first.flatMap { row in
        try Film(fact: row).map { ($0, try row.value("usedOn")) }
      }
    }
  }

  /// Notes that a film was used on a day; to be called once a day, because it writes.
  package func use(_ id: FilmID, at now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE cache.film SET usedOn = ? WHERE \(Self.isOfGivenFilm)",
        arguments: [Self.day(now), CollectionStore.text(of: [id.rawValue])])
    }
  }

  /// Whether something that was used on a day has not been used since today.
  package static func isUnused(since day: Int, at now: Date) -> Bool { day < Self.day(now) }

  /// Takes films out of the cache.
  ///
  /// - Returns: Those that were there.
  package func remove(_ ids: [FilmID]) async throws -> Set<FilmID> {
    try await write { db in
      let list = CollectionStore.text(of: ids.map(\.rawValue))
      let sql = "DELETE FROM cache.film WHERE \(Self.isOfGivenFilm) RETURNING id"
      let removed = try String.fetchAll(db, sql: sql, arguments: [list])
        .map(FilmID.init(canonical:))
      try Self.markStale(removed, db)
      let canonical = try CollectionStore.fetchCanonicalIDs(of: removed, db)
      return Set(removed.map { canonical[$0] ?? $0 })
    }
  }

  /// Takes out what was written before a moment, but no film of the collection.
  package func prune(before moment: Date) async throws -> CacheRemoval {
    try await write { db in
      let limit = moment.timeIntervalSince1970
      let condition = "coalesce(fetchedAt, storedAt) < ? AND \(Self.isOfNoEntry)"
      let films =
        try Int.fetchOne(
          db, sql: "SELECT count(DISTINCT id) FROM cache.film WHERE \(condition)",
          arguments: [limit]) ?? 0
      try db.execute(sql: "DELETE FROM cache.film WHERE \(condition)", arguments: [limit])
      try db.execute(sql: "DELETE FROM cache.page WHERE fetchedAt < ?", arguments: [limit])
      return CacheRemoval(films: films, pages: db.changesCount)
    }
  }

  /// Empties the cache.
  package func clear() async throws -> CacheRemoval {
    try await write { db in
      let films =
        try Int.fetchOne(db, sql: "SELECT count(DISTINCT id) FROM cache.film") ?? 0
      try db.execute(sql: "DELETE FROM cache.film; UPDATE cache.listing SET isStale = 1")
      try db.execute(sql: "DELETE FROM cache.page")
      return CacheRemoval(films: films, pages: db.changesCount)
    }
  }

  /// Brings the cache below its cap: what was not used for longest goes first, and never a film of
  /// the collection.
  package func enforce(_ cap: Cap) async throws {
    try await write { db in
      let films = Kind(
        table: "film", content: "facts", time: "storedAt", condition: Self.isOfNoEntry)
      let pages = Kind(table: "page", content: "content", time: "fetchedAt", condition: "1")
      // To add up the bytes, all contents are read.
      let bytes = try Self.fetchUsedBytes(db) > cap.bytes ? cap.bytes : nil
      try films.trim(to: cap.films, bytes: bytes, db)
      try pages.trim(to: cap.pages, bytes: bytes, db)
    }
  }

  /// Bytes that the file uses, with the films of the collection and the list index.
  package func usedBytes() async throws -> Int {
    try await read(Self.fetchUsedBytes)
  }

  private static func fetchUsedBytes(_ db: Database) throws -> Int {
    let numbers = try ["page_count", "freelist_count", "page_size"].map { name in
      try Int.fetchOne(db, sql: "PRAGMA cache.\(name)") ?? 0
    }
    return (numbers[0] - numbers[1]) * numbers[2]
  }

  /// Rows that may be taken out.
  private struct Kind {
    let table: String
    let content: String
    /// The column that decides between rows that were used last on the same day.
    let time: String
    let condition: String

    func trim(to most: Int, bytes: Int?, _ db: Database) throws {
      let size = bytes == nil ? "0" : "sum(length(CAST(\(content) AS BLOB))) OVER newest"
      // One statement, because a transaction that begins with reading may not be able to write.
      try db.execute(
        sql: """
          DELETE FROM cache.\(table) WHERE rowid IN (
            SELECT number FROM (
              SELECT rowid AS number, row_number() OVER newest AS place,
                \(size) AS bytes
              FROM cache.\(table) WHERE \(condition)
              WINDOW newest AS (ORDER BY usedOn DESC, \(time) DESC, rowid DESC))
            WHERE place > ? OR bytes > ?)
          """, arguments: [most, bytes ?? 0])
    }
  }

  /// Whether facts are those of a film that the collection does not have, under any id.
  private static let isOfNoEntry = """
    id NOT IN (SELECT id FROM main.entry) AND id NOT IN (
      SELECT alias.id FROM main.alias JOIN main.entry ON entry.id = alias.film)
    """

  /// Whether facts are those of a film whose canonical id a JSON array holds.
  private static let isOfGivenFilm = """
    id IN (WITH given AS (SELECT value AS id FROM json_each(?))
      SELECT id FROM given UNION ALL
      SELECT alias.id FROM given JOIN main.alias ON alias.film = given.id)
    """

  /// Films with the values of their first layer; SQLite takes the other columns from the row that
  /// has the least one.
  private static func select(where condition: String) -> String {
    """
    SELECT coalesce((SELECT alias.film FROM main.alias WHERE alias.id = film.id), id) AS filmID,
      min(layer), title, titleKey, year, fetchedAt, storedAt, usedOn, version, level,
      sum(length(CAST(facts AS BLOB))) AS bytes,
      NOT (\(isOfNoEntry)) AS isMine
    FROM cache.film WHERE \(condition) GROUP BY filmID
    """
  }

  private static func cachedFilm(_ row: Row) throws -> CachedFilm {
    CachedFilm(
      id: FilmID(canonical: try row.value("filmID")), title: try row.value("title"),
      year: try row.value("year"),
      fetchedAt: try row.value("fetchedAt", Double?.self).map(Date.init(timeIntervalSince1970:)),
      storedAt: Date(timeIntervalSince1970: try row.value("storedAt")),
      usedOn: try row.value("usedOn"), version: try row.value("version"),
      bytes: try row.value("bytes"),
      isComplete: try row.value("level", Int.self) > DetailLevel.hit.rawValue,
      isInCollection: try row.value("isMine"))
  }
}
