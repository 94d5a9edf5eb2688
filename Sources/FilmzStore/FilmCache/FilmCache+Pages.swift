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
  /// Returns the page with a key and the day of its last use, or `nil` if the page is not cached or is
  /// invalid.
  package func page(_ key: String) async throws -> (page: CachedPage, usedOn: Int)? {
    try await read { db in
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT content, fetchedAt, usedOn FROM cache.page WHERE key = ?"),
        arguments: [key])
      guard let row,
        let page = try? JSONDecoder().decode(
          SearchPage.self, from: Data(try row.value("content", String.self).utf8)),
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

  /// Returns a text that is stored among the pages; `nil` if there is none with the key.
  package func text(_ key: String) async throws -> String? {
    try await read { db in
      try String.fetchOne(
        db, sql: "SELECT content FROM cache.page WHERE key = ?", arguments: [key])
    }
  }

  /// Stores a text that a source returned and that is no page of search results; it is deleted like a page.
  package func store(_ text: String, key: String, at fetchedAt: Date) async throws {
    try await write { try Self.storeContent(text, key, fetchedAt, $0) }
  }

  private static func storeContent(
    _ content: String, _ key: String, _ fetchedAt: Date, _ db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO cache.page (key, fetchedAt, usedOn, content) VALUES (?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET fetchedAt = excluded.fetchedAt,
          usedOn = excluded.usedOn, content = excluded.content
        """,
      arguments: [key, fetchedAt.timeIntervalSince1970, Self.day(fetchedAt), content])
  }

  /// Records that a page was used.
  ///
  /// Each call writes to the file; one call for a page per day is enough.
  package func markPageUsed(_ key: String, at now: Date) async throws {
    try await write { db in
      try db.execute(
        sql: "UPDATE cache.page SET usedOn = ? WHERE key = ?", arguments: [Self.day(now), key])
    }
  }
}
