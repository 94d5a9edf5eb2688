import Foundation

/// Orders hits so that what was meant comes first: what matches best, weighed with how well known it is.
enum TitleRanking {
  /// What a match adds to the power of ten of the votes.
  ///
  /// Chosen on the table of queries in the tests: an exact title outweighs another title with as many
  /// votes by a thousand times, a title's beginning by ten times.
  static func weight(_ match: Hit.Match, exactness: Exactness) -> Double {
    switch exactness {
    case .main: 3
    case .local: 2.6
    case .front: 2.4
    case .none:
      (match.contains(.begins) ? 0.6 : 0) + (match.contains(.whole) ? 0.5 : 0)
        - (match.contains(.main) ? 0 : match.contains(.begins) ? 0.6 : 1.5)
    }
  }

  /// Which of a title's names is just the words that were typed.
  enum Exactness: Sendable {
    case none
    /// What stands before a subtitle, as `Dune` in `Dune: Part One`.
    case front
    /// One that it has elsewhere.
    case local
    /// Its title, or its original title.
    case main
  }
}

/// A title with what it is worth as an answer.
struct ScoredTitle: Sendable {
  let rank: UInt32
  let facts: FactBlock.Facts
  let score: Double
  let exactness: TitleRanking.Exactness
  /// The folded title in UTF-8, if titles are sorted by name.
  var name: [UInt8] = []
}
