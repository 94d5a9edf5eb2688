/// IMDb's rating of a film, weighted by the number of its votes, so that a high rating by a few people does
/// not precede one by many.
///
/// It is (v × R + m × C) / (v + m) for the rating R of v votes: the rating that the film has after m further
/// votes for the mean C. The formula, m = 25,000 and C = 7.0 are those of IMDb's list Top 250.
package enum WeightedRating {
  /// The number of votes that are added, m.
  package static let addedVotes = 25_000
  /// The mean C in tenths of a point.
  package static let meanTenths = 70

  /// Returns the weighted rating of a rating in tenths of a point with a number of votes.
  ///
  /// The unit is a millionth of a tenth of a point; the greatest value is 100,000,000.
  package static func millionths(tenths: Int, votes: Int) -> Int {
    (votes * tenths + addedVotes * meanTenths) * 1_000_000 / (votes + addedVotes)
  }
}
