package import Foundation

/// A backup of the collection.
package struct Backup: Sendable, Hashable {
  /// How it came to be.
  package enum Kind: String, Sendable {
    /// Before the first change of a day, by which it is named.
    case automatic
    case manual
    /// Of what a restored backup took the place of.
    case replaced
    /// A file that somebody put there.
    case other
  }

  /// What it is called: the name of its file without `.sqlite`.
  package let name: String
  /// When it was made.
  package let time: Date
  package let bytes: Int
  /// How many films it holds; nothing where it cannot be read.
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

/// What stands in the collection's place.
package enum CollectionState: Sendable, Equatable {
  case missing
  case sound(films: Int)
  case damaged
  /// Something that is no collection.
  case foreign
  /// A collection that only a newer filmz can read.
  case newer
  /// A collection from before the first release.
  case older
}

/// What came of restoring a backup.
package struct Restoration: Sendable {
  package let backup: Backup
  /// The backup of what was in the collection's place.
  package var replaced: Backup?
  /// Where the file is that was in the collection's place and could not be used.
  package var setAside: URL?

  package init(backup: Backup) { self.backup = backup }
}
