import FilmzDomain
import Foundation
import GRDB

/// A materialized view of the collection for lists: one row per film with its facts and the user's data.
///
/// It combines ``FactView`` with the collection's tables and is stored in the film cache's file. Before a list is read,
/// the rows of films whose entries or facts have changed since the last update are replaced. Joining the two files for
/// each list would take several times as long.
struct ListIndex {
  let db: Database
  let collation: TitleCollation
  let subjects: SubjectRegistry

  /// Updates the index.
  ///
  /// If the cache is locked or cannot be written, builds a temporary index instead.
  func update() throws {
    if try kindOfTemporaryIndex() == "table" { try dropTemporaryIndex() }
    guard try !updateInCache() else { return }
    try db.readTransaction { db in
      if try kindOfTemporaryIndex() == "view" { try removeViews() }
      try db.execute(sql: FilmCacheSchema.listIndex(in: "temp"))
      try rebuild(in: "temp")
    }
  }

  /// Updates the index in the film cache.
  ///
  /// - Returns: `false` if the cache is locked or cannot be written.
  func updateInCache() throws -> Bool {
    guard try !isCurrent() else { return true }
    do {
      try db.cacheWriteTransaction { _ in
        if let number = try resumableNumber() { try applyChanges(since: number) } else { try rebuild(in: "cache") }
      }
      return true
    } catch let error as DatabaseError where error.isFileUnavailable { return false }
  }

  /// Recreates the tables of the index, and fills them.
  ///
  /// Films without facts will be looked up in the local catalog again.
  func recreate() throws {
    try db.cacheWriteTransaction { db in
      try FilmCacheSchema.emptyListIndex(db)
      try rebuild(in: "cache")
    }
  }

  /// Returns the number of films and lists whose rows differ from those of an index that is built anew.
  ///
  /// Updates the index first. Returns 0 if the cache is locked or cannot be written, or if another process changes
  /// the collection meanwhile.
  func countDifferences() throws -> Int {
    guard try updateInCache() else { return 0 }
    try apply(nil)
    return try db.readTransaction { db in
      guard try isCurrent() else { return 0 }
      try db.execute(sql: FilmCacheSchema.listIndex(in: "temp"))
      defer { try? dropTemporaryIndex() }
      try rebuild(in: "temp")
      return try FilmCacheSchema.listIndexTables.reduce(0) { $0 + (try countDifferences(in: $1)) }
    }
  }

  /// Returns the number of rows of a table that differ between the cache and the temporary index.
  ///
  /// The columns that depend on the history of the index and the table `listIndexState` are not compared.
  private func countDifferences(in table: String) throws -> Int {
    guard table != "listIndexState" else { return 0 }
    let columns = try db.columns(in: table, in: "temp").map(\.name)
      .filter { !["number", "isStale", "isLookedUp"].contains($0) }
    func rows(_ schema: String) -> String {
      columns.contains("id")
        ? "SELECT \(columns.joined(separator: ", ")) FROM \(schema).\(table)"
        : """
        SELECT id, \(columns.map { "\(table).\($0)" }.joined(separator: ", "))
        FROM \(schema).\(table) JOIN \(schema).listIndex USING (number)
        """
    }
    let (stored, new) = (rows("cache"), rows("temp"))
    let sql = """
      SELECT count(DISTINCT id) FROM (
        SELECT * FROM (\(stored) EXCEPT \(new)) UNION ALL SELECT * FROM (\(new) EXCEPT \(stored)))
      """
    return try Int.fetchOne(db, sql: sql) ?? 0
  }

  private func dropTemporaryIndex() throws {
    for table in FilmCacheSchema.listIndexTables { try db.execute(sql: "DROP TABLE temp.\(table)") }
  }

  // MARK: - Updating

  /// Replaces the stale rows, and the rows of the films affected by changes with row numbers above `number`.
  ///
  /// If the numbers of rows and of films in the collection still differ, rebuilds the index.
  private func applyChanges(since number: Int64) throws {
    try collectChangedFilms(since: number)
    for table in ["listIndexText", "listIndexPeople", "listIndexFacts"] {
      try db.execute(
        sql: """
          DELETE FROM cache.\(table) WHERE number IN (
            SELECT number FROM cache.listIndex JOIN temp.changedFilm USING (id))
          """)
    }
    try db.execute(sql: "DELETE FROM cache.listIndex WHERE id IN (SELECT id FROM temp.changedFilm)")
    let changedFilms = "SELECT id FROM temp.changedFilm"
    try insertRows("cache", FactView(db, ofIDs: changedFilms), where: "fact.id IN (\(changedFilms))")
    try replaceLists(since: number)
    try recordNewestChange(in: "cache")
    let sql = "SELECT (SELECT count(*) FROM cache.listIndex) = (SELECT count(*) FROM main.entry)"
    if try Bool.fetchOne(db, sql: sql) == false { try rebuild(in: "cache") }
  }

