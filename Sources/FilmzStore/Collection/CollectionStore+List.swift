package import FilmzDomain
package import Foundation
import GRDB

/// A film of the collection with the facts that a list shows, where they are known.
package struct ListedFilm: Sendable {
  package let entry: CollectionEntry
  /// Title, years, type, rating, votes, runtime and genres; not the whole film.
  package let film: Film?
}

/// Films of the collection that a list found.
package struct FoundFilms: Sendable {
  /// In the list's order; all of them, or those of one page.
  package let ids: [FilmID]
  package let total: Int
  /// Films that were left out because nobody has told their facts yet.
  package let withoutFacts: Int
}

extension CollectionStore {
  /// Films of the collection, filtered and sorted.
  package func ids(matching query: CollectionQuery) async throws -> [FilmID] {
    try await find(query).ids
  }

  /// Films of the collection, filtered and sorted; where a page is given, those at its places, which
  /// count from 0.
  package func find(_ query: CollectionQuery, page: Range<Int>? = nil) async throws -> FoundFilms {
    let filter = ListFilter(query)
    return try await listing { db in
      let ids = try filter.ids(page, db)
      let total = page == nil ? ids.count : try filter.count(db)
      return FoundFilms(ids: ids, total: total, withoutFacts: try filter.countWithoutFacts(db))
    }
  }

  /// Films of which nobody told anything; the first condition is that of the index, which SQLite uses
  /// only if it stands there.
  private static let withoutFacts = "level < 3 AND level = 0"

  /// Films that a version of a catalog was not asked for yet, and of which it may know more: those that
  /// have no facts, and, if the version is new, those of which no network source told all.
  ///
  /// Returns `nil` if the version was asked for all films.
  package func idsToLookUp(in catalog: String) async throws -> [FilmID]? {
    try await listing { db in
      let known = try String.fetchOne(
        db.cachedStatement(sql: "SELECT catalog FROM listingState"))
      let condition = known == catalog ? "\(Self.withoutFacts) AND isLookedUp = 0" : "level < 3"
      let sql = "SELECT id FROM listing WHERE \(condition)"
      let ids = try String.fetchAll(db.cachedStatement(sql: sql)).map(FilmID.init(canonical:))
      return known == catalog && ids.isEmpty ? nil : ids
    }
  }

  /// Notes that a catalog was asked for all films that have no facts.
  package func markLookedUp(in catalog: String) async throws {
    try await listing { db in
      try db.inTransaction(.deferred) {
        try db.execute(sql: "UPDATE listing SET isLookedUp = 1 WHERE \(Self.withoutFacts)")
        try db.execute(
          sql: "UPDATE listingState SET catalog = ?", arguments: [catalog])
        return .commit
      }
    }
  }

  /// Some films that have no facts, those that were added last first.
  package func idsWithoutFacts(limit: Int) async throws -> [FilmID] {
    try await listing { db in
      let sql = """
        SELECT id FROM listing WHERE \(Self.withoutFacts) ORDER BY addedAt DESC LIMIT ?
        """
      return try String.fetchAll(db, sql: sql, arguments: [limit]).map(FilmID.init(canonical:))
    }
  }

  /// Films whose facts were never fetched, or not in a span of time, whose start is not in it.
  ///
  /// Those that were never fetched come first.
  package func idsWithFacts(outside span: ClosedRange<Date>) async throws -> [FilmID] {
    try await listing { db in
      let sql = """
        SELECT id FROM listing JOIN listingFacts USING (number)
        WHERE fetchedAt IS NULL OR fetchedAt <= ? OR fetchedAt > ?
        ORDER BY fetchedAt, id
        """
      let ends = [span.lowerBound, span.upperBound].map(\.timeIntervalSince1970)
      return try String.fetchAll(db, sql: sql, arguments: StatementArguments(ends))
        .map(FilmID.init(canonical:))
    }
  }

  /// Films by id, in the order given; ids that are not in the collection are left out.
  package func listed(_ ids: [FilmID]) async throws -> [ListedFilm] {
    try await known(ids).compactMap(\.listed)
  }

  /// Films by any of their ids, in the order given: their canonical ids, and what a list shows of those
  /// that are in the collection.
  package func known(_ ids: [FilmID]) async throws -> [(id: FilmID, listed: ListedFilm?)] {
    try await read(isOneState: ids.count > 1) { db in
      let hasAliases = try Self.hasAliases(db)
      let canonical = hasAliases ? try Self.fetchCanonicalIDs(of: ids, db) : [:]
      let ids = hasAliases ? ids.map { canonical[$0] ?? $0 } : ids
      let entries = try Self.fetchEntries(ids, db)
      let films = try FilmCache.fetchSummaries(
        entries.map(\.id), hasAliases: hasAliases, db)
      let listed = Dictionary(
        entries.map { ($0.id, ListedFilm(entry: $0, film: films[$0.id])) }
      ) { first, _ in first }
      return ids.map { ($0, listed[$0]) }
    }
  }

  /// Films of the collection that bear a title, compared as folded; at most 50.
  package func captions(folded key: String, prefix: Bool) async throws -> [FilmID: Caption] {
    try await listing { db in
      let condition = prefix ? "instr(' ' || titleKey, ' ' || ?) > 0" : "titleKey = ?"
      let sql = """
        SELECT fact.id, fact.title, fact.year
        FROM (SELECT id FROM listing WHERE \(condition) LIMIT 50) AS found
          JOIN \(try FactView(db).ofCollection(["title", "year"])) ON fact.id = found.id
        """
      let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [key])
      let pairs = try rows.map { row in
        (
          FilmID(canonical: try row.value("id")),
          Caption(title: try row.value("title"), year: try row.value("year"))
        )
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Reads the list index after it was brought up to date.
  func listing<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await connection.perform { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).update()
      return try body(db)
    }
  }
}
