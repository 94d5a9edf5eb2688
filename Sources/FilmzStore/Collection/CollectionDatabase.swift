package import FilmzDomain
import FilmzFiles
package import Foundation
import GRDB
import Glibc
import Synchronization

/// The collection and the film cache of one home folder, opened on first use.
///
/// Opening the collection for reading creates no files: a missing file is read as an empty database. The
/// files are opened again if one of them has been created, replaced, or removed since they were opened.
package actor CollectionDatabase {
  /// The open files, and the state from which ``openIfNeeded()`` decides whether to open them again.
  struct OpenDatabase {
    let file: CollectionFile
    let connection: StoreConnection
    /// `true` if this home's installation id has been recorded in the file.
    var hasInstallation = false
    /// The identity of the collection's file; `nil` if the collection is in memory.
    let collectionIdentity: FileIdentity?
    /// The identity of the film cache's file, even if it cannot be opened; `nil` if there is no file.
    let cacheIdentity: FileIdentity?
    /// `true` if the attached cache is the file, `false` if it is in memory.
    let isCacheOnFile: Bool
    /// The day on which expired facts were last deleted from the cache, in days since 1970.
    var expiryDay: Int
  }

  /// The collection's backups.
  nonisolated package let backups: BackupStore
  /// Warnings about the files that have not been printed yet.
  nonisolated package let warnings = PendingWarnings()
  let paths: Paths
  let collectionPath: String
  let filmCachePath: String
  private let collation: TitleCollation
  private let flushPolicy: FlushPolicy
  private let kidsFilter: @Sendable () async -> KidsFilter?
  let now: @Sendable () -> Date
  private var openDatabase: OpenDatabase?
  /// The health of the most recently opened collection.
  private var health: CollectionHealth
  /// The identity of the file that ``health`` belongs to.
  private var lastIdentity: FileIdentity?
  /// The day for which the automatic backup has been made or found unnecessary, or has failed.
  var checkedBackupDay: DateInterval?
  /// `true` if the film cache is in memory because the disk is full.
  var isDiskFullForCache = false
  /// `true` if the user has been warned that no automatic backup could be made.
  var hasWarnedAboutBackup = false

  /// Creates a database for the files of a home; no file is opened yet.
  ///
  /// `kidsFilter` returns the current filter of the films that are shown; `nil` if all films are shown.
  package init(
    paths: Paths, collation: TitleCollation = .folded, flushPolicy: FlushPolicy = .everyChange,
    kidsFilter: @escaping @Sendable () async -> KidsFilter? = { nil }, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.paths = paths
    backups = BackupStore(collection: paths.collection)
    collectionPath = paths.collection.path(percentEncoded: false)
    filmCachePath = paths.filmCache.path(percentEncoded: false)
    health = Self.newHealth(paths)
    (self.collation, self.flushPolicy, self.kidsFilter) = (collation, flushPolicy, kidsFilter)
    self.now = now
  }

  private static func newHealth(_ paths: Paths) -> CollectionHealth {
    CollectionHealth(path: paths.collection.path(percentEncoded: false), damageFile: JSONFile(url: paths.damage))
  }

  /// Opens the stores for reading, without creating files.
  ///
  /// - Throws: A ``StoreError`` if the collection file cannot be opened.
  package func openForReading() async throws -> Stores {
    let kidsFilter = await kidsFilter()
    return try stores(openIfNeeded(), kidsFilter)
  }

  /// Opens the stores for changing the collection, and creates their files if they are missing.
  ///
  /// - Parameter prepare: A closure that is called with the opened stores, before the collection can be
  ///   changed through them.
  /// - Returns: The stores.
  /// - Throws: A ``StoreError`` if the collection file cannot be created or opened, or is damaged.
  package func openForWriting(_ prepare: (Stores) throws -> Void = { _ in }) throws -> Stores {
    if try !hasCollection() {
      try requireNotLost()
      try mapFileErrors(PrivateFile.create(paths.collection))
    }
    createCacheFileIfNeeded()
    // A file that was read-only may be writable now.
    if openDatabase?.file.writeFailure != nil { close() }
    let openDatabase = try openIfNeeded()
    if let failure = openDatabase.file.writeFailure { throw failure }
    let stores = stores(openDatabase)
    if !openDatabase.hasInstallation,
      try health.isMarkedAsDamaged({ try openDatabase.file.queue.read(CollectionSchema.isIntact) })
    {
      throw openDatabase.connection.markAsDamaged()
    }
    try prepare(stores)
    try openDatabase.connection.requireIntact()
    try recordInstallation(openDatabase.file.queue)
    return stores
  }

  /// Opens the film cache for storing fetched facts, and creates its file if it is missing.
  ///
  /// If the file cannot be created, the cache is in memory and is discarded when the program ends.
  package func openCache() throws -> FilmCache {
    createCacheFileIfNeeded()
    return try stores(openIfNeeded()).cache
  }

  /// Opens the film cache for the `cache` commands, which must not use a cache in memory if the file
  /// exists.
  ///
  /// - Throws: ``StoreError/diskFull(path:isUnchanged:)`` or ``StoreError/cannotWrite(path:reason:)`` if the file
  ///   exists but cannot be opened, or another ``StoreError``.
  package func openCacheForMaintenance() throws -> FilmCache {
    _ = try FileIdentity.ofDatabase(filmCachePath)
    let stores = try stores(openIfNeeded())
    if openDatabase?.cacheIdentity != nil, openDatabase?.isCacheOnFile == false {
      throw isDiskFullForCache
        ? StoreError.diskFull(path: filmCachePath, isUnchanged: true)
        : .cannotWrite(path: filmCachePath, reason: "it cannot be opened for writing")
    }
    return stores.cache
  }

  /// Flushes to the disk the changes that ``FlushPolicy/onClose`` has deferred, so that they survive a power failure.
  ///
  /// - Throws: A ``StoreError`` if the disk does not confirm them.
  package func flushToDisk() throws {
    guard flushPolicy == .onClose, let openDatabase, openDatabase.collectionIdentity != nil else { return }
    guard health.hasUnflushedChanges else { return }
    // Only the WAL is flushed. The database file must not be opened here: closing it would release
    // SQLite's locks on it (POSIX). SQLite flushes that file itself at each checkpoint.
    do throws(FileError) {
      try PrivateFile.flush(openDatabase.file.path + "-wal")
    } catch {
      throw StoreError.notFlushed(path: collectionPath, reason: error.reason)
    }
    health.hasUnflushedChanges = false
  }

  /// Records that the collection was changed through another connection and not flushed to the disk.
  func markUnflushed() { health.hasUnflushedChanges = true }

  /// `true` if the collection was found to be damaged.
  var hasFoundDamage: Bool { health.damage != nil }

  /// Records this home's installation id in the collection.
  ///
  /// If the collection file was copied or restored, the home gets a new id first.
  private func recordInstallation(_ queue: DatabaseQueue) throws {
    guard openDatabase?.hasInstallation == false else { return }
    do {
      try withFolderLock(paths.dataFolder) {
        try HomeInstallation.record(in: queue, path: collectionPath, file: paths.installation)
      }
    } catch DatabaseError.SQLITE_FULL {
      throw StoreError.diskFull(path: collectionPath, isUnchanged: true)
    } catch let error as DatabaseError {
      throw StoreError(error, path: collectionPath)
    }
    openDatabase?.hasInstallation = true
  }

  private func stores(_ openDatabase: OpenDatabase, _ kidsFilter: KidsFilter? = nil) -> Stores {
    let collection = CollectionStore(connection: openDatabase.connection, collation: collation, kidsFilter: kidsFilter)
    return Stores(collection: collection, cache: collection.cache)
  }

  private func createCacheFileIfNeeded() {
    let isMissing = try? FileIdentity.ofDatabase(filmCachePath) == nil
    if isMissing == true { try? PrivateFile.create(paths.filmCache) }
  }

  /// Returns whether the collection file exists.
  package func hasCollection() throws -> Bool { try FileIdentity.ofDatabase(collectionPath) != nil }

  /// Returns whether the collection is known to be empty without opening it, because its file does not exist.
  ///
  /// Commands call this first to save the time of creating a collection in memory. The result is `false` if the files
  /// are open already, or if there is a ``cacheFileWarning()``, which opening them reports.
  ///
  /// - Throws: A ``StoreError`` if the collection file cannot be opened, or is missing although there is a backup.
  package func isKnownToBeEmpty() throws -> Bool {
    guard openDatabase == nil, try !hasCollection(), cacheFileWarning() == nil else { return false }
    try requireNotLost()
    return true
  }

  /// Records that the collection is damaged, and returns the error to throw.
  func markAsDamaged() throws -> StoreError { try openIfNeeded().connection.markAsDamaged() }

  /// Closes the files; they are opened again when they are needed.
  package func close() { openDatabase = nil }

  /// Returns the connection to the collection, without creating files.
  func queue() throws -> DatabaseQueue { try openIfNeeded().file.queue }

  func openIfNeeded() throws -> OpenDatabase {
    let collectionIdentity = try FileIdentity.ofDatabase(collectionPath)
    let cacheIdentity = try? FileIdentity.ofDatabase(filmCachePath)
    if let openDatabase, openDatabase.collectionIdentity == collectionIdentity,
      openDatabase.cacheIdentity == cacheIdentity, openDatabase.file.isUnchanged, deleteExpiredFacts(from: openDatabase)
    {
      return openDatabase
    }
    openDatabase = nil
    // Another file is another collection.
    if collectionIdentity != lastIdentity { health = Self.newHealth(paths) }
    lastIdentity = collectionIdentity
    if let warning = cacheFileWarning() { warnings.add(warning) }
    let file = try open(collectionIdentity, cache: cacheIdentity)
    let queue = file.queue
    let isCacheOnFile = queue.inDatabase(FilmCacheSchema.isOnFile)
    let new = OpenDatabase(
      file: file,
      connection: StoreConnection(
        database: queue, path: collectionPath, cachePath: isCacheOnFile ? filmCachePath : nil, health: health,
        log: { [log = LogFile(url: paths.log)] in log.append($0) }, warn: { [warnings] in warnings.add($0) }),
      collectionIdentity: collectionIdentity, cacheIdentity: cacheIdentity, isCacheOnFile: isCacheOnFile,
      expiryDay: FilmCache.day(now()))
    openDatabase = new
    return new
  }

  /// Returns a warning if the path of the film cache, or that of a file that SQLite creates next to it, is not that of
  /// a regular file.
  package nonisolated func cacheFileWarning() -> Warning? {
    do throws(StoreError) {
      _ = try FileIdentity.ofDatabase(filmCachePath)
      return nil
    } catch .notAFile(let path) {
      return Warning(StoreError.notAFile(path: path), consequence: "fetched facts are not kept")
    } catch {
      return nil  // a cache that cannot be read costs time, but no data
    }
  }

  /// Deletes expired facts (``FilmCache/expiryLimit(at:)``) from the open cache, unless that was done today.
  ///
  /// - Returns: `false` if they cannot be deleted.
  private func deleteExpiredFacts(from openDatabase: OpenDatabase) -> Bool {
    let now = now()
    guard openDatabase.expiryDay != FilmCache.day(now) else { return true }
    self.openDatabase?.expiryDay = FilmCache.day(now)
    let areDeleted = try? openDatabase.file.queue.inDatabase { try FilmCache.deleteExpired(at: now, $0) }
    return areDeleted != false
  }

  /// Opens the collection, and attaches the film cache.
  private func open(_ collection: FileIdentity?, cache: FileIdentity?) throws -> CollectionFile {
    let path = collectionPath
    guard !CollectionFile.hasTruncatedHeader(path) else { throw StoreError.unusableCollection(path) }
    try requireNotLost()
    do {
      let configuration = configuration
      let file = try withFolderLock(paths.dataFolder) {
        collection == nil
          ? try CollectionFile(inMemory: configuration) : try CollectionFile(path: path, configuration: configuration)
      }
      do {
        try withFolderLock(paths.cacheFolder, timeout: .seconds(1)) {
          try attachCache(to: file.queue, usesFile: cache != nil)
        }
      } catch StoreError.busy {
        try attachCache(to: file.queue, usesFile: false)
      }
      if cache != nil { copyFacts(to: file) }
      return file
    } catch let error as DatabaseError {
      throw StoreError(error, path: path)
    } catch is RowDecodingError {
      throw StoreError.unusableCollection(path)
    }
  }

  /// The configuration of connections to the collection.
  ///
  /// It does not set the journal mode: that would write to a file before it is known to be a
  /// collection.
  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "filmz"
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { [collation, flushPolicy] db in
      // With less than 24 MB, an import of many films would write pages several times.
      try db.execute(sql: "PRAGMA synchronous = \(flushPolicy.pragma); PRAGMA cache_size = -24000")
      // A script writes the same pages repeatedly; fewer checkpoints write each of them less often.
      if flushPolicy == .onClose { try db.execute(sql: "PRAGMA wal_autocheckpoint = 8000") }
      CollectionStore.addFunctions(collation, to: db)
    }
    return configuration
  }

  /// Throws if the collection file is missing or empty although there is a backup that can be read.
  private func requireNotLost() throws(StoreError) {
    guard (FileStatus(of: paths.collection)?.bytes ?? 0) == 0 else { return }
    if let error = StoreError.lost(collectionPath) { throw error }
  }
}

