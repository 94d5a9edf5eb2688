import FilmzDomain
import GRDB

// The numbers of films in the lists of the user.
extension ListIndex {
  /// Replaces the counts of the lists whose places or films have changed.
  ///
  /// These are the lists that have or had a film in `temp.changedFilm`, and those with a place that was changed
  /// by a change with a row number above `number`.
  func replaceLists(since number: Int64) throws {
    // A cross join is read in this order: few films have changed, and SQLite does not know that.
    try db.execute(
      sql: """
        WITH new AS (\(Self.newChanges))
        DELETE FROM cache.listIndexLists WHERE id NOT IN (SELECT id FROM main.list) OR id IN (
          SELECT substr(subject, 1, instr(subject, ' ') - 1) FROM new WHERE subjectKind = 'listItem'
          UNION SELECT list FROM temp.changedFilm CROSS JOIN main.listItem ON film = changedFilm.id
          UNION SELECT substr(change.subject, 1, instr(change.subject, ' ') - 1)
            FROM temp.changedFilm CROSS JOIN main.change ON change.film = changedFilm.id
            WHERE change.subjectKind = 'listItem')
        """, arguments: [number])
    try insertLists("cache")
  }

  /// Inserts the counts of the lists that have none.
  func insertLists(_ schema: String) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndexLists
        SELECT list.id, count(item.film), coalesce(sum(
          EXISTS (SELECT 1 FROM main.viewing WHERE viewing.film = item.film)), 0)
        FROM main.list LEFT JOIN main.listItem AS item ON item.list = list.id
        WHERE list.id NOT IN (SELECT id FROM \(schema).listIndexLists) GROUP BY list.id
        """)
  }
}

// The films that the kids filter hides.
extension ListIndex {
  /// Restricts `listIndex`, `listIndexFacts`, and `listIndexLists` to the films that a filter shows; `nil` removes the
  /// restriction.
  ///
  /// This is the only place that hides films of the collection: statements that read these tables without the
  /// name of a schema read temporary views, which have no indexes (``hasIndexes(_:)``). The index must be up
  /// to date.
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
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT type FROM sqlite_temp_master WHERE name = 'listIndex'"))
  }

  /// Returns whether `listIndex` is a table with indexes, and not a view.
  static func hasIndexes(_ db: Database) throws -> Bool {
    try kindOfTemporaryIndex(db) != "view"
  }

  /// Returns `listIndex` with an index that has all columns that a statement needs, if it has indexes.
  static func table(indexedBy index: String, _ db: Database) throws -> String {
    try hasIndexes(db) ? "listIndex INDEXED BY \(index)" : "listIndex"
  }

  /// Removes the views of the shown films.
  func removeViews() throws {
    try db.execute(
      sql: """
        DROP VIEW temp.listIndexLists; DROP VIEW temp.listIndexFacts; DROP VIEW temp.listIndex;
        """)
  }

  /// Sets the certifications of the films that the views have, unless they are set.
  private func setRatings(_ ratings: String) throws {
    let current =
      "SELECT json_group_array(rating) FROM (SELECT rating FROM temp.shownRating ORDER BY rating)"
    let given =
      "SELECT json_group_array(value) FROM (SELECT value FROM json_each(?) ORDER BY value)"
    let isSet = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT (\(current)) = (\(given))"), arguments: [ratings])
    guard isSet != true else { return }
    try db.execute(sql: "DELETE FROM temp.shownRating")
    try db.execute(
      sql: "INSERT INTO temp.shownRating SELECT value FROM json_each(?)", arguments: [ratings])
  }

  private static let views = """
    CREATE TEMP TABLE IF NOT EXISTS shownRating (rating TEXT PRIMARY KEY) WITHOUT ROWID;
    CREATE TEMP VIEW listIndex AS SELECT * FROM cache.listIndex
      WHERE certification IN (SELECT rating FROM temp.shownRating);
    CREATE TEMP VIEW listIndexFacts AS SELECT * FROM cache.listIndexFacts
      WHERE number IN (SELECT number FROM temp.listIndex);
    CREATE TEMP VIEW listIndexLists AS \(lists);
    """

  /// The counts of the films of lists that are in `temp.listIndex`.
  ///
  /// An index has all columns of `temp.listIndex` that are needed if it is read first.
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
