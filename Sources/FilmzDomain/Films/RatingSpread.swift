/// The mean and standard deviation of ratings.
package struct RatingSpread: Sendable, Hashable {
  /// The number of ratings, at least 1.
  package let count: Int
  /// The mean in points, 0–10.
  package let mean: Double
  /// The population standard deviation in points.
  package let deviation: Double

  /// Computes the spread from the sums of ratings, which are in tenths of a point; `nil` if there are no
  /// ratings.
  package init?(count: Int, sum: Int, sumOfSquares: Int) {
    guard count > 0 else { return nil }
    self.count = count
    mean = Double(sum) / Double(count) / 10
    // The numerator is an integer, so that the deviation of equal ratings is exactly 0.
    let variance = Double(count * sumOfSquares - sum * sum) / Double(count) / Double(count)
    deviation = max(0, variance).squareRoot() / 10
  }
}