  /// Fills the table `temp.changedFilm` with the ids and aliases of the films whose rows have to be replaced.
  ///
  /// These are the films with stale rows, and those affected by changes with row numbers above `number`.
  private func collectChangedFilms(since number: Int64) throws {
    let kinds = subjects.all.filter { $0.identity == .film }.map(\.kind.rawValue) + ["alias"]
    try db.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS changedFilm (id TEXT PRIMARY KEY);
        DELETE FROM temp.changedFilm;
        """)
    try db.execute(
      sql: """
        WITH new AS (\(Self.newChanges))
        INSERT OR IGNORE INTO temp.changedFilm
        SELECT other.film FROM new CROSS JOIN main.change AS other ON other.subject = new.subject
          WHERE new.film IS NOT NULL AND other.film IS NOT NULL AND new.subjectKind <> 'listItem'
        UNION SELECT film FROM new WHERE subjectKind = 'listItem' AND \(Self.isMissingOrRemoved)
        UNION SELECT subject FROM new WHERE subjectKind IN (SELECT value FROM json_each(?))
        UNION SELECT value FROM new CROSS JOIN main.change AS other ON other.subject = new.subject
            AND other.subjectKind = 'alias',
            json_each(json_array(other.fields ->> '$.film.old', other.fields ->> '$.film.new'))
          WHERE new.subjectKind = 'alias' AND value IS NOT NULL
        UNION SELECT id FROM cache.listIndex WHERE isStale = 1
        """, arguments: [number, CollectionStore.jsonArray(of: kinds)])
    guard try db.hasAliases else { return }
    try db.execute(
      sql: "INSERT OR IGNORE INTO temp.changedFilm SELECT film FROM temp.changedFilm JOIN main.alias USING (id)")
  }

  /// The SQL of the changes with row numbers above the argument `?1`, and of the changes of the steps that these undo
  /// or redo.
  static let newChanges = """
    SELECT * FROM main.change WHERE number > ?1
    UNION ALL SELECT undone.* FROM main.change AS marker
      CROSS JOIN main.change AS undone ON undone.step = marker.subject
      WHERE marker.number > ?1 AND marker.subjectKind = 'step'
    """

  /// The SQL condition that a change of a place in a list has restored or removed the film.
  ///
  /// The film is then only in the collection, or only in the index. Other changes of places do not affect its row.
  private static let isMissingOrRemoved = """
    EXISTS (SELECT 1 FROM main.entry WHERE id = \(canonicalFilm))
      <> EXISTS (SELECT 1 FROM cache.listIndex WHERE id = \(canonicalFilm))
    """

  private static let canonicalFilm = "coalesce((SELECT alias.film FROM main.alias WHERE alias.id = new.film), new.film)"

  /// Empties the tables, and fills them.
  ///
  /// The indexes are created after the rows have been inserted, which takes half the time of updating them.
  private func rebuild(in schema: String) throws {
    for table in FilmCacheSchema.listIndexTables where table != "listIndexState" {
      try db.execute(sql: "DELETE FROM \(schema).\(table)")
    }
    if try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM main.entry)") == true { try insertAllRows(schema) }
    try insertLists(schema)
    try recordNewestChange(in: schema)
  }

  /// Inserts the rows of all films into the empty tables.
  private func insertAllRows(_ schema: String) throws {
    let indexes = try Row.fetchAll(
      db,
      sql: """
        SELECT name, sql FROM \(schema).sqlite_schema
        WHERE type = 'index' AND tbl_name = 'listIndex' AND sql IS NOT NULL
        """
    ).map { (name: try $0.value(0, String.self), sql: try $0.value(1, String.self)) }
    for index in indexes { try db.execute(sql: "DROP INDEX \(schema).\(index.name)") }
    try insertRows(schema, FactView(db), where: "1")
    for index in indexes { try db.execute(sql: "CREATE INDEX \(schema).\(index.sql.dropFirst("CREATE INDEX ".count))") }
  }

  /// Records that the index contains all changes of the journal.
  private func recordNewestChange(in schema: String) throws {
    let newest = try newestChange()
    let catalog = try String.fetchOne(db, sql: "SELECT catalog FROM \(schema).listIndexState") ?? ""
    try db.execute(sql: "DELETE FROM \(schema).listIndexState")
    let sql = "INSERT INTO \(schema).listIndexState VALUES (?, ?, ?, ?)"
    try db.execute(sql: sql, arguments: [newest.id, newest.number, collation.name, catalog])
  }

  /// Inserts the rows of the films that satisfy a condition.
  ///
  /// A film has the same row number in all tables.
  private func insertRows(_ schema: String, _ facts: FactView, where condition: String) throws {
    let lastNumber = try Int64.fetchOne(db, sql: "SELECT coalesce(max(number), 0) FROM \(schema).listIndex") ?? 0
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndex (id, title, sortKey, titleKey, year, type, genres, imdbRating,
          imdbVotes, runtimeMinutes, level, lacksFacts, addedAt, rating, audience, isWatched, watchedOn, datedViewings,
          platform, tags, certification)
        SELECT entry.id, fact.title, sortkey(fact.title), fact.titleKey, fact.year, fact.type,
          ', ' || caseless(coalesce(fact.genres, '')) || ', ', fact.imdbRating, fact.imdbVotes,
          fact.runtimeMinutes, fact.level, \(facts.hasAliases ? Self.lacksFacts : "fact.level <= \(DetailLevel.hit.rawValue)"),
          entry.addedAt, entry.rating, entry.audience,
          EXISTS (SELECT 1 FROM main.viewing WHERE film = entry.id),
          (SELECT max(date) FROM main.viewing WHERE film = entry.id),
          (SELECT count(date) FROM main.viewing WHERE film = entry.id),
          coalesce(nullif(replace(fold(entry.platform), ' ', ''), ''), entry.platform),
          CASE WHEN entry.tags = '[]' AND NOT EXISTS (
            SELECT 1 FROM main.viewing WHERE film = entry.id AND tags <> '[]')
          THEN '' ELSE \(Self.tags) END,
          certificationkey(fact.rated)
        FROM \(facts.collectionSubquery(Self.listColumns))
          JOIN main.entry ON entry.id = fact.id
        WHERE \(condition)
        """)
    try insertTexts(schema, facts, after: lastNumber)
    try insertPeople(schema, facts, after: lastNumber)
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndexFacts
        SELECT listIndex.number, fact.year, entry.rating,
          (SELECT count(*) FROM main.viewing WHERE film = entry.id), fact.level, fact.fetchedAt,
          fact.imdbRating, fact.runtimeMinutes, fact.genres, fact.directors, fact.actors
        FROM \(schema).listIndex JOIN main.entry ON entry.id = listIndex.id
          JOIN \(facts.collectionSubquery(Self.statisticsColumns)) ON fact.id = listIndex.id
        WHERE listIndex.number > ?
        """, arguments: [lastNumber])
  }

  /// The condition that no details are stored under the canonical id of a film.
  private static let lacksFacts = """
    NOT EXISTS (SELECT 1 FROM cache.film WHERE id = entry.id AND level > \(DetailLevel.hit.rawValue))
    """

  private static let listColumns = [
    "title", "titleKey", "year", "type", "genres", "imdbRating", "imdbVotes", "runtimeMinutes",
    "level", "rated",
  ]

  private static let statisticsColumns = [
    "year", "level", "fetchedAt", "imdbRating", "runtimeMinutes", "genres", "directors", "actors",
  ]

  /// Inserts the texts that `grep` searches, for the films with row numbers above `lastNumber`.
  private func insertTexts(_ schema: String, _ facts: FactView, after lastNumber: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndexText (number, body)
        SELECT listIndex.number,
          coalesce(fact.names, fact.titleKey, '') || char(10) || coalesce(fact.people, '')
          || char(10) || coalesce(fact.year, '')
          || CASE WHEN entry.notes IS NULL THEN '' ELSE char(10) || fold(entry.notes) END
          || CASE WHEN entry.recommendedBy IS NULL THEN ''
            ELSE char(10) || fold(entry.recommendedBy) END
          || CASE WHEN listIndex.isWatched THEN coalesce((
            SELECT char(10) || group_concat(fold(note), char(10)) FROM main.viewing
            WHERE viewing.film = entry.id AND note IS NOT NULL), '') ELSE '' END
        FROM \(schema).listIndex JOIN main.entry ON entry.id = listIndex.id
          JOIN \(facts.collectionSubquery(["names", "people", "titleKey", "year"]))
            ON fact.id = listIndex.id
        WHERE listIndex.number > ?
        """, arguments: [lastNumber])
  }

  /// Inserts the names of people, for the films with row numbers above `lastNumber`.
  private func insertPeople(_ schema: String, _ facts: FactView, after lastNumber: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listIndexPeople (number, names)
        SELECT listIndex.number, ' ' || replace(fact.people, char(10), ' ' || char(10) || ' ') || ' '
        FROM \(schema).listIndex JOIN \(facts.collectionSubquery(["people"])) ON fact.id = listIndex.id
        WHERE listIndex.number > ? AND fact.people <> ''
        """, arguments: [lastNumber])
  }

  /// An SQL expression for the tags of a film and of its viewings, with a line break before and after each
  /// tag.
  ///
  /// Tags are folded. A tag whose folded form is empty, such as an emoji, is left unchanged.
  private static let tags = """
    coalesce((SELECT char(10) || group_concat(coalesce(nullif(fold(value), ''), value), char(10))
        || char(10) FROM (
      SELECT value FROM json_each(entry.tags)
      UNION ALL SELECT tag.value FROM main.viewing, json_each(viewing.tags) AS tag
      WHERE viewing.film = entry.id)), '')
    """
}

// The newest change of the journal that is in the index.
extension ListIndex {
  /// The row number and the id of a change in the journal; for an empty journal, 0 and an empty string.
  typealias NumberedChange = (number: Int64, id: String)

  private static let hasWrongRows = """
    (EXISTS (SELECT 1 FROM cache.listIndex WHERE isStale = 1)
      OR (SELECT count(*) FROM cache.listIndex) <> (SELECT count(*) FROM main.entry))
    """

  /// The SQL that selects one row if the index in the film cache has the current facts, in any collation.
  static let rowsIfCurrent = """
    SELECT 1 FROM cache.listIndexState
    WHERE (number, change) = (SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1)
      AND NOT \(hasWrongRows)
    """

  /// Returns whether the index in the film cache has the current facts, in this collation.
  func isCurrent() throws -> Bool {
    guard let change = try newestIndexedChange(), try change == newestChange() else { return false }
    return try !db.isTrue("SELECT \(Self.hasWrongRows)")
  }

  /// The number of changes and stale rows up to which an update takes some milliseconds.
  private static let maximumQuickChanges = 1_000

  /// Returns whether an update of the index takes only some milliseconds, because little has changed.
  func isQuicklyUpdated() throws -> Bool {
    let changes = try newestChange().number - (try resumableNumber() ?? 0)
    let sql = "SELECT count(*) FROM (SELECT 1 FROM cache.listIndex WHERE isStale = 1 LIMIT ?)"
    let staleRows: Int64 = try db.integer(sql, [Self.maximumQuickChanges + 1])
    return changes + staleRows <= Self.maximumQuickChanges
  }

  /// Returns the row number of the newest change in the index, or `nil` if the index has to be rebuilt.
  ///
  /// The index has to be rebuilt if there is none, if it was built with another collation or from an empty journal, or
  /// if this collection's journal does not contain the newest change in the index.
  func resumableNumber() throws -> Int64? {
    guard let change = try newestIndexedChange() else { return nil }
    let id = try db.text("SELECT id FROM main.change WHERE number = ?", [change.number])
    return change.number > 0 && id == change.id ? change.number : nil
  }

  /// Returns the newest change in the index, or `nil` if there is no index or it was built with another
  /// collation.
  private func newestIndexedChange() throws -> NumberedChange? {
    let sql = "SELECT number, change FROM cache.listIndexState WHERE collation = ?"
    return try db.row(sql, [collation.name]).map { (try $0.value("number"), try $0.value("change")) }
  }

  /// Returns the newest change in the journal.
  func newestChange() throws -> NumberedChange {
    let sql = "SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1"
    return try db.row(sql).map { (try $0.value("number"), try $0.value("id")) } ?? (0, "")
  }
}
