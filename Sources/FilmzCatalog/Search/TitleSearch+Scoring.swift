import FilmzDomain

extension TitleSearch {
  /// The maximum number of hits that are scored because the title or the original title may equal the words; they are the
  /// most popular ones.
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

    /// `true` if the words as typed, or after corrections, are in the title or original title of a well-known film.
    var hasKnownTitle: Bool {
      titles.head.contains { $0.matchesMainName && $0.facts.votes >= TitleSearch.minimumTrustedVotes }
    }

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
    _ hits: [Hit], to results: inout Results, _ words: TitleWords, penalty: Double, _ cause: ScoredTitle.Cause = .words
  ) throws {
    let newHits = try passing(hits, excluding: results)
    let candidates = try candidates(of: newHits)
    let matcher = NameMatcher(words)
    for hit in candidates {
      try steps.take(hit.match.isSuperset(of: [.begins, .whole]) ? SearchSteps.names : SearchSteps.facts)
      guard let facts = try factReader.facts(hit.rank) else { continue }
      let exactness = try exactness(of: hit, facts, words, matcher, isFuzzy: penalty > 0)
      // Newer titles are preferred slightly.
      let score =
        Popularity.score(facts) + hit.match.weight(exactness) - penalty
        + (facts.year > 0 ? (Double(facts.year) - 2000) / 2000 : -0.1)
      let title = ScoredTitle(
        rank: hit.rank, facts: facts, score: score, exactness: exactness, cause: cause,
        matchesMainName: hit.match.contains(.main))
      results.titles.head.append(title)
      let matchesMainName = hit.match.contains(.main) && !hit.match.isDisjoint(with: [.begins, .whole])
      if facts.votes >= Self.minimumVotesOfGoodMatch, matchesMainName || exactness != .none {
        results.hasGoodMatch = true
      }
    }
    results.titles.head.sortByScore(words)
    try appendTail(newHits, without: candidates, to: &results.titles, cause)
    results.record(newHits)
  }

  /// The number of the most popular titles whose initials are compared with a word.
  static let titlesWithInitials: UInt32 = 1000
  /// The minimum number of votes of a title that is found by its initials.
  private static let minimumVotesWithInitials = 50_000

  /// Adds well-known titles whose initials are the only word, such as *The Lord of the Rings: The Two Towers* for `lotr`.
  mutating func addTitles(withInitials words: TitleWords, to results: inout Results) throws {
    guard words.words.count == 1, let letters = words.words.first, (3...6).contains(letters.count),
      letters.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return }
    let known = popularTitles.map { $0.ranks(withInitials: letters) }
    for rank in known ?? Array(0..<Self.titlesWithInitials) {
      try steps.take(SearchSteps.names)
      guard let facts = try factReader.facts(rank) else { break }
      guard facts.votes >= Self.minimumVotesWithInitials, !results.contains(rank), filter?.passes(facts, rank) != false,
        excludedRanks?.contains(rank) != true, try known != nil || nameReader.hasInitials(letters, facts.id)
      else { continue }
      results.titles.head.append(
        ScoredTitle(rank: rank, facts: facts, score: Popularity.score(facts), cause: .initials))
      results.hasGoodMatch = true
    }
    if results.hasGoodMatch { results.titles.head.sortByScore(words) }
  }

  /// Appends the hits that are not candidates for the best match, without scores; both lists are in the
  /// same order.
  private func appendTail(
    _ hits: [Hit], without candidates: [Hit], to titles: inout RankedTitles, _ cause: ScoredTitle.Cause
  ) throws {
    guard hits.count > candidates.count else { return }
    titles.tail.reserveCapacity(titles.tail.count + hits.count - candidates.count)
    var next = candidates.startIndex
    for hit in hits {
      try steps.take()
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
      try steps.take(SearchSteps.facts)
      return try factReader.facts(hit.rank).map { filter.passes($0, hit.rank) } ?? false
    }
  }

  /// Returns the hits among which the best matches are likely to be.
  ///
  /// These are the most popular hits of four kinds, each up to a limit:
  ///
  /// - all hits: ``SearchLimits/scored``;
  /// - hits that may be exact, with the words in the title or the original title: ``maximumExactCandidates``;
  /// - other hits that may be exact: ``SearchLimits/scored``;
  /// - other hits that begin with the words: half of ``SearchLimits/scored``.
  func candidates(of hits: [Hit]) throws -> [Hit] {
    let limit = limits.scored
    guard hits.count > limit else { return hits }
    var counts = (all: 0, exact: 0, local: 0, begins: 0)
    return try hits.filter { hit in
      try steps.take()
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
    of hit: Hit, _ facts: FactBlock.Facts, _ words: TitleWords, _ matcher: NameMatcher, isFuzzy: Bool
  ) throws -> ScoredTitle.Exactness {
    guard hit.match.isSuperset(of: [.begins, .whole]) else { return .none }
    if isFuzzy {
      guard hit.match.mayBeExact else { return .none }
      return hit.match.contains(.main) ? .main : .local
    }
    let exactness = try nameReader.exactness(of: facts.id, matcher)
    guard exactness == .none, hit.match.mayBeExact else { return exactness }
    // If the local titles are not stored, the result is wrong in the rare case that the words are from several names.
    guard let localTitleReader else { return .local }
    let mainNames = hit.match.contains(.main) ? try nameReader.mainNames(of: facts.id) : []
    let names = try mainNames + localTitleReader.titles(of: facts.id)
    return names.contains(where: words.equalsApartFromNumbers) ? .local : .none
  }
}

/// The numbers of titles that a search scores and sorts; the other titles follow in the order of their ranks.
struct SearchLimits: Sendable {
  /// The number of the most popular titles that are scored; see ``TitleSearch/candidates(of:)``.
  var scored = 50
  /// The number of titles that are sorted; without a text and a sort order, the number of titles in
  /// ``RankedTitles/head``.
  var sorted = 1000

  /// No limits, for a small catalog.
  static let none = SearchLimits(scored: .max, sorted: .max)
}
