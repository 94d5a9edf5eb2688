import FilmzFiles
import Foundation
import GRDB
import Glibc
import Synchronization

/// The collection's file, opened for writing, or for reading if it cannot be written.
///
/// SQLite needs a shared-memory file next to a database in WAL mode. If the shared-memory file cannot be
/// created, for example because the disk is full or read-only, the database is opened as immutable or copied
/// into memory.
struct CollectionFile {
  /// Connections to files that have a WAL and cannot be used as a collection, by path.
  ///
  /// They stay open, because closing the last connection would checkpoint the WAL into the file.
  private static let rejectedQueues = Mutex<[String: DatabaseQueue]>([:])

  let queue: DatabaseQueue
  /// The error to throw for changes if the file cannot be written; `nil` if it was opened for writing.
  let writeFailure: StoreError?
  /// The path with symbolic links resolved, where SQLite also stores the WAL.
  let path: String
  /// The version of the file that a read-only connection reads; `nil` if it was opened for writing.
  private let version: [Int]?

  /// `false` if the file was opened as immutable, or copied, and has been written to since then.
  var isUnchanged: Bool { version == nil || version == Self.version(path) }

  /// Creates an empty collection in memory, in place of a missing file.
  init(inMemory configuration: Configuration) throws {
    let queue = try DatabaseQueue(configuration: configuration)
    try queue.inDatabase(CollectionSchema.createInMemory)
    self.init(queue: queue, path: CollectionSchema.memory)
  }

  /// Opens an existing file.
  ///
  /// - Throws: A ``StoreError`` if the file cannot be used as a collection; a `DatabaseError` if it is not a
  ///   database, is damaged, or can neither be written nor read.
  init(path: String, configuration: Configuration) throws {
    let target = FileStatus.target(of: path)
    do {
      let hasWAL = Self.bytes(target + "-wal") > 0
      let queue = try DatabaseQueue(path: target, configuration: configuration)
      do {
        try CollectionSchema.prepare(queue, path: path)
      } catch let rejection as StoreError {
        if hasWAL { Self.rejectedQueues.withLock { $0[target] = $0[target] ?? queue } }
        throw rejection
      }
      self.init(queue: queue, path: target)
    } catch let error as DatabaseError where error.mayBeWriteFailure {
      guard let file = try CollectionFile(reading: target, after: error, givenPath: path) else { throw error }
      self = file
    }
  }

  /// Opens a file for reading after it could not be opened for writing.
  ///
  /// `path` is `givenPath` with symbolic links resolved; errors contain `givenPath`. Returns `nil` if the
  /// file cannot be read, or is written to while it is being opened.
  private init?(reading path: String, after error: DatabaseError, givenPath: String) throws {
    // Computed first, so that any later write is detected.
    let version = Self.version(path)
    do {
      let queue = try Self.readOnlyQueue(path, givenPath: givenPath)
      // A copy that was made during a write may be inconsistent.
      guard version == Self.version(path) else { return nil }
      self.init(queue: queue, path: path, writeFailure: Self.writeFailure(error, givenPath), version: version)
    } catch is DatabaseError {
      return nil
    }
  }

  private init(queue: DatabaseQueue, path: String, writeFailure: StoreError? = nil, version: [Int]? = nil) {
    (self.queue, self.path, self.writeFailure, self.version) = (queue, path, writeFailure, version)
  }

  /// Opens the file as immutable.
  ///
  /// If that fails, for example because the file has a WAL or needs a migration, copies it into memory.
  private static func readOnlyQueue(_ path: String, givenPath: String) throws -> DatabaseQueue {
    if let queue = try? immutableQueue(path: path),
      (try? CollectionSchema.prepare(queue, path: givenPath, isReadOnly: true)) != nil
    {
      return queue
    }
    let copy = try copyInMemory(of: path)
    try CollectionSchema.prepare(copy, path: CollectionSchema.memory)
    return copy
  }

