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
  /// The number of films known by title and year only that the query might match if their facts were known.
  package let namedFilmsWithoutFacts: Int
  /// The number of further matches, which the kids filter hides.
  package var hidden = 0
  /// The number of the films of ``hidden`` whose certifications are not known.
  package var hiddenWithoutCertification = 0
}

extension CollectionStore {
  /// Returns the kinds of the user's data that exist for films with the given canonical ids, or for all films if `ids`
  /// is `nil`.
  package func usedColumns(of ids: [FilmID]?) async throws -> UsedColumns {
    try await read(inTransaction: false) { db in
      func exists(_ table: String, _ column: String, _ condition: String) -> String {
        let films = ids == nil ? "1" : "\(column) IN (SELECT value FROM json_each(?1))"
        return "EXISTS (SELECT 1 FROM main.\(table) WHERE \(films) AND \(condition))"
      }
      let columns = [("entry", "id", "1"), ("entry", "id", "rating IS NOT NULL"), ("comment", "film", "1")].map(exists)
      let row = try db.row(
        "SELECT \(columns[0]) AS entries, \(columns[1]) AS ratings, \(columns[2]) AS comments",
        ids.map { [Self.jsonArray(of: $0)] } ?? [])
      guard let row else { throw DamagedRowError(file: .collection) }
      return UsedColumns(
        entries: try row.value("entries"), ratings: try row.value("ratings"), comments: try row.value("comments"))
    }
  }

  /// Returns the ids of the films that match a query, in its order.
  package func ids(matching query: CollectionQuery) async throws -> [FilmID] { try await find(query).ids }

  /// Returns the films that match a query, in its order.
  ///
  /// If `page` is not `nil`, only the films at its positions are returned. Positions count from 0.
  ///
  /// - Throws: ``StoreError/noSuchList(name:near:)``.
  package func find(_ query: CollectionQuery, page: Range<Int>? = nil) async throws -> ListResult {
    var result = try await withListIndex { db in
      let filter = try ListIndexQuery(query, db)
      let ids = try filter.ids(page, db)
      let total = page == nil ? ids.count : try filter.count(db)
      return ListResult(
        ids: ids, total: total, filmsWithoutFacts: try filter.countWithoutFacts(db),
        namedFilmsWithoutFacts: try filter.countNamedWithoutFacts(db))
    }
    guard kidsFilter != nil else { return result }
    let (all, withoutCertification) = try await withListIndex(ofAllFilms: true) { db in
      let filter = try ListIndexQuery(query, db)
      return (try filter.count(db), try filter.countWithoutCertification(db))
    }
    result.hidden = max(0, all - result.total)
    result.hiddenWithoutCertification = min(result.hidden, withoutCertification)
    return result
  }

  /// Returns the first films that match a query and have neither a certification nor the details of a service, which
  /// may contain one; empty without a kids filter.
  package func ids(withoutCertification query: CollectionQuery, first count: Int) async throws -> [FilmID] {
    guard kidsFilter != nil else { return [] }
    return try await withListIndex(ofAllFilms: true) { db in
      try ListIndexQuery(query, db).idsWithoutCertification(count, db)
    }
  }

  /// Returns the ids of the first films that match a query, in its order, without counting the others.
  package func ids(matching query: CollectionQuery, first count: Int) async throws -> [FilmID] {
    try await withListIndex { try ListIndexQuery(query, $0).ids(0..<count, $0) }
  }

  /// Returns the number of films that match a query.
  package func count(_ query: CollectionQuery) async throws -> Int {
    try await withListIndex { try ListIndexQuery(query, $0).count($0) }
  }

  /// Returns the numbers of all, of watched, and of rated films that are shown.
  ///
  /// In combination with other queries of lists, this is faster than ``counts()``.
  package func listCounts() async throws -> CollectionCounts {
    try await withListIndex { db in
      let sql = """
        SELECT count(*) AS total, count(*) FILTER (WHERE isWatched = 1) AS watched, count(rating) AS rated
        FROM \(try ListIndex.table(indexedBy: "listIndexCounts", db))
        """
      return try CollectionCounts(row: db.row(sql))
    }
  }

