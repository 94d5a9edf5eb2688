package import FilmzDomain
package import Foundation
import GRDB

/// A film of the collection with the facts that a list shows.
package struct ListedFilm: Sendable {
  package let entry: CollectionEntry
  /// The title, years, type, rating, votes, runtime, and genres, without the film's other facts; `nil` if
  /// no facts of the film are stored.
  package let film: Film?
}

/// The films of the collection that match a query.
package struct ListResult: Sendable {
  /// The ids of all matches, or of those on one page, in the query's order.
  package let ids: [FilmID]
  /// The number of matches on all pages.
  package let total: Int
  /// The number of films without facts that the query might match if their facts were known.
  package let filmsWithoutFacts: Int
  /// The number of matches on all pages that the kids filter hides.
  package var hidden = 0
}

extension CollectionStore {
  /// Returns the ids of the films that match a query, in its order.
  package func ids(matching query: CollectionQuery) async throws -> [FilmID] {
    try await find(query).ids
  }

  /// Returns the films that match a query, in its order.
  ///
  /// If `page` is not `nil`, only the films at its positions are returned. Positions count from 0.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  package func find(_ query: CollectionQuery, page: Range<Int>? = nil) async throws -> ListResult {
    var result = try await withListIndex { db in
      let filter = try ListFilter(query, db)
      let ids = try filter.ids(page, db)
      let total = page == nil ? ids.count : try filter.count(db)
      return ListResult(
        ids: ids, total: total, filmsWithoutFacts: try filter.countWithoutFacts(db))
    }
    result.hidden = try await hiddenCount(query, shown: result.total)
    return result
  }

  /// Returns the number of films that match a query and that the kids filter hides.
  ///
  /// `shown` is the number of the others.
  private func hiddenCount(_ query: CollectionQuery, shown: Int) async throws -> Int {
    guard kidsFilter != nil else { return 0 }
    let all = try await withListIndex(ofAllFilms: true) { try ListFilter(query, $0).count($0) }
    return max(0, all - shown)
  }

  /// Returns the ids of the first films that match a query, in its order, without counting the others.
  package func ids(matching query: CollectionQuery, first count: Int) async throws -> [FilmID] {
    try await withListIndex { try ListFilter(query, $0).ids(0..<count, $0) }
  }

  /// Returns the number of films that match a query.
  package func count(_ query: CollectionQuery) async throws -> Int {
    try await withListIndex { try ListFilter(query, $0).count($0) }
  }

  /// Returns the numbers of all, of watched, and of rated films as ``counts()`` does, but faster in combination with
  /// other queries of lists.
  package func listCounts() async throws -> CollectionCounts {
    try await withListIndex { db in
      let sql = """
        SELECT count(*) AS total, count(*) FILTER (WHERE viewings > 0) AS watched, count(rating) AS rated
        FROM \(try ListIndex.table(indexedBy: "listIndexCounts", db))
        """
      return try CollectionCounts(row: Row.fetchOne(db.cachedStatement(sql: sql)))
    }
  }

  /// Returns the films to look up in a revision of the local catalog.
  ///
  /// If the last look-up was in another revision, these are all films without the full details of a network
  /// source, and those with facts of TMDB, which has no ratings of IMDb. If it was in this revision, these are
  /// the films without facts that were not looked up then, and the result is `nil` if there are none.
  package func idsToLookUp(in revision: String) async throws -> [FilmID]? {
    try await withListIndex(ofAllFilms: true) { db in
      let lastRevision = try String.fetchOne(
        db.cachedStatement(sql: "SELECT catalog FROM listIndexState"))
      let sql =
        lastRevision == revision
        ? "SELECT id FROM listIndex WHERE lacksFacts = 1 AND isLookedUp = 0"
        : """
        SELECT id FROM listIndex WHERE level < 3 OR lacksFacts = 1
        UNION SELECT id FROM cache.film JOIN listIndex USING (id) WHERE source = 'tmdb'
        """
      let ids = try String.fetchAll(db.cachedStatement(sql: sql)).map(FilmID.init(unchecked:))
      return lastRevision == revision && ids.isEmpty ? nil : ids
    }
  }

  /// Records that all films without facts have been looked up in a revision of the local catalog.
  package func markLookedUp(in revision: String) async throws {
    try await withListIndex(ofAllFilms: true) { db in
      try db.inTransaction(.deferred) {
        try db.execute(sql: "UPDATE listIndex SET isLookedUp = 1 WHERE lacksFacts = 1")
        try db.execute(
          sql: "UPDATE listIndexState SET catalog = ?", arguments: [revision])
        return .commit
      }
    }
  }

  /// Returns at most `limit` films without facts of sources, the most recently added first.
  ///
  /// Films with ids that no source can look up are left out.
  package func idsWithoutFacts(limit: Int) async throws -> [FilmID] {
    try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT id FROM listIndex WHERE lacksFacts = 1 AND level = 0 AND substr(id, 1, 4) <> 'own:'
        ORDER BY addedAt DESC LIMIT ?
        """
      return try String.fetchAll(db, sql: sql, arguments: [limit]).map(FilmID.init(unchecked:))
    }
  }

  /// Returns the films whose facts were never fetched, or were fetched outside a period of time.
  ///
  /// A fetch at the start of the period counts as outside. Films whose facts were never fetched come first,
  /// then the others, in the order in which their facts were fetched.
  package func ids(notFetchedWithin period: ClosedRange<Date>) async throws -> [FilmID] {
    try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT id FROM listIndex JOIN listIndexFacts USING (number)
        WHERE fetchedAt IS NULL OR fetchedAt <= ? OR fetchedAt > ?
        ORDER BY fetchedAt, id
        """
      let ends = [period.lowerBound, period.upperBound].map(\.timeIntervalSince1970)
      return try String.fetchAll(db, sql: sql, arguments: StatementArguments(ends))
        .map(FilmID.init(unchecked:))
    }
  }

  /// Returns the films of the collection with some ids or aliases, in the order of these; ids that are not in
  /// the collection are left out.
  package func listedFilms(_ ids: [FilmID]) async throws -> [ListedFilm] {
    try await resolvedFilms(ids).compactMap(\.listed)
  }

  /// Returns the canonical id of each id, in the given order.
  ///
  /// `listed` is the film with that id, or `nil` if the film is not in the collection; `skip` is its skip, or
  /// `nil` if the film is not skipped.
  package func resolvedFilms(
    _ ids: [FilmID]
  ) async throws -> [(id: FilmID, listed: ListedFilm?, skip: SkippedFilm?)] {
    try await read(inTransaction: ids.count > 1) { db in
      let canonical = try Self.fetchCanonicalIDs(of: ids, db)
      let ids = canonical.isEmpty ? ids : ids.map { canonical[$0] ?? $0 }
      let entries = try Self.fetchEntries(ids, db)
      let films = try FilmCache.fetchSummaries(entries.map(\.id), db)
      let listed = Dictionary(
        entries.map { ($0.id, ListedFilm(entry: $0, film: films[$0.id])) }
      ) { first, _ in first }
      let skips = try Self.fetchSkips(ids, db)
      return ids.map { ($0, listed[$0], skips[$0]) }
    }
  }

  /// Returns the captions of at most 50 films of the collection whose folded title is `titleKey`, by id.
  ///
  /// If `isPrefix` is `true`, the folded title only has to contain `titleKey` at the start of a word. Unless
  /// `ofAllFilms` is `true`, the films that the kids filter hides are left out.
  package func captions(
    titleKey: String, isPrefix: Bool, ofAllFilms: Bool = false
  ) async throws -> [FilmID: Caption] {
    try await withListIndex(ofAllFilms: ofAllFilms) { db in
      let condition = isPrefix ? "instr(' ' || titleKey, ' ' || ?) > 0" : "titleKey = ?"
      let sql = """
        SELECT fact.id, fact.title, fact.year
        FROM (SELECT id FROM listIndex WHERE \(condition) LIMIT 50) AS matched
          JOIN \(try FactView(db).collectionSubquery(["title", "year"])) ON fact.id = matched.id
        """
      let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [titleKey])
      let pairs = try rows.map { row in
        (
          FilmID(unchecked: try row.value("id")),
          Caption(title: try row.value("title"), year: try row.value("year"))
        )
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Updates the list index, and runs a closure that uses it.
  ///
  /// Unless `ofAllFilms` is `true`, the films that the kids filter hides are left out.
  func withListIndex<Value: Sendable>(
    ofAllFilms: Bool = false, _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    try await connection.perform { db in
      let index = ListIndex(db: db, collation: collation, subjects: subjects)
      try index.update()
      try index.apply(ofAllFilms ? nil : kidsFilter)
      return try body(db)
    }
  }
}

// Films that the kids filter hides.
extension CollectionStore {
  /// Returns the stored certifications of films with some canonical ids.
  package func certifications(_ ids: [FilmID]) async throws -> [FilmID: String] {
    guard !ids.isEmpty else { return [:] }
    return try await read { db in
      let view = try FactView(db).boundIDsSubquery(["rated"])
      let rows = try Row.fetchAll(
        db.cachedStatement(sql: "SELECT id, rated FROM \(view) WHERE rated IS NOT NULL"),
        arguments: [Self.jsonArray(of: ids.map(\.rawValue))])
      let pairs = try rows.map { row in
        (FilmID(unchecked: try row.value("id")), try row.value("rated", String.self))
      }
      return Dictionary(pairs) { first, _ in first }
    }
  }

  /// Runs a closure that reads values of entries and viewings.
  ///
  /// With a kids filter, the closure must leave out hidden films with ``shownFilms(_:hasFilter:)``.
  func readShown<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    kidsFilter == nil ? try await read(body) : try await withListIndex(body)
  }

  /// Returns the SQL condition that the film whose id is in a column is shown.
  ///
  /// `column` has the name of its table. If `hasFilter` is `true`, the list index must be up to date.
  static func shownFilms(_ column: String, hasFilter: Bool) -> String {
    hasFilter ? "EXISTS (SELECT 1 FROM listIndex WHERE listIndex.id = \(column))" : "1"
  }
}

extension CollectionStore {
  /// Returns the numbers of films of the collection that a filter shows and hides.
  package func counts(shownBy filter: KidsFilter) async throws -> (shown: Int, hidden: Int) {
    try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT count(*) AS total, count(*) FILTER (
          WHERE certification IN (SELECT value FROM json_each(?))) AS shown FROM listIndex
        """
      let ratings = Self.jsonArray(of: filter.sortedRatings)
      guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [ratings]) else {
        throw DamagedRowError(file: .filmCache)
      }
      let shown: Int = try row.value("shown")
      return (shown, try row.value("total", Int.self) - shown)
    }
  }
}
