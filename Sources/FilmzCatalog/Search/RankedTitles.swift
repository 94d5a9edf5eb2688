/// What a search found, the best answer first.
struct RankedTitles: Sendable {
  /// Titles of one search at most; who wants more of them wants other words.
  static let most = 1000

  /// Those that were weighed against each other.
  var head: [ScoredTitle] = []
  /// The ranks of the others in their order.
  var tail: ArraySlice<UInt32> = []

  /// How many there are.
  var count: Int { head.count + tail.count }
}
