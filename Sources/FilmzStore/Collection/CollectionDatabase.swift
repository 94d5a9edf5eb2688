package import FilmzDomain
import FilmzFiles
import Foundation
import GRDB
import Glibc

/// The collection and the film cache of one home, opened when they are first needed.
///
/// Reading makes no files: what is not there yet is empty. A file that was replaced or removed under
/// a running program is noticed at the next command.
package actor CollectionDatabase {
  /// What a file has to be for a command.
  private enum Place: Equatable {
    case memory
    case file(FileIdentity)
  }

  private struct Opened {
    let file: CollectionFile
    let connection: StoreConnection
    /// Whether it is known to be written under this home's id.
    var isClaimed = false
    let collection: Place
    let cache: Place
    /// Whether the attached cache is the file, and not the memory in its place.
    let isCacheOnFile: Bool
  }

  /// The collection's backups.
  nonisolated package let backups: Backups
  /// What the user should be told of the files, until it is told.
  nonisolated package let warnings = PendingWarnings()
  let paths: Paths
  private let collectionPath: String
  private let filmCachePath: String
  private let collation: TitleCollation
  private let syncPolicy: SyncPolicy
  private var opened: Opened?
  /// What is known of the collection that was opened last.
  private var health: CollectionHealth
  private var lastPlace: Place?
  /// The day for which it was seen to the automatic backup.
  var backupDay: DateInterval?
  /// Whether it was said that there is no automatic backup.
  var hasWarnedOfBackup = false

  /// A database over the files of a home.
  package init(
    paths: Paths, collation: TitleCollation = .folded, syncPolicy: SyncPolicy = .everyChange
  ) {
    self.paths = paths
    backups = Backups(collection: paths.collection)
    collectionPath = paths.collection.path(percentEncoded: false)
    filmCachePath = paths.filmCache.path(percentEncoded: false)
    health = Self.newHealth(paths)
    self.collation = collation
    self.syncPolicy = syncPolicy
  }

  private static func newHealth(_ paths: Paths) -> CollectionHealth {
    CollectionHealth(
      path: paths.collection.path(percentEncoded: false), mark: JSONFile(url: paths.damage))
  }

  /// The stores as they are; nothing is created.
  ///
  /// - Throws: A ``StoreError`` where the collection file cannot be opened.
  package func openForReading() throws -> Stores {
    try stores(openIfNeeded())
  }

  /// The stores on files, for changing the collection.
  ///
  /// - Parameter prepare: Is called before anything is written, with the opened collection.
  /// - Returns: The stores.
  /// - Throws: A ``StoreError`` if the collection file cannot be made or opened, or was found damaged.
  package func openForWriting(_ prepare: (Stores) throws -> Void = { _ in }) throws -> Stores {
    if try place(of: collectionPath) == .memory {
      try requireNothingLost()
      try mapFileErrors(PrivateFile.create(paths.collection))
    }
    makeCacheFile()
    // What could be read only may be writable by now.
    if opened?.file.writeFailure != nil { close() }
    let opened = try openIfNeeded()
    if let failure = opened.file.writeFailure { throw failure }
    let stores = stores(opened)
    if !opened.isClaimed,
      try health.isMarkedAsDamaged({ try opened.file.queue.read(CollectionSchema.isSound) })
    {
      throw opened.connection.foundDamage()
    }
    try prepare(stores)
    try opened.connection.requireSound()
    try claim(opened.file.queue)
    return stores
  }

  /// The film cache on its file, for keeping what was fetched.
  ///
  /// Where the file cannot be made, the cache lives as long as the program.
  package func openCache() throws -> FilmCache {
    makeCacheFile()
    return try stores(openIfNeeded()).cache
  }

  /// The film cache for looking after it.
  ///
  /// - Throws: ``StoreError/cannotCreate(path:reason:)`` where there is a file that cannot be used.
  package func openCacheForMaintenance() throws -> FilmCache {
    _ = try place(of: filmCachePath)
    let stores = try stores(openIfNeeded())
    if opened?.cache != .memory, opened?.isCacheOnFile == false {
      throw StoreError.cannotCreate(
        path: filmCachePath, reason: "it cannot be opened for writing"
      )
    }
    return stores.cache
  }

  /// Makes what was changed last proof against a power cut, where that was put off.
  ///
  /// - Throws: A ``StoreError`` where the disk refuses it.
  package func flushToDisk() throws {
    guard syncPolicy == .onClose, let opened, opened.collection != .memory else { return }
    guard health.isUnsynchronized else { return }
    // The file itself must not be touched: to close it would drop SQLite's locks on it. It needs no
    // care either, because SQLite syncs it before it drops anything from the log.
    do throws(FileError) {
      try PrivateFile.synchronize(opened.file.path + "-wal")
    } catch {
      throw StoreError.notSynchronized(path: collectionPath, reason: error.reason)
    }
    health.isUnsynchronized = false
  }

  /// Notes that the collection was changed past its connection.
  func markUnsynchronized() { health.isUnsynchronized = true }

  /// Whether the collection was found damaged.
  var isFoundDamaged: Bool { health.damage != nil }

  /// Makes sure that changes are made under the id of this home, and a copied or restored collection
  /// gets another one.
  private func claim(_ queue: DatabaseQueue) throws {
    guard opened?.isClaimed == false else { return }
    do {
      try withFolderLock(paths.dataFolder) {
        try HomeInstallation.claim(queue, path: collectionPath, file: paths.installation)
      }
    } catch DatabaseError.SQLITE_FULL {
      throw StoreError.diskFull(path: collectionPath, isUnchanged: true)
    } catch let error as DatabaseError {
      throw StoreError.wording(error, path: collectionPath)
    }
    opened?.isClaimed = true
  }

  private func stores(_ opened: Opened) -> Stores {
    let collection = CollectionStore(connection: opened.connection, collation: collation)
    return Stores(collection: collection, cache: collection.cache)
  }

  private func makeCacheFile() {
    if (try? place(of: filmCachePath)) == .memory { try? PrivateFile.create(paths.filmCache) }
  }

  /// Whether there is a collection file.
  package func hasCollection() throws -> Bool { try place(of: collectionPath) != .memory }

  func close() { opened = nil }

  /// The connection to the collection as it is; nothing is created.
  func queue() throws -> DatabaseQueue { try openIfNeeded().file.queue }

  private func openIfNeeded() throws -> Opened {
    let collection = try place(of: collectionPath)
    let cache = (try? place(of: filmCachePath)) ?? .memory
    if let opened, opened.collection == collection, opened.cache == cache,
      opened.file.isUnchanged
    {
      return opened
    }
    opened = nil
    // Another file is another collection.
    if collection != lastPlace { health = Self.newHealth(paths) }
    lastPlace = collection
    let file = try open(collection: collection, cache: cache)
    let queue = file.queue
    let isCacheOnFile = try queue.read { db in
      try String.fetchOne(db, sql: "SELECT file FROM pragma_database_list WHERE name = 'cache'")
    }
    let hasCacheFile = isCacheOnFile?.isEmpty == false
    let new = Opened(
      file: file,
      connection: StoreConnection(
        database: queue, path: collectionPath, cachePath: hasCacheFile ? filmCachePath : nil,
        health: health,
        log: { [log = LogFile(url: paths.log)] in log.append($0) },
        warn: { [warnings] in warnings.add($0) }),
      collection: collection, cache: cache, isCacheOnFile: hasCacheFile)
    opened = new
    return new
  }

  private func open(collection: Place, cache: Place) throws -> CollectionFile {
    let path = collectionPath
    guard !isFragment(path) else { throw StoreError.unreadable(path) }
    try requireNothingLost()
    do {
      let configuration = configuration
      let file = try withFolderLock(paths.dataFolder) {
        collection == .memory
          ? try CollectionFile(inMemory: configuration)
          : try CollectionFile(path: path, configuration: configuration)
      }
      do {
        try withFolderLock(paths.cacheFolder, timeout: .seconds(1)) {
          try attachCache(to: file.queue, isFile: cache != .memory)
        }
      } catch StoreError.busy {
        try attachCache(to: file.queue, isFile: false)
      }
      if cache != .memory { adoptFacts(file) }
      return file
    } catch let error as DatabaseError {
      throw StoreError.wording(error, path: path)
    } catch is RowDecodingError {
      throw StoreError.unreadable(path)
    }
  }

  /// The journal mode is not set here: that would write to a file before it is known to be ours.
  private var configuration: Configuration {
    var configuration = Configuration()
    configuration.label = "filmz"
    configuration.busyMode = .timeout(10)
    configuration.prepareDatabase { [collation, syncPolicy] db in
      try db.execute(sql: "PRAGMA synchronous = \(syncPolicy.pragma)")
      // A script writes the same pages again and again; they go to the file more seldom.
      if syncPolicy == .onClose { try db.execute(sql: "PRAGMA wal_autocheckpoint = 8000") }
      CollectionStore.addFunctions(collation, to: db)
    }
    return configuration
  }

  /// A cache that cannot be used costs time and nothing else: one that is damaged is made anew, and
  /// for one that cannot be opened there is the memory.
  private func attachCache(to queue: DatabaseQueue, isFile: Bool) throws {
    let path = filmCachePath
    try queue.inDatabase { db in
      do {
        try FilmCacheSchema.attach(isFile ? path : FilmCacheSchema.memory, to: db)
      } catch let error as DatabaseError where isFile {
        // SQLite takes an error of the disk for damage too.
        guard error.meansDamage, !PrivateFile.failsToRead(path) else {
          return try FilmCacheSchema.attach(FilmCacheSchema.memory, to: db)
        }
        try FilmCacheSchema.attachNew(path, to: db)
        warnings.add(.damagedCache(path))
      }
    }
  }

  /// Where nothing can be written, lists have the facts that stand in the film cache all the same.
  private func adoptFacts(_ file: CollectionFile) {
    let path = filmCachePath
    guard file.writeFailure != nil, let address = CollectionFile.unchangingAddress(of: path) else {
      return
    }
    try? file.queue.inDatabase { db in
      let attached = try String.fetchOne(
        db, sql: "SELECT file FROM pragma_database_list WHERE name = 'cache'")
      if attached?.isEmpty != false { try FilmCacheSchema.adoptFacts(of: address, db) }
    }
  }

  /// Takes a collection that is gone or empty for lost where there are backups of it, and for a new one
  /// otherwise.
  private func requireNothingLost() throws(StoreError) {
    guard (FileStatus(of: paths.collection)?.bytes ?? 0) == 0, let newest = backups.newest,
      newest.films != 0
    else { return }
    throw .lostCollection(path: collectionPath, newest: newest)
  }

  /// Whether a file holds something and yet less than SQLite's header, which SQLite would overwrite.
  private func isFragment(_ path: String) -> Bool {
    FileStatus(path: path).map { (1..<100).contains($0.bytes) } ?? false
  }

  /// Where a file is, or the memory where there is none yet.
  private func place(of path: String) throws(StoreError) -> Place {
    if let status = FileStatus(path: path) {
      guard status.isRegular else { throw .notAFile(path: path) }
      return .file(status.identity)
    }
    guard errno == ENOENT else { throw .cannotRead(path: path, reason: .systemError) }
    var status = stat()
    guard lstat(path, &status) == 0 else { return .memory }
    // Another program may have made it just now.
    guard status.st_mode & S_IFMT == S_IFLNK else { return try place(of: path) }
    throw .cannotRead(path: path, reason: "it is a link to a file that is not there")
  }
}
