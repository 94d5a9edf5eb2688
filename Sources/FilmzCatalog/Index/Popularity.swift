import Foundation

/// How well known a title is, from 0 (nobody voted) to about 6.5 (three million did).
enum Popularity {
  /// More than any title has.
  static let most = 10.0

  /// The power of ten of the votes, less for types that few look for; below 0 for those without votes.
  static func score(_ facts: FactBlock.Facts) -> Double {
    score(votes: Int(facts.votes), facts.type)
  }

  /// The same of a title with so many votes.
  static func score(votes: Int, _ type: TitleType) -> Double {
    (votes > 0 ? log10(Double(votes) + 1) : 0) + type.weight
  }
}
