package import FilmzDomain
package import Foundation

/// What a sync has done.
package struct SyncReport: Sendable, Hashable {
  /// The number of changes that were sent.
  package var sent = 0
  /// The number of changes that came.
  package var received = 0
  /// The names of the machines whose files brought them.
  package var from: [String] = []
  /// The films that are in the collection again, although this machine had removed them.
  package var broughtBack: [FilmID] = []
  /// The number of values that this machine and another have changed without knowing of each other.
  package var conflicts = 0
  package var milliseconds = 0
  /// What is wrong with files of the folder, and with what they contain.
  package var problems: [String] = []

  package init() {}
}

/// The state of sync.
package struct SyncStatus: Sendable {
  package enum State: String, Sendable {
    case off
    case synced
    /// There are changes to send, or files to read.
    case waiting
    case unreachable
    case wrongKey = "wrong key"
    case full
  }

  /// Another machine.
  package struct Peer: Sendable, Hashable {
    package enum State: String, Sendable, Comparable {
      case synced
      case behind
      /// One of its files cannot be read.
      case unreadable

      package static func < (left: Self, right: Self) -> Bool {
        let order: [Self] = [.synced, .behind, .unreadable]
        return (order.firstIndex(of: left) ?? 0) < (order.firstIndex(of: right) ?? 0)
      }
    }

    package let name: String
    package let installation: String
    /// The time at which it has written its newest file.
    package let lastSeen: Date?
    /// The number of changes that it had not received then.
    package let behind: Int
    package let state: State
  }

  package var state = State.off
  /// The folder; `nil` if sync is off.
  package var folder: String?
  package var name: String?
  package var lastSync: Date?
  package var unsent = 0
  package var problem: String?
  package var peers: [Peer] = []
}

/// A conflict with the names that messages show.
package struct ListedConflict: Sendable, Hashable {
  package let conflict: ValueConflict
  /// The title of the film; the id if it has none, or the kind of the subject if it belongs to no film.
  package let title: String
  /// The name of the machine whose value was replaced.
  package let from: String
}

/// When the last sync was, and what was wrong then.
struct SyncState: Codable, Sendable, Equatable {
  var lastSync: Date?
  var problem: String?
  /// The name of the state that the problem caused.
  var failure: String?
}
