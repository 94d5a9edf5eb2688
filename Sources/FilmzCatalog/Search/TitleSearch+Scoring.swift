import Foundation

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

  /// The name of a title that equals the query.
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
  /// The reason why a search found a title.
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

  /// `true` if the title or the original title equals the text.
  var equalsTitle: Bool { cause == .words && exactness == .main }

  /// The folded title in UTF-8; empty unless titles are sorted by name.
  var name: [UInt8] = []
}

/// A title whose names contain all words of a query, or a person whose name contains them.
///
/// The names of a title are the title, the original title, and the local titles.
struct Hit: Sendable {
  /// The conditions that the words of the query and the names of the title fulfill.
  ///
  /// The index does not distinguish the names of a title, so a condition may also be fulfilled by
  /// words from several names.
  struct Match: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    /// A name begins with the words in the same order.
    ///
    /// Only the first five positions after a leading article are compared.
    static let begins = Match(rawValue: 1)
    /// A name ends with the last word.
    static let ends = Match(rawValue: 2)
    /// Each word occurs in the title or the original title, not only in local titles.
    static let main = Match(rawValue: 4)
    /// All words match whole words, not only beginnings of words.
    static let whole = Match(rawValue: 8)

    /// `true` if a name may equal the query; only comparing the names shows whether one does.
    var mayBeExact: Bool { isSuperset(of: [.begins, .ends, .whole]) }
  }

  /// The rank of the title, or the id of the person.
  let rank: UInt32
  var match: Match
}

extension [Hit] {
  /// Creates hits for the documents that occur in every list.
  ///
  /// Each list contains the postings of one word of the query. If `article` is set, the first word is an
  /// article, which has no position. A hit has those flags of `match` that its postings do not
  /// contradict.
  init(_ lists: [[UInt64]], article: Bool, match: Hit.Match) {
    self = []
    let order = lists.indices.sorted { lists[$0].count < lists[$1].count }
    guard let first = order.first, !lists[first].isEmpty else { return }
    let expected = ExpectedPositions(hasArticle: article, count: lists.count)
    reserveCapacity(lists[first].count)
    for posting in lists[first] {
      var hit = Hit(rank: UInt32(truncatingIfNeeded: posting >> 8), match: match)
      expected.restrict(&hit.match, posting, word: first)
      append(hit)
    }
    for word in order.dropFirst() { intersect(with: lists[word], expected, word: word) }
  }

  /// Removes the hits that have no posting in the list of a word.
  ///
  /// From the other hits, removes the flags that their postings contradict.
  ///
  /// If the list is much longer than the hits, galloping search is used instead of a linear scan.
  private mutating func intersect(
    with postings: [UInt64], _ expected: ExpectedPositions, word: Int
  ) {
    var keptCount = 0
    var postingIndex = 0
    let isSparse = postings.count > 32 * count
    for index in indices {
      let rank = UInt64(self[index].rank)
      if isSparse {
        postingIndex = postingIndex + postings[postingIndex...].partitionPointByRank(rank)
      } else {
        while postingIndex < postings.count, postings[postingIndex] >> 8 < rank {
          postingIndex += 1
        }
      }
      guard postingIndex < postings.count else { break }
      guard postings[postingIndex] >> 8 == rank else { continue }
      var hit = self[index]
      expected.restrict(&hit.match, postings[postingIndex], word: word)
      self[keptCount] = hit
      keptCount += 1
    }
    removeLast(count - keptCount)
  }

  /// Returns the hits of both lists, ordered by rank; a title in both lists has the flags of both hits.
  func merged(with other: [Hit]) -> [Hit] {
    guard !isEmpty, !other.isEmpty else { return isEmpty ? other : self }
    var merged: [Hit] = []
    merged.reserveCapacity(Swift.max(count, other.count))
    var index = 0
    for hit in other {
      while index < count, self[index].rank < hit.rank {
        merged.append(self[index])
        index += 1
      }
      if index < count, self[index].rank == hit.rank {
        merged.append(Hit(rank: hit.rank, match: self[index].match.union(hit.match)))
        index += 1
      } else {
        merged.append(hit)
      }
    }
    merged += self[index...]
    return merged
  }
}

/// The positions that the words of a query have in a name that equals the query.
private struct ExpectedPositions {
  /// `true` if the first word is an article, which has no position.
  let hasArticle: Bool
  /// The number of words of the query.
  let count: Int

  /// Removes the flags of a match that contradict the posting of a word.
  func restrict(_ match: inout Hit.Match, _ posting: UInt64, word: Int) {
    let positions = TermPositions(rawValue: UInt8(truncatingIfNeeded: posting))
    if !positions.contains(.main) { match.remove(.main) }
    if word == count - 1, !positions.contains(.last) { match.remove(.ends) }
    let position = hasArticle ? word - 1 : word
    guard position >= 0, position < TermPositions.positionCount else { return }
    if !positions.contains(.position(position)) { match.remove(.begins) }
  }
}

extension ArraySlice<UInt64> {
  /// Returns the number of postings with ranks below `rank`, which have to precede the other postings.
  ///
  /// Uses galloping search.
  func partitionPointByRank(_ rank: UInt64) -> Int {
    var step = 1
    while startIndex + step < endIndex, self[startIndex + step] >> 8 < rank { step *= 2 }
    let range = startIndex + step / 2..<Swift.min(endIndex, startIndex + step + 1)
    return self[range].partitionPoint { $0 >> 8 >= rank } - startIndex
  }
}
