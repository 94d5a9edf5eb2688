import GRDB
import GRDBSQLite

/// Finds the ranks of titles by their ids.
///
/// A catalog does not store them. But its titles are ranked by their popularity (``TitleFacts``), so that for few ids, only
/// the titles that are as popular have to be read.
struct RankReader {
  /// The number of ids for which the facts of all titles are read one after another, which takes less time.
  private static let maximumSearched = 200

  private let titleStatement: Statement
  private let blockStatement: Statement
  private let factReader: FactReader
  /// The number of blocks of facts.
  private let blockCount: Int

  init(_ db: Database) throws {
    titleStatement = try db.cachedStatement(sql: "SELECT type, votes FROM title WHERE id = ?")
    blockStatement = try db.cachedStatement(sql: "SELECT facts FROM factBlock WHERE number = ?")
    factReader = try FactReader(db)
    let lastNumber = try db.cachedStatement(sql: "SELECT max(number) FROM factBlock")
    blockCount = try Int.fetchOne(lastNumber) ?? 0
  }

  /// Returns the ranks of the titles with some ids, in ascending order; ids that are not in the catalog are ignored.
  ///
  /// - Throws: `DatabaseError`, `CancellationError`.
  func ranks(of ids: Set<UInt32>) throws -> [UInt32] {
    guard ids.count <= Self.maximumSearched else { return try allRanks(of: ids) }
    var idsByKey: [UInt64: Set<UInt32>] = [:]
    for id in ids {
      if let key = try sortKey(of: id) { idsByKey[key, default: []].insert(id) }
    }
    return try idsByKey.flatMap { try ranks(of: $0.value, sortKey: $0.key) }.sorted()
  }

  private func allRanks(of ids: Set<UInt32>) throws -> [UInt32] {
    let searched = NumberSet(ids)
    var ranks: [UInt32] = []
    try factReader.readAll { rank, facts in
      if searched.contains(facts.id) { ranks.append(rank) }
      return ranks.count < ids.count
    }
    return ranks
  }

  private func sortKey(of id: UInt32) throws -> UInt64? {
    try titleStatement.row(for: id) { row in
      guard let type = TitleType(rawValue: UInt8(truncatingIfNeeded: sqlite3_column_int64(row, 0))) else { return nil }
      let votes = UInt32(truncatingIfNeeded: sqlite3_column_int64(row, 1))
      return TitleFacts.sortKey(FactBlock.Facts(id: id, votes: votes, type: type))
    } ?? nil
  }

  /// Returns the ranks of those titles with a sort key that have some ids.
  private func ranks(of ids: Set<UInt32>, sortKey: UInt64) throws -> [UInt32] {
    var ranks: [UInt32] = []
    var number = try firstBlock(sortKey)
    var isAtEnd = false
    while !isAtEnd, ranks.count < ids.count, number < blockCount {
      try Task.checkCancellation()
      try read(number) { block in
        var last: FactBlock.Facts?
        for index in 0..<FactBlock.size {
          guard let facts = FactBlock.facts(block, at: index) else { break }
          if ids.contains(facts.id) { ranks.append(UInt32(number * FactBlock.size + index)) }
          last = facts
        }
        isAtEnd = last.map { TitleFacts.sortKey($0) > sortKey } ?? false
      }
      number += 1
    }
    return ranks
  }

  /// Returns the number of the first block that may have titles with a sort key.
  private func firstBlock(_ sortKey: UInt64) throws -> Int {
    // The blocks from `lower` to `upper` are left; the titles before them are more popular.
    var (lower, upper) = (0, max(0, blockCount - 1))
    while lower < upper {
      let middle = (lower + upper + 1) / 2
      let first = try read(middle) { FactBlock.facts($0, at: 0) } ?? nil
      if let first, TitleFacts.sortKey(first) < sortKey { lower = middle } else { upper = middle - 1 }
    }
    return lower
  }

  /// Returns what a closure returns for the bytes of a block, counted from 0; `nil` if the catalog lacks the block.
  private func read<Value>(_ number: Int, _ body: (UnsafeRawBufferPointer) throws -> Value) throws -> Value? {
    try blockStatement.row(for: UInt32(number) + 1) { try body($0.blob(0)) }
  }
}
