import GRDB
import GRDBSQLite

/// Reads the facts of titles by their ranks.
///
/// A block that is read twice in a row is cached, so that reading consecutive ranks is cheap.
struct FactReader {
  private let blockStatement: Statement
  private let allBlocksStatement: Statement
  /// The cached block.
  private var block: [UInt8] = []
  /// The number of the cached block, counted from 0; -1 if none is cached.
  private var cachedNumber = -1
  /// The number of the block that was read last, counted from 0; -1 if none was read.
  private var lastNumber = -1

  init(_ db: Database) throws {
    blockStatement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
    allBlocksStatement = try db.cachedStatement(
      sql: "SELECT number, facts FROM factBlock ORDER BY number")
  }

  /// Returns the facts of the title with a rank, or `nil` if no title has the rank.
  mutating func facts(_ rank: UInt32) throws -> FactBlock.Facts? {
    let number = Int(rank) / FactBlock.size
    let index = Int(rank) % FactBlock.size
    if number != cachedNumber {
      guard number == lastNumber else {
        lastNumber = number
        return try read(number) { FactBlock.facts($0, at: index) } ?? nil
      }
      block = try read(number) { Array($0) } ?? []
      cachedNumber = number
    }
    return block.withUnsafeBytes { FactBlock.facts($0, at: index) }
  }

  /// Calls a closure with the facts of all titles, ordered by rank, until the closure returns
  /// `false`.
  ///
  /// It is inlined so that the closure is inlined, which halves the time for millions of titles.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`, and the errors of the closure.
  @inline(__always)
  func readAll(_ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool) throws {
    let cursor = allBlocksStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    while try cursor.next() {
      // The numbers in the table count from 1.
      let number = UInt32(truncatingIfNeeded: sqlite3_column_int64(cursor, 0) - 1)
      if number.isMultiple(of: 16) { try Task.checkCancellation() }
      let bytes = cursor.blob(1)
      for index in 0..<FactBlock.size {
        guard let facts = FactBlock.facts(bytes, at: index) else { break }
        guard try body(number &* UInt32(FactBlock.size) &+ UInt32(index), facts) else { return }
      }
    }
  }

  /// Returns what a closure returns for the bytes of a block; `nil` if the catalog lacks the block.
  private func read<Value>(
    _ number: Int, _ body: (UnsafeRawBufferPointer) -> Value
  ) throws -> Value? {
    let cursor = blockStatement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(number) + 1)
    return try cursor.next() ? body(cursor.blob(0)) : nil
  }
}
