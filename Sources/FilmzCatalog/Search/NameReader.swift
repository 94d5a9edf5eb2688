import GRDB
import GRDBSQLite

/// Reads the titles and original titles.
struct NameReader {
  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT title, original FROM title WHERE id = ?")
  }

  /// Returns the title and, if it differs, the original title; empty if the catalog lacks the id.
  func mainNames(of id: UInt32) throws -> [String] {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    guard try cursor.next() else { return [] }
    return [cursor.text(0), cursor.text(1)].compactMap { $0 }
  }
}
