import GRDB
import GRDBSQLite

/// Reads the facts of titles by their ranks.
///
/// The last block is cached, so reading consecutive ranks is cheap.
struct FactReader {
  private let statement: Statement
  private let allBlocks: Statement
  private var block: [UInt8] = []
  private var blockNumber = -1

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
    allBlocks = try db.cachedStatement(sql: "SELECT number, facts FROM factBlock ORDER BY number")
  }

  /// Returns the facts of the title with a rank, or `nil` if there is no such title.
  mutating func facts(_ rank: UInt32) throws -> FactBlock.Facts? {
    let number = Int(rank) / FactBlock.size
    if number != blockNumber { try load(number) }
    return block.withUnsafeBytes { FactBlock.facts($0, at: Int(rank) % FactBlock.size) }
  }

  /// Calls a closure with the facts of all titles, ordered by rank, until it returns `false`.
  ///
  /// - Throws: `CancellationError`, and the errors of the closure.
  func readAll(_ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool) throws {
    let row = allBlocks.sqliteStatement
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

  private mutating func load(_ number: Int) throws {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    sqlite3_bind_int64(row, 1, Int64(number) + 1)
    block = try row.next() ? Array(row.blob(0)) : []
    sqlite3_reset(row)
    blockNumber = number
  }
}
