import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// Writes a catalog file that nobody else knows of yet.
actor CatalogWriter {
  private let database: DatabaseQueue
  private let path: String

  /// Makes a file, or a catalog in memory without a path.
  ///
  /// - Throws: ``CatalogError/cannotWrite(path:reason:)``.
  init(path: String?) throws(CatalogError) {
    self.path = path ?? "the starter catalog"
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // Where this fails the file is thrown away: nothing needs to be proof against a crash.
      try db.execute(
        sql: """
          PRAGMA page_size = 8192; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
          PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -8000;
          """)
    }
    do {
      database =
        try path.map { try DatabaseQueue(path: $0, configuration: configuration) }
        ?? DatabaseQueue(configuration: configuration)
      try database.write { try $0.execute(sql: CatalogSchema.tables) }
    } catch {
      throw Self.failure(error, self.path)
    }
  }

  /// The catalog, when all is written.
  func connection() -> DatabaseQueue { database }

  /// Writes titles; one that is there already stays as it is.
  func insert(_ batch: TitleBatch) throws(CatalogError) {
    guard !batch.rows.isEmpty else { return }
    try write { db in
      let statement = try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO title VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      try batch.bytes.withUnsafeBytes { bytes in
        for row in batch.rows { try Self.insert(row, bytes, statement.sqliteStatement) }
      }
    }
  }

  private static func insert(
    _ row: TitleRow, _ bytes: UnsafeRawBufferPointer, _ statement: SQLiteStatement
  ) throws {
    func text(_ index: CInt, _ range: Range<Int>) {
      let start = bytes.baseAddress?.advanced(by: range.lowerBound)
      // The bytes outlive the step, so that SQLite need not copy them.
      sqlite3_bind_text(
        statement, index, start?.assumingMemoryBound(to: CChar.self), CInt(range.count), nil)
    }
    sqlite3_bind_int64(statement, 1, Int64(row.facts.id))
    text(2, row.title)
    if row.original.isEmpty { sqlite3_bind_null(statement, 3) } else { text(3, row.original) }
    let numbers = [
      Int64(row.facts.type.rawValue), Int64(row.facts.year), Int64(row.endYear),
      Int64(row.runtime), Int64(row.facts.genres), Int64(row.facts.rating),
      Int64(row.facts.votes),
    ]
    for (offset, number) in numbers.enumerated() {
      sqlite3_bind_int64(statement, CInt(4 + offset), number)
    }
    try step(statement)
  }

  /// Runs a statement whose values are bound.
  private static func step(_ statement: SQLiteStatement) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Writes the facts of all titles in the order of their rank.
  func insert(_ facts: TitleFacts, order: [UInt64]) throws(CatalogError) {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO factBlock (facts) VALUES (?)")
      for start in stride(from: 0, to: order.count, by: FactBlock.size) {
        var block = FactBlock()
        for entry in order[start..<min(start + FactBlock.size, order.count)] {
          block.add(facts[Int(UInt32(truncatingIfNeeded: entry))])
        }
        try Self.insert([block.bytes], statement.sqliteStatement)
      }
    }
  }

  /// Which of the two indexes words are written to.
  enum Index: String {
    case titles = "titleTerm"
    case people = "personTerm"
  }

  /// Writes all words of an index, and those that may be mistyped: of documents below `known`.
  func insert(
    _ log: PostingLog, as index: Index, numbering: [UInt32]? = nil, spelledBelow known: UInt32 = 0
  ) throws(CatalogError) {
    var log = log
    var spelling: [Int: (row: Int, block: SpellingBlock)] = [:]
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
        if block.isFull { try flush() }
        let best = UInt32(truncatingIfNeeded: postings[0] >> 8)
        if best < known { try Self.insert(word, rank: best, into: &spelling, db) }
      }
      try flush()
      for (length, (row, block)) in spelling { try Self.insert(block, length, row, db) }
    }
  }

  private static func insert(
    _ word: ArraySlice<UInt8>, rank: UInt32,
    into spelling: inout [Int: (row: Int, block: SpellingBlock)], _ db: Database
  ) throws {
    // Bytes that continue a letter do not count.
    let length = word.reduce(0) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
    guard SpellingBlock.lengths.contains(length), word.contains(where: { $0 > 0x39 }) else {
      return
    }
    var (row, block) = spelling[length] ?? (0, SpellingBlock())
    spelling[length] = nil
    block.add(word, rank: rank)
    if block.isFull {
      try insert(block, length, row, db)
      (row, block) = (row + 1, SpellingBlock())
    }
    spelling[length] = (row, block)
  }

  private static func insert(
    _ block: SpellingBlock, _ length: Int, _ row: Int, _ db: Database
  ) throws {
    let statement = try db.cachedStatement(sql: "INSERT INTO spelling VALUES (?, ?)")
    sqlite3_bind_int64(
      statement.sqliteStatement, 1, Int64(SpellingBlock.rows(length).lowerBound + row))
    try insert([block.bytes], statement.sqliteStatement, from: 2)
  }

  private static func insert(
    _ blobs: [[UInt8]], _ statement: SQLiteStatement, from first: CInt = 1
  ) throws {
    for (offset, blob) in blobs.enumerated() {
      // SQLITE_TRANSIENT is a cast that Swift does not see; an empty blob has no address.
      let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
      sqlite3_bind_blob64(
        statement, first + CInt(offset), blob, sqlite3_uint64(blob.count), transient)
    }
    try step(statement)
  }

  /// Writes which episodes of which series titles are.
  func insert(_ episodes: [EpisodeRow]) throws(CatalogError) {
    try write { db in
      let statement = try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO episode VALUES (?, ?, ?, ?)")
      for row in episodes {
        let numbers = [Int64(row.id), Int64(row.series), Int64(row.season), Int64(row.number)]
        for (offset, number) in numbers.enumerated() {
          sqlite3_bind_int64(statement.sqliteStatement, CInt(1 + offset), number)
        }
        try Self.step(statement.sqliteStatement)
      }
    }
  }

  /// Writes people of titles, behind those that are there already.
  func insert(_ batch: CreditBatch) throws(CatalogError) {
    try write { db in
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO credits VALUES (?, ?)
          ON CONFLICT (title) DO UPDATE SET people = CAST(people || excluded.people AS BLOB)
          """)
      for row in batch.rows {
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.title))
        try Self.insert([row.people], statement.sqliteStatement, from: 2)
      }
    }
  }

  /// Writes the names of people.
  func insert(_ batch: PersonBatch) throws(CatalogError) {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO person VALUES (?, ?)")
      try batch.bytes.withUnsafeBytes { bytes in
        for row in batch.rows {
          sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.id))
          let start = bytes.baseAddress?.advanced(by: row.name.lowerBound)
          sqlite3_bind_text(
            statement.sqliteStatement, 2, start?.assumingMemoryBound(to: CChar.self),
            CInt(row.name.count), nil)
          try Self.step(statement.sqliteStatement)
        }
      }
    }
  }

  /// Writes the titles of all people, and the words of their names.
  func insert(_ people: PeopleBuild) throws(CatalogError) {
    var people = people
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO career VALUES (?, ?)")
      try people.drain { person, postings in
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(person))
        try Self.insert(
          [TermBlock.postings(postings)], statement.sqliteStatement, from: 2)
      }
    }
    try insert(people.log, as: .people)
  }

  /// Writes what was counted, and makes the file whole.
  func finish(_ info: CatalogInfo, genres: [String]) throws(CatalogError) {
    try write { db in
      for (bit, name) in genres.enumerated() {
        try db.execute(sql: "INSERT INTO genre VALUES (?, ?)", arguments: [bit, name])
      }
      let content = String(decoding: try JSONEncoder().encode(CatalogSummary(info)), as: UTF8.self)
      try db.execute(sql: "INSERT INTO summary VALUES (?)", arguments: [content])
      try db.execute(sql: CatalogSchema.indexes)
      try db.execute(
        sql: """
          PRAGMA user_version = \(CatalogSchema.version);
          PRAGMA application_id = \(CatalogSchema.applicationID);
          """)
    }
  }

  /// Closes the file.
  func close() throws(CatalogError) {
    do { try database.close() } catch { throw Self.failure(error, path) }
  }

  private func write(_ body: (Database) throws -> Void) throws(CatalogError) {
    do { try database.write { try body($0) } } catch { throw Self.failure(error, path) }
  }

  private static func failure(_ error: any Error, _ path: String) -> CatalogError {
    if let error = error as? CatalogError { return error }
    guard let error = error as? DatabaseError else {
      return .cannotWrite(path: path, reason: "it cannot be encoded")
    }
    let reason =
      switch error.resultCode {
      case .SQLITE_FULL: "the disk is full"
      case .SQLITE_CANTOPEN: "it cannot be made; check the folder's rights"
      case .SQLITE_IOERR: "the disk refuses it"
      default: "the database refuses it"
      }
    return .cannotWrite(path: path, reason: reason)
  }
}
