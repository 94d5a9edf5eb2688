import Foundation

/// The weights of matches, which are added to a title's popularity.
enum TitleRanking {
  /// Returns what a match adds to the popularity, in powers of ten of the votes.
  ///
  /// The weights were chosen with the ranking tests: an exact title is worth a thousand times the
  /// votes, the beginning of a title about ten times.
  static func weight(_ match: Hit.Match, exactness: Exactness) -> Double {
    switch exactness {
    case .main: 3
    case .local: 2.6
    case .beforeSubtitle: 2.4
    case .none:
      (match.contains(.begins) ? 0.6 : 0) + (match.contains(.whole) ? 0.5 : 0)
        - (match.contains(.main) ? 0 : match.contains(.begins) ? 0.6 : 1.5)
    }
  }

  /// Which name of a title equals the query.
  enum Exactness: Sendable {
    case none
    /// The part of the title before a subtitle, such as `Dune` in `Dune: Part One`.
    case beforeSubtitle
    /// A local title.
    case local
    /// The title or the original title.
    case main
  }
}

/// A title with its score as a search result.
struct ScoredTitle: Sendable {
  let rank: UInt32
  let facts: FactBlock.Facts
  let score: Double
  let exactness: TitleRanking.Exactness
  /// The folded title in UTF-8; empty unless titles are sorted by name.
  var name: [UInt8] = []
}
