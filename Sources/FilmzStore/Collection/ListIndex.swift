import FilmzDomain
import Foundation
import GRDB

/// The films of the collection as lists filter and sort them: one row per film with facts and what is
/// the user's side by side.
///
/// It is a copy of ``FactView`` and the collection's tables, kept in the film cache's file, and
/// follows the journal: films that were changed since the change it knows are copied again before a
/// list is read. To join the files for each list would take several times as long.
struct ListIndex {
  /// The newest change of a journal.
  private struct Mark: Equatable {
    let number: Int64
    let change: String
  }

  let db: Database
  let collation: TitleCollation
  let subjects: SubjectRegistry

  /// Brings the rows up to date; a cache that cannot be written is stood in for by the memory.
  func update() throws {
    if try isStandIn() {
      for table in FilmCacheSchema.listIndexTables {
        try db.execute(sql: "DROP TABLE temp.\(table)")
      }
    }
    guard try !isCurrent() else { return }
    do {
      try db.cacheWriteTransaction { _ in
        if let known = try continuation() {
          try catchUp(from: known)
        } else {
          try rebuild(in: "cache")
        }
      }
    } catch let error as DatabaseError where Self.isPassedOver(error) {
      try db.readTransaction { db in
        try db.execute(sql: FilmCacheSchema.listIndex(in: "temp"))
        try rebuild(in: "temp")
      }
    }
  }

  private static func isPassedOver(_ error: DatabaseError) -> Bool {
    [.SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN]
      .contains(error.resultCode)
  }

