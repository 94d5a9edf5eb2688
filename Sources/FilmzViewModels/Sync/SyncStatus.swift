package import FilmzDomain
package import FilmzSync
package import Foundation

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

  /// What carries the changes between the machines.
  package enum PlaceKind: String, Sendable {
    case folder
    case server
  }

  package var state = State.off
  /// `nil` if sync is off.
  package var kind: PlaceKind?
  /// The folder, or the address of the server without its password; `nil` if sync is off.
  package var place: String?
  package var name: String?
  package var lastSync: Date?
  package var unsent = 0
  /// The id of the newest change of this machine; `nil` if there is none.
  package var lastChange: String?
  package var problems: [String] = []
  package var peers: [SyncPeer] = []
}

/// A conflict with the names that messages show.
package struct ListedConflict: Sendable, Hashable {
  package var conflict: ValueConflict
  /// The title of the film; the id if it has none, or the kind of the subject if it belongs to no film.
  package let title: String
  /// The name of the machine whose value was replaced.
  package var from: String
  /// The number in the list, from 1.
  package var number = 0
}

/// When the last sync was, and what was wrong then.
struct SyncState: Codable, Sendable, Equatable {
  var lastSync: Date?
  var problems: [String]?
  /// The name of the state that a failure caused.
  var failure: String?
  /// The conflicts that were listed last, in the order of their numbers.
  var listedConflicts: [String]?
}
