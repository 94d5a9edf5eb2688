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
  /// The sizes and modification times of a database file and its WAL, to detect changes.
  private struct FileVersion: Equatable {
    let sizes: [Int]
    let times: [Int]

    init(_ path: String) {
      let statuses = [path, path + "-wal"].map { path in
        var status = stat()
        return stat(path, &status) == 0 ? status : stat()
      }
      sizes = statuses.map { Int($0.st_size) }
      times = statuses.flatMap { [$0.st_mtim.tv_sec, $0.st_mtim.tv_nsec] }
    }
  }

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
  private let version: FileVersion?

  /// `false` if the file was opened as immutable, or copied, and has been written to since then.
  var isUnchanged: Bool { version == nil || version == FileVersion(path) }

  /// Creates an empty collection in memory.
  init(inMemory configuration: Configuration) throws {
    let queue = try DatabaseQueue(configuration: configuration)
    try CollectionSchema.prepare(queue, path: CollectionSchema.memory)
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
      guard let file = try CollectionFile(reading: target, after: error, givenPath: path) else {
        throw error
      }
      self = file
    }
  }

  /// Opens a file for reading after it could not be opened for writing.
  ///
  /// `path` is `givenPath` with symbolic links resolved; errors contain `givenPath`. Returns `nil` if the
  /// file cannot be read, or is written to while it is being opened.
  private init?(reading path: String, after error: DatabaseError, givenPath: String) throws {
    // Computed first, so that any later write is detected.
    let version = FileVersion(path)
    do {
      let queue = try Self.readOnlyQueue(path, givenPath: givenPath)
      // A copy that was made during a write may be inconsistent.
      guard version == FileVersion(path) else { return nil }
      self.init(
        queue: queue, path: path, writeFailure: Self.writeFailure(error, givenPath),
        version: version)
    } catch is DatabaseError {
      return nil
    }
  }

  private init(
    queue: DatabaseQueue, path: String, writeFailure: StoreError? = nil,
    version: FileVersion? = nil
  ) {
    self.queue = queue
    self.path = path
    self.writeFailure = writeFailure
    self.version = version
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
    guard let uri = immutableURI(of: path) else {
      throw DatabaseError(resultCode: .SQLITE_READONLY)
    }
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
  private static func addFunctions(_ db: Database) {
    CollectionStore.addFunctions(.folded, to: db)
  }

  /// Returns the URI for opening a database as immutable, or `nil` if it is not a file, or has a WAL or a
  /// rollback journal.
  static func immutableURI(of path: String) -> String? {
    let path = FileStatus.target(of: path)
    guard bytes(path + "-wal") == 0, bytes(path + "-journal") == 0 else { return nil }
    return DatabasePath.immutableURI(of: path)
  }

  /// Returns the URI for opening a database that other connections may write to, for reading.
  static func readOnlyURI(of path: String) -> String {
    DatabasePath.uri(of: FileStatus.target(of: path)) + "?mode=ro"
  }

  /// Returns whether a file begins with SQLite's header, or has a collection's application id at the place
  /// where that header contains it.
  static func hasHeader(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try? file.read(upToCount: 100)
    else { return false }
    return header.starts(with: Data("SQLite format 3\0".utf8))
      || header.dropFirst(68).starts(with: Data("flmz".utf8))
  }

  /// Returns whether a file is not empty but shorter than SQLite's header; SQLite would overwrite such a
  /// file.
  static func hasTruncatedHeader(_ path: String) -> Bool {
    FileStatus(path: path).map { (1..<100).contains($0.bytes) } ?? false
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
    case .cannotCreate(_, let reason): .cannotCreate(path: path, reason: reason)
    default: .cannotCreate(path: path, reason: "its folder cannot be written")
    }
  }
}

extension DatabaseError {
  /// `true` if the cause may be that a file or its folder cannot be written.
  fileprivate var mayBeWriteFailure: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_FULL, .SQLITE_IOERR]
      .contains(resultCode)
  }
}
