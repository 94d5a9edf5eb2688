import FilmzFiles
import Foundation
import GRDB
import Glibc
import Synchronization

/// The collection's file, opened for writing, or for reading where nothing can be written.
///
/// A database with a write-ahead log wants a file of shared memory beside it. On a disk that is full
/// or may only be read there can be none; such a file is read without it.
struct CollectionFile {
  /// What tells that a file was written since.
  private struct Stamp: Equatable {
    let sizes: [Int]
    let times: [Int]

    init(_ path: String) {
      let states = [path, path + "-wal"].map { path in
        var status = stat()
        return stat(path, &status) == 0 ? status : stat()
      }
      sizes = states.map { Int($0.st_size) }
      times = states.flatMap { [$0.st_mtim.tv_sec, $0.st_mtim.tv_nsec] }
    }
  }

  /// Connections to files with a log that were refused, which stay open: to close the last one would
  /// write the log into the file.
  private static let refused = Mutex<[String: DatabaseQueue]>([:])

  let queue: DatabaseQueue
  /// Why the file cannot be written, where it was opened for reading only.
  let writeFailure: StoreError?
  /// The file itself, where a symbolic link leads to it: SQLite has the log beside it.
  let path: String
  private let stamp: Stamp?

  /// Whether what a connection for reading only takes for granted is still so.
  var isUnchanged: Bool { stamp == nil || stamp == Stamp(path) }

  /// A collection that no file holds.
  init(inMemory configuration: Configuration) throws {
    let queue = try DatabaseQueue(configuration: configuration)
    try CollectionSchema.prepare(queue, path: CollectionSchema.memory)
    self.init(queue: queue, path: CollectionSchema.memory)
  }

  /// Opens a file that is there.
  ///
  /// - Throws: A ``StoreError``, or `DatabaseError` where it cannot even be read.
  init(path: String, configuration: Configuration) throws {
    let target = FileStatus.target(of: path)
    do {
      let hasLog = Self.bytes(target + "-wal") > 0
      let queue = try DatabaseQueue(path: target, configuration: configuration)
      do {
        try CollectionSchema.prepare(queue, path: path)
      } catch let refusal as StoreError {
        if hasLog { Self.refused.withLock { $0[target] = $0[target] ?? queue } }
        throw refusal
      }
      self.init(queue: queue, path: target)
    } catch let error as DatabaseError where error.mayComeOfWriting {
      guard let file = try CollectionFile(reading: target, after: error, namedAs: path) else {
        throw error
      }
      self = file
    }
  }

  /// Opens a file for reading, where it could not be opened for writing.
  private init?(reading path: String, after error: DatabaseError, namedAs name: String) throws {
    // Taken first: what is written from here on is noticed.
    let stamp = Stamp(path)
    do {
      let queue = try Self.preparedReader(of: path, namedAs: name)
      // What was copied while somebody else wrote is no state of the file.
      guard stamp == Stamp(path) else { return nil }
      self.init(
        queue: queue, path: path, writeFailure: Self.writeFailure(error, name), stamp: stamp)
    } catch is DatabaseError {
      return nil
    }
  }

  private init(
    queue: DatabaseQueue, path: String, writeFailure: StoreError? = nil, stamp: Stamp? = nil
  ) {
    self.queue = queue
    self.path = path
    self.writeFailure = writeFailure
    self.stamp = stamp
  }

  /// The collection as it is, or a copy of it in memory where it has a log, or is of an older version
  /// that has to be brought to this one.
  private static func preparedReader(of path: String, namedAs name: String) throws -> DatabaseQueue
  {
    if let queue = try? reader(of: path),
      (try? CollectionSchema.prepare(queue, path: name, isReadOnly: true)) != nil
    {
      return queue
    }
    let copy = try copyInMemory(of: path)
    try CollectionSchema.prepare(copy, path: CollectionSchema.memory)
    return copy
  }

  /// A connection that reads a file which nobody writes and that has no log, and makes no file.
  static func reader(of path: String) throws -> DatabaseQueue {
    guard let address = unchangingAddress(of: path) else {
      throw DatabaseError(resultCode: .SQLITE_READONLY)
    }
    var configuration = Configuration()
    configuration.label = "filmz.reader"
    configuration.prepareDatabase(addFunctions)
    return try DatabaseQueue(path: address, configuration: configuration)
  }

  /// A copy of a file with its log, by way of a private folder where files can be made.
  private static func copyInMemory(of path: String) throws -> DatabaseQueue {
    let folder = FileManager.default.temporaryDirectory.appending(path: "filmz-\(UUID())")
    try mapFileErrors(PrivateFile.createFolder(folder))
    defer { try? FileManager.default.removeItem(at: folder) }
    let copy = folder.appending(path: "collection.sqlite").path(percentEncoded: false)
    for suffix in ["", "-wal", "-journal"] where bytes(path + suffix) > 0 {
      guard (try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix)) != nil
      else { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      // The copy has the mode of the file, which may be one that nobody can write to.
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

  /// What lists ask SQLite for; the lists live in memory then, so that any collation will do.
  private static func addFunctions(_ db: Database) {
    CollectionStore.addFunctions(.folded, to: db)
  }

  /// The address under which SQLite reads a file as it is, or nothing where a log or a journal
  /// belongs to it.
  static func unchangingAddress(of path: String) -> String? {
    let path = FileStatus.target(of: path)
    guard bytes(path + "-wal") == 0, bytes(path + "-journal") == 0 else { return nil }
    return address(of: path) + "?mode=ro&immutable=1"
  }

  /// Whether a file begins as SQLite's files do, or bears the program's mark where they have it.
  static func hasHeader(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path),
      let header = try? file.read(upToCount: 100)
    else { return false }
    return header.starts(with: Data("SQLite format 3\0".utf8))
      || header.dropFirst(68).starts(with: Data("flmz".utf8))
  }

  /// A path as SQLite's URI (SQLite, "Uniform Resource Identifiers").
  private static func address(of path: String) -> String {
    let escaped = path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed) ?? path
    return path.hasPrefix("/") ? "file://\(escaped)" : "file:\(escaped)"
  }

  private static func bytes(_ path: String) -> Int {
    var status = stat()
    return stat(path, &status) == 0 ? Int(status.st_size) : 0
  }

  private static func writeFailure(_ error: DatabaseError, _ path: String) -> StoreError {
    switch StoreError.wording(error, path: path) {
    case .cannotRead(let path, let reason) where error.resultCode == .SQLITE_IOERR:
      .cannotRead(path: path, reason: reason)
    case .diskFull: .diskFull(path: path, isUnchanged: true)
    case .cannotCreate(_, let reason): .cannotCreate(path: path, reason: reason)
    default: .cannotCreate(path: path, reason: "its folder cannot be written")
    }
  }
}

extension DatabaseError {
  /// Whether it may come of that nothing can be written where a file is.
  fileprivate var mayComeOfWriting: Bool {
    [.SQLITE_CANTOPEN, .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_FULL, .SQLITE_IOERR]
      .contains(resultCode)
  }
}
