package import Foundation

/// A backup of the collection.
package struct Backup: Sendable, Hashable {
  /// The reason why the backup was made.
  package enum Kind: String, Sendable {
    /// A backup that was made before the first change of a day; its name is the date.
    case automatic
    /// A backup that the user made.
    case manual
    /// A backup of the collection that was replaced when another backup was restored.
    case replaced
    /// A file with a name that filmz does not give to backups.
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
    (self.name, self.time, self.bytes, self.films) = (name, time, bytes, films)
  }

  /// The kind of the backup, according to its name.
  package var kind: Kind {
    if name.utf8.count == 10, PartialDate(name) != nil { return .automatic }
    return [Kind.manual, .replaced].first { name.hasPrefix($0.rawValue + "-") } ?? .other
  }
}

/// The state of the collection file.
package enum CollectionState: Sendable, Equatable {
  /// There is no collection file.
  case missing
  /// The collection is not damaged, and has this number of films.
  case sound(films: Int)
  /// The file is damaged, or is empty although there are backups.
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
  /// The new location of an unusable file that was moved out of the way; `nil` if there was none.
  package var setAside: URL?
  /// The kinds of values that the backup contains in an invalid form, such as `viewing date`.
  ///
  /// These values could not be restored unchanged.
  package var invalidValues: [String] = []

  package init(backup: Backup) { self.backup = backup }
}