// Attaching the film cache to the collection.
extension CollectionDatabase {
  /// Attaches the film cache's file or, if `usesFile` is `false`, a cache in memory.
  ///
  /// A damaged file is recreated, which costs time, but no data of the user. If the file cannot be opened, or expired
  /// facts cannot be deleted from it, a cache in memory is attached.
  func attachCache(to queue: DatabaseQueue, usesFile: Bool) throws {
    let path = filmCachePath
    isDiskFullForCache = false
    try queue.inDatabase { db in
      do {
        try FilmCacheSchema.attach(usesFile ? path : FilmCacheSchema.memory, deletingExpiredAt: now(), to: db)
      } catch let error as DatabaseError where usesFile {
        // SQLite also reports some read errors of the disk as corruption.
        guard error.isCorruption, !PrivateFile.hasReadError(path) else {
          isDiskFullForCache = !error.isCorruption && StoreError(error, path: path) == .diskFull(path: path)
          return try FilmCacheSchema.attach(FilmCacheSchema.memory, to: db)
        }
        try FilmCacheSchema.attachEmptyCache(replacing: path, to: db)
        warnings.add(.damagedCache(path))
      }
    }
  }

  /// Copies the facts of the film cache's file to the cache in memory, so that lists have facts.
  ///
  /// Does nothing if the file is attached, or if the collection can be written.
  func copyFacts(to file: CollectionFile) {
    let path = filmCachePath
    guard file.writeFailure != nil, let uri = CollectionFile.immutableURI(of: path) else { return }
    try? file.queue.inDatabase { db in
      if !FilmCacheSchema.isOnFile(db) { try FilmCacheSchema.copyFacts(from: uri, at: now(), db) }
    }
  }
}

/// The stores of a home: the collection and the film cache.
package struct Stores: Sendable {
  package let collection: CollectionStore
  package let cache: FilmCache
}

/// The warnings of a ``CollectionDatabase`` that have not been printed yet.
package final class PendingWarnings: Sendable {
  private let warnings = Mutex<[Warning]>([])

  /// Adds a warning, unless it is pending already.
  package func add(_ warning: Warning) { warnings.withLock { if !$0.contains(warning) { $0.append(warning) } } }

  /// Removes all warnings and returns them.
  package func takeAll() -> [Warning] {
    warnings.withLock { pending in
      defer { pending = [] }
      return pending
    }
  }
}
