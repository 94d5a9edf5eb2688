import Foundation

/// How well known a title is, from 0 (nobody voted) to about 6.5 (three million did).
enum Popularity {
  /// More than any title has.
  static let most = 10.0

  /// The power of ten of the votes, less for types that few look for; below 0 for those without votes.
  static func of(_ facts: FactBlock.Facts) -> Double {
    (facts.votes > 0 ? log10(Double(facts.votes) + 1) : 0) + facts.type.weight
  }
}
