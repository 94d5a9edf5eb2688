package import FilmzDomain
package import Foundation
import GRDB

extension FilmCache {
  /// The maximum size of the cache.
  ///
  /// The films of the collection are not counted.
  package struct SizeLimit: Sendable {
    /// The maximum number of films; a film counts once for each layer of its facts.
    package let films: Int
    /// The maximum number of pages of search results.
    package let pages: Int
    /// The maximum size in bytes of the facts of all films, and that of the contents of all pages.
    package let bytes: Int

    /// The default limit.
    package static let standard = SizeLimit(films: 20_000, pages: 5_000)

    package init(films: Int, pages: Int, bytes: Int = 128 << 20) {
      (self.films, self.pages, self.bytes) = (films, pages, bytes)
    }
  }

  /// Checks the cache and returns a description of its damage, or `nil` if there is none.
  ///
  /// The description is the first problem that SQLite's quick check reports. If it reports none, the
  /// description contains the number of rows of films whose facts are not valid JSON. Damage is not repaired.
  package func damage() async throws -> String? {
    try await connection.check(.filmCache) { db in
      if let damage = try db.integrityCheck("PRAGMA cache.quick_check(1)") { return damage }
      let count = try FilmCacheSchema.countUnreadableFilms(db)
      return count == 0 ? nil : "the details of \(count.counted("film")) cannot be read"
    }
  }

  /// Returns all films in the cache, sorted by title, then year.
  package func list() async throws -> [CachedFilm] {
    try await read { db in
      try Row.fetchAll(db, sql: Self.select(where: Self.isOfSource) + " ORDER BY titleKey, year, filmID").map(
        Self.cachedFilm)
    }
  }

