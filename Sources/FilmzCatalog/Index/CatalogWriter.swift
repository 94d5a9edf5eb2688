import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// Writes a catalog to a file that no other process uses yet, or to memory.
actor CatalogWriter {
  private let database: DatabaseQueue
  /// The path of the file or, for a catalog in memory, a name, for error messages.
  private let path: String

  /// Creates a catalog file, or a catalog in memory if the path is `nil`.
  ///
  /// - Throws: ``CatalogError/unusableFolder(path:reason:)`` if the disk is full,
  ///   ``CatalogError/cannotWrite(path:reason:)`` if another error occurs.
  init(path: String?) throws {
    self.path = path ?? "the starter catalog"
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      // The file is discarded after a failure, so it need not be consistent after a crash.
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
      throw Self.catalogError(error, self.path)
    }
  }

  /// Returns the connection, through which a completed catalog in memory can be read.
  func connection() -> DatabaseQueue { database }

  /// Writes titles; a title that has been written already is ignored.
  func insert(_ batch: NamedRows<TitleRow>) throws {
    guard !batch.rows.isEmpty else { return }
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO title VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")
      try batch.bytes.withUnsafeBytes { bytes in
        for row in batch.rows { try Self.insert(row, bytes, statement.sqliteStatement) }
      }
    }
  }

  private static func insert(_ row: TitleRow, _ bytes: UnsafeRawBufferPointer, _ statement: SQLiteStatement) throws {
    sqlite3_bind_int64(statement, 1, Int64(row.facts.id))
    statement.bind(text: UnsafeRawBufferPointer(rebasing: bytes[row.title]), at: 2)
    if row.original.isEmpty {
      sqlite3_bind_null(statement, 3)
    } else {
      statement.bind(text: UnsafeRawBufferPointer(rebasing: bytes[row.original]), at: 3)
    }
    sqlite3_bind_int64(statement, 4, Int64(row.facts.type.rawValue))
    sqlite3_bind_int64(statement, 5, Int64(row.facts.year))
    sqlite3_bind_int64(statement, 6, Int64(row.endYear))
    sqlite3_bind_int64(statement, 7, Int64(row.facts.runtime))
    sqlite3_bind_int64(statement, 8, Int64(row.facts.genres))
    sqlite3_bind_int64(statement, 9, Int64(row.facts.rating))
    sqlite3_bind_int64(statement, 10, Int64(row.facts.votes))
    try step(statement)
  }

  /// Executes a statement whose arguments have been bound.
  static func step(_ statement: SQLiteStatement) throws {
    let code = sqlite3_step(statement)
    sqlite3_reset(statement)
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Binds blobs to consecutive parameters of a statement, beginning with the parameter `first`, and
  /// executes the statement.
  static func insert(_ blobs: [[UInt8]], _ statement: SQLiteStatement, from first: CInt = 1) throws {
    for (offset, blob) in blobs.enumerated() { statement.bind(blob, at: first + CInt(offset)) }
    try step(statement)
  }

  /// Writes the series, season, and number of episodes; an episode that has been written already is
  /// ignored.
  func insert(_ episodes: [EpisodeRow]) throws {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO episode VALUES (?, ?, ?, ?)")
      for row in episodes {
        let numbers = [Int64(row.id), Int64(row.series), Int64(row.season), Int64(row.number)]
        for (offset, number) in numbers.enumerated() {
          sqlite3_bind_int64(statement.sqliteStatement, CInt(1 + offset), number)
        }
        try Self.step(statement.sqliteStatement)
      }
    }
  }

  /// Completes the file: writes the genres, the indexes, the version, and the summary if there is one.
  func finish(_ info: CatalogInfo?, genres: [String]) throws {
    try write { db in
      for (bit, name) in genres.enumerated() {
        try db.execute(sql: "INSERT INTO genre VALUES (?, ?)", arguments: [bit, name])
      }
      if let info {
        let content = try JSONEncoder().encode(info)
        try db.execute(sql: "INSERT INTO summary VALUES (?)", arguments: [String(decoding: content, as: UTF8.self)])
      }
      try db.execute(sql: CatalogSchema.indexes)
      try db.execute(
        sql: """
          PRAGMA user_version = \(CatalogSchema.version);
          PRAGMA application_id = \(CatalogSchema.applicationID);
          """)
    }
  }

  /// Closes the file.
  func close() throws { try convertingErrors { try database.close() } }

  /// Writes in one transaction.
  ///
  /// - Throws: ``CatalogError``, `CancellationError`.
  func write(_ body: (Database) throws -> Void) throws {
    try convertingErrors { try database.write { try body($0) } }
  }

  private func convertingErrors(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as CancellationError {
      throw error
    } catch {
      throw Self.catalogError(error, path)
    }
  }

  private static func catalogError(_ error: any Error, _ path: String) -> CatalogError {
    if let error = error as? CatalogError { return error }
    guard let error = error as? DatabaseError else { return .cannotWrite(path: path, reason: "it cannot be encoded") }
    let reason =
      switch error.resultCode {
      case .SQLITE_FULL: "the disk is full; free some space"
      case .SQLITE_CANTOPEN: "it cannot be created; check the permissions of its folder"
      case .SQLITE_IOERR: "an I/O error occurred"
      default: "a database error occurred"
      }
    return error.resultCode == .SQLITE_FULL
      ? .unusableFolder(path: path, reason: reason) : .cannotWrite(path: path, reason: reason)
  }
}

extension CatalogWriter {
  /// Writes local titles; if local titles of a title have been written already, the new ones are appended
  /// to them.
  func insert(_ batch: LocalTitleBatch) throws {
    guard !batch.rows.isEmpty else { return }
    try write { db in
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO localTitle VALUES (?, ?)
          ON CONFLICT (title) DO UPDATE SET titles = titles || char(10) || excluded.titles
          """)
      for row in batch.rows {
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.title))
        try row.names.withUnsafeBytes { bytes in
          statement.sqliteStatement.bind(text: bytes, at: 2)
          try Self.step(statement.sqliteStatement)
        }
      }
    }
  }

  /// Writes credits of titles; if credits of a title have been written already, the new ones are
  /// appended to them.
  func insert(credits: [(title: UInt32, credits: [UInt8])]) throws {
    try write { db in
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO credits VALUES (?, ?)
          ON CONFLICT (title) DO UPDATE SET people = CAST(people || excluded.people AS BLOB)
          """)
      for row in credits {
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.title))
        try Self.insert([row.credits], statement.sqliteStatement, from: 2)
      }
    }
  }

  /// Writes the names of people; a person who has been written already is ignored.
  func insert(_ batch: NamedRows<PersonRow>) throws {
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT OR IGNORE INTO person VALUES (?, ?)")
      try batch.bytes.withUnsafeBytes { bytes in
        for row in batch.rows {
          sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.id))
          let name = UnsafeRawBufferPointer(rebasing: bytes[row.name])
          statement.sqliteStatement.bind(text: name, at: 2)
          try Self.step(statement.sqliteStatement)
        }
      }
    }
  }

  /// Writes the filmographies of all people, and the index of their names.
  func insert(_ people: CreditsBuilder) throws {
    var people = people
    try write { db in
      let statement = try db.cachedStatement(sql: "INSERT INTO filmography VALUES (?, ?)")
      try people.drain { person, postings in
        if person % 1024 == 0 { try Task.checkCancellation() }
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(person))
        try Self.insert([TermBlock.encodedPostings(postings)], statement.sqliteStatement, from: 2)
      }
    }
    try insert(people.log, as: .people)
  }
}
