/// The positions of a word in the names of a title or a person: a set, because a title has several
/// names.
struct TermPositions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The number of positions that are stored; words at later positions have none.
  static let positionCount = 5
  /// The name ends with the word.
  static let last = TermPositions(rawValue: 1 << 5)
  /// The word is an article at the beginning of the name.
  static let article = TermPositions(rawValue: 1 << 6)
  /// The name is the title, the original title, or the name of a person.
  static let main = TermPositions(rawValue: 1 << 7)

  /// Returns the flag of a position, or no flags if the position is not stored.
  ///
  /// Positions count from 0, which is the first word after a leading article.
  static func position(_ position: Int) -> TermPositions {
    position < positionCount ? TermPositions(rawValue: 1 << UInt8(position)) : []
  }
}