  /// Returns the cached films with the given ids, sorted by title.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await read { db in
      let list = try Self.boundIDs(ids, db)
      let sql = Self.select(where: "\(Self.isOfSource) AND \(Self.hasBoundID)") + " ORDER BY titleKey, filmID"
      return try Row.fetchAll(db, sql: sql, arguments: [list]).map(Self.cachedFilm)
    }
  }

  /// Returns a film's facts and the day of their last use in days since 1970.
  ///
  /// Returns `nil` if the film is not cached or its facts cannot be decoded. The id of the returned film is the
  /// canonical one.
  package func film(_ id: FilmID) async throws -> (film: Film, usedOn: Int?)? {
    try await read { db in
      try Self.fetchFacts([id], db)[id].flatMap { row in try Film(fact: row).map { ($0, try row.value("usedOn")) } }
    }
  }

  /// Records that a film was used.
  ///
  /// Each call writes to the file; one call for a film per day is enough.
  package func markUsed(_ id: FilmID, at now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE cache.film SET usedOn = ? WHERE \(Self.hasBoundID)",
        arguments: [Self.day(now), try Self.boundIDs([id], db)])
    }
  }

  /// Returns whether a day of last use, in days since 1970, is before today.
  package static func isUnused(since day: Int, at now: Date) -> Bool { day < Self.day(now) }

  /// Removes films from the cache.
  ///
  /// - Returns: The canonical ids of the films that were in the cache.
  package func remove(_ ids: [FilmID]) async throws -> Set<FilmID> {
    try await write { db in
      let list = try Self.boundIDs(ids, db)
      let sql = "DELETE FROM cache.film WHERE \(Self.isOfSource) AND \(Self.hasBoundID) RETURNING id"
      let removed = try String.fetchAll(db, sql: sql, arguments: [list]).map(FilmID.init(unchecked:))
      try Self.markStale(removed, db)
      let canonical = try db.canonicalIDs(of: removed)
      return Set(removed.map { canonical[$0] ?? $0 })
    }
  }

  /// Removes the facts of TMDB that are stored under the given ids, but not those under their canonical ids.
  package func removeTMDBFacts(under ids: [FilmID]) async throws {
    try await write { db in
      let sql = "DELETE FROM cache.film WHERE id IN (SELECT value FROM json_each(?)) AND source = 'tmdb' RETURNING id"
      let removed = try String.fetchAll(db, sql: sql, arguments: [CollectionStore.jsonArray(of: ids)])
      try Self.markStale(removed.map(FilmID.init(unchecked:)), db)
    }
  }

  /// Removes the facts and pages that were fetched before a date, except facts of films in the collection.
  ///
  /// Facts of local sources are removed if they were stored before the date. The layers of a film are
  /// removed independently of each other.
  ///
  /// - Returns: The number of films with removed facts, and the number of removed pages.
  package func prune(before date: Date) async throws -> CacheRemoval {
    try await write { db in
      let limit = date.timeIntervalSince1970
      let condition = "coalesce(fetchedAt, storedAt) < ? AND \(Self.isNotInCollection)"
      let films: Int = try db.integer("SELECT count(DISTINCT id) FROM cache.film WHERE \(condition)", [limit])
      try db.execute(sql: "DELETE FROM cache.film WHERE \(condition)", arguments: [limit])
      try db.execute(sql: "DELETE FROM cache.page WHERE fetchedAt < ?", arguments: [limit])
      return (films, db.changesCount)
    }
  }

  /// Removes all films, their further ids, and all pages from the cache.
  package func clear() async throws -> CacheRemoval {
    try await write { db in
      let films: Int = try db.integer("SELECT count(DISTINCT id) FROM cache.film WHERE \(Self.isOfSource)", [])
      try db.execute(
        sql: """
          DELETE FROM cache.film WHERE \(Self.isOfSource); DELETE FROM cache.alias; UPDATE cache.listIndex SET isStale = 1
          """)
      try db.execute(sql: "DELETE FROM cache.page")
      return (films, db.changesCount)
    }
  }

  /// Evicts the least recently used films and pages, until the remaining ones are within a limit.
  ///
  /// The films of the collection are neither counted nor evicted.
  package func evict(beyond limit: SizeLimit) async throws {
    try await write { db in
      // The contents are only measured if the file exceeds the limit, because measuring reads all contents.
      let bytes = try Self.fetchUsedBytes(db) > limit.bytes ? limit.bytes : nil
      for (table, content, time, condition, rows) in [
        ("film", "facts", "storedAt", Self.isNotInCollection, limit.films),
        ("page", "content", "fetchedAt", "1", limit.pages),
      ] {
        let size = bytes == nil ? "0" : "sum(length(CAST(\(content) AS BLOB))) OVER newest"
        try db.execute(
          sql: """
            DELETE FROM cache.\(table) WHERE rowid IN (
              SELECT number FROM (
                SELECT rowid AS number, row_number() OVER newest AS position,
                  \(size) AS bytes
                FROM cache.\(table) WHERE \(condition)
                WINDOW newest AS (ORDER BY usedOn DESC, \(time) DESC, rowid DESC))
              WHERE position > ? OR bytes > ?)
            """, arguments: [rows, bytes ?? 0])
      }
    }
  }

  /// Returns the size of the file without its free pages, including the films of the collection and the
  /// list index.
  package func usedBytes() async throws -> Int { try await read(Self.fetchUsedBytes) }

  private static func fetchUsedBytes(_ db: Database) throws -> Int {
    let numbers = try ["page_count", "freelist_count", "page_size"].map { name in
      try Int.fetchOne(db, sql: "PRAGMA cache.\(name)") ?? 0
    }
    return (numbers[0] - numbers[1]) * numbers[2]
  }

  /// The condition that a row has facts of a source, not of an imported file, whose facts cannot be fetched again.
  private static let isOfSource = "level > 0"

  /// The condition that a row's film is not in the collection, under any of its ids.
  private static let isNotInCollection = """
    id NOT IN (SELECT id FROM main.entry) AND id NOT IN (
      SELECT alias.id FROM main.alias JOIN main.entry ON entry.id = alias.film)
    AND id NOT IN (
      SELECT known.film FROM cache.alias AS known JOIN main.entry ON entry.id = known.id)
    """

  /// Returns ids and the canonical ids of their films as a JSON array, the argument of ``hasBoundID``.
  private static func boundIDs(_ ids: [FilmID], _ db: Database) throws -> String {
    let canonical = try db.canonicalIDs(of: ids, includesCollected: true)
    return CollectionStore.jsonArray(of: ids + canonical.values)
  }

  /// The condition that the canonical id of a row's film is in a JSON array, the only argument to bind.
  private static let hasBoundID = """
    id IN (WITH bound AS (SELECT value AS id FROM json_each(?))
      SELECT id FROM bound UNION ALL
      SELECT alias.id FROM bound JOIN main.alias ON alias.film = bound.id)
    """

  /// Returns the statement that selects films.
  ///
  /// The values of a film are those of its layer of the highest precedence; `bytes` is the size of the facts
  /// of all its layers.
  ///
  /// With `min(layer)`, SQLite takes the values of the other columns from the row with the minimum.
  private static func select(where condition: String) -> String {
    """
    SELECT coalesce((SELECT alias.film FROM main.alias WHERE alias.id = film.id), id) AS filmID,
      min(layer), title, titleKey, year, fetchedAt, storedAt, usedOn, version, level,
      sum(length(CAST(facts AS BLOB))) AS bytes,
      NOT (\(isNotInCollection)) AS isInCollection
    FROM cache.film WHERE \(condition) GROUP BY filmID
    """
  }

  private static func cachedFilm(_ row: Row) throws -> CachedFilm {
    CachedFilm(
      id: FilmID(unchecked: try row.value("filmID")), title: try row.value("title"), year: try row.value("year"),
      fetchedAt: try row.value("fetchedAt", Double?.self).map(Date.init(timeIntervalSince1970:)),
      storedAt: Date(timeIntervalSince1970: try row.value("storedAt")), usedOn: try row.value("usedOn"),
      version: try row.value("version"), bytes: try row.value("bytes"),
      isComplete: try row.value("level", Int.self) > DetailLevel.hit.rawValue,
      isInCollection: try row.value("isInCollection"))
  }
}