  /// Returns the ids, with their aliases, of the films to look up in a revision of the local catalog.
  ///
  /// If the last look-up was in another revision, these are all films without the full details of a network source.
  /// Films with facts of TMDB are added, because TMDB has no IMDb ratings. If the last look-up was in this revision,
  /// these are the films without facts that were not looked up then; `nil` if there are none.
  package func idsToLookUp(in revision: String) async throws -> [FilmID]? {
    try await withListIndex(ofAllFilms: true) { db in
      let lastRevision = try db.text("SELECT catalog FROM listIndexState")
      let sql =
        lastRevision == revision
        ? "SELECT id FROM listIndex WHERE lacksFacts = 1 AND isLookedUp = 0"
        : """
        SELECT id FROM listIndex WHERE level < 3 OR lacksFacts = 1
        UNION SELECT id FROM cache.film JOIN listIndex USING (id) WHERE source = 'tmdb'
        """
      let ids = try db.filmIDs(sql)
      let aliases = try db.recordedAliases(of: ids).keys.sorted()
      return lastRevision == revision && ids.isEmpty ? nil : ids + aliases
    }
  }

  /// Records that all films without facts have been looked up in a revision of the local catalog.
  package func markLookedUp(in revision: String) async throws {
    try await withListIndex(ofAllFilms: true) { db in
      try db.inTransaction(.deferred) {
        try db.execute(sql: "UPDATE listIndex SET isLookedUp = 1 WHERE lacksFacts = 1")
        try db.execute(sql: "UPDATE listIndexState SET catalog = ?", arguments: [revision])
        return .commit
      }
    }
  }

  /// Returns at most `limit` films without facts of sources other than search results, the most recently added first.
  ///
  /// Films with own ids are left out, because no source can look them up.
  package func idsWithoutFacts(limit: Int) async throws -> [FilmID] {
    try await withListIndex(ofAllFilms: true) { db in
      let sql = """
        SELECT id FROM listIndex
        WHERE lacksFacts = 1 AND level <= 1 AND substr(id, 1, 4) <> 'own:' AND NOT (\(Self.isNamed("id")))
        ORDER BY addedAt DESC LIMIT ?
        """
      return try db.filmIDs(sql, [limit])
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
      return try db.filmIDs(sql, StatementArguments(ends))
    }
  }

  /// Returns the films of the collection with the given ids or aliases, in this order; ids that are not in the
  /// collection are left out.
  package func listedFilms(_ ids: [FilmID]) async throws -> [ListedFilm] {
    try await resolvedFilms(ids).compactMap(\.listed)
  }

  /// Returns the film of each id, in the given order.
  ///
  /// `id` is the film's canonical id, `listed` is `nil` if the film is not in the collection, and `skip` is `nil` if
  /// the film is not skipped.
  package func resolvedFilms(_ ids: [FilmID]) async throws -> [(id: FilmID, listed: ListedFilm?, skip: SkippedFilm?)] {
    try await read(inTransaction: ids.count > 1) { db in
      let canonical = try db.canonicalIDs(of: ids)
      let ids = canonical.isEmpty ? ids : ids.map { canonical[$0] ?? $0 }
      let entries = try Self.fetchEntries(ids, db)
      let films = try FilmCache.fetchSummaries(entries.map(\.id), db)
      let listed = Dictionary(entries.map { ($0.id, ListedFilm(entry: $0, film: films[$0.id])) }) { first, _ in first }
      let skips = try Self.fetchSkips(ids, db)
      return ids.map { ($0, listed[$0], skips[$0]) }
    }
  }

