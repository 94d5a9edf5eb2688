import GRDB

extension CollectionSchema {
  /// Verifies that an opened file is a collection and, unless `isReadOnly` is `true`, migrates it to the newest
  /// version.
  ///
  /// The caller must hold the lock on the file's folder, so that only one process migrates the file.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be used as a collection, or has no tables although there is a
  ///   backup; nothing is written then. `SQLITE_READONLY` if `isReadOnly` is `true` and the file needs a migration; any
  ///   other `DatabaseError`.
  static func prepare(_ queue: DatabaseQueue, path: String, isReadOnly: Bool = false) throws {
    let migrator = migrator
    let (isCurrent, usesWAL) = try queue.inDatabase { db in
      try db.readTransaction { db in
        let hasID = try requireCollection(db, path: path)
        let applied = try appliedMigrations(db)
        if applied.isEmpty, path != memory, try Int.fetchOne(db, sql: tableCountSQL) == 0,
          let error = StoreError.lost(path)
        {
          throw error
        }
        guard !applied.contains(prereleaseMigration) else { throw StoreError.olderCollection(path: path) }
        let known = migrator.migrations
        guard applied.allSatisfy(known.contains) else { throw StoreError.newerCollection(path: path) }
        let isCurrent = hasID && known.allSatisfy(applied.contains)
        return (isCurrent, try String.fetchOne(db, sql: "PRAGMA main.journal_mode") == "wal")
      }
    }
    guard !isReadOnly else {
      // A collection of an older version cannot be migrated without writing.
      if !isCurrent { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      return
    }
    if !usesWAL, path != memory { try queue.inDatabase { try $0.execute(sql: "PRAGMA main.journal_mode = WAL") } }
    if !isCurrent { try migrator.migrate(queue) }
  }

  /// Returns whether a file has a collection's application id; an empty file may have none.
  ///
  /// - Throws: ``StoreError/foreign(_:)`` if the file is another program's.
  private static func requireCollection(_ db: Database, path: String) throws -> Bool {
    let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
    if id == applicationID { return true }
    guard try id == 0 && Int.fetchOne(db, sql: tableCountSQL) == 0 else { throw StoreError.foreign(path) }
    return false
  }

  /// Returns the identifiers of the migrations that were applied to a file.
  ///
  /// The methods of `DatabaseMigrator` are slower, because each of them reads the names of all tables and indexes.
  private static func appliedMigrations(_ db: Database) throws -> [String] {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.sqlite_schema WHERE name = 'grdb_migrations')"
    guard try Bool.fetchOne(db, sql: sql) == true else { return [] }
    return try String.fetchAll(db, sql: "SELECT identifier FROM main.grdb_migrations")
  }

  /// Returns whether a file passes SQLite's full integrity check and has the expected schema.
  static func isIntact(_ db: Database) throws -> Bool {
    try db.integrityCheck("PRAGMA main.integrity_check(1)") == nil && hasExpectedSchema(db)
  }

  /// Returns whether all tables and indexes have their original definitions.
  ///
  /// A file of an older version is not checked; the result is `true`.
  static func hasExpectedSchema(_ db: Database) throws -> Bool {
    guard try migrator.hasCompletedMigrations(db) else { return true }
    let reference = try DatabaseQueue()
    try migrator.migrate(reference)
    return try reference.read { try $0.definitions(in: "main") }.isSubset(of: db.definitions(in: "main"))
  }

  /// The path of a collection in memory.
  static let memory = ":memory:"

  /// Returns whether a version before the first release created the file.
  ///
  /// The journal of such a file cannot be read.
  static func isPrerelease(_ db: Database) throws -> Bool { try appliedMigrations(db).contains(prereleaseMigration) }

  private static let prereleaseMigration = "v1"

  /// The SQL that counts the tables and indexes, except the table of the migrations.
  ///
  /// If a process was killed while it created the collection, the file may only have the table of the
  /// migrations.
  private static let tableCountSQL = """
    SELECT count(*) FROM main.sqlite_schema
    WHERE tbl_name <> 'grdb_migrations' AND name NOT LIKE 'sqlite_%'
    """
}
