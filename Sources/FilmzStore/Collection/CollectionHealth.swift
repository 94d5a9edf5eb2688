import FilmzFiles
import Synchronization

/// What is known of a collection's file beyond one connection to it.
final class CollectionHealth: Sendable {
  /// Tells a file from others, and from itself at another time.
  struct Mark: Codable, Equatable, Sendable {
    private let inode: UInt64
    private let birthTime: Int64
    private let bytes: Int
    private let modificationTime: Int

    init?(path: String) {
      guard let status = FileStatus(path: path) else { return nil }
      inode = status.identity.inode
      birthTime = BirthTime.nanoseconds(path)
      bytes = status.bytes
      modificationTime = status.modificationTime
    }

    func isOfSameFile(as other: Mark) -> Bool {
      inode == other.inode && birthTime == other.birthTime
    }
  }

  private struct State {
    var damage: StoreError?
    var isUnsynchronized = false
  }

  private let path: String
  /// Tells other programs which file was found damaged; `nil` for a collection in memory.
  private let mark: JSONFile<Mark>?
  private let state = Mutex(State())

  init(path: String, mark: JSONFile<Mark>?) {
    self.path = path
    self.mark = mark
  }

  /// How the file was found to be damaged.
  var damage: StoreError? { state.withLock(\.damage) }

  /// Whether changes were made that a power failure may still undo.
  var isUnsynchronized: Bool {
    get { state.withLock(\.isUnsynchronized) }
    set { state.withLock { $0.isUnsynchronized = newValue } }
  }

  /// Notes that the file is damaged, for this program and others.
  func noteDamage(_ error: StoreError) {
    let isNew = state.withLock { state in
      defer { state.damage = error }
      return state.damage == nil
    }
    if isNew, let found = Mark(path: path) { try? mark?.save(found) }
  }

  /// Whether the file was found damaged, and was not changed since.
  ///
  /// - Parameter isSound: Checks a file that was changed since.
  /// - Returns: `false` if it was another file, or was mended.
  func isMarkedAsDamaged(_ isSound: () throws -> Bool) rethrows -> Bool {
    guard let found = mark?.load(), let present = Mark(path: path), found.isOfSameFile(as: present)
    else { return false }
    return try found == present || !isSound()
  }
}
