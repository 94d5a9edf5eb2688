/// What hits are worth as answers.
extension TitleSearch {
  /// Hits of each kind that are weighed against each other.
  private static let candidates = 50
  /// Votes from which on a hit may well be what was meant.
  private static let fewVotes = 1000

  /// What was found so far.
  struct Found {
    var titles = RankedTitles()
    var known: Set<UInt32> = []
    /// Whether there is something that may well have been meant.
    var isGood = false
  }

  /// Adds hits with what each is worth; a penalty is taken from those that were not typed just so.
  mutating func add(
    _ hits: [Hit], to found: inout Found, _ words: TitleWords, penalty: Double
  ) throws {
    let new = try passing(hits, known: found.known)
    let chosen = Self.candidates(of: new)
    for hit in chosen {
      guard let facts = try facts.facts(hit.rank) else { continue }
      let exactness = try exactness(of: hit, facts, words, isForgiven: penalty > 0)
      let score =
        Popularity.score(facts) + TitleRanking.weight(hit.match, exactness: exactness) - penalty
        + (facts.year > 0 ? (Double(facts.year) - 2000) / 2000 : -0.1)
      found.titles.head.append(
        ScoredTitle(rank: hit.rank, facts: facts, score: score, exactness: exactness))
      let isNamed = hit.match.contains(.main) && !hit.match.isDisjoint(with: [.begins, .whole])
      if facts.votes >= Self.fewVotes, isNamed || exactness != .none { found.isGood = true }
    }
    found.titles.head.sort { ($1.score, $0.rank) < ($0.score, $1.rank) }
    let weighed = Set(chosen.map(\.rank))
    let rest = new.lazy.map(\.rank).filter { !weighed.contains($0) }
    found.titles.tail += rest.prefix(max(0, limit - found.titles.count))
    found.known.formUnion(weighed)
    found.known.formUnion(new.prefix(RankedTitles.most + 2 * Self.candidates).map(\.rank))
  }

  /// The hits that a filter lets through, without those that are known; as many as may be shown.
  private mutating func passing(_ hits: [Hit], known: Set<UInt32>) throws -> [Hit] {
    guard let filter else {
      return known.isEmpty ? hits : hits.filter { !known.contains($0.rank) }
    }
    var passing: [Hit] = []
    for hit in hits where !known.contains(hit.rank) {
      guard let facts = try facts.facts(hit.rank), filter.passes(facts, hit.rank) else { continue }
      passing.append(hit)
      if passing.count == limit { break }
    }
    return passing
  }

  /// The best known hits, those that may be exact, and those that begin with the words.
  private static func candidates(of hits: [Hit]) -> [Hit] {
    guard hits.count > candidates else { return hits }
    var counts = (all: 0, exact: 0, begins: 0)
    return hits.filter { hit in
      var isChosen = counts.all < candidates
      counts.all += 1
      if hit.match.maybeExact {
        isChosen = isChosen || counts.exact < candidates
        counts.exact += 1
      } else if hit.match.contains(.begins) {
        isChosen = isChosen || counts.begins < candidates / 2
        counts.begins += 1
      }
      return isChosen
    }
  }

  /// Which name of a hit is just the words that were typed, looked up where it may be.
  private func exactness(
    of hit: Hit, _ facts: FactBlock.Facts, _ words: TitleWords, isForgiven: Bool
  ) throws -> TitleRanking.Exactness {
    guard hit.match.isSuperset(of: [.begins, .whole]) else { return .none }
    if isForgiven {
      guard hit.match.maybeExact else { return .none }
      return hit.match.contains(.main) ? .main : .local
    }
    let names = try names.names(of: facts.id)
    if names.contains(where: { words.isName($0) }) { return .main }
    if names.contains(where: { $0.front.map { words.isName($0) } ?? false }) { return .front }
    // Of local names only the words are kept; that two names share them out is very rare.
    return hit.match.maybeExact ? .local : .none
  }
}

extension String {
  /// What stands before a subtitle.
  fileprivate var front: String? {
    guard let end = firstRange(of: ": ") ?? firstRange(of: " - ") else { return nil }
    return String(self[..<end.lowerBound])
  }
}
