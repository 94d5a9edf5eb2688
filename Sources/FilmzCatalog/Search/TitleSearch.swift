import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// A search of the titles of a catalog.
struct TitleSearch {
  /// The maximum difference between a year in the query and the year of a title.
  private static let maximumYearDifference = 2
  /// The maximum number of words of a query for a fuzzy search.
  private static let maximumFuzzyWords = 12
  /// The rank up to which the words of titles are suggested although other titles match literally.
  private static let maximumSuggestedRank: UInt32 = 50_000
  /// The number of votes of a title from which on its words are not regarded as typing errors.
  private static let minimumTrustedVotes = 20_000
  /// The penalty for corrected spelling, as a power of ten of the votes.
  private static let spellingPenalty = 1.0

  private let finder: TitleFinder
  var facts: FactReader
  let names: NameReader
  let filter: TitleFilter?
  /// The maximum number of titles to find; practically unlimited if they are to be sorted.
  let limit: Int
  private let order: FilmOrder?

  /// - Throws: ``CatalogError/peopleMissing``.
  init(_ db: Database, _ query: SearchQuery, genres: [String]) throws {
    finder = try TitleFinder(db)
    facts = try FactReader(db)
    names = try NameReader(db)
    filter = try TitleFilter(query.filter, genres: genres, db)
    order = query.order
    limit = order == nil ? RankedTitles.maximumCount : .max / 2
  }

  /// Returns the titles that match a search, in its order or the best match first.
  ///
  /// A fuzzy search also corrects typing errors if there is no good literal match.
  mutating func titles(_ query: SearchQuery, fuzzy: Bool) throws -> RankedTitles {
    let titles = try matches(query, fuzzy: fuzzy)
    guard let order, !query.plainText.isEmpty else { return titles }
    var sorted = SortedTitles(order)
    var previousRank: UInt32?
    for rank in (titles.head.map(\.rank) + titles.tail).sorted() where rank != previousRank {
      if let titleFacts = try facts.facts(rank) { try sorted.add(rank, titleFacts) }
      previousRank = rank
    }
    return try sorted.ranked(names)
  }

  private mutating func matches(_ query: SearchQuery, fuzzy: Bool) throws -> RankedTitles {
    let words = TitleWords(query.plainText)
    guard !words.words.isEmpty else {
      return query.text.isEmpty || query.text == "*" ? try filtered() : RankedTitles()
    }
    if query.isShort { return try exactTitles(words) }
    var results = Results()
    let mode: TitleFinder.MatchMode = query.isExact ? .wholeWords : .lastWordAsPrefix
    try add(literalHits(words, mode), to: &results, words, penalty: 0)
    if !results.hasGoodMatch, query.filter.years == nil {
      try addMatchesOfYear(words, query, to: &results)
    }
    if fuzzy, !query.isExact, !results.hasGoodMatch,
      try filter == nil || !hasLiteralHits(words, mode)
    {
      try addFuzzyMatches(words, mode, to: &results)
    }
    return results.titles
  }

  /// Returns the titles with a name that equals the words.
  mutating func exactTitles(_ words: TitleWords) throws -> RankedTitles {
    var results = Results()
    let hits = try literalHits(words, .wholeWords).filter(\.match.mayBeExact)
    try add(hits, to: &results, words, penalty: 0)
    var titles = results.titles
    titles.head.removeAll { ![.main, .local].contains($0.exactness) }
    titles.tail = []
    return titles
  }

  /// Returns whether titles match literally, even if none passes the filter; then a fuzzy search
  /// would only find unintended titles.
  private func hasLiteralHits(_ words: TitleWords, _ mode: TitleFinder.MatchMode) throws -> Bool {
    try !literalHits(words, mode).isEmpty
  }

  // MARK: - Words

  /// Adds the titles of a year if one of the words is a year.
  ///
  /// Also called if titles match all words, because a making-of may have the year in its title.
  private mutating func addMatchesOfYear(
    _ typedWords: TitleWords, _ query: SearchQuery, to results: inout Results
  ) throws {
    guard let (words, year) = typedWords.withoutYear else { return }
    let hits = try literalHits(words, query.isExact ? .wholeWords : .lastWordAsPrefix)
    for difference in 0...Self.maximumYearDifference {
      let hitsOfYear = try hits.filter { hit in
        try facts.facts(hit.rank).map { abs(Int($0.year) - year) == difference } ?? false
      }
      try add(hitsOfYear, to: &results, words, penalty: Double(difference) / 2)
      if results.hasGoodMatch { return }
    }
  }

