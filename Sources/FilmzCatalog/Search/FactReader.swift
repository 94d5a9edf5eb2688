import GRDB
import GRDBSQLite

/// Reads the facts of titles by their ranks; neighbours cost almost nothing.
struct FactReader {
  private let statement: Statement
  private var block: [UInt8] = []
  private var number = -1

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
  }

  /// The facts of a title, or nothing behind the last one.
  mutating func facts(_ rank: UInt32) throws -> FactBlock.Facts? {
    let wanted = Int(rank) / FactBlock.size
    if wanted != number { try load(wanted) }
    return block.withUnsafeBytes { FactBlock.facts($0, at: Int(rank) % FactBlock.size) }
  }

  private mutating func load(_ wanted: Int) throws {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    sqlite3_bind_int64(row, 1, Int64(wanted) + 1)
    block = try row.next() ? Array(row.blob(0)) : []
    sqlite3_reset(row)
    number = wanted
  }
}
