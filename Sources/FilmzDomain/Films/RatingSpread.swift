/// Mean and spread of some ratings.
package struct RatingSpread: Sendable, Hashable {
  /// How many ratings there are, at least one.
  package let count: Int
  /// In points, 0–10.
  package let mean: Double
  /// The standard deviation of all these ratings, in points.
  package let deviation: Double

  /// The spread of ratings of which number, sum and sum of squares are known, in tenths of a point;
  /// nothing where there are none.
  package init?(count: Int, sum: Int, sumOfSquares: Int) {
    guard count > 0 else { return nil }
    self.count = count
    mean = Double(sum) / Double(count) / 10
    // Whole numbers up to here, so that equal ratings have no deviation at all.
    let variance = Double(count * sumOfSquares - sum * sum) / Double(count) / Double(count)
    deviation = max(0, variance).squareRoot() / 10
  }
}
