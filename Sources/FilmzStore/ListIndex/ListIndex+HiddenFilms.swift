import FilmzDomain
import GRDB

// The hidden films.
extension ListIndex {
  /// Restricts `listIndex`, `listIndexFacts`, and `listIndexLists` to the films that a filter shows; `nil` removes the
  /// restriction.
  ///
  /// This is the only place that hides films of the collection. It creates temporary views, which statements read if
  /// they name these tables without a schema; views have no indexes (``hasIndexes(_:)``). The index must be up to date.
  func apply(_ filter: KidsFilter?) throws {
    let kind = try kindOfTemporaryIndex()
    guard let filter else {
      if kind == "view" { try removeViews() }
      return
    }
    let ratings = CollectionStore.jsonArray(of: filter.sortedRatings)
    if kind == "table" { return try removeHiddenFilms(ratings) }
    if kind == nil { try db.execute(sql: Self.views) }
    try setRatings(ratings)
  }

  /// Returns `table` for a temporary index, `view` for views of the shown films, and `nil` if there is neither.
  func kindOfTemporaryIndex() throws -> String? { try Self.kindOfTemporaryIndex(db) }

  private static func kindOfTemporaryIndex(_ db: Database) throws -> String? {
    try db.text("SELECT type FROM sqlite_temp_master WHERE name = 'listIndex'")
  }

  /// Returns whether `listIndex` is a table with indexes, and not a view.
  static func hasIndexes(_ db: Database) throws -> Bool { try kindOfTemporaryIndex(db) != "view" }

  /// Returns the SQL after `FROM` that reads `listIndex` with an index or, if `listIndex` is a view, without one.
  ///
  /// The index must have all columns that the statement needs.
  static func table(indexedBy index: String, _ db: Database) throws -> String {
    try hasIndexes(db) ? "listIndex INDEXED BY \(index)" : "listIndex"
  }

  /// Removes the views of the shown films.
  func removeViews() throws {
    try db.execute(
      sql: "DROP VIEW temp.listIndexLists; DROP VIEW temp.listIndexFacts; DROP VIEW temp.listIndex;")
  }

  /// Sets the certifications of the films that the views show, unless they are set already.
  private func setRatings(_ ratings: String) throws {
    let current = "SELECT json_group_array(rating) FROM (SELECT rating FROM temp.shownRating ORDER BY rating)"
    let given = "SELECT json_group_array(value) FROM (SELECT value FROM json_each(?) ORDER BY value)"
    guard try !db.isTrue("SELECT (\(current)) = (\(given))", [ratings]) else { return }
    try db.execute(sql: "DELETE FROM temp.shownRating")
    try db.execute(sql: "INSERT INTO temp.shownRating SELECT value FROM json_each(?)", arguments: [ratings])
  }

  private static let views = """
    CREATE TEMP TABLE IF NOT EXISTS shownRating (rating TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TEMP VIEW listIndex AS SELECT * FROM cache.listIndex
      WHERE certification IN (SELECT rating FROM temp.shownRating);
    CREATE TEMP VIEW listIndexFacts AS SELECT * FROM cache.listIndexFacts
      WHERE number IN (SELECT number FROM temp.listIndex);
    CREATE TEMP VIEW listIndexLists AS \(lists);
    """

  /// The SQL that counts, for each list, its films in `temp.listIndex`.
  ///
  /// The cross join reads `temp.listIndex` first, because an index has all columns of it that are needed.
  private static let lists = """
    SELECT list.id AS id, coalesce(films, 0) AS films, coalesce(seen, 0) AS seen
    FROM main.list LEFT JOIN (
      SELECT item.list AS list, count(*) AS films, sum(shown.isWatched) AS seen
      FROM temp.listIndex AS shown CROSS JOIN main.listItem AS item ON item.film = shown.id
      GROUP BY item.list) AS counts ON counts.list = list.id
    """

  /// Removes the hidden films from a temporary index, which is built anew for each use.
  private func removeHiddenFilms(_ ratings: String) throws {
    try db.execute(
      sql: """
        DELETE FROM temp.listIndex
        WHERE certification IS NULL OR certification NOT IN (SELECT value FROM json_each(?))
        """, arguments: [ratings])
    try db.execute(
      sql: """
        DELETE FROM temp.listIndexFacts WHERE number NOT IN (SELECT number FROM temp.listIndex);
        DELETE FROM temp.listIndexLists;
        INSERT INTO temp.listIndexLists \(Self.lists);
        """)
  }
}
