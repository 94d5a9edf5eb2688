import FilmzDomain
import FilmzFiles
import GRDB

/// The connection to a collection, with its film cache attached as `cache`.
///
/// Errors of SQLite are mapped to a ``StoreError`` that names the file at fault. A damaged film cache is
/// recreated; a collection that SQLite's check has found to be damaged is not changed any more.
final class StoreConnection: Sendable {
  /// The file that an access mainly uses.
  ///
  /// Errors contain the path of this file.
  enum File {
    case collection
    case filmCache
  }

  let database: any DatabaseWriter
  private let path: String
  /// The path of the film cache's file; `nil` if the cache is in memory.
  private let cachePath: String?
  private let health: CollectionHealth
  /// Writes SQLite's error messages to the log; messages to the user do not contain them.
  private let log: @Sendable (String) -> Void
  private let warn: @Sendable (Warning) -> Void

  init(
    database: any DatabaseWriter, path: String, cachePath: String? = nil, health: CollectionHealth? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in }, warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    (self.database, self.path, self.cachePath) = (database, path, cachePath)
    self.health = health ?? CollectionHealth(path: path, damageFile: nil)
    self.log = log
    self.warn = warn
  }

  /// Runs a closure with the database.
  ///
  /// If the closure fails because the list index or the film cache is damaged, empties the index or recreates the
  /// cache, and runs the closure again.
  ///
  /// - Throws: A ``StoreError``, `CancellationError`, or an error of the closure.
  func perform<Value>(_ file: File = .collection, _ body: (Database) throws -> Value) async throws -> Value {
    do {
      return try await database.performOnCallingThread(body)
    } catch let error where Self.indicatesDamage(error) {
      logDamage(error)
      return try await repairAndRetry(file, after: error, body)
    } catch {
      throw map(error, file)
    }
  }

  /// Repairs the film cache after an error that indicates damage, and runs a closure again.
  private func repairAndRetry<Value>(
    _ file: File, after error: any Error, _ body: (Database) throws -> Value
  ) async throws -> Value {
    if let value = try await retryWithNewIndex(after: error, body) { return value }
    do {
      guard try await database.performOnCallingThread({ try repairCache($0, after: error) }) else { throw error }
      return try await database.performOnCallingThread(body)
    } catch let error as DatabaseError where error.isSchemaMismatch {
      // Both files are intact, so the statement is wrong.
      throw map(error, file)
    } catch let error where Self.indicatesDamage(error) {
      logDamage(error)
      throw try await database.performOnCallingThread { try damage(in: $0) ?? unreadableRow }
    } catch {
      throw map(error, file)
    }
  }

  /// Runs a closure again with an empty list index, if it failed because of a row that cannot be read.
  ///
  /// - Returns: `nil` if it failed for another reason, or fails again.
  private func retryWithNewIndex<Value>(
    after error: any Error, _ body: (Database) throws -> Value
  ) async throws -> Value? {
    guard error is RowDecodingError || (error as? DamagedRowError)?.file == .filmCache else { return nil }
    do {
      return try await database.performOnCallingThread { db in
        try db.cacheWriteTransaction(FilmCacheSchema.emptyListIndex)
        return try body(db)
      }
    } catch let error where Self.indicatesDamage(error) || error is DatabaseError {
      logDamage(error)
      return nil
    }
  }

  /// Runs a closure in a write transaction on the collection.
  ///
  /// - Throws: If the collection was found to be damaged, the ``StoreError`` that reports it; otherwise the
  ///   errors of ``perform(_:_:)``.
  func write<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    try requireIntact()
    do {
      let value = try await perform { try $0.writeTransaction(body) }
      health.hasUnflushedChanges = true
      return value
    } catch StoreError.diskFull(let path, _) {
      // SQLite has rolled the transaction back.
      throw StoreError.diskFull(path: path, isUnchanged: true)
    }
  }

  /// Runs a closure that checks one of the files; the file is not repaired.
  ///
  /// - Returns: The damage that the check reports. If the check fails with an error that indicates damage,
  ///   SQLite's message. `nil` if there is no damage.
  /// - Throws: A ``StoreError`` that names the file, or `CancellationError`.
  func check(_ file: File, _ body: (Database) throws -> String?) async throws -> String? {
    do {
      return try await database.performOnCallingThread { try $0.readTransaction(body) }
    } catch let error as DatabaseError where error.isCorruptionOrSchemaMismatch {
      return error.message ?? "it cannot be read"
    } catch {
      throw map(error, file)
    }
  }

  // MARK: - Damage

  /// Checks the collection; returns the error to throw if it is damaged, or `nil`.
  private func damage(in db: Database) throws -> StoreError? {
    do {
      return try CollectionSchema.isIntact(db) ? nil : markAsDamaged()
    } catch let error as DatabaseError where error.isCorruptionOrSchemaMismatch {
      return markAsDamaged()
    }
  }

  private var unreadableRow: StoreError { .unreadableRow(path: path) }

  /// Records that the collection is damaged, and returns the error to throw.
  func markAsDamaged() -> StoreError {
    let error = StoreError.damaged(path)
    health.recordDamage(error)
    return error
  }

  /// Throws an error if the collection was found to be damaged.
  func requireIntact() throws(StoreError) { if let damage = health.damage { throw damage } }

  private static func indicatesDamage(_ error: any Error) -> Bool {
    error is RowDecodingError || error is DamagedRowError
      || (error as? DatabaseError)?.isCorruptionOrSchemaMismatch == true
  }

  /// Recreates the film cache after an error that indicates damage, if the collection is intact.
  ///
  /// If the cache's file cannot be read, it is left unchanged, and an empty cache in memory is used.
  ///
  /// - Returns: `false` if the error is a schema mismatch although both files are intact. Then the statement
  ///   is wrong, and the cache was not recreated.
  /// - Throws: The ``StoreError`` of a damaged collection.
  private func repairCache(_ db: Database, after error: any Error) throws -> Bool {
    if let damage = try damage(in: db) { throw damage }
    if (error as? DamagedRowError)?.file == .collection { throw unreadableRow }
    if (error as? DatabaseError)?.isSchemaMismatch == true, (try? FilmCacheSchema.isIntact(db)) == true { return false }
    try db.execute(sql: "DETACH DATABASE cache")
    if let cachePath, !PrivateFile.hasReadError(cachePath) {
      try FilmCacheSchema.attachEmptyCache(replacing: cachePath, to: db)
      warn(.damagedCache(cachePath))
    } else {
      try FilmCacheSchema.attach(FilmCacheSchema.memory, to: db)
    }
    return true
  }

  // MARK: - Errors

  /// Writes to the log why a file is considered damaged.
  ///
  /// The text contains no values of rows.
  private func logDamage(_ error: any Error) {
    let reason = (error as? DatabaseError).map(Self.description) ?? "a row cannot be read"
    log("\(path) or its film cache: \(reason)")
  }

  private static func description(_ error: DatabaseError) -> String {
    "SQLite error \(error.extendedResultCode.rawValue): \(error.message ?? "") in \(error.sql ?? "?")"
  }

  /// Returns the error to throw for an error that occurred in an access to a file.
  private func map(_ error: any Error, _ file: File) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    if error.resultCode == .SQLITE_INTERRUPT { return CancellationError() }
    log("\(path): \(Self.description(error))")
    return StoreError(error, path: file == .filmCache ? cachePath ?? path : path)
  }
}

