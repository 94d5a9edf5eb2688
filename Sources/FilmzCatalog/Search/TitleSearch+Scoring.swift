extension TitleSearch {
  /// The number of the most popular hits that are scored because the title or the original title may equal
  /// the words.
  private static let maximumExactCandidates = 1000
  /// The minimum number of votes of a title that can be a good match.
  static let minimumVotesOfGoodMatch = 1000

  /// The titles found so far.
  struct Results {
    var titles = RankedTitles()
    /// The hits that have been added, which are not added again; each list is ordered by rank.
    private(set) var addedHits: [[Hit]] = []
    /// `true` if one of the titles is likely to be the intended one.
    var hasGoodMatch = false

    /// Records hits, which have to be ordered by rank, as added.
    mutating func record(_ hits: [Hit]) { addedHits.append(hits) }

    /// Returns whether a title with a rank has been added.
    func contains(_ rank: UInt32) -> Bool {
      addedHits.contains { hits in
        let index = hits.partitionPoint { $0.rank >= rank }
        return index < hits.count && hits[index].rank == rank
      }
    }
  }

  /// Adds hits to the results: the candidates for the best match with a score, the others by rank.
  ///
  /// The penalty is subtracted from the scores. It has to be greater than 0 if the hits were found with
  /// other words than `words`, such as corrected ones.
  mutating func add(
    _ hits: [Hit], to results: inout Results, _ words: TitleWords, penalty: Double,
    _ cause: ScoredTitle.Cause = .words
  ) throws {
    let newHits = try passing(hits, excluding: results)
    let candidates = candidates(of: newHits)
    let matcher = NameMatcher(words)
    for hit in candidates {
      guard let facts = try factReader.facts(hit.rank) else { continue }
      let exactness = try exactness(of: hit, facts, words, matcher, isFuzzy: penalty > 0)
      // Newer titles are preferred slightly.
      let score =
        Popularity.score(facts) + TitleRanking.weight(hit.match, exactness: exactness) - penalty
        + (facts.year > 0 ? (Double(facts.year) - 2000) / 2000 : -0.1)
      let title = ScoredTitle(
        rank: hit.rank, facts: facts, score: score, exactness: exactness,
        cause: cause,
        matchesMainName: hit.match.contains(.main))
      results.titles.head.append(title)
      let matchesMainName =
        hit.match.contains(.main) && !hit.match.isDisjoint(with: [.begins, .whole])
      if facts.votes >= Self.minimumVotesOfGoodMatch, matchesMainName || exactness != .none {
        results.hasGoodMatch = true
      }
    }
    results.titles.head.sortByScore(words)
    appendTail(newHits, without: candidates, to: &results.titles, cause)
    results.record(newHits)
  }

  /// Appends the hits that are not candidates for the best match, without scores; both lists are in the
  /// same order.
  private func appendTail(
    _ hits: [Hit], without candidates: [Hit], to titles: inout RankedTitles,
    _ cause: ScoredTitle.Cause
  ) {
    guard hits.count > candidates.count else { return }
    titles.tail.reserveCapacity(titles.tail.count + hits.count - candidates.count)
    var next = candidates.startIndex
    for hit in hits {
      if next < candidates.endIndex, candidates[next].rank == hit.rank {
        next += 1
      } else {
        titles.tail.append(hit.rank)
      }
    }
    if cause == .words { titles.literalTailCount = titles.tail.count }
  }

  /// Returns the hits that have not been added to the results and pass the filter.
  private mutating func passing(_ hits: [Hit], excluding results: Results) throws -> [Hit] {
    var newHits = results.addedHits.isEmpty ? hits : hits.filter { !results.contains($0.rank) }
    if let excludedRanks { newHits.removeAll { excludedRanks.contains($0.rank) } }
    guard let filter else { return newHits }
    return try newHits.filter { hit in
      try factReader.facts(hit.rank).map { filter.passes($0, hit.rank) } ?? false
    }
  }

  /// Returns the hits among which the best matches are likely to be.
  ///
  /// These are the most popular hits up to a limit (``SearchLimits/scored``), the most popular of the hits
  /// that may be exact, and the most popular of the other hits that begin with the words, up to half of the
  /// limit. The limit of the hits that may be exact is ``maximumExactCandidates`` if the words occur in the
  /// title or the original title.
  func candidates(of hits: [Hit]) -> [Hit] {
    let limit = limits.scored
    guard hits.count > limit else { return hits }
    var counts = (all: 0, exact: 0, local: 0, begins: 0)
    return hits.filter { hit in
      var isCandidate = counts.all < limit
      counts.all += 1
      if hit.match.mayBeExact, hit.match.contains(.main) {
        isCandidate = isCandidate || counts.exact < Self.maximumExactCandidates
        counts.exact += 1
      } else if hit.match.mayBeExact {
        isCandidate = isCandidate || counts.local < limit
        counts.local += 1
      } else if hit.match.contains(.begins) {
        isCandidate = isCandidate || counts.begins < limit / 2
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
    of hit: Hit, _ facts: FactBlock.Facts, _ words: TitleWords, _ matcher: NameMatcher,
    isFuzzy: Bool
  ) throws -> TitleRanking.Exactness {
    guard hit.match.isSuperset(of: [.begins, .whole]) else { return .none }
    if isFuzzy {
      guard hit.match.mayBeExact else { return .none }
      return hit.match.contains(.main) ? .main : .local
    }
    let exactness = try nameReader.exactness(of: facts.id, matcher)
    guard exactness == .none, hit.match.mayBeExact else { return exactness }
    // If the words occur in the main names, or if the local titles are not stored, the result is wrong in
    // the rare case that the words are from several names.
    guard !hit.match.contains(.main), let localTitleReader else { return .local }
    return try localTitleReader.titles(of: facts.id).contains(where: words.equalsApartFromNumbers)
      ? .local : .none
  }
}
