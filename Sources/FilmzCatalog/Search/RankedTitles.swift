/// The titles that a search found, in its order or the best match first.
struct RankedTitles: Sendable {
  /// The maximum number of titles of a search; to find others, the search has to be narrowed.
  static let maximumCount = 1000

  /// The first titles, which have scores.
  var head: [ScoredTitle] = []
  /// The ranks of the other titles, in their order.
  var tail: ArraySlice<UInt32> = []

  /// The number of titles.
  var count: Int { head.count + tail.count }
}
