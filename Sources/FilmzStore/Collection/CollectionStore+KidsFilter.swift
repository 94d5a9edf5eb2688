package import FilmzDomain
import GRDB

// Films that the kids filter hides.
extension CollectionStore {
  /// Returns the certifications of films with some canonical ids, as far as they are stored.
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
