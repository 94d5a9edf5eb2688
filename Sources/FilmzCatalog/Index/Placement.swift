/// Where a word stands in the names of a title: a set, because a title has several names.
struct Placement: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// Words that have a place of their own; those behind are only known to be there.
  static let places = 5
  /// The name ends with the word.
  static let last = Placement(rawValue: 1 << 5)
  /// The word is an article at a name's beginning.
  static let article = Placement(rawValue: 1 << 6)
  /// The name is the title or the original title.
  static let main = Placement(rawValue: 1 << 7)

  /// The word stands at a place, counted from 0, an article at the beginning aside.
  static func place(_ place: Int) -> Placement {
    place < places ? Placement(rawValue: 1 << UInt8(place)) : []
  }
}