  private func isStandIn() throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(
        sql: "SELECT EXISTS (SELECT 1 FROM sqlite_temp_master WHERE name = 'listing')")) ?? false
  }

  // MARK: - What there is to do

  private func isCurrent() throws -> Bool {
    let sql = """
      SELECT EXISTS (SELECT 1 FROM cache.listing WHERE isStale = 1)
        OR (SELECT count(*) FROM cache.listing) <> (SELECT count(*) FROM main.entry)
      """
    guard let state = try state(), try state == newest() else { return false }
    return try Bool.fetchOne(db.cachedStatement(sql: sql)) == false
  }

  /// The number of the change that the listing stands at, where that is one of this very journal.
  private func continuation() throws -> Int64? {
    guard let state = try state() else { return nil }
    let id = try String.fetchOne(
      db.cachedStatement(sql: "SELECT id FROM main.change WHERE number = ?"),
      arguments: [state.number])
    return state.number > 0 && id == state.change ? state.number : nil
  }

  /// Where the listing stands, or nothing where it is of another collation.
  private func state() throws -> Mark? {
    let sql = "SELECT number, change FROM cache.listingState WHERE collation = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [collation.name]).map {
      Mark(number: try $0.value("number"), change: try $0.value("change"))
    }
  }

  private func newest() throws -> Mark {
    let sql = "SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1"
    return try Row.fetchOne(db.cachedStatement(sql: sql)).map {
      Mark(number: try $0.value("number"), change: try $0.value("id"))
    } ?? Mark(number: 0, change: "")
  }

  // MARK: - Doing it

  private func catchUp(from known: Int64) throws {
    try findTouched(since: known)
    for table in ["listingText", "listingPeople", "listingFacts"] {
      try db.execute(
        sql: """
          DELETE FROM cache.\(table) WHERE number IN (
            SELECT number FROM cache.listing JOIN temp.touched USING (id))
          """)
    }
    try db.execute(sql: "DELETE FROM cache.listing WHERE id IN (SELECT id FROM temp.touched)")
    try fill("cache", where: "fact.id IN (SELECT id FROM temp.touched)")
    try mark("cache")
    let sql = """
      SELECT (SELECT count(*) FROM cache.listing) = (SELECT count(*) FROM main.entry)
      """
    if try Bool.fetchOne(db, sql: sql) == false { try rebuild(in: "cache") }
  }

  /// Notes the films that were changed since a change of the journal, under all their ids, and those
  /// whose facts were changed.
  private func findTouched(since known: Int64) throws {
    let kinds = subjects.all.filter { $0.identity == .film }.map(\.kind.rawValue) + ["alias"]
    try db.execute(
      sql: """
        CREATE TEMP TABLE IF NOT EXISTS touched (id TEXT PRIMARY KEY);
        DELETE FROM temp.touched;
        """)
    try db.execute(
      sql: """
        WITH new AS (
          SELECT * FROM main.change WHERE number > ?
          UNION ALL SELECT undone.* FROM main.change AS marker
            JOIN main.change AS undone ON undone.step = marker.subject
            WHERE marker.number > ? AND marker.subjectKind = 'step')
        INSERT OR IGNORE INTO temp.touched
        SELECT other.film FROM new JOIN main.change AS other ON other.subject = new.subject
          WHERE new.film IS NOT NULL AND other.film IS NOT NULL
        UNION SELECT subject FROM new WHERE subjectKind IN (SELECT value FROM json_each(?))
        UNION SELECT value FROM new JOIN main.change AS other ON other.subject = new.subject
            AND other.subjectKind = 'alias',
            json_each(json_array(other.fields ->> '$.film.old', other.fields ->> '$.film.new'))
          WHERE new.subjectKind = 'alias' AND value IS NOT NULL
        UNION SELECT id FROM cache.listing WHERE isStale = 1
        """, arguments: [known, known, CollectionStore.text(of: kinds)])
    guard try CollectionStore.hasAliases(db) else { return }
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO temp.touched
        SELECT film FROM temp.touched JOIN main.alias USING (id)
        """)
  }

  private func rebuild(in schema: String) throws {
    for table in ["listing", "listingText", "listingPeople", "listingFacts"] {
      try db.execute(sql: "DELETE FROM \(schema).\(table)")
    }
    try fill(schema, where: "1")
    try mark(schema)
  }

  private func mark(_ schema: String) throws {
    let newest = try newest()
    let catalog = try String.fetchOne(db, sql: "SELECT catalog FROM \(schema).listingState") ?? ""
    try db.execute(sql: "DELETE FROM \(schema).listingState")
    try db.execute(
      sql: "INSERT INTO \(schema).listingState VALUES (?, ?, ?, ?)",
      arguments: [newest.change, newest.number, collation.name, catalog])
  }

  /// Copies some films; the tables get the same numbers.
  private func fill(_ schema: String, where condition: String) throws {
    let facts = try FactView(db)
    let next = "(SELECT coalesce(max(number), 0) FROM \(schema).listing)"
    let first = try Int64.fetchOne(db, sql: "SELECT \(next)") ?? 0
    try db.execute(
      sql: """
        INSERT INTO \(schema).listing (id, sortKey, titleKey, year, type, genres, imdbRating,
          imdbVotes, runtimeMinutes, level, addedAt, rating, audience, isWatched, watchedOn, tags)
        SELECT entry.id, sortkey(fact.title), fact.titleKey, fact.year, fact.type,
          ', ' || caseless(coalesce(fact.genres, '')) || ', ', fact.imdbRating, fact.imdbVotes,
          fact.runtimeMinutes, fact.level, entry.addedAt, entry.rating, entry.audience,
          EXISTS (SELECT 1 FROM main.viewing WHERE film = entry.id),
          (SELECT max(date) FROM main.viewing WHERE film = entry.id),
          CASE WHEN entry.tags = '[]' AND NOT EXISTS (
            SELECT 1 FROM main.viewing WHERE film = entry.id AND tags <> '[]')
          THEN '' ELSE \(Self.tags) END
        FROM \(facts.ofCollection(Self.listColumns))
          JOIN main.entry ON entry.id = fact.id
        WHERE \(condition)
        """)
    try fillTexts(schema, facts, after: first)
    try fillPeople(schema, facts, after: first)
    try db.execute(
      sql: """
        INSERT INTO \(schema).listingFacts
        SELECT listing.number, fact.year, entry.rating,
          CASE WHEN listing.isWatched THEN (
            SELECT count(*) FROM main.viewing WHERE film = entry.id) ELSE 0 END,
          fact.level, fact.fetchedAt, fact.imdbRating, fact.runtimeMinutes, fact.genres,
          fact.directors, fact.actors
        FROM \(schema).listing JOIN main.entry ON entry.id = listing.id
          JOIN \(facts.ofCollection(Self.countedColumns)) ON fact.id = listing.id
        WHERE listing.number > ?
        """, arguments: [first])
  }

  private static let listColumns = [
    "title", "titleKey", "year", "type", "genres", "imdbRating", "imdbVotes", "runtimeMinutes",
    "level",
  ]

  private static let countedColumns = [
    "year", "level", "fetchedAt", "imdbRating", "runtimeMinutes", "genres", "directors", "actors",
  ]

  private func fillTexts(_ schema: String, _ facts: FactView, after first: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listingText (number, body)
        SELECT listing.number,
          coalesce(fact.names, fact.titleKey, '') || char(10) || coalesce(fact.people, '')
          || char(10) || coalesce(fact.year, '')
          || CASE WHEN entry.notes IS NULL THEN '' ELSE char(10) || fold(entry.notes) END
          || CASE WHEN entry.recommendedBy IS NULL THEN ''
            ELSE char(10) || fold(entry.recommendedBy) END
          || CASE WHEN listing.isWatched THEN coalesce((
            SELECT char(10) || group_concat(fold(note), char(10)) FROM main.viewing
            WHERE viewing.film = entry.id AND note IS NOT NULL), '') ELSE '' END
        FROM \(schema).listing JOIN main.entry ON entry.id = listing.id
          JOIN \(facts.ofCollection(["names", "people", "titleKey", "year"]))
            ON fact.id = listing.id
        WHERE listing.number > ?
        """, arguments: [first])
  }

  private func fillPeople(_ schema: String, _ facts: FactView, after first: Int64) throws {
    try db.execute(
      sql: """
        INSERT INTO \(schema).listingPeople (number, names)
        SELECT listing.number, ' ' || replace(fact.people, char(10), ' ' || char(10) || ' ') || ' '
        FROM \(schema).listing JOIN \(facts.ofCollection(["people"])) ON fact.id = listing.id
        WHERE listing.number > ? AND fact.people <> ''
        """, arguments: [first])
  }

  /// Tags of the film and of its viewings, each between line breaks: folded, or as they are if they
  /// have no letters, such as an emoji.
  private static let tags = """
    coalesce((SELECT char(10) || group_concat(coalesce(nullif(fold(value), ''), value), char(10))
        || char(10) FROM (
      SELECT value FROM json_each(entry.tags)
      UNION ALL SELECT tag.value FROM main.viewing, json_each(viewing.tags) AS tag
      WHERE viewing.film = entry.id)), '')
    """
}
