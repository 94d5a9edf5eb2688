import FilmzFiles
import Synchronization

/// Whether a collection's file is damaged or has unflushed changes, across its successive connections.
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
      birthTime = BirthTime.nanoseconds(path)
      bytes = status.bytes
      modificationTime = status.modificationTime
    }

    func isSameFile(as other: FileFingerprint) -> Bool {
      inode == other.inode && birthTime == other.birthTime
    }
  }

  private struct State {
    var damage: StoreError?
    var hasUnflushedChanges = false
  }

  private let path: String
  /// Stores the fingerprint of the damaged file for other processes; `nil` for a collection in memory.
  private let damageFile: JSONFile<FileFingerprint>?
  private let state = Mutex(State())

  init(path: String, damageFile: JSONFile<FileFingerprint>?) {
    self.path = path
    self.damageFile = damageFile
  }

  /// The error that reports the damage; `nil` if no damage was found.
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
    guard let damaged = damageFile?.load(), let current = FileFingerprint(path: path),
      damaged.isSameFile(as: current)
    else { return false }
    return try damaged == current || !isIntact()
  }
}
