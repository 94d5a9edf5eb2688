import Foundation

/// The weights of matches, which are added to the popularity of a title.
enum TitleRanking {
  /// Returns the weight of a match; a weight of 1 has the same effect as multiplying the votes by ten.
  ///
  /// The weights were chosen with the ranking tests. If a title equals the query, this has the same
  /// effect as multiplying its votes by 1000. If a title only begins with the words of the query, the
  /// effect is that of multiplying its votes by about 10.
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
    /// No name equals the query.
    case none
    /// The part of the title or the original title before a subtitle, such as `Dune` in `Dune: Part One`.
    case beforeSubtitle
    /// A local title.
    case local
    /// The title or the original title.
    case main
  }
}

/// The numbers of titles that a search scores or sorts; the others are only counted.
struct SearchLimits: Sendable {
  /// The number of the most popular titles that are scored; see ``TitleSearch/candidates(of:)``.
  var scored = 50
  /// The number of titles that are sorted or, if the query has neither a text nor a sort order, have
  /// scores.
  var sorted = 1000

  /// No limits, for a small catalog.
  static let none = SearchLimits(scored: .max, sorted: .max)
}

/// A title with its score in a search.
struct ScoredTitle: Sendable {
  /// How a search found a title.
  enum Cause: Sendable {
    /// The names of the title contain the words of the text.
    case words
    /// The names of the title contain the words of the text after corrections.
    case correctedWords
    /// The text is the name of a director of the title.
    case director
    /// The text is the name of a person with another role in the title.
    case person
    /// The query has no text, and the title passes its filter.
    case filter
  }

  let rank: UInt32
  let facts: FactBlock.Facts
  let score: Double
  var exactness = TitleRanking.Exactness.none
  let cause: Cause
  /// `true` if all words of the text occur in the title or the original title.
  var matchesMainName = true
  /// `true` if the title or the original title, or its part before a subtitle, equals the text.
  var equalsText: Bool {
    cause == .words && matchesMainName && [.main, .beforeSubtitle].contains(exactness)
  }

  /// The folded title in UTF-8; empty unless titles are sorted by name.
  var name: [UInt8] = []
}