  /// Returns the titles that match without corrections; compounds may be joined, and an article
  /// left out.
  private func literalHits(_ words: TitleWords, _ mode: TitleFinder.MatchMode) throws -> [Hit] {
    var hits = try finder.hits(words.words, mode)
    if let joined = words.joined { hits = hits.merged(with: try finder.hits(joined, mode)) }
    guard let withoutArticle = words.withoutArticle else { return hits }
    let hitsWithoutArticle = try finder.hits(withoutArticle, .wholeWords)
    return hits.merged(with: hitsWithoutArticle.filter(\.match.mayBeExact))
  }

  /// Adds titles that match with corrections of increasing extent, until there is a good match.
  ///
  /// If there are literal matches, only popular titles are added.
  private mutating func addFuzzyMatches(
    _ words: TitleWords, _ mode: TitleFinder.MatchMode, to results: inout Results
  ) throws {
    guard words.words.count <= Self.maximumFuzzyWords else { return }
    let hasLiteralMatches = !results.titles.head.isEmpty
    if words.words.count > 1, !hasLiteralMatches {
      let hits = try finder.hits(words.words, .allWordsAsPrefixes)
      try add(hits, to: &results, words, penalty: 0.3)
      if results.hasGoodMatch { return }
    }
    let hits = try finder.hitsJoiningOrSplittingWords(words.words, mode)
    try add(hits, to: &results, words, penalty: 0.5)
    if results.hasGoodMatch { return }
    try addSpellingCorrections(words, hasLiteralMatches: hasLiteralMatches, to: &results)
    if results.titles.head.isEmpty, let number = words.words.last, words.words.count > 1,
      NumberWords.isSequelNumber(number)
    {
      // There is no such sequel: the other titles of the series are similar.
      let hits = try finder.hits(words.words.dropLast(), .wholeWords)
      try add(hits, to: &results, words, penalty: 1)
    }
  }

  private mutating func addSpellingCorrections(
    _ words: TitleWords, hasLiteralMatches: Bool, to results: inout Results
  ) throws {
    let trustOptions =
      hasLiteralMatches ? [true] : words.words.count > 1 ? [true, false] : [false]
    for trustsPopularWords in trustOptions {
      let hits = try finder.hitsCorrectingSpelling(
        words.words, maximumRank: hasLiteralMatches ? Self.maximumSuggestedRank : .max
      ) { [facts] rank in
        guard trustsPopularWords else { return false }
        var facts = facts
        return try facts.facts(rank).map { $0.votes >= Self.minimumTrustedVotes } ?? false
      }
      try add(hits, to: &results, words, penalty: Self.spellingPenalty)
      if results.hasGoodMatch { return }
    }
  }

  // MARK: - Filters without words

  /// Returns the titles that pass the filter, in the order of the search or the most popular first.
  private mutating func filtered() throws -> RankedTitles {
    guard let order else {
      var titles = RankedTitles()
      let limit = limit
      try readFiltered { rank, facts in
        let score = Popularity.score(facts)
        titles.head.append(ScoredTitle(rank: rank, facts: facts, score: score, exactness: .none))
        return titles.count < limit
      }
      return titles
    }
    var sorted = SortedTitles(order)
    try readFiltered { rank, facts in
      try sorted.add(rank, facts)
      return true
    }
    return try sorted.ranked(names)
  }

  /// Calls a closure with the titles that pass the filter, the most popular first, until it returns
  /// `false`.
  private mutating func readFiltered(
    _ body: (_ rank: UInt32, FactBlock.Facts) throws -> Bool
  ) throws {
    guard let filter else { return }
    func process(_ rank: UInt32, _ facts: FactBlock.Facts) throws -> Bool {
      if filter.passes(facts, rank), try !body(rank, facts) { return false }
      // Checked only for some ranks, because it takes longer than the filter.
      return !(rank.isMultiple(of: 64) && filter.excludesAll(from: facts))
    }
    guard let ranks = filter.ranks else { return try facts.readAll(process) }
    for rank in ranks {
      guard let titleFacts = try facts.facts(rank), try process(rank, titleFacts) else { return }
    }
  }
}
