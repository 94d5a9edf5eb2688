import FilmzDomain
import FilmzFiles
import GRDB

/// The connection to a collection, with its film cache attached as `cache`.
///
/// What SQLite reports becomes a ``StoreError`` that names the file at fault. A damaged film cache is
/// made anew; a collection that was found damaged takes no change any more.
final class StoreConnection: Sendable {
  /// The file that a command is about; errors of the disk name it.
  enum File {
    case collection
    case filmCache
  }

  let database: any DatabaseWriter
  private let path: String
  /// The film cache's file; `nil` if the memory stands in for it.
  private let cachePath: String?
  private let health: CollectionHealth
  /// Writes into the log what SQLite reported; messages hold none of it.
  private let log: @Sendable (String) -> Void
  private let warn: @Sendable (Warning) -> Void

  init(
    database: any DatabaseWriter, path: String, cachePath: String? = nil,
    health: CollectionHealth? = nil,
    log: @escaping @Sendable (String) -> Void = { _ in },
    warn: @escaping @Sendable (Warning) -> Void = { _ in }
  ) {
    self.database = database
    self.path = path
    self.cachePath = cachePath
    self.health = health ?? CollectionHealth(path: path, mark: nil)
    self.log = log
    self.warn = warn
  }

  /// Works with the database; a second time if the film cache was damaged and made anew.
  ///
  /// - Throws: A ``StoreError``, `CancellationError`, or what the body throws.
  func perform<Value>(
    _ file: File = .collection, _ body: (Database) throws -> Value
  ) async throws -> Value {
    do {
      return try await database.performSync(body)
    } catch let error where Self.mayMeanDamage(error) {
      logDamage(error)
      return try await performAgain(file, after: error, body)
    } catch {
      throw map(error, file)
    }
  }

  private func performAgain<Value>(
    _ file: File, after error: any Error, _ body: (Database) throws -> Value
  ) async throws -> Value {
    do {
      guard try await database.performSync({ try repairCache($0, after: error) }) else {
        throw error
      }
      return try await database.performSync(body)
    } catch let error as DatabaseError where error.mayBeOfStatement {
      // Both files are as they were made: it is the statement.
      throw map(error, file)
    } catch let error where Self.mayMeanDamage(error) {
      logDamage(error)
      throw foundDamage()
    } catch {
      throw map(error, file)
    }
  }

  /// Changes the collection in one transaction.
  ///
  /// - Throws: As ``perform(_:_:)``; the ``StoreError`` of a collection that was found damaged.
  func change<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    try requireSound()
    do {
      let value = try await perform { try $0.writeTransaction(body) }
      health.isUnsynchronized = true
      return value
    } catch StoreError.diskFull(let path, _) {
      // SQLite has rolled the transaction back.
      throw StoreError.diskFull(path: path, isUnchanged: true)
    }
  }

  /// Runs a check of one of the files, which mends nothing.
  ///
  /// - Returns: What the check found, or the error of SQLite if that means damage.
  /// - Throws: A ``StoreError`` that names the file, or `CancellationError`.
  func check(_ file: File, _ body: (Database) throws -> String?) async throws -> String? {
    do {
      return try await database.performSync { try $0.readTransaction(body) }
    } catch let error as DatabaseError where error.meansAlteration {
      return error.message ?? "it cannot be read"
    } catch {
      throw map(error, file)
    }
  }

  // MARK: - Damage

  /// Notes that the collection is damaged.
  ///
  /// - Returns: The error for the user.
  func foundDamage() -> StoreError {
    let error = StoreError.damaged(path)
    health.noteDamage(error)
    return error
  }

  /// Throws the error of a collection that was found damaged.
  func requireSound() throws(StoreError) {
    if let damage = health.damage { throw damage }
  }

  private static func mayMeanDamage(_ error: any Error) -> Bool {
    error is RowDecodingError || error is DamagedRowError
      || (error as? DatabaseError)?.meansAlteration == true
  }

  /// Makes the film cache anew, unless the collection is what is damaged, or the statement is wrong.
  ///
  /// - Returns: `false` if the film cache is not at fault.
  /// - Throws: The ``StoreError`` of a damaged collection.
  private func repairCache(_ db: Database, after error: any Error) throws -> Bool {
    do {
      let isCollection = (error as? DamagedRowError)?.file == .collection
      guard try !isCollection && CollectionSchema.isSound(db) else { throw foundDamage() }
    } catch let error as DatabaseError where error.meansAlteration {
      throw foundDamage()
    }
    if (error as? DatabaseError)?.mayBeOfStatement == true,
      (try? FilmCacheSchema.isSound(db)) == true
    {
      return false
    }
    try db.execute(sql: "DETACH DATABASE cache")
    if let cachePath, !PrivateFile.failsToRead(cachePath) {
      try FilmCacheSchema.attachNew(cachePath, to: db)
      warn(.damagedCache(cachePath))
    } else {
      try FilmCacheSchema.attach(FilmCacheSchema.memory, to: db)
    }
    return true
  }

  // MARK: - Errors

  /// Writes into the log why something is taken for damaged; no values of rows.
  private func logDamage(_ error: any Error) {
    let reason = (error as? DatabaseError).map(Self.description) ?? "a row cannot be read"
    log("\(path) or its film cache: \(reason)")
  }

  private static func description(_ error: DatabaseError) -> String {
    "SQLite error \(error.extendedResultCode.rawValue): \(error.message ?? "") in \(error.sql ?? "?")"
  }

  private func map(_ error: any Error, _ file: File) -> any Error {
    guard let error = error as? DatabaseError else { return error }
    if error.resultCode == .SQLITE_INTERRUPT { return CancellationError() }
    log("\(path): \(Self.description(error))")
    return StoreError.wording(error, path: file == .filmCache ? cachePath ?? path : path)
  }
}

extension Warning {
  /// The film cache was damaged, and is empty now.
  static func damagedCache(_ path: String) -> Warning {
    .trouble(
      "the film cache \(path) was damaged and was made anew; nothing of yours was in it, and facts"
        + " are fetched again when they are needed")
  }
}

extension DatabaseError {
  /// Whether it says that a file is no database, or a broken one.
  var meansDamage: Bool { resultCode == .SQLITE_CORRUPT || resultCode == .SQLITE_NOTADB }

  /// Whether it says that, or that a table or a value is not as it was made: somebody else wrote to
  /// the file.
  var meansAlteration: Bool { meansDamage || mayBeOfStatement }

  /// Whether it may also come of a wrong statement: an unknown table or column, invalid JSON, or a value
  /// that a table does not take.
  var mayBeOfStatement: Bool {
    resultCode == .SQLITE_ERROR || extendedResultCode == .SQLITE_CONSTRAINT_DATATYPE
      || extendedResultCode == .SQLITE_CONSTRAINT_NOTNULL
  }
}

extension Database {
  /// What one of SQLite's checks found; `nil` if it found nothing.
  func verdict(of check: String) throws -> String? {
    let verdict = try String.fetchOne(self, sql: check)
    guard verdict != "ok" else { return nil }
    return verdict?.split(whereSeparator: \.isNewline).last.map(String.init) ?? "no answer"
  }

  /// The statements that made the tables, indexes and triggers of a database of this connection.
  func definitions(in schema: String) throws -> Set<String> {
    let sql = """
      SELECT sql FROM \(schema).sqlite_schema WHERE sql IS NOT NULL AND tbl_name <> 'grdb_migrations'
      """
    return Set(try String.fetchAll(self, sql: sql))
  }
}
