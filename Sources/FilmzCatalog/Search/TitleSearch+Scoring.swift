extension TitleSearch {
  /// The number of the most popular hits that are scored.
  ///
  /// Of the hits that may be exact, the most popular ones are scored too, at most as many. Of the other
  /// hits that begin with the words, at most half as many are scored.
  private static let maximumCandidates = 50
  /// The minimum number of votes of a title that can be a good match.
  private static let minimumVotesOfGoodMatch = 1000

  /// The titles found so far.
  struct Results {
    var titles = RankedTitles()
    /// The ranks of titles that have been added, which are not added again.
    ///
    /// Of the hits of one call of `add`, only about the first thousand are recorded.
    var ranks: Set<UInt32> = []
    /// `true` if one of the titles is likely to be the intended one.
    var hasGoodMatch = false
  }

  /// Adds hits to the results: the candidates for the best match with a score, the others by rank.
  ///
  /// The penalty is subtracted from the scores. It has to be greater than 0 if the hits were found with
  /// other words than `words`, such as corrected ones.
  mutating func add(
    _ hits: [Hit], to results: inout Results, _ words: TitleWords, penalty: Double
  ) throws {
    let newHits = try passing(hits, excluding: results.ranks)
    let candidates = Self.candidates(of: newHits)
    for hit in candidates {
      guard let facts = try factReader.facts(hit.rank) else { continue }
      let exactness = try exactness(of: hit, facts, words, isFuzzy: penalty > 0)
      // Newer titles are preferred slightly.
      let score =
        Popularity.score(facts) + TitleRanking.weight(hit.match, exactness: exactness) - penalty
        + (facts.year > 0 ? (Double(facts.year) - 2000) / 2000 : -0.1)
      results.titles.head.append(
        ScoredTitle(rank: hit.rank, facts: facts, score: score, exactness: exactness))
      let matchesMainName =
        hit.match.contains(.main) && !hit.match.isDisjoint(with: [.begins, .whole])
      if facts.votes >= Self.minimumVotesOfGoodMatch, matchesMainName || exactness != .none {
        results.hasGoodMatch = true
      }
    }
    results.titles.head.sort { ($1.score, $0.rank) < ($0.score, $1.rank) }
    let candidateRanks = Set(candidates.map(\.rank))
    let otherRanks = newHits.lazy.map(\.rank).filter { !candidateRanks.contains($0) }
    results.titles.tail += otherRanks.prefix(max(0, limit - results.titles.count))
    results.ranks.formUnion(candidateRanks)
    results.ranks.formUnion(
      newHits.prefix(RankedTitles.maximumCount + 2 * Self.maximumCandidates).map(\.rank))
  }

  /// Returns the hits that are not in `ranks` and pass the filter; if there is a filter, at most
  /// ``limit`` hits.
  private mutating func passing(
    _ hits: [Hit], excluding ranks: Set<UInt32>
  ) throws -> [Hit] {
    guard let filter else {
      return ranks.isEmpty ? hits : hits.filter { !ranks.contains($0.rank) }
    }
    var passing: [Hit] = []
    for hit in hits where !ranks.contains(hit.rank) {
      guard let facts = try factReader.facts(hit.rank), filter.passes(facts, hit.rank) else {
        continue
      }
      passing.append(hit)
      if passing.count == limit { break }
    }
    return passing
  }

  /// Returns the hits among which the best matches are likely to be.
  ///
  /// If there are more than ``maximumCandidates`` hits, these are the most popular of all hits, of the
  /// hits that may be exact, and of the hits that begin with the words.
  private static func candidates(of hits: [Hit]) -> [Hit] {
    guard hits.count > maximumCandidates else { return hits }
    var counts = (all: 0, exact: 0, begins: 0)
    return hits.filter { hit in
      var isCandidate = counts.all < maximumCandidates
      counts.all += 1
      if hit.match.mayBeExact {
        isCandidate = isCandidate || counts.exact < maximumCandidates
        counts.exact += 1
      } else if hit.match.contains(.begins) {
        isCandidate = isCandidate || counts.begins < maximumCandidates / 2
        counts.begins += 1
      }
      return isCandidate
    }
  }

  /// Returns which name of a hit equals the query.
  ///
  /// Names are only read if the flags of the hit show that a name may begin with the words. The names
  /// of a fuzzy hit are not compared with the query, because the hit was found with other words; the
  /// flags of the hit determine the result.
  private func exactness(
    of hit: Hit, _ facts: FactBlock.Facts, _ words: TitleWords, isFuzzy: Bool
  ) throws -> TitleRanking.Exactness {
    guard hit.match.isSuperset(of: [.begins, .whole]) else { return .none }
    if isFuzzy {
      guard hit.match.mayBeExact else { return .none }
      return hit.match.contains(.main) ? .main : .local
    }
    let names = try nameReader.mainNames(of: facts.id)
    if names.contains(where: { words.equals(name: $0) }) { return .main }
    if names.contains(where: { $0.partBeforeSubtitle.map { words.equals(name: $0) } ?? false }) {
      return .beforeSubtitle
    }
    // Local titles are not stored, only their words. So the result is wrong in the rare case that the
    // words are from several names.
    return hit.match.mayBeExact ? .local : .none
  }
}

extension String {
  /// The part before a subtitle, or `nil` if there is no subtitle.
  fileprivate var partBeforeSubtitle: String? {
    guard let end = firstRange(of: ": ") ?? firstRange(of: " - ") else { return nil }
    return String(self[..<end.lowerBound])
  }
}
