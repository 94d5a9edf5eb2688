package import FilmzDomain
import FilmzFiles
import Foundation
import GRDB

// Sizes, checks, and upkeep of the database files of a home. Files that do not exist are left out.
extension CollectionDatabase {
  /// Returns the sizes of the files or, with `byTable`, of their tables.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  package nonisolated func usage(byTable: Bool) async throws -> [DatabaseUsage] {
    var usage: [DatabaseUsage] = []
    for file in try await files() { usage += try await file.usage(byTable: byTable) }
    return usage
  }

  /// Returns the indexes in the files.
  ///
  /// - Throws: A ``StoreError``, or `CancellationError`.
  package nonisolated func indexes() async throws -> [DatabaseIndex] {
    var indexes: [DatabaseIndex] = []
    for file in try await files() { indexes += try await file.indexes() }
    return indexes
  }

  /// Checks the files, and compares the tables of the collection with the journal.
  ///
  /// Other processes can change the files meanwhile. A collection that SQLite finds damaged is not changed any more.
  /// For the newest backup, the catalog, and the search indexes of own and imported records, SQLite does not compare
  /// indexes with their tables. The full check of a backup takes long, and the other files can be made again.
  ///
  /// - Returns: The problems; empty if everything is sound.
  /// - Throws: A ``StoreError`` if a file cannot be read, or `CancellationError`.
  package nonisolated func check() async throws -> [DatabaseFinding] {
    var findings = try await storeFindings()
    findings += try await self.findings(of: paths.catalog, .replaceCatalog)
    for index in [paths.recordIndex, paths.importedRecordIndex] {
      findings += try await self.findings(of: index, .deleteCache)
    }
    return try await findings + backupFindings()
  }

  /// Recreates the list index from the collection and the film cache and, if the tables of the collection differ
  /// from its journal, first these tables.
  ///
  /// The previous tables are kept in a backup.
  ///
  /// - Throws: A ``StoreError`` if a file cannot be written, or `CancellationError`.
  package func rebuildIndexes() async throws -> [RebuiltIndex] {
    // Throws an error with the reason if the files cannot be written, such as a full disk.
    if try hasCollection() { _ = try openForWriting() }
    _ = try openCacheForMaintenance()
    let store = try await openForReading().collection
    var rebuilt: [RebuiltIndex] = []
    if try await store.differsFromJournal() {
      let now = now()
      _ = try backUp(at: now)
      let rows = try await openForWriting(at: now).collection.rebuildTables()
      rebuilt.append((name: "collection", rows: rows))
    }
    let rows = try await store.recreateListIndex()
    return rebuilt + [(name: "list index", rows: rows)]
  }

  /// Removes unused space from the collection and the film cache.
  ///
  /// SQLite writes the new content in one transaction, so a file is either compacted or unchanged. The catalog
  /// is left as it is: it is written without unused space, and never changed.
  ///
  /// - Throws: A ``StoreError`` if a file is in use or cannot be written, or `CancellationError`.
  package nonisolated func compact() async throws -> [Compaction] {
    // Throws an error with the reason if the collection cannot be written, such as a full disk.
    if try await hasCollection() { try await openForWriting().collection.connection.requireIntact() }
    // SQLite cannot recreate the indexes of a table while a temporary view has its name.
    try await openForReading().collection.removeViewsOfShownFilms()
    var compactions: [Compaction] = []
    for file in try await files() {
      let before = file.bytes
      if file.schema != "main" || file.url == paths.collection { try await file.compact() }
      compactions.append(Compaction(file: file.name, before: before, after: file.bytes))
    }
    return compactions
  }

  /// Returns the collection, the film cache, the catalog, and the indexes of own and imported records.
  private nonisolated func files() async throws -> [DatabaseFile] {
    let source = try await querySource()
    var files: [DatabaseFile] = []
    if FileStatus(of: paths.collection) != nil { files.append(DatabaseFile(source.queue, "main", paths.collection)) }
    if source.cache != nil { files.append(DatabaseFile(source.queue, "cache", paths.filmCache)) }
    for url in [paths.catalog, paths.recordIndex, paths.importedRecordIndex]
    where FileStatus(of: url)?.isRegular == true {
      if let file = try? DatabaseFile(reading: url) { files.append(file) }
    }
    return files
  }

  // MARK: - Checks

  /// Returns the problems of the collection and of the film cache.
  private nonisolated func storeFindings() async throws -> [DatabaseFinding] {
    let source: QuerySource
    do {
      source = try await querySource()
    } catch let error as StoreError where error.isDamageOfCollection {
      let finding = DatabaseFinding(
        paths.collection.lastPathComponent, .integrity, "it is damaged, or not a collection", remedyForCollection)
      return try await [finding] + findings(of: paths.filmCache, .deleteCache)
    }
    let collectionFindings = FileStatus(of: paths.collection) == nil ? [] : try await collectionFindings(source.queue)
    guard source.cache != nil else { return collectionFindings }
    let cacheFindings = try await cacheFindings(source.queue)
    // Without a sound collection and cache, there is nothing to compare.
    guard collectionFindings.isEmpty, cacheFindings.isEmpty else { return collectionFindings + cacheFindings }
    return try await listIndexFindings()
  }

  private nonisolated var remedyForCollection: Remedy { backups.newest.map(Remedy.restore) ?? .copyCollection }

  private nonisolated func collectionFindings(_ queue: DatabaseQueue) async throws -> [DatabaseFinding] {
    let file = DatabaseFile(queue, "main", paths.collection)
    let remedy = remedyForCollection
    let problems = try await file.problems(of: "integrity_check")
    guard problems.isEmpty else {
      _ = try await openForReading().collection.connection.markAsDamaged()
      return problems.map { DatabaseFinding(file.name, .integrity, $0, remedy) }
    }
    let (findings, journal) = try await file.read { db in
      var findings = try file.referenceFindings(remedy, db)
      if try !CollectionSchema.hasExpectedSchema(db) {
        findings.insert(
          DatabaseFinding(file.name, .schema, "a table or an index is missing or was altered", remedy), at: 0)
      }
      return (findings, try JournalCheck(db, .standard))
    }
    return try findings + journal.findings(file: file.name, remedy: remedy)
  }

  private nonisolated func cacheFindings(_ queue: DatabaseQueue) async throws -> [DatabaseFinding] {
    let file = DatabaseFile(queue, "cache", paths.filmCache)
    let problems = try await file.problems(of: "integrity_check")
    guard problems.isEmpty else { return problems.map { DatabaseFinding(file.name, .integrity, $0, .deleteCache) } }
    return try await file.read { db in
      var findings: [DatabaseFinding] = []
      if try !FilmCacheSchema.hasExpectedSchema(db) {
        findings.append(
          DatabaseFinding(file.name, .schema, "a table or an index is missing or was altered", .deleteCache))
      }
      let unreadable = try FilmCacheSchema.countUnreadableFilms(db)
      if unreadable > 0 {
        findings.append(
          DatabaseFinding(file.name, .facts, "facts of \(unreadable.counted("film")) that cannot be read", .deleteCache)
        )
      }
      return findings
    }
  }

  private nonisolated func listIndexFindings() async throws -> [DatabaseFinding] {
    let count = try await openForReading().collection.countListIndexDifferences()
    guard count > 0 else { return [] }
    return [
      DatabaseFinding(
        paths.filmCache.lastPathComponent, .index, "\(count.counted("row")) of the list index outdated", .rebuild)
    ]
  }

  /// Returns the problems of a file that is not changed once it has been written.
  private nonisolated func findings(of url: URL, _ remedy: Remedy) async throws -> [DatabaseFinding] {
    guard FileStatus(of: url) != nil else { return [] }
    let name = url.lastPathComponent
    do {
      return try await DatabaseFile(reading: url).problems(of: "quick_check").map {
        DatabaseFinding(name, .integrity, $0, remedy)
      }
    } catch is DatabaseError {
      return [DatabaseFinding(name, .integrity, "it cannot be read", remedy)]
    }
  }

  /// Returns a problem for each backup that cannot be read, and the problems of the newest readable backup.
  private nonisolated func backupFindings() async throws -> [DatabaseFinding] {
    let backups = try backups.list()
    var findings = backups.filter { $0.films == nil }.map {
      DatabaseFinding($0.fileName, .integrity, "it cannot be read", .makeBackup)
    }
    if let newest = backups.first(where: { $0.films != nil }), let reader = try? self.backups.reader(of: newest.name) {
      let file = DatabaseFile(reader, "main", self.backups.file(of: newest.name))
      findings += try await file.problems(of: "quick_check").map {
        DatabaseFinding(newest.fileName, .integrity, $0, .makeBackup)
      }
    }
    return findings
  }
}

extension StoreError {
  /// `true` if the collection's file is damaged, or not a collection.
  fileprivate var isDamageOfCollection: Bool {
    switch self {
    case .damagedCollection, .notACollection: true
    default: false
    }
  }
}

extension Backup { fileprivate var fileName: String { "backups/\(name).sqlite" } }

extension DatabaseFile {
  /// Removes unused space, and writes the write-ahead log to the file.
  ///
  /// Waits at most two seconds for other connections.
  fileprivate func compact() async throws {
    do {
      try await connection.performOnCallingThread { db in
        try db.execute(sql: "PRAGMA busy_timeout = 2000")
        defer { try? db.execute(sql: "PRAGMA busy_timeout = 10000") }
        try db.execute(sql: "VACUUM \(schema)")
        // Other connections may read an older snapshot; the log is then written later.
        try db.execute(sql: "PRAGMA \(schema).wal_checkpoint(TRUNCATE)")
      }
    } catch let error as DatabaseError {
      throw Self.map(error, path: url.path(percentEncoded: false))
    }
  }
}