  /// Returns the captions of at most 50 films of the collection whose folded title is `titleKey`, by id.
  ///
  /// If `isPrefix` is `true`, the folded title only has to contain `titleKey` from the start of a word. Unless
  /// `ofAllFilms` is `true`, the hidden films are left out.
  package func captions(titleKey: String, isPrefix: Bool, ofAllFilms: Bool = false) async throws -> [FilmID: Caption] {
    try await withListIndex(ofAllFilms: ofAllFilms) { db in
      let condition = isPrefix ? "instr(' ' || titleKey, ' ' || ?) > 0" : "titleKey = ?"
      let sql = """
        SELECT fact.id, fact.title, fact.year
        FROM (SELECT id FROM listIndex WHERE \(condition) LIMIT 50) AS matched
          JOIN \(try FactView(db).collectionSubquery(["title", "year"])) ON fact.id = matched.id
        """
      return try db.rows(sql, [titleKey]).byFilm { Caption(title: try $0.value("title"), year: try $0.value("year")) }
    }
  }

  /// Returns whether there are films in the collection.
  package func hasFilms() async throws -> Bool {
    try await read(inTransaction: false) {
      try Bool.fetchOne($0, sql: "SELECT EXISTS (SELECT 1 FROM main.entry)") == true
    }
  }

  /// Returns at most 200 films of the collection whose titles may match a text, those with the most IMDb votes first.
  ///
  /// Films that match at least as well as `match` are included; some of the others match less well. Hidden films are
  /// left out.
  package func ids(titled text: String, _ match: TitleMatch) async throws -> [FilmID] {
    // SQLite limits the number of terms of a condition.
    let words = TextFolding.wordsWithoutArticle(text).prefix(100)
    guard try await hasFilms(), !words.isEmpty else { return [] }
    let keys = TextFolding.prependingArticles(to: words.joined(separator: " "))
    let (condition, arguments) =
      switch match {
      case .whole: ("titleKey IN (SELECT value FROM json_each(?))", [Self.jsonArray(of: keys)])
      case .beginning:
        (
          keys.map { _ in "titleKey >= ? AND titleKey < ?" }.joined(separator: " OR "),
          keys.flatMap { [$0, $0 + "\u{10FFFF}"] }
        )
      case .words: (words.map { _ in "instr(' ' || titleKey, ' ' || ?) > 0" }.joined(separator: " AND "), Array(words))
      }
    return try await withListIndex { db in
      let sql = "SELECT id FROM listIndex WHERE \(condition) ORDER BY imdbVotes DESC, id LIMIT 200"
      return try db.filmIDs(sql, StatementArguments(arguments))
    }
  }

  /// Updates the list index, and runs a closure that uses it.
  ///
  /// Unless `ofAllFilms` is `true`, the hidden films are left out.
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

// Films that are hidden.
extension CollectionStore {
  /// Returns the stored certifications of films with the given canonical ids; films without one are left out.
  package func certifications(_ ids: [FilmID]) async throws -> [FilmID: String] {
    guard !ids.isEmpty else { return [:] }
    return try await read { db in
      let view = try FactView(db).boundIDsSubquery(["rated"])
      let sql = "SELECT id, rated FROM \(view) WHERE rated IS NOT NULL"
      return try db.rows(sql, [Self.jsonArray(of: ids)]).byFilm { try $0.value("rated") }
    }
  }

  /// Runs a closure that reads values of entries and viewings of the films that are shown.
  ///
  /// The second argument of the closure is ``shownFilms(_:hasFilter:)`` for the current filter.
  func readShown<Value: Sendable>(
    _ body: @escaping @Sendable (Database, (String) -> String) throws -> Value
  ) async throws -> Value {
    guard hidesFilms else { return try await read { try body($0) { _ in "1" } } }
    return try await withListIndex { try body($0) { Self.shownFilms($0, hasFilter: true) } }
  }

  /// Returns the SQL condition that the film whose id is in a column is shown.
  ///
  /// `column` is qualified with its table. If `hasFilter` is `true`, the list index must be up to date.
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
      guard let row = try db.row(sql, [ratings]) else { throw DamagedRowError(file: .filmCache) }
      let shown: Int = try row.value("shown")
      return (shown, try row.value("total", Int.self) - shown)
    }
  }
}