  /// Opens a file as immutable, without locks and without creating files.
  ///
  /// - Throws: `SQLITE_READONLY` if it is not a file, or has a WAL or a rollback journal.
  static func immutableQueue(path: String) throws -> DatabaseQueue {
    guard let uri = immutableURI(of: path) else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
    var configuration = Configuration()
    configuration.label = "filmz.reader"
    configuration.prepareDatabase(addFunctions)
    return try DatabaseQueue(path: uri, configuration: configuration)
  }

  /// Copies a database with its WAL into memory.
  ///
  /// The files are first copied to a private temporary folder.
  private static func copyInMemory(of path: String) throws -> DatabaseQueue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "filmz-\(UUID())")
    try mapFileErrors(PrivateFile.createFolder(folder))
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "collection.sqlite").path(percentEncoded: false)
    for suffix in ["", "-wal", "-journal"] where bytes(path + suffix) > 0 {
      guard (try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)) != nil
      else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      // The original's mode was copied, too; it may be read-only.
      chmod(copy + suffix, 0o600)
    }
    var configuration = Configuration()
    configuration.prepareDatabase(addFunctions)
    let memory = try DatabaseQueue(configuration: configuration)
    let file = try DatabaseQueue(path: copy)
    try file.inDatabase { try $0.execute(sql: "PRAGMA journal_mode = DELETE") }
    try file.backup(to: memory)
    try file.close()
    return memory
  }

  /// Adds the SQL functions of the list index, with the collation ``TitleCollation/folded``.
  private static func addFunctions(_ db: Database) { CollectionStore.addFunctions(.folded, to: db) }

  /// Returns the URI for opening a database as immutable, or `nil` if it is not a file, or has a WAL or a
  /// rollback journal.
  static func immutableURI(of path: String) -> String? {
    let path = FileStatus.target(of: path)
    guard bytes(path + "-wal") == 0, bytes(path + "-journal") == 0 else { return nil }
    return DatabasePath.immutableURI(of: path)
  }

  /// Returns the URI for reading a database to which other connections may write.
  static func readOnlyURI(of path: String) -> String { DatabasePath.uri(of: FileStatus.target(of: path)) + "?mode=ro" }

  /// Returns whether a file begins with SQLite's header, or has a collection's application id at the place
  /// where that header contains it.
  static func hasHeader(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path), let header = try? file.read(upToCount: 100) else {
      return false
    }
    return header.starts(with: Data("SQLite format 3\0".utf8)) || header.dropFirst(68).starts(with: Data("flmz".utf8))
  }

  /// Returns whether a file is not empty but shorter than SQLite's header; SQLite would overwrite such a
  /// file.
  static func hasTruncatedHeader(_ path: String) -> Bool {
    FileStatus(path: path).map { (1..<100).contains($0.bytes) } ?? false
  }

  /// Returns the sizes and modification times of a database file and its WAL, which differ after a change.
  private static func version(_ path: String) -> [Int] {
    let statuses = [path, path + "-wal"].map { path in
      var status = stat()
      return stat(path, &status) == 0 ? status : stat()
    }
    return statuses.flatMap { [Int($0.st_size), $0.st_mtim.tv_sec, $0.st_mtim.tv_nsec] }
  }

  private static func bytes(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  /// Returns the error to throw for changes, from the error of opening the file for writing.
  private static func writeFailure(_ error: DatabaseError, _ path: String) -> StoreError {
    switch StoreError(error, path: path) {
    case .cannotRead(let path, let reason) where error.resultCode == .SQLITE_IOERR:
      .cannotRead(path: path, reason: reason)
    case .diskFull: .diskFull(path: path, isUnchanged: true)
    case .cannotWrite(_, let reason): .cannotWrite(path: path, reason: reason)
    default: .cannotWrite(path: path, reason: "its folder cannot be written")
    }
  }
}

extension DatabaseError {
  /// `true` if the cause may be that a file or its folder cannot be written.
  fileprivate var mayBeWriteFailure: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_FULL, .SQLITE_IOERR].contains(resultCode)
  }
}

