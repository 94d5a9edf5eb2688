import FilmzDomain
import Foundation
import GRDB

/// The collection's films as lists want them: one row each, facts and what is mine side by side.
///
/// It is derived from the collection and the film cache, lives in the cache's file, and follows the
/// journal: what was changed since the change it knows is made anew before a list is read. Joining
/// two files film by film would take several times as long.
struct CollectionListing {
  /// The newest change of a journal.
  private struct Mark: Equatable {
    let number: Int64
    let change: String
  }

  let db: Database
  let collation: TitleCollation

  /// Brings the rows up to date; a cache that cannot be written is stood in for by the memory.
  func update() throws {
    if try isStandIn() {
      try db.execute(
        sql: "DROP TABLE temp.listing; DROP TABLE temp.listingText; DROP TABLE temp.listingState")
    }
    guard try !isCurrent() else { return }
    do {
      try db.changeCache { _ in
        if let known = try continuation() {
          try catchUp(from: known)
        } else {
          try rebuild(in: "cache")
        }
      }
    } catch let error as DatabaseError where Self.isPassedOver(error) {
      try db.snapshot { db in
        try db.execute(sql: FilmCacheSchema.listing(in: "temp"))
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
      Mark(number: $0["number"], change: $0["change"])
    }
  }

  private func newest() throws -> Mark {
    let sql = "SELECT number, id FROM main.change ORDER BY number DESC LIMIT 1"
    let row = try Row.fetchOne(db.cachedStatement(sql: sql))
    return Mark(number: row?["number"] ?? 0, change: row?["id"] ?? "")
  }

  // MARK: - Doing it

  private func catchUp(from known: Int64) throws {
    try db.execute(sql: "CREATE TEMP TABLE IF NOT EXISTS touched (id TEXT PRIMARY KEY)")
    try db.execute(sql: "DELETE FROM temp.touched")
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO temp.touched
        SELECT CASE subjectKind WHEN 'film' THEN subject
          ELSE coalesce(fields ->> '$.film.new', fields ->> '$.film.old',
            (SELECT film FROM main.viewing WHERE viewing.id = subject), '') END
        FROM main.change WHERE number > ? AND subjectKind IN ('film', 'viewing')
        UNION SELECT id FROM cache.listing WHERE isStale = 1
        """, arguments: [known])
    try db.execute(
      sql: """
        DELETE FROM cache.listingText WHERE number IN (
          SELECT number FROM cache.listing JOIN temp.touched USING (id));
        DELETE FROM cache.listing WHERE id IN (SELECT id FROM temp.touched);
        """)
    try fill("cache", where: "entry.id IN (SELECT id FROM temp.touched)")
    try mark("cache")
    let sql = """
      SELECT (SELECT count(*) FROM cache.listing) = (SELECT count(*) FROM main.entry)
      """
    if try Bool.fetchOne(db, sql: sql) == false { try rebuild(in: "cache") }
  }

  private func rebuild(in schema: String) throws {
    try db.execute(sql: "DELETE FROM \(schema).listing; DELETE FROM \(schema).listingText")
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

  /// Makes the rows of some entries; both tables get the same numbers.
  private func fill(_ schema: String, where condition: String) throws {
    let next = "(SELECT coalesce(max(number), 0) FROM \(schema).listing)"
    let first = try Int64.fetchOne(db, sql: "SELECT \(next)") ?? 0
    try db.execute(
      sql: """
        INSERT INTO \(schema).listing (id, sortKey, year, type, genres, hasFacts, addedAt, rating,
          audience, isWatched, watchedOn, tags)
        SELECT entry.id, sortkey(coalesce(film.title, entry.title)),
          coalesce(film.year, entry.year), film.type,
          ', ' || caseless(coalesce(film.genres, '')) || ', ', film.id IS NOT NULL, entry.addedAt,
          entry.rating, entry.audience,
          EXISTS (SELECT 1 FROM main.viewing WHERE film = entry.id),
          (SELECT max(date) FROM main.viewing WHERE film = entry.id),
          CASE WHEN entry.tags = '[]' AND NOT EXISTS (
            SELECT 1 FROM main.viewing WHERE film = entry.id AND tags <> '[]')
          THEN '' ELSE \(Self.tags) END
        FROM main.entry LEFT JOIN cache.film ON film.id = entry.id
        WHERE \(condition)
        """)
    try db.execute(
      sql: """
        INSERT INTO \(schema).listingText (number, body)
        SELECT listing.number,
          coalesce(film.searchText, fold(coalesce(entry.title, '')) || char(10)
            || coalesce(entry.year, ''))
          || CASE WHEN entry.notes IS NULL THEN '' ELSE char(10) || fold(entry.notes) END
          || CASE WHEN entry.recommendedBy IS NULL THEN ''
            ELSE char(10) || fold(entry.recommendedBy) END
          || CASE WHEN listing.isWatched THEN coalesce((
            SELECT char(10) || group_concat(fold(note), char(10)) FROM main.viewing
            WHERE viewing.film = entry.id AND note IS NOT NULL), '') ELSE '' END
        FROM \(schema).listing JOIN main.entry ON entry.id = listing.id
          LEFT JOIN cache.film ON film.id = entry.id
        WHERE listing.number > ?
        """, arguments: [first])
  }

  /// Tags of the film and of its viewings, each between line breaks: folded, or as they are where
  /// they are signs alone, such as an emoji.
  private static let tags = """
    coalesce((SELECT char(10) || group_concat(coalesce(nullif(fold(value), ''), value), char(10))
        || char(10) FROM (
      SELECT value FROM json_each(entry.tags)
      UNION ALL SELECT tag.value FROM main.viewing, json_each(viewing.tags) AS tag
      WHERE viewing.film = entry.id)), '')
    """
}
