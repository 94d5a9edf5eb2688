import GRDB
import GRDBSQLite

/// Reads the local titles of titles.
struct LocalTitleReader {
  private let statement: Statement

  /// Creates a reader; returns `nil` if the catalog does not store local titles.
  init?(_ db: Database) throws {
    // `Database.tableExists` would read the whole schema.
    let exists = try db.cachedStatement(
      sql: "SELECT EXISTS (SELECT * FROM sqlite_master WHERE name = 'localTitle')")
    guard try Bool.fetchOne(exists) == true else { return nil }
    statement = try db.cachedStatement(sql: "SELECT titles FROM localTitle WHERE title = ?")
  }

  /// Returns the local titles of the title with an id, in the order in which they were imported.
  func titles(of id: UInt32) throws -> [String] {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    guard try cursor.next(), let text = cursor.text(0) else { return [] }
    return text.split(separator: "\n").map(String.init)
  }
}
