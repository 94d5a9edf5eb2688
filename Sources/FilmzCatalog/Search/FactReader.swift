import GRDB
import GRDBSQLite

/// Reads the facts of titles by their ranks; neighbours cost almost nothing.
struct FactReader {
  private let statement: Statement
  private let all: Statement
  private var block: [UInt8] = []
  private var number = -1

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
    all = try db.cachedStatement(sql: "SELECT number, facts FROM factBlock ORDER BY number")
  }

  /// The facts of a title, or nothing behind the last one.
  mutating func facts(_ rank: UInt32) throws -> FactBlock.Facts? {
    let wanted = Int(rank) / FactBlock.size
    if wanted != number { try load(wanted) }
    return block.withUnsafeBytes { FactBlock.facts($0, at: Int(rank) % FactBlock.size) }
  }

  /// Goes through the facts of all titles by rank, until one is enough.
  ///
  /// Throws `CancellationError` in between.
  func readAll(_ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool) throws {
    let row = all.sqliteStatement
    sqlite3_reset(row)
    defer { sqlite3_reset(row) }
    while try row.next() {
      let number = UInt32(truncatingIfNeeded: sqlite3_column_int64(row, 0) - 1)
      if number.isMultiple(of: 16) { try Task.checkCancellation() }
      let bytes = row.blob(1)
      for index in 0..<FactBlock.size {
        guard let facts = FactBlock.facts(bytes, at: index) else { break }
        guard try body(number &* UInt32(FactBlock.size) &+ UInt32(index), facts) else { return }
      }
    }
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
