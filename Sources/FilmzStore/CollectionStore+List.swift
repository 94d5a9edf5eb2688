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
    let filter = ListingFilter(query)
    return try await listing { db in
      let ids = try filter.ids(page, db)
      let total = page == nil ? ids.count : try filter.count(db)
      return FoundFilms(ids: ids, total: total, withoutFacts: try filter.countWithoutFacts(db))
    }
  }

  /// Films that an edition of a catalog was not asked for yet, and of which it may know more: those
  /// that have no facts, and, where the edition is new, those of which no network source told all.
  package func idsToLookUp(in catalog: String) async throws -> [FilmID] {
    try await listing { db in
      let known = try String.fetchOne(db, sql: "SELECT catalog FROM listingState")
      let condition =
        known == catalog
        ? "hasFacts = 0 AND isLookedUp = 0"
        : "hasFacts = 0 OR id IN (SELECT id FROM cache.film WHERE grade < 3)"
      let sql = "SELECT id FROM listing WHERE \(condition)"
      return try String.fetchAll(db, sql: sql).map(FilmID.init(canonical:))
    }
  }

  /// Notes that a catalog was asked for all films that have no facts.
  package func markLookedUp(in catalog: String) async throws {
    try await listing { db in
      try db.inTransaction(.deferred) {
        try db.execute(sql: "UPDATE listing SET isLookedUp = 1 WHERE hasFacts = 0")
        try db.execute(sql: "UPDATE listingState SET catalog = ?", arguments: [catalog])
        return .commit
      }
    }
  }

  /// Some films that have no facts, those that were added last first.
  package func idsWithoutFacts(limit: Int) async throws -> [FilmID] {
    try await listing { db in
      let sql = "SELECT id FROM listing WHERE hasFacts = 0 ORDER BY addedAt DESC LIMIT ?"
      return try String.fetchAll(db, sql: sql, arguments: [limit]).map(FilmID.init(canonical:))
    }
  }

  /// Films whose facts were never fetched, or not in a span of time, whose start is not in it.
  ///
  /// Those that were never fetched come first.
  package func idsWithFacts(outside span: ClosedRange<Date>) async throws -> [FilmID] {
    try await read { db in
      let sql = """
        SELECT entry.id FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
        WHERE film.fetchedAt IS NULL OR film.fetchedAt <= ? OR film.fetchedAt > ?
        ORDER BY film.fetchedAt, entry.id
        """
      let ends = [span.lowerBound, span.upperBound].map(\.timeIntervalSince1970)
      return try String.fetchAll(db, sql: sql, arguments: StatementArguments(ends))
        .map(FilmID.init(canonical:))
    }
  }

  /// Films by id, in the order given; ids that are not in the collection are left out.
  package func listed(_ ids: [FilmID]) async throws -> [ListedFilm] {
    try await read(isOneState: ids.count > 1) { db in
      let entries = try Self.fetchEntries(ids, db)
      let films = try FilmCache.fetchSummaries(ids, db)
      let byID = Dictionary(entries.map { ($0.id, $0) }) { first, _ in first }
      return ids.compactMap { id in byID[id].map { ListedFilm(entry: $0, film: films[id]) } }
    }
  }

  /// Films of the collection that bear a title, compared as folded.
  package func captions(folded key: String, prefix: Bool) async throws -> [FilmID: Caption] {
    try await read { db in
      let condition = prefix ? "instr(' ' || title, ' ' || ?) > 0" : "title = ?"
      let sql = """
        SELECT * FROM (
          SELECT entry.id, coalesce(film.title, entry.title) AS name,
            coalesce(film.year, entry.year) AS year,
            coalesce(film.titleKey, fold(entry.title)) AS title
          FROM main.entry LEFT JOIN cache.film ON film.id = entry.id)
        WHERE \(condition) LIMIT 50
        """
      let rows = try Row.fetchAll(db, sql: sql, arguments: [key])
      let pairs = rows.map { row in
        (FilmID(canonical: row["id"]), Caption(title: row["name"], year: row["year"]))
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Reads the listing after it was brought up to date.
  func listing<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await wording {
      try await database.inline { db in
        try CollectionListing(db: db, collation: collation).update()
        return try body(db)
      }
    }
  }
}
