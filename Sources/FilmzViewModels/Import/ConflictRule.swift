import FilmzDomain
import FilmzStore
import Foundation

/// The rule for values of files that differ from those of the collection.
package enum ConflictRule: String, Sendable, CaseIterable {
  /// The newer value is kept.
  case newer
  /// The value of the collection is kept.
  case mine
  /// The value of the file replaces that of the collection.
  case theirs

  /// Returns whether a value of a file with a day replaces a present one.
  ///
  /// Values are from the beginning of their days in UTC; a value of a file without a day is older than any other.
  func replaces(_ date: PartialDate?, _ age: () throws -> ValueAge) throws -> Bool {
    switch self {
    case .mine: return false
    case .theirs: return true
    case .newer:
      guard let date else { return false }
      switch try age() {
      case .unknown: return true
      case .day(let present): return date.startInUTC > present.startInUTC
      case .moment(let present): return date.startInUTC > present
      }
    }
  }
}
