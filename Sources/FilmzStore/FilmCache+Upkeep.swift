package import FilmzDomain
package import Foundation
import GRDB

extension FilmCache {
  /// Films and search pages that the cache holds at most, beside the films of the collection.
  package struct Cap: Sendable {
    package let films: Int
    package let pages: Int

    /// Filmz2 had a cap of 1,000 films, and never enforced it.
    package static let standard = Cap(films: 20_000, pages: 5_000)

    package init(films: Int, pages: Int) {
      self.films = films
      self.pages = pages
    }
  }

  /// What is wrong with the file, or nothing where SQLite's quick check finds it sound.
  package func damage() async throws -> String? {
    try await read { try $0.verdict(of: "PRAGMA cache.quick_check(1)") }
  }

  /// All films of the cache, by title.
  package func list() async throws -> [CachedFilm] {
    try await read { db in
      try Row.fetchAll(db, sql: Self.select + " ORDER BY titleKey, year, id").map(Self.cachedFilm)
    }
  }

  /// What the cache knows of its copies of some films.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await read { db in
      let list = CollectionStore.text(of: ids.map(\.rawValue))
      let sql = Self.select + " WHERE id IN (SELECT value FROM json_each(?)) ORDER BY titleKey, id"
      return try Row.fetchAll(db, sql: sql, arguments: [list]).map(Self.cachedFilm)
    }
  }

  /// The film's facts, and the day on which they were used last.
  package func film(_ id: FilmID) async throws -> (film: Film, usedOn: Int)? {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT facts, usedOn FROM cache.film WHERE id = ?"),
        arguments: [id.rawValue])
      return row.flatMap { row in Self.film(row["facts"]).map { ($0, row["usedOn"]) } }
    }
  }

  /// Notes that a film was used on a day; to be called once a day, because it writes.
  package func use(_ id: FilmID, at now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE cache.film SET usedOn = ? WHERE id = ?",
        arguments: [Self.day(now), id.rawValue])
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
      let sql = "DELETE FROM cache.film WHERE id IN (SELECT value FROM json_each(?)) RETURNING id"
      return Set(
        try String.fetchAll(db, sql: sql, arguments: [list]).map(FilmID.init(canonical:)))
    }
  }

  /// Takes out what was written before a moment, but no film of the collection.
  package func prune(before moment: Date) async throws -> CacheRemoval {
    try await write { db in
      let limit = moment.timeIntervalSince1970
      try db.execute(
        sql: """
          DELETE FROM cache.film WHERE coalesce(fetchedAt, storedAt) < ?
            AND id NOT IN (SELECT id FROM main.entry)
          """, arguments: [limit])
      let films = db.changesCount
      try db.execute(sql: "DELETE FROM cache.page WHERE fetchedAt < ?", arguments: [limit])
      return CacheRemoval(films: films, pages: db.changesCount)
    }
  }

  /// Empties the cache.
  package func clear() async throws -> CacheRemoval {
    try await write { db in
      try db.execute(sql: "DELETE FROM cache.film")
      let films = db.changesCount
      try db.execute(sql: "DELETE FROM cache.page")
      return CacheRemoval(films: films, pages: db.changesCount)
    }
  }

  /// Brings the cache below its cap: what was not used for longest goes first, and never a film of
  /// the collection.
  package func enforce(_ cap: Cap) async throws {
    try await write { db in
      try Self.trim("film", to: cap.films, order: "usedOn, storedAt", sparingCollection: true, db)
      try Self.trim("page", to: cap.pages, order: "usedOn, fetchedAt", sparingCollection: false, db)
    }
  }

  private static func trim(
    _ table: String, to most: Int, order: String, sparingCollection: Bool, _ db: Database
  ) throws {
    let spared = sparingCollection ? "WHERE id NOT IN (SELECT id FROM main.entry)" : ""
    // One statement, because a transaction that begins with reading may not be able to write.
    try db.execute(
      sql: """
        DELETE FROM cache.\(table) WHERE rowid IN (
          SELECT rowid FROM cache.\(table) \(spared) ORDER BY \(order)
          LIMIT max(0, (SELECT count(*) FROM cache.\(table) \(spared)) - ?))
        """, arguments: [most])
  }

  private static let select = """
    SELECT id, title, year, fetchedAt, storedAt, usedOn, version, grade, length(CAST(facts AS BLOB)) AS bytes,
      EXISTS (SELECT 1 FROM main.entry WHERE entry.id = film.id) AS isMine
    FROM cache.film
    """

  private static func cachedFilm(_ row: Row) -> CachedFilm {
    CachedFilm(
      id: FilmID(canonical: row["id"]), title: row["title"], year: row["year"],
      fetchedAt: (row["fetchedAt"] as Double?).map(Date.init(timeIntervalSince1970:)),
      storedAt: Date(timeIntervalSince1970: row["storedAt"]), usedOn: row["usedOn"],
      version: row["version"], bytes: row["bytes"], isComplete: (row["grade"] as Int) > 1,
      isInCollection: row["isMine"])
  }
}
