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
  /// The rank of the least popular title whose words are suggested as corrections if there are literal
  /// matches.
  private static let maximumSuggestedRank: UInt32 = 50_000
  /// The minimum number of votes of a title whose words are regarded as spelled correctly.
  private static let minimumTrustedVotes = 20_000
  /// The minimum number of titles with a word for the word to be regarded as spelled correctly.
  private static let minimumTitlesOfKnownWord = 3
  /// The penalty for corrected spelling, which has the same effect as dividing the votes by ten.
  private static let spellingPenalty = 1.0

  private let db: Database
  private let finder: TitleFinder
  var factReader: FactReader
  let nameReader: NameReader
  /// Reads the local titles; `nil` if the catalog does not store them.
  let localTitleReader: LocalTitleReader?
  /// The filter of the query, or `nil` if it has no conditions.
  let filter: TitleFilter?
  private let order: FilmOrder?
  let limits: SearchLimits
  /// The ranks of the titles that are left out; `nil` if there are none.
  let excludedRanks: RankSet?

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - db: The catalog.
  ///   - query: The query to be searched for.
  ///   - genres: The names of the catalog's genres, ordered by their bits.
  ///   - limits: The numbers of titles to score and to sort.
  ///   - excludedRanks: The ranks of the titles to leave out; `nil` if there are none.
  /// - Throws: ``CatalogError/peopleMissing``.
  init(
    _ db: Database, _ query: SearchQuery, genres: [String],
    limits: SearchLimits = SearchLimits(), excluding excludedRanks: RankSet? = nil
  ) throws {
    self.db = db
    self.excludedRanks = excludedRanks
    finder = try TitleFinder(db)
    factReader = try FactReader(db)
    nameReader = try NameReader(db)
    localTitleReader = try LocalTitleReader(db)
    filter = try TitleFilter(query.filter, genres: genres, db)
    order = query.order
    self.limits = limits
  }

  /// Returns the titles that match a query, in its sort order; if it has none, the best match comes
  /// first.
  ///
  /// If the text is the name or the surname of a well-known person, the person's titles precede the others,
  /// and each of the two groups is sorted. A fuzzy search also corrects typing errors if there is no good
  /// literal match and the query is neither exact nor short.
  mutating func titles(_ query: SearchQuery, fuzzy: Bool) throws -> RankedTitles {
    let titles = try matches(query, fuzzy: fuzzy)
    guard let order, !query.plainText.isEmpty else { return titles }
    var sorted = SortedTitles(order, maximumCount: limits.sorted)
    let tail = titles.tail.enumerated().map { index, rank in
      (
        rank: rank,
        cause: index < titles.literalTailCount ? .words : ScoredTitle.Cause.correctedWords
      )
    }
    let allTitles = titles.head.map { (rank: $0.rank, cause: $0.cause) } + tail
    // Facts are read faster in the order of the ranks.
    for (rank, cause) in allTitles.sorted(by: { $0.rank < $1.rank }) {
      if let facts = try factReader.facts(rank) { try sorted.add(rank, facts, cause) }
    }
    var sortedTitles = try sorted.ranked(nameReader)
    sortedTitles.person = try titles.person.map { try self.sorted($0, order) }
    return sortedTitles
  }

  /// Returns a person with the titles in a sort order.
  private func sorted(
    _ person: RankedTitles.PersonTitles, _ order: FilmOrder
  ) throws -> RankedTitles.PersonTitles {
    var person = person
    var sorted = SortedTitles(order, maximumCount: .max)
    for title in person.titles { try sorted.add(title.rank, title.facts, title.cause) }
    person.titles = try sorted.ranked(nameReader).head
    return person
  }

  /// Returns the titles that match a query; if the query has words, its sort order is not applied yet.
  private mutating func matches(_ query: SearchQuery, fuzzy: Bool) throws -> RankedTitles {
    let words = TitleWords(query.plainText)
    guard !words.words.isEmpty else {
      return query.text.isEmpty || query.text == "*" ? try filtered() : RankedTitles()
    }
    if query.isShort { return try exactTitles(words) }
    var results = Results()
    let mode: TitleFinder.MatchMode = query.isExact ? .wholeWords : .lastWordAsPrefix
    let hits = try literalHits(words, mode)
    try add(hits, to: &results, words, penalty: 0)
    if !results.hasGoodMatch, query.filter.years == nil {
      try addMatchesOfYear(words, query, to: &results)
    }
    let person = try person(named: query)
    if fuzzy, !query.isExact, !results.hasGoodMatch, person?.isKnown != true,
      try filter == nil || !hasLiteralHits(words, mode)
    {
      let isKnownWord =
        Self.isKnownWord(words, hits) || results.titles.head.contains(where: \.equalsTitle)
      try addFuzzyMatches(words, mode, isKnownWord: isKnownWord, to: &results)
    }
    if let person { try add(person, to: &results.titles) }
    return results.titles
  }

  /// Returns whether the query is a single word that is a whole word of the titles or original titles of several
  /// hits.
  private static func isKnownWord(_ words: TitleWords, _ hits: [Hit]) -> Bool {
    words.words.count == 1
      && hits.lazy.filter { $0.match.isSuperset(of: [.whole, .main]) }
        .prefix(minimumTitlesOfKnownWord).count == minimumTitlesOfKnownWord
  }

  /// Returns the person whose name or surname is the text of a query.
  private mutating func person(named query: SearchQuery) throws -> PersonWithTitles? {
    query.text.hasSuffix("*")
      ? nil : try NamedPersonSearch(db).person(named: query.plainText, &factReader)
  }

  /// Returns the most popular titles with a name that equals the words, the best match first.
  mutating func exactTitles(_ words: TitleWords) throws -> RankedTitles {
    var results = Results()
    let hits = try literalHits(words, .wholeWords).filter(\.match.mayBeExact)
    try add(hits, to: &results, words, penalty: 0)
    var titles = results.titles
    titles.head.removeAll { ![.main, .local].contains($0.exactness) }
    titles.tail = []
    titles.literalTailCount = 0
    return titles
  }

  /// Returns whether any title matches literally, regardless of the filter.
  ///
  /// If the filter excludes all literal matches, a fuzzy search would only find titles that the user
  /// did not intend.
  private func hasLiteralHits(_ words: TitleWords, _ mode: TitleFinder.MatchMode) throws -> Bool {
    try !literalHits(words, mode).isEmpty
  }

  // MARK: - Words

  /// If one of the words is a year, adds titles of about that year that match the other words.
  ///
  /// Titles whose year differs less are added first, and adding ends when there is a good match. Titles
  /// are added even if other titles contain all words including the year, because those may be other
  /// films, such as a making-of with the year in its title.
  private mutating func addMatchesOfYear(
    _ typedWords: TitleWords, _ query: SearchQuery, to results: inout Results
  ) throws {
    guard let (words, year) = typedWords.withoutYear else { return }
    let hits = try literalHits(words, query.isExact ? .wholeWords : .lastWordAsPrefix)
    for difference in 0...Self.maximumYearDifference {
      let hitsOfYear = try hits.filter { hit in
        try factReader.facts(hit.rank).map { abs(Int($0.year) - year) == difference } ?? false
      }
      try add(hitsOfYear, to: &results, words, penalty: Double(difference) / 2)
      if results.hasGoodMatch { return }
    }
  }

  /// Returns the titles that match without corrections.
  ///
  /// Includes titles that match if compounds of the query are written as one word, titles that may
  /// equal the query without its leading article, and those of which either the query or the name has a `+` for “and”.
  private func literalHits(_ words: TitleWords, _ mode: TitleFinder.MatchMode) throws -> [Hit] {
    var hits = try finder.hits(words.words, mode)
    if let joined = words.withJoinedCompounds {
      hits = hits.merged(with: try finder.hits(joined, mode))
    }
    if let withAnd = words.withAndForPlus {
      hits = hits.merged(with: try finder.hits(withAnd, mode))
    }
    if let withoutAnd = words.withoutAnd {
      hits = hits.merged(with: try hitsContaining(withoutAnd, named: words))
    }
    guard let withoutArticle = words.withoutArticle else { return hits }
    let hitsWithoutArticle = try finder.hits(withoutArticle, .wholeWords)
    return hits.merged(with: hitsWithoutArticle.filter(\.match.mayBeExact))
  }

  /// Returns the titles that contain some words and have a name that equals others: `romeo`, `juliet` are the words of
  /// `Romeo+Juliet`, which equals `romeo and juliet`.
  private func hitsContaining(_ words: [[UInt8]], named name: TitleWords) throws -> [Hit] {
    let matcher = NameMatcher(name)
    var factReader = factReader
    return try finder.hits(words, .wholeWords).filter { hit in
      guard hit.match.mayBeExact, let id = try factReader.facts(hit.rank)?.id else { return false }
      if try nameReader.exactness(of: id, matcher) == .main { return true }
      return try localTitleReader?.titles(of: id).contains(where: name.equals) ?? false
    }
  }

  /// Adds titles that match with corrections of increasing extent, until there is a good match.
  ///
  /// If there are literal matches, only words of popular titles are suggested as corrections, and for a known word or
  /// title only those that are a whole title.
  private mutating func addFuzzyMatches(
    _ words: TitleWords, _ mode: TitleFinder.MatchMode, isKnownWord: Bool,
    to results: inout Results
  ) throws {
    guard words.words.count <= Self.maximumFuzzyWords else { return }
    let hasLiteralMatches = !results.titles.head.isEmpty
    if words.words.count > 1, !hasLiteralMatches {
      let hits = try finder.hits(words.words, .allWordsAsPrefixes)
      try add(hits, to: &results, words, penalty: 0.3)
      if results.hasGoodMatch { return }
    }
    let hits = try finder.hitsJoiningOrSplittingWords(words.words, mode)
    try add(hits, to: &results, words, penalty: 0.5, .correctedWords)
    if results.hasGoodMatch { return }
    try addSpellingCorrections(
      words, hasLiteralMatches: hasLiteralMatches, isKnownWord: isKnownWord, to: &results)
    if results.titles.head.isEmpty, let number = words.words.last, words.words.count > 1,
      NumberWords.isSequelNumber(number)
    {
      // No title has this sequel number, so the other films of the series are added.
      let hits = try finder.hits(words.words.dropLast(), .wholeWords)
      try add(hits, to: &results, words, penalty: 1, .correctedWords)
    }
  }

  /// Adds titles that match with corrected spelling.
  ///
  /// At first, words of popular titles are regarded as correct. If that finds no good match and there
  /// are no literal matches, all words are corrected. If the query is a single word without literal
  /// matches, it is corrected at once, even if it is a word of a popular title.
  private mutating func addSpellingCorrections(
    _ words: TitleWords, hasLiteralMatches: Bool, isKnownWord: Bool, to results: inout Results
  ) throws {
    let trustOptions =
      hasLiteralMatches ? [true] : words.words.count > 1 ? [true, false] : [false]
    for trustsPopularWords in trustOptions {
      let hits = try finder.hitsCorrectingSpelling(
        words.words, maximumRank: hasLiteralMatches ? Self.maximumSuggestedRank : .max
      ) { [factReader] rank in
        guard trustsPopularWords else { return false }
        var factReader = factReader
        return try factReader.facts(rank).map { $0.votes >= Self.minimumTrustedVotes } ?? false
      }
      let suitable =
        isKnownWord ? hits.filter { $0.match.mayBeExact && $0.match.contains(.main) } : hits
      try add(suitable, to: &results, words, penalty: Self.spellingPenalty, .correctedWords)
      if results.hasGoodMatch { return }
    }
  }

  // MARK: - Filters without words

  /// Returns the titles that pass the filter, in the sort order of the query; if it has none, the most
  /// popular title comes first.
  private mutating func filtered() throws -> RankedTitles {
    guard let order else {
      var titles = RankedTitles()
      let limits = limits
      try readFiltered { rank, facts in
        guard titles.head.count < limits.sorted else { return titles.tail.append(rank) }
        let score = Popularity.score(facts)
        titles.head.append(ScoredTitle(rank: rank, facts: facts, score: score, cause: .filter))
      }
      titles.literalTailCount = titles.tail.count
      return titles
    }
    var sorted = SortedTitles(order, maximumCount: limits.sorted)
    try readFiltered { try sorted.add($0, $1, .filter) }
    return try sorted.ranked(nameReader)
  }

  /// Calls a closure with the titles that pass the filter, the most popular first.
  @inline(__always)
  private mutating func readFiltered(
    _ body: (_ rank: UInt32, FactBlock.Facts) throws -> Void
  ) throws {
    guard let filter else { return }
    func process(_ rank: UInt32, _ facts: FactBlock.Facts) throws -> Bool {
      if filter.passes(facts, rank), excludedRanks?.contains(rank) != true {
        try body(rank, facts)
      }
      // Checked only for some ranks, because it takes longer than the filter.
      return !(rank.isMultiple(of: 64) && filter.excludesAll(from: facts))
    }
    guard let ranks = filter.ranks else { return try factReader.readAll(process) }
    for rank in ranks {
      guard let facts = try factReader.facts(rank), try process(rank, facts) else { return }
    }
  }
}