extension Warning {
  /// The film cache was damaged and has been replaced by an empty one.
  static func damagedCache(_ path: String) -> Warning {
    .problem(
      "the film cache \(path) was damaged and has been recreated; it held none of your data, and facts"
        + " are fetched again when needed")
  }
}

extension DatabaseError {
  /// `true` if a file is not a database, or a damaged one.
  var isCorruption: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }

  /// `true` if a file is locked or cannot be written.
  var isFileUnavailable: Bool {
    [.SQLITE_BUSY, .SQLITE_READONLY, .SQLITE_FULL, .SQLITE_IOERR, .SQLITE_CANTOPEN].contains(resultCode)
  }

  /// `true` if the file is damaged, or its schema or values may have been altered by another program.
  var isCorruptionOrSchemaMismatch: Bool { isCorruption || isSchemaMismatch }

  /// `true` if the schema or a value does not match a statement: an unknown table or column, invalid
  /// JSON, or a value that violates a column's constraints.
  ///
  /// Either another program has altered the file, or the statement is wrong.
  var isSchemaMismatch: Bool {
    resultCode == .SQLITE_ERROR || extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE
      || extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL
  }
}

extension Database {
  /// Runs one of SQLite's checks and returns the damage it reports, or `nil` if there is none.
  func integrityCheck(_ check: String) throws -> String? {
    let result = try String.fetchOne(self, sql: check)
    guard result != "ok" else { return nil }
    return result?.split(whereSeparator: \.isNewline).last.map(String.init) ?? "the check returned no result"
  }

  /// Returns the SQL of the tables, indexes, and triggers of a database, without the table of the migrations.
  func definitions(in schema: String) throws -> Set<String> {
    let sql = "SELECT sql FROM \(schema).sqlite_schema WHERE sql IS NOT NULL AND tbl_name <> 'grdb_migrations'"
    return Set(try String.fetchAll(self, sql: sql))
  }
}
