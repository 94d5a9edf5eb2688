package import Foundation

/// A backup of the collection.
package struct Backup: Sendable, Hashable {
  /// The reason why the backup was made.
  package enum Kind: String, Sendable {
    /// A backup before the first change of a day; its name is the date.
    case automatic
    case manual
    /// A backup of the collection that a restored backup replaced.
    case replaced
    /// A file that was not made by filmz.
    case other
  }

  /// The name of the file without `.sqlite`.
  package let name: String
  /// The time at which the backup was made.
  package let time: Date
  package let bytes: Int
  /// The number of films; `nil` if the backup cannot be read.
  package var films: Int?

  package init(name: String, time: Date, bytes: Int, films: Int? = nil) {
    self.name = name
    self.time = time
    self.bytes = bytes
    self.films = films
  }

  package var kind: Kind {
    if name.utf8.count == 10, PartialDate(name) != nil { return .automatic }
    return [Kind.manual, .replaced].first { name.hasPrefix($0.rawValue + "-") } ?? .other
  }
}

/// The state of the collection file.
package enum CollectionState: Sendable, Equatable {
  case missing
  case sound(films: Int)
  case damaged
  /// The file is not a collection.
  case foreign
  /// The collection can only be read by a newer version of filmz.
  case newer
  /// The collection was made before the first release.
  case older
}

/// The outcome of restoring a backup.
package struct Restoration: Sendable {
  package let backup: Backup
  /// The backup of the replaced collection; `nil` if there was no readable collection.
  package var replaced: Backup?
  /// The new location of an unusable file that was in the place of the collection.
  package var setAside: URL?

  package init(backup: Backup) { self.backup = backup }
}
