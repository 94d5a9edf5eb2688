import Foundation

/// The popularity of a title: the decimal logarithm of its votes plus the weight of its type.
///
/// The greatest popularity of a title is about 6.5, for three million votes.
enum Popularity {
  /// A number that is greater than the popularity of any title.
  static let limit = 10.0

  /// Returns the popularity of a title; it may be negative if the title has few votes or none.
  static func score(_ facts: FactBlock.Facts) -> Double {
    score(votes: Int(facts.votes), facts.type)
  }

  /// Returns the popularity of a title with a number of votes and a type.
  static func score(votes: Int, _ type: TitleType) -> Double {
    (votes > 0 ? log10(Double(votes) + 1) : 0) + type.weight
  }
}
