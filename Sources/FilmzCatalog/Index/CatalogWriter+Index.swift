import GRDB
import GRDBSQLite

extension CatalogWriter {
  /// Writes the facts of all titles, ordered by rank.
  func insert(_ facts: TitleFacts, ranks: [UInt32]) throws {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO factBlock (facts) VALUES (?)")
      for start in stride(from: 0, to: facts.count, by: facts.windowSize) {
        let rankedFacts = try facts.ranked(start..<min(start + facts.windowSize, facts.count), ranks)
        try Task.checkCancellation()
        for first in stride(from: 0, to: rankedFacts.count, by: FactBlock.size) {
          var block = FactBlock()
          for titleFacts in rankedFacts[first..<min(first + FactBlock.size, rankedFacts.count)] {
            block.add(titleFacts)
          }
          try Self.insert([block.bytes], statement.sqliteStatement)
        }
      }
    }
  }

  /// An index of words; the raw value is the name of its table.
  enum Index: String {
    case titles = "titleTerm"
    case people = "personTerm"
  }

  /// Writes all words of an index, and the words of popular titles also for spelling correction.
  ///
  /// If `numbering` is given, each document is the number of a title, and is replaced with the title's rank,
  /// `numbering[document]`. Popular titles are those with ranks below `spellingRankLimit`.
  func insert(
    _ log: consuming PostingLog, as index: Index, numbering: [UInt32]? = nil, spellingRankLimit: UInt32 = 0
  ) throws {
    var log = log
    // For each word length: the number of rows written so far, and the block that is not full yet.
    var spellingBlocks: [Int: (row: Int, block: SpellingBlock)] = [:]
    try write { db in
      let statement = try db.cachedStatement(
        sql: "INSERT INTO \(index.rawValue) (first, terms, postings) VALUES (?, ?, ?)")
      var block = TermBlock()
      func flush() throws {
        guard !block.isEmpty else { return }
        try Self.insert([block.first, block.terms, block.postings], statement.sqliteStatement)
        block = TermBlock()
      }
      try log.drain(numbering: numbering) { word, postings in
        block.add(word, postings)
        if block.isFull {
          try Task.checkCancellation()
          try flush()
        }
        let bestRank = UInt32(truncatingIfNeeded: postings[0] >> 8)
        if bestRank < spellingRankLimit { try Self.insert(word, rank: bestRank, into: &spellingBlocks, db) }
      }
      try flush()
      for (length, (row, block)) in spellingBlocks { try Self.insert(block, length, row, db) }
    }
  }

  /// Adds a word to the block of its length, and writes the block if it is full.
  ///
  /// Ignores words of digits only, and words whose length is not in ``SpellingBlock/lengths``.
  private static func insert(
    _ word: ArraySlice<UInt8>, rank: UInt32,
    into spellingBlocks: inout [Int: (row: Int, block: SpellingBlock)], _ db: Database
  ) throws {
    // The length in scalars: continuation bytes of UTF-8 are not counted.
    let length = word.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard SpellingBlock.lengths.contains(length), word.contains(where: { $0 > 0x39 }) else { return }
    var (row, block) = spellingBlocks[length] ?? (0, SpellingBlock())
    // The block is removed from the dictionary; otherwise, changing the block would copy it.
    spellingBlocks[length] = nil
    block.add(word, rank: rank)
    if block.isFull {
      try insert(block, length, row, db)
      (row, block) = (row + 1, SpellingBlock())
    }
    spellingBlocks[length] = (row, block)
  }

  /// Writes a block as one of the rows that are reserved for a length; `row` counts from 0.
  private static func insert(_ block: SpellingBlock, _ length: Int, _ row: Int, _ db: Database) throws {
    let statement = try db.cachedStatement(sql: "INSERT INTO spelling VALUES (?, ?)")
    sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(SpellingBlock.rows(length).lowerBound + row))
    try insert([block.bytes], statement.sqliteStatement, from: 2)
  }
}
