import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzStore
@testable import FilmzSync

/// An installation on disk, with its own copy of the folder.
struct SyncMachine {
  /// The number of own files from which they are written anew.
  static let maximumFileCount = 5

  let name: String
  let key: SyncKey
  let scratch: ScratchFolder
  /// The error of the clock in seconds.
  var clockOffset = 0.0
  private(set) var store: CollectionStore
  private var database: CollectionDatabase
  /// A copy of the collection's files; `nil` if there is none yet.
  private var copy: [String: Data]?

  init(_ name: String, key: SyncKey, in scratch: ScratchFolder) async throws {
    (self.name, self.key, self.scratch) = (name, key, scratch)
    try FileManager.default.createDirectory(
      at: scratch.url(of: "\(name)/folder"), withIntermediateDirectories: true)
    database = Self.database(name, scratch)
    store = try await database.openForWriting().collection
  }

  private var paths: Paths { Self.paths(name, scratch) }

  private static func paths(_ name: String, _ scratch: ScratchFolder) -> Paths {
    Paths(home: scratch.path(of: "\(name)/home"), config: nil, environment: [:])
  }

  private static func database(_ name: String, _ scratch: ScratchFolder) -> CollectionDatabase {
    CollectionDatabase(paths: paths(name, scratch), flushPolicy: .onClose)
  }

  var folder: SyncFolder { SyncFolder(path: scratch.path(of: "\(name)/folder"), key: key) }

  /// Syncs.
  func sync(at now: Date) async throws -> SyncReport {
    var sync = CollectionSync(
      collection: store, carrier: folder, name: name, now: now + clockOffset)
    sync.maximumFileCount = Self.maximumFileCount
    return try await sync.run()
  }

  /// Starts a sync that is cut off after some microseconds, and returns whether it was.
  func cutOffSync(at now: Date, after microseconds: Int) async -> Bool {
    let task = Task { try await sync(at: now) }
    try? await Task.sleep(for: .microseconds(microseconds))
    task.cancel()
    return (try? await task.value) == nil
  }

  func changeIDs() async throws -> Set<String> {
    Set(try await store.recordedJournal().changes.map(\.id))
  }

  // MARK: - Restarts and copies

  /// Opens the files of the collection again.
  mutating func restart() async throws {
    await database.close()
    database = Self.database(name, scratch)
    store = try await database.openForWriting().collection
  }

  /// Copies the files of the collection.
  mutating func makeCopy() throws {
    var copy = ["": try Data(contentsOf: url(""))]
    copy["-wal"] = try? Data(contentsOf: url("-wal"))
    self.copy = copy
  }

  /// Takes another machine's copy of its files.
  mutating func takeCopy(of other: SyncMachine) { copy = other.copy }

  /// Puts the files of the collection back to the copy, if there is one.
  ///
  /// With `replacesFile`, the file is another one afterwards, which filmz notices by itself.
  mutating func restoreCopy(replacesFile: Bool) async throws {
    guard let copy else { return }
    await database.close()
    store = try await CollectionDatabase(
      paths: Paths(home: "/nonexistent/filmz", config: nil, environment: [:])
    ).openForReading().collection
    for suffix in Self.suffixes {
      guard let data = copy[suffix] else {
        try? FileManager.default.removeItem(at: url(suffix))
        continue
      }
      if replacesFile, suffix.isEmpty { try FileManager.default.removeItem(at: url(suffix)) }
      try data.write(to: url(suffix))
    }
    try await restart()
  }

  /// The ends of the names of the files; the file of the shared memory is made anew.
  private static let suffixes = ["", "-wal", "-shm"]

  private func url(_ suffix: String) -> URL {
    URL(filePath: paths.collection.path + suffix)
  }
}
