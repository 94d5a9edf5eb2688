/// The positions of a word in the names of a title: a set, because a title has several names.
struct TermPositions: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// The number of leading positions that are stored; those of further words are not.
  static let positionCount = 5
  /// The name ends with the word.
  static let last = TermPositions(rawValue: 1 << 5)
  /// The word is an article at the beginning of the name.
  static let article = TermPositions(rawValue: 1 << 6)
  /// The name is the title or the original title.
  static let main = TermPositions(rawValue: 1 << 7)

  /// Returns the flag of a position, which is counted from 0 after an article at the beginning.
  static func position(_ position: Int) -> TermPositions {
    position < positionCount ? TermPositions(rawValue: 1 << UInt8(position)) : []
  }
}
