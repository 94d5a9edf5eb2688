import GRDB
import GRDBSQLite

/// Reads the names of titles.
struct NameReader {
  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT title, original FROM title WHERE id = ?")
  }

  /// Returns the title, and the original title if it differs.
  func names(of id: UInt32) throws -> [String] {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    sqlite3_bind_int64(row, 1, Int64(id))
    guard try row.next() else { return [] }
    return [row.text(0), row.text(1)].compactMap { $0 }
  }
}
