/// The titles that match a query, in its sort order; if it has none, the best match comes first.
struct RankedTitles: Sendable {
  /// The maximum number of titles that a search returns; to find others, the user has to narrow the
  /// search.
  static let maximumCount = 1000

  /// The first titles, which have scores.
  var head: [ScoredTitle] = []
  /// The ranks of the titles after those in ``head``.
  var tail: ArraySlice<UInt32> = []

  /// The number of titles.
  var count: Int { head.count + tail.count }
}
