import FilmzDomain
import GRDB

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
  static let minimumTrustedVotes = 20_000
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
  let excludedRanks: NumberSet?
  let steps: SearchSteps
  /// The best-known titles; `nil` if they have not been read, which is done for texts that are being typed.
  let popularTitles: PopularTitles?

  /// Creates a search.
  ///
  /// - Parameters:
  ///   - db: The catalog.
  ///   - query: The query to be searched for.
  ///   - genres: The names of the catalog's genres, ordered by their bits.
  ///   - limits: The numbers of titles to score and to sort.
  ///   - excludedRanks: The ranks of the titles to leave out; `nil` if there are none.
  ///   - caches: The data that earlier searches of the catalog have kept.
  ///   - steps: Counts the steps of the search.
  /// - Throws: ``CatalogError/peopleMissing``, `CancellationError`.
  init(
    _ db: Database, _ query: SearchQuery, genres: [String],
    limits: SearchLimits = SearchLimits(), excluding excludedRanks: NumberSet? = nil,
    caches: SearchCaches = SearchCaches(), steps: SearchSteps = SearchSteps()
  ) throws {
    self.db = db
    self.steps = steps
    popularTitles =
      query.findsBeginnings == true ? try caches.popularTitles.titles(db, steps) : caches.popularTitles.loadedTitles
    self.excludedRanks = excludedRanks
    finder = try TitleFinder(db, steps, caches.suggestions)
    factReader = try FactReader(db)
    nameReader = try NameReader(db)
    localTitleReader = try LocalTitleReader(db)
    filter = try TitleFilter(query, genres: genres, db)
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
    let allTitles = titles.head.map { (rank: $0.rank, cause: $0.cause) } + titles.foundTail
    // Facts are read faster in the order of the ranks.
    for (rank, cause) in allTitles.sorted(by: { $0.rank < $1.rank }) {
      try steps.take(SearchSteps.facts)
      if let facts = try factReader.facts(rank) { try sorted.add(rank, facts, cause) }
    }
    var sortedTitles = try sorted.ranked(nameReader)
    sortedTitles.person = try titles.person.map { try self.sorted($0, order) }
    return sortedTitles
  }

  /// Returns a person with the titles in a sort order.
  private func sorted(_ person: RankedTitles.PersonTitles, _ order: FilmOrder) throws -> RankedTitles.PersonTitles {
    var person = person
    var sorted = SortedTitles(order, maximumCount: .max)
    for title in person.titles { try sorted.add(title.rank, title.facts, title.cause) }
    person.titles = try sorted.ranked(nameReader).head
    return person
  }

  /// Returns the titles that match a query; if the query has words, its sort order is not applied yet.
  private mutating func matches(_ query: SearchQuery, fuzzy: Bool) throws -> RankedTitles {
    let words = TitleWords(query.plainText)
    guard !words.words.isEmpty else { return query.text.isEmpty || query.text == "*" ? try filtered() : RankedTitles() }
    if query.isShort || !query.isSearchable {
      var titles = try exactTitles(words)
      try addBeginnings(words, query, to: &titles)
      return titles
    }
    var results = Results()
    let mode: TitleFinder.MatchMode = query.isExact ? .wholeWords : .lastWordAsPrefix
    let hits = try literalHits(words, mode)
    try add(hits, to: &results, words, penalty: 0)
    if !results.hasGoodMatch, query.filter.years == nil { try addMatchesOfYear(words, query, to: &results) }
    var person = try person(named: query, mayBeGivenName: !results.hasKnownTitle)
    var isCorrected = false
    if fuzzy, !query.isExact, !results.hasGoodMatch, person?.isKnown != true,
      try filter == nil || !hasLiteralHits(words, mode)
    {
      try addTitles(withInitials: words, to: &results)
      if !results.hasGoodMatch {
        let isKnownWord = Self.isKnownWord(words, hits) || results.titles.head.contains(where: \.equalsTitle)
        try addFuzzyMatches(words, mode, isKnownWord: isKnownWord, to: &results)
      }
      if person == nil, !results.hasKnownTitle, !query.text.hasSuffix("*") {
        person = try PeopleSearch(db, steps).knownPerson(near: words.words, &factReader)
        isCorrected = true
      }
    }
    if let person { try add(person, to: &results.titles) }
    results.titles.person?.isCorrected = isCorrected
    return results.titles
  }

  /// Returns whether the query is a single word that is a whole word of the titles or original titles of several
  /// hits.
  private static func isKnownWord(_ words: TitleWords, _ hits: [Hit]) -> Bool {
    words.words.count == 1
      && hits.lazy.filter { $0.match.isSuperset(of: [.whole, .main]) }
        .prefix(minimumTitlesOfKnownWord).count == minimumTitlesOfKnownWord
  }

  /// Returns the person whose name or surname, or whose given name, is the text of a query; `nil` if the text ends with
  /// `*`.
  private mutating func person(named query: SearchQuery, mayBeGivenName: Bool) throws -> PersonWithTitles? {
    guard !query.text.hasSuffix("*") else { return nil }
    return try PeopleSearch(db, steps).person(named: query.plainText, mayBeGivenName: mayBeGivenName, &factReader)
  }

  /// Returns the most popular titles with a name that equals the words, the best match first.
  mutating func exactTitles(_ words: TitleWords) throws -> RankedTitles {
    var results = Results()
    try add(exactHits(words), to: &results, words, penalty: 0)
    var titles = results.titles
    titles.head = try titles.head.filter { title in
      switch title.exactness {
      case .main, .local: true
      case .none: false
      // A title such as `Dune: Part One` may also have a local title without the subtitle.
      case .beforeSubtitle:
        try localTitleReader?.titles(of: title.facts.id).contains(where: words.equalsApartFromNumbers) == true
      }
    }
    titles.tail = []
    titles.literalTailCount = 0
    return titles
  }

  /// Adds the best-known titles that begin with one or two letters.
  private mutating func addBeginnings(
    _ words: TitleWords, _ query: SearchQuery, to titles: inout RankedTitles
  ) throws {
    guard query.findsBeginnings == true, let popularTitles, words.words.count == 1 else { return }
    let found = Set(titles.head.map(\.rank))
    for rank in popularTitles.ranks(beginningWith: words.words[0]) where !found.contains(rank) {
      try steps.take(SearchSteps.facts)
      guard excludedRanks?.contains(rank) != true,
        try filter == nil || factReader.facts(rank).map({ filter?.passes($0, rank) }) == true
      else { continue }
      titles.tail.append(rank)
    }
    titles.literalTailCount = titles.tail.count
  }

  /// Returns the titles that may equal the words.
  ///
  /// If the words begin with an article and have no other form, only the other words are searched. The titles with the
  /// article are many, and a title that may equal the words may also equal the words without the article.
  private func exactHits(_ words: TitleWords) throws -> [Hit] {
    let hasOtherForms = words.formsWithoutArticle.count > 1 || words.withoutAnd != nil
    guard let rest = words.withoutArticle, !hasOtherForms, !TitleWords.beginsWithArticle(rest) else {
      return try literalHits(words, .wholeWords).filter(\.match.mayBeExact)
    }
    return try finder.hits(rest, .wholeWords).filter(\.match.mayBeExact)
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
  /// Titles of the same year are added first, then titles of the years around it, until there is a good match. Titles
  /// are added even if other titles contain all words including the year, because these may be other films, such as a
  /// film about the making of the intended one.
  private mutating func addMatchesOfYear(
    _ typedWords: TitleWords, _ query: SearchQuery, to results: inout Results
  ) throws {
    guard let (words, year) = typedWords.withoutYear else { return }
    let hits = try literalHits(words, query.isExact ? .wholeWords : .lastWordAsPrefix)
    for difference in 0...Self.maximumYearDifference {
      let hitsOfYear = try hits.filter { hit in
        try steps.take(SearchSteps.facts)
        return try factReader.facts(hit.rank).map { abs(Int($0.year) - year) == difference } ?? false
      }
      try add(hitsOfYear, to: &results, words, penalty: Double(difference) / 2)
      if results.hasGoodMatch { return }
    }
  }

  /// Returns the titles that match without corrections.
  ///
  /// Includes titles that match if compounds of the query are written as one word, and titles that may equal the query
  /// without its leading article. “And” in the query equals `+` in a title, and vice versa.
  private func literalHits(_ words: TitleWords, _ mode: TitleFinder.MatchMode) throws -> [Hit] {
    var hits = try finder.hits(words.words, mode)
    if let joined = words.withJoinedCompounds { hits = try hits.merged(with: try finder.hits(joined, mode), steps) }
    if let withAnd = words.withAndForPlus { hits = try hits.merged(with: try finder.hits(withAnd, mode), steps) }
    if let withoutAnd = words.withoutAnd {
      hits = try hits.merged(with: try hitsContaining(withoutAnd, named: words), steps)
    }
    guard let withoutArticle = words.withoutArticle else { return hits }
    let hitsWithoutArticle = try finder.hits(withoutArticle, .wholeWords)
    return try hits.merged(with: hitsWithoutArticle.filter(\.match.mayBeExact), steps)
  }

  /// Returns the titles that contain `words` and have a name that equals `name`.
  ///
  /// For example, the title `Romeo+Juliet` contains the words `romeo` and `juliet`, and equals `romeo and juliet`.
  private func hitsContaining(_ words: [[UInt8]], named name: TitleWords) throws -> [Hit] {
    let matcher = NameMatcher(name)
    var factReader = factReader
    return try finder.hits(words, .wholeWords).filter { hit in
      try steps.take(hit.match.mayBeExact ? SearchSteps.names : 1)
      guard hit.match.mayBeExact, let id = try factReader.facts(hit.rank)?.id else { return false }
      if try nameReader.exactness(of: id, matcher) == .main { return true }
      return try localTitleReader?.titles(of: id).contains(where: name.equals) ?? false
    }
  }

  /// Adds titles that match with corrections of increasing extent, until there is a good match.
  ///
  /// If there are literal matches, only words of popular titles are suggested as corrections. If the text is a known
  /// word or title, only titles that equal the corrected text are added.
  private mutating func addFuzzyMatches(
    _ words: TitleWords, _ mode: TitleFinder.MatchMode, isKnownWord: Bool, to results: inout Results
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
    try addSpellingCorrections(words, hasLiteralMatches: hasLiteralMatches, isKnownWord: isKnownWord, to: &results)
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
    var trustOptions = [true, false]
    if hasLiteralMatches { trustOptions = [true] } else if words.words.count == 1 { trustOptions = [false] }
    for trustsPopularWords in trustOptions {
      let hits = try finder.hitsCorrectingSpelling(
        words.words, maximumRank: hasLiteralMatches ? Self.maximumSuggestedRank : .max
      ) { [factReader] rank in
        guard trustsPopularWords else { return false }
        var factReader = factReader
        return try factReader.facts(rank).map { $0.votes >= Self.minimumTrustedVotes } ?? false
      }
      let suitable = isKnownWord ? hits.filter { $0.match.mayBeExact && $0.match.contains(.main) } : hits
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
  private mutating func readFiltered(_ body: (_ rank: UInt32, FactBlock.Facts) throws -> Void) throws {
    guard let filter else { return }
    // Returns whether further titles may pass the filter.
    func visit(_ rank: UInt32, _ facts: FactBlock.Facts) throws -> Bool {
      if filter.passes(facts, rank), excludedRanks?.contains(rank) != true { try body(rank, facts) }
      // Checked only for some ranks, because it takes longer than the filter.
      return !(rank.isMultiple(of: 64) && filter.excludesAll(from: facts))
    }
    guard let ranks = filter.ranks else { return try factReader.readAll(visit) }
    for rank in ranks {
      try steps.take(SearchSteps.facts)
      guard let facts = try factReader.facts(rank), try visit(rank, facts) else { return }
    }
  }
}

extension TitleSearch {
  /// The factor for the votes of a title that equals the text, compared with the votes of a person of that surname.
  ///
  /// With this factor, the films of Alfred Hitchcock precede the film *Hitchcock*, but the films of Bonnie
  /// Hunt do not precede *The Hunt*. It was chosen with the surnames in the starter catalog.
  private static let exactTitleFactor = 10
  /// The factor for a person's votes, compared with those of a title that was found by a local title or with
  /// corrections.
  private static let personFactor = 100

  /// Adds the titles of a person whose name or surname is the text, if they pass the filter.
  ///
  /// If no title that was found is better known than the person, the person's titles come first, and are removed from
  /// the other titles. Otherwise, they come last if the text is the person's full name, or the name of a person who has
  /// only one name; for a surname, they are not added.
  mutating func add(_ person: PersonWithTitles, to titles: inout RankedTitles) throws {
    let comesFirst = precedes(person, titles.head)
    guard comesFirst || person.isFullName || person.isOnlyName else { return }
    var personTitles: [ScoredTitle] = []
    let ranks = NumberSet(person.titles.map(\.rank))
    let foundRanks = comesFirst ? [] : Set((titles.head.map(\.rank) + titles.tail).lazy.filter(ranks.contains))
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
      name: person.name, comesFirst: comesFirst, isOnlyName: person.isOnlyName, titles: personTitles)
  }

  /// Returns whether a person's titles precede other titles.
  ///
  /// A full name is only compared with titles that equal it. A title that equals the only name of a person comes
  /// first if it is a good match.
  private func precedes(_ person: PersonWithTitles, _ titles: [ScoredTitle]) -> Bool {
    titles.allSatisfy { title in
      let votes = Int(title.facts.votes)
      if person.isOnlyName, title.equalsText, votes >= Self.minimumVotesOfGoodMatch { return false }
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
