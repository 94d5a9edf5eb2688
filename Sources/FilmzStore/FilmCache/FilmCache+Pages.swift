package import FilmzDomain
package import Foundation
import GRDB

/// A page of search results that a source returned.
package struct CachedPage: Sendable, Hashable {
  package let page: SearchPage
  package let fetchedAt: Date

  package init(page: SearchPage, fetchedAt: Date) {
    self.page = page
    self.fetchedAt = fetchedAt
  }
}

extension FilmCache {
  /// Returns the page with a key, and the day of its last use in whole days since 1970; `nil` if the page is not cached
  /// or is invalid.
  package func page(_ key: String) async throws -> (page: CachedPage, usedOn: Int)? {
    try await read { db in
      let row = try db.row("SELECT content, fetchedAt, usedOn FROM cache.page WHERE key = ?", [key])
      guard let row,
        let page = try? JSONDecoder().decode(SearchPage.self, from: Data(try row.value("content", String.self).utf8)),
        (0...1_000_000_000).contains(page.total)
      else { return nil }
      let fetchedAt = Date(timeIntervalSince1970: try row.value("fetchedAt"))
      return (CachedPage(page: page, fetchedAt: fetchedAt), try row.value("usedOn"))
    }
  }

  /// Stores a page of search results, and the facts of its films.
  package func store(_ page: CachedPage, key: String) async throws {
    let content = String(decoding: try JSONEncoder().encode(page.page), as: UTF8.self)
    try await write { db in
      try Self.storeContent(content, key, page.fetchedAt, db)
      try Self.store(page.page.films, page.fetchedAt, areFetched: true, db)
    }
  }

  /// Returns a text that is stored as a page; `nil` if there is none with the key.
  package func text(_ key: String) async throws -> String? {
    try await read { db in
      try String.fetchOne(db, sql: "SELECT content FROM cache.page WHERE key = ?", arguments: [key])
    }
  }

  /// Stores a text of a source that is not a page of search results; it is evicted and deleted like a page.
  package func store(_ text: String, key: String, at fetchedAt: Date) async throws {
    try await write { try Self.storeContent(text, key, fetchedAt, $0) }
  }

  private static func storeContent(_ content: String, _ key: String, _ fetchedAt: Date, _ db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO cache.page (key, fetchedAt, usedOn, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET fetchedAt = excluded.fetchedAt,
          usedOn = excluded.usedOn, content = excluded.content
        """, arguments: [key, fetchedAt.timeIntervalSince1970, Self.day(fetchedAt), content])
  }

  /// Records that a page was used.
  ///
  /// Each call writes to the file; one call for a page per day is enough.
  package func markPageUsed(_ key: String, at now: Date) async throws {
    try await write { db in
      try db.execute(sql: "UPDATE cache.page SET usedOn = ? WHERE key = ?", arguments: [Self.day(now), key])
    }
  }
}

extension FilmCache {
  /// Returns the ids of the films whose details match the certifications, countries, and languages of a filter.
  ///
  /// The details are from a source or an imported record.
  ///
  /// Other conditions are ignored. The merged facts of a film may not match, if those of another source take
  /// precedence.
  package func ids(withDetailsOf filter: FilmFilter) async throws -> [FilmID] {
    func texts(_ values: [String]) -> String { CollectionStore.jsonArray(of: values) }
    var conditions: [(sql: String, values: String)] = []
    if !filter.certifications.isEmpty {
      let keys = filter.certifications.compactMap(FilmFilter.certificationKey)
      conditions.append(("certificationkey(rated) IN (SELECT value FROM json_each(?))", texts(keys)))
    }
    for (field, values) in [("countries", filter.countries), ("languages", filter.languages)] where !values.isEmpty {
      conditions.append((Self.hasValue(of: field), texts(values.map(TextFolding.key))))
    }
    guard !conditions.isEmpty else { return [] }
    let arguments = StatementArguments(conditions.map(\.values))
    return try await read { [conditions] db in
      let films = try db.hasImportedRecords ? Self.allFilms : "cache.film"
      let select = "SELECT coalesce(alias.film, film.id) FROM \(films) LEFT JOIN main.alias ON alias.id = film.id"
      let sql = conditions.map { "\(select) WHERE \($0.sql)" }.joined(separator: " INTERSECT ")
      return try db.filmIDs(sql, arguments)
    }
  }

  /// The films of the cache and those of imported records.
  private static let allFilms = """
    (SELECT id, rated, facts FROM cache.film
      UNION ALL SELECT id, facts ->> '$.rated', facts FROM main.importedRecord) AS film
    """

  /// Returns the condition that a list of the facts has one of the values in a JSON array.
  private static func hasValue(of field: String) -> String {
    """
    EXISTS (SELECT 1 FROM json_each(iif(json_valid(film.facts), film.facts, '{}'), '$.\(field)') AS fact
      WHERE fold(fact.value) IN (SELECT value FROM json_each(?)))
    """
  }
}

// The deletion of expired facts.
extension FilmCache {
  /// Deletes the facts and pages of TMDB that have expired (``expiryLimit(at:)``).
  ///
  /// Ids are kept. If there is nothing to delete, only two indexes are read.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - db: A connection outside of a transaction.
  /// - Returns: `false` if there are such facts or pages, but the cache is locked or cannot be written.
  /// - Throws: A `DatabaseError` if the cache is damaged.
  static func deleteExpired(at now: Date, _ db: Database) throws -> Bool {
    let limit = expiryLimit(at: now)
    let sql = """
      SELECT EXISTS (SELECT 1 FROM cache.film WHERE \(isExpired("film")))
        OR EXISTS (SELECT 1 FROM cache.page WHERE \(isExpiredPage))
      """
    guard try Bool.fetchOne(db, sql: sql, arguments: [limit, limit]) == true else { return true }
    do {
      try db.cacheWriteTransaction { db in
        let films = try String.fetchAll(
          db, sql: "DELETE FROM cache.film WHERE \(isExpired("film")) RETURNING id", arguments: [limit])
        try markStale(films.map(FilmID.init(unchecked:)), db)
        try db.execute(sql: "DELETE FROM cache.page WHERE \(isExpiredPage)", arguments: [limit])
      }
      return true
    } catch let error as DatabaseError where error.isFileUnavailable { return false }
  }

  /// Returns the fetch time, in seconds since 1970, at or before which facts of TMDB have expired.
  static func expiryLimit(at now: Date) -> Double {
    now.timeIntervalSince1970 - Double(Freshness.maximumDaysOfTMDB) * 86_400
  }

  /// Returns the SQL condition that a row of films contains expired facts of TMDB; ``expiryLimit(at:)`` is to be bound.
  ///
  /// Search results have no fetch time; the time at which they were stored is used instead.
  static func isExpired(_ film: String) -> String {
    "\(film).source = 'tmdb' AND coalesce(\(film).fetchedAt, \(film).storedAt) <= ?"
  }

  /// The SQL condition that a page of TMDB has expired; ``expiryLimit(at:)`` is to be bound.
  private static let isExpiredPage = "key >= 'tmdb ' AND key < 'tmdb!' AND fetchedAt <= ?"
}