extension TitleSearch {
  /// The factor for the votes of a title that equals the text, compared with the votes of a person of that surname.
  ///
  /// With this factor, the films of Alfred Hitchcock precede the film *Hitchcock*, but the films of Bonnie
  /// Hunt do not precede *The Hunt*. It was chosen with the surnames in the starter catalog.
  private static let exactTitleFactor = 10
  /// The factor for a person's votes, compared with titles that were found by a local title or with corrections.
  private static let personFactor = 100

  /// Adds the titles of a person whose name or surname is the text, if they pass the filter.
  ///
  /// The person's titles come first if no title is better known than the person; the others are then
  /// listed without them. A less-known person's titles come last if the text is the full or only name; otherwise,
  /// they are not added.
  mutating func add(_ person: PersonWithTitles, to titles: inout RankedTitles) throws {
    let comesFirst = precedes(person, titles.head)
    guard comesFirst || person.isFullName || person.isOnlyName else { return }
    var personTitles: [ScoredTitle] = []
    let foundRanks = comesFirst ? [] : Set(titles.head.map(\.rank) + titles.tail)
    for (rank, role) in person.titles where !foundRanks.contains(rank) {
      guard let facts = try factReader.facts(rank), filter?.passes(facts, rank) != false,
        excludedRanks?.contains(rank) != true
      else { continue }
      personTitles.append(
        ScoredTitle(
          rank: rank, facts: facts, score: Popularity.score(facts),
          cause: role.contains(.director) ? .director : .person))
    }
    guard !personTitles.isEmpty else { return }
    if comesFirst { titles.removeTitles(Set(personTitles.map(\.rank))) }
    titles.person = .init(
      name: person.name, comesFirst: comesFirst, isOnlyName: person.isOnlyName,
      titles: personTitles)
  }

  /// Returns whether a person's titles precede other titles.
  ///
  /// A full name is only compared with titles that equal it. A title that equals the only name of a person comes
  /// first if it is a good match.
  private func precedes(_ person: PersonWithTitles, _ titles: [ScoredTitle]) -> Bool {
    titles.allSatisfy { title in
      let votes = Int(title.facts.votes)
      if person.isOnlyName, title.equalsText, votes >= Self.minimumVotesOfGoodMatch {
        return false
      }
      if title.cause == .words, title.matchesMainName {
        return switch title.exactness {
        case .main where person.isFullName: person.votes > votes
        case _ where person.isFullName: true
        case .main, .beforeSubtitle: person.votes > Self.exactTitleFactor * votes
        case .local, .none: person.votes > votes
        }
      }
      return person.isFullName || Self.personFactor * person.votes >= votes
    }
  }
}
