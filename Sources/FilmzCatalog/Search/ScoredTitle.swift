import FilmzDomain

/// A title with its score in a search.
struct ScoredTitle: Sendable {
  /// The reason why a search found a title.
  enum Cause: Sendable {
    /// The names of the title contain the words of the text.
    case words
    /// The names of the title contain the words of the text after corrections.
    case correctedWords
    /// The text consists of the initials of the title.
    case initials
    /// The text is the name of a director of the title.
    case director
    /// The text is the name of a person with another role in the title.
    case person
    /// The query has no text, and the title passes its filter.
    case filter
  }

  /// The name of a title that equals the query.
  enum Exactness: Sendable {
    /// No name equals the query.
    case none
    /// The part of the title or the original title before a subtitle, such as `Dune` in `Dune: Part One`.
    case beforeSubtitle
    /// The title of the film in a country.
    case local
    /// The title or the original title.
    case main
  }

  let rank: UInt32
  let facts: FactBlock.Facts
  var score: Double
  var exactness = Exactness.none
  let cause: Cause
  /// `true` if all words of the text occur in the title or the original title.
  var matchesMainName = true
  /// `true` if the title or the original title, or its part before a subtitle, equals the text.
  var equalsText: Bool { cause == .words && matchesMainName && [.main, .beforeSubtitle].contains(exactness) }

  /// `true` if the title or the original title equals the text.
  var equalsTitle: Bool { cause == .words && exactness == .main }

  /// The folded title in UTF-8; empty unless titles are sorted by name.
  var name: [UInt8] = []
}

extension [ScoredTitle] {
  /// Sorts titles in the order of a query; if it has none, by score.
  mutating func sort(_ query: SearchQuery) {
    if let order = query.order.map(TitleOrder.init) {
      sort(by: order.precedes)
    } else {
      sortByScore(TitleWords(query.plainText))
    }
  }

  /// A title that was found by a local title keeps its place before a title that equals the query if it has more than
  /// this many times the votes.
  ///
  /// The number was chosen with the ranking tests: *The Godfather* precedes a short film with eleven votes whose
  /// title is that of *The Godfather* in Russian.
  private static let localTitleFactor = 400
  /// The number of votes above which a title that equals the query always precedes titles that were found by
  /// a local title.
  private static let obscureVotes = 1000

  /// Sorts titles by score, and moves titles that equal the query before titles that were found by a local
  /// title.
  ///
  /// A title that is much better known keeps its place (``localTitleFactor``), unless the query is a single short word:
  /// too many titles have such a word as a local title.
  mutating func sortByScore(_ words: TitleWords) {
    sort { ($1.score, $0.rank) < ($0.score, $1.rank) }
    var exactIndices = indices.filter { self[$0].exactness == .main && self[$0].cause == .words }
    guard !exactIndices.isEmpty, contains(where: { !$0.matchesMainName }) else { return }
    var sorted: [ScoredTitle] = []
    sorted.reserveCapacity(count)
    var movedIndices: Set<Int> = []
    for (index, title) in enumerated() where !movedIndices.contains(index) {
      if !title.matchesMainName, !exactIndices.isEmpty {
        exactIndices.removeAll { $0 <= index }
        let moved = exactIndices.filter {
          words.isSingleShortWord || self[$0].facts.votes > Self.obscureVotes
            || Int(self[$0].facts.votes) * Self.localTitleFactor >= Int(title.facts.votes)
        }
        sorted += moved.map { self[$0] }
        movedIndices.formUnion(moved)
        exactIndices.removeAll(where: movedIndices.contains)
      }
      sorted.append(title)
    }
    self = sorted
  }
}