extension FileIdentity {
  /// Returns the identity of a database's file; `nil` if there is none at the path.
  ///
  /// - Throws: ``StoreError/notAFile(path:)``, also for a file that SQLite creates next to it;
  ///   ``StoreError/cannotRead(path:reason:)``.
  static func ofDatabase(_ path: String) throws(StoreError) -> FileIdentity? {
    if let companion = DatabasePath.irregularCompanion(of: path) { throw .notAFile(path: companion) }
    if let status = FileStatus(path: path) {
      guard status.isRegular else { throw .notAFile(path: path) }
      return status.identity
    }
    guard errno == ENOENT else { throw .cannotRead(path: path, reason: .systemError) }
    var status = stat()
    guard lstat(path, &status) == 0 else { return nil }
    guard status.st_mode & S_IFMT == S_IFLNK else {
      // Another program has created the file in the meantime.
      return try ofDatabase(path)
    }
    throw .cannotRead(path: path, reason: "it is a link to a file that does not exist")
  }
}

/// The health of a collection's file, shared by its successive connections: whether it is damaged, and whether it has
/// changes that are not flushed to the disk.
final class CollectionHealth: Sendable {
  /// The identity of a file and the version of its content.
  struct FileFingerprint: Codable, Equatable, Sendable {
    private let inode: UInt64
    private let birthTime: Int64
    private let bytes: Int
    private let modificationTime: Int

    /// Creates the fingerprint of a file; returns `nil` if the file's status cannot be read.
    init?(path: String) {
      guard let status = FileStatus(path: path) else { return nil }
      inode = status.identity.inode
      birthTime = FileStatus.birthTime(path)
      bytes = status.bytes
      modificationTime = status.modificationTime
    }

    func isSameFile(as other: FileFingerprint) -> Bool { inode == other.inode && birthTime == other.birthTime }
  }

  private let path: String
  /// Stores the fingerprint of the damaged file for other processes; `nil` for a collection in memory.
  private let damageFile: JSONFile<FileFingerprint>?
  private let state = Mutex((damage: StoreError?.none, hasUnflushedChanges: false))

  init(path: String, damageFile: JSONFile<FileFingerprint>?) {
    self.path = path
    self.damageFile = damageFile
  }

  /// The error that reports the damage; `nil` if this process has found none.
  var damage: StoreError? { state.withLock(\.damage) }

  /// `true` if changes may still be lost in a power failure.
  var hasUnflushedChanges: Bool {
    get { state.withLock(\.hasUnflushedChanges) }
    set { state.withLock { $0.hasUnflushedChanges = newValue } }
  }

  /// Records for this process that the file is damaged; the first time, also for other processes.
  func recordDamage(_ error: StoreError) {
    let isFirstDamage = state.withLock { state in
      defer { state.damage = error }
      return state.damage == nil
    }
    if isFirstDamage, let current = FileFingerprint(path: path) { try? damageFile?.save(current) }
  }

  /// Returns whether the file was found to be damaged, by any process, and has not been repaired since.
  ///
  /// - Parameter isIntact: A closure that checks the file; it is only called if the content has changed since
  ///   the damage was recorded.
  /// - Returns: `false` if no damage is recorded, if the recorded damage is that of another file or has been
  ///   repaired, or if the file's status cannot be read.
  func isMarkedAsDamaged(_ isIntact: () throws -> Bool) rethrows -> Bool {
    guard let damaged = damageFile?.load(), let current = FileFingerprint(path: path), damaged.isSameFile(as: current)
    else { return false }
    return try damaged == current || !isIntact()
  }
}

/// The time at which changes of the collection are flushed to the disk, so that they survive a power failure.
///
/// With either policy, a crash of the program loses no confirmed change, because the operating system
/// already has it.
package enum FlushPolicy: Sendable {
  /// Before each change is confirmed.
  case everyChange
  /// When ``CollectionDatabase/flushToDisk()`` is called, at the end of a script.
  ///
  /// Waiting for the disk after each line would make a script many times slower. After a power failure, the
  /// collection may only contain the changes of the script's first lines. The user can run the script again.
  case onClose

  /// The value of `PRAGMA synchronous`.
  var pragma: String {
    switch self {
    case .everyChange: "FULL"
    case .onClose: "NORMAL"
    }
  }
}
