import FilmzDomain
import GRDB

/// Finds the titles that contain the words of a query, literally or with typing errors corrected.
struct TitleFinder {
  /// The rule by which words of a query are compared with words of titles.
  enum MatchMode {
    /// All words of the query have to match whole words.
    case wholeWords
    /// The last word of the query may match the beginning of a word.
    case lastWordAsPrefix
    /// All words of the query may match beginnings of words, except for single letters before the last
    /// word: too many words begin with the same letter.
    case allWordsAsPrefixes
  }

  private let termReader: TermReader
  private let spellingReader: SpellingReader
  private let steps: SearchSteps

  init(
    _ db: Database, _ steps: SearchSteps = SearchSteps(), _ suggestions: SuggestionCache = SuggestionCache()
  ) throws {
    self.steps = steps
    termReader = try TermReader(db, .titles, steps)
    spellingReader = try SpellingReader(db, steps, suggestions)
  }

  /// Returns the titles that contain all words in any order; the hits are ordered by rank.
  ///
  /// A number also matches its other spellings; see ``NumberWords``.
  func hits(_ words: [[UInt8]], _ mode: MatchMode) throws -> [Hit] {
    guard !words.isEmpty else { return [] }
    var wordPostings: [[UInt64]] = []
    for word in words {
      let postings = try termReader.postings(ofAny: NumberWords.spellings(of: word))
      wordPostings.append(postings)
      if postings.isEmpty, mode == .wholeWords { return [] }
    }
    let beginsWithArticle = TitleWords.beginsWithArticle(words)
    let hits = try [Hit](wordPostings, article: beginsWithArticle, match: .all, steps)
    guard mode != .wholeWords else { return hits }
    var prefixPostings = wordPostings
    for index in words.indices {
      let isLast = index == words.count - 1
      guard isLast || (mode == .allWordsAsPrefixes && words[index].count > 1) else { continue }
      let others = prefixPostings.dropLast()
      if isLast, others.contains(where: \.isEmpty) { return hits }
      let documents = isLast ? try documents(ofAll: others, isShort: TitleWords.isShort(words[index])) : nil
      prefixPostings[index] = try postings(ofPrefix: words[index], adding: wordPostings[index], among: documents)
    }
    let prefixHits = try [Hit](
      prefixPostings, article: beginsWithArticle, match: [.begins, .ends, .main], steps)
    return try hits.merged(with: prefixHits, steps)
  }

  /// The number of documents up to which reading only their postings of a long beginning of a word takes less time than
  /// reading all of its postings.
  private static let fewDocuments = 4096

  /// Returns the documents that occur in every list of postings; `nil` if reading all postings of the beginning of a word
  /// takes less time than reading only those of these documents.
  private func documents(ofAll lists: ArraySlice<[UInt64]>, isShort: Bool) throws -> NumberSet? {
    guard let shortest = lists.min(by: { $0.count < $1.count }), isShort || shortest.count <= Self.fewDocuments else {
      return nil
    }
    guard lists.count > 1 else {
      try steps.take(shortest.count)
      return NumberSet(documentsOf: shortest)
    }
    let hits = try [Hit](Array(lists), article: false, match: [], steps)
    return NumberSet(documentsOf: hits.map { UInt64($0.document) << 8 })
  }

  /// Returns the titles whose title or original title may begin with a folded string.
  ///
  /// If `isLocal` is `true`, returns those with a local title that may begin with the string instead.
  /// The string may lack the leading article of a title. Unless the string ends with a space, its last
  /// word may be the beginning of a word.
  func hits(beginningWith key: String, isLocal: Bool = false) throws -> [Hit] {
    let words = TitleWords(key).words
    guard let lastWord = words.last else { return [] }
    let firstPositions: TermPositions = [.position(0), .article]
    var lists = try words.dropLast().map { try termReader.postings(of: $0) }
    try lists.append(
      key.hasSuffix(" ")
        ? termReader.postings(of: lastWord)
        : termReader.postings(ofPrefix: lastWord, at: words.count == 1 ? firstPositions : nil))
    let beginsWithArticle = TitleWords.beginsWithArticle(words)
    let hits = try [Hit](lists, article: beginsWithArticle, match: [.begins, .main], steps)
    return hits.filter { $0.match.contains(.main) != isLocal && (words.count == 1 || $0.match.contains(.begins)) }
  }

  /// Returns the postings of all words with a prefix, merged with other postings; if `documents` is not `nil`, only
  /// postings of these documents are needed.
  ///
  /// A short prefix only matches words of titles and original titles: too many words of local titles
  /// begin with it.
  private func postings(
    ofPrefix prefix: [UInt8], adding wordPostings: [UInt64], among documents: NumberSet?
  ) throws -> [UInt64] {
    let isShort = TitleWords.isShort(prefix)
    let postings = try termReader.postings(ofPrefix: prefix, at: isShort ? .main : nil, among: documents)
    // The word itself begins with the prefix, but other spellings of a number do not.
    let includesWord = !isShort && NumberWords.spellings(of: prefix).count == 1
    guard !wordPostings.isEmpty, !includesWord else { return postings }
    return try termReader.merged([postings, wordPostings])
  }

  // MARK: - Fuzzy search

  /// Returns the titles that match if two adjacent words are joined, or one word is split in two.
  func hitsJoiningOrSplittingWords(_ words: [[UInt8]], _ mode: MatchMode) throws -> [Hit] {
    var hits: [Hit] = []
    for index in words.indices.dropLast() {
      var joined = words
      joined.replaceSubrange(index...index + 1, with: [words[index] + words[index + 1]])
      if try termReader.contains(joined[index]) || index == joined.count - 1 {
        hits = try hits.merged(with: try self.hits(joined, mode), steps)
      }
    }
    for index in words.indices { hits = try hits.merged(with: try hitsSplitting(words, index), steps) }
    return hits
  }

  /// Returns the titles that begin with the words if the word at an index is split in two.
  private func hitsSplitting(_ words: [[UInt8]], _ index: Int) throws -> [Hit] {
    let word = words[index]
    guard (5...30).contains(word.count), word.allSatisfy({ $0 < 0x80 }) else { return [] }
    var hits: [Hit] = []
    for length in 2...word.count - 2 {
      let parts = [Array(word[..<length]), Array(word[length...])]
      guard try parts.allSatisfy(termReader.contains) else { continue }
      var split = words
      split.replaceSubrange(index...index, with: parts)
      let found = try self.hits(split, .wholeWords).filter { $0.match.contains(.begins) }
      hits = try hits.merged(with: found, steps)
    }
    return hits
  }

  /// Returns the titles that match if the spelling of some words is corrected.
  ///
  /// A word is not corrected if `isCertain` returns `true` for the rank of the most popular title
  /// with the word. Only words of titles with ranks up to about `maximumRank` are suggested. If there
  /// are suggestions for none of the words, returns no titles.
  func hitsCorrectingSpelling(
    _ words: [[UInt8]], maximumRank: UInt32 = .max, isCertain: (UInt32) throws -> Bool
  ) throws -> [Hit] {
    var lists: [[UInt64]] = []
    var hasCorrections = false
    for word in words {
      var postings = try termReader.postings(ofAny: NumberWords.spellings(of: word))
      let isCertainWord = try postings.first.map { try isCertain(UInt32(truncatingIfNeeded: $0 >> 8)) } ?? false
      if !isCertainWord {
        var found = [postings]
        let suggestions = try spellingReader.suggestions(
          for: word, maximumRank: maximumRank, hasOtherWords: words.count > 1)
        for suggestion in suggestions { found.append(try termReader.postings(of: suggestion)) }
        hasCorrections = hasCorrections || found.dropFirst().contains { !$0.isEmpty }
        postings = try termReader.merged(found)
      }
      guard !postings.isEmpty else { return [] }
      lists.append(postings)
    }
    guard hasCorrections else { return [] }
    return try [Hit](lists, article: TitleWords.beginsWithArticle(words), match: .all, steps)
  }
}

/// The filter of a search, with its types, genres, and people as bits and ranks of a catalog.
struct TitleFilter {
  private let filter: FilmFilter
  /// A bit for each type that passes the filter.
  private let types: UInt16
  /// Sets of genres: a title has to have at least one genre of each set.
  private let genres: [UInt32]
  /// A set of genres: a title must have none of them.
  private let excludedGenres: UInt32
  /// The ranks of the titles with the people of the filter, sorted; `nil` if the filter names no
  /// people.
  let ranks: [UInt32]?
  private let rankSet: Set<UInt32>
  /// The numbers in the IMDb ids of the titles that are left out.
  private let excludedIDs: NumberSet
  /// The popularity below which no title passes.
  private let minimumPopularity: Double

  /// Creates the filter of a search; returns `nil` if the filter has no conditions.
  ///
  /// - Throws: ``CatalogError/peopleMissing``.
  init?(_ query: SearchQuery, genres genreNames: [String], _ db: Database) throws {
    let filter = query.filter
    guard !filter.isEmpty else { return nil }
    excludedIDs = NumberSet(query.excludedFilms.compactMap(\.imdbNumber))
    self.filter = filter
    let types = filter.types.isEmpty ? MediaType.allCases : filter.types.flatMap(\.matchingTypes)
    self.types = types.reduce(0) { $0 | TitleType($1).bit }
    genres = filter.genres.map { Self.bits($0, genreNames) }
    excludedGenres = filter.excludesAdult ? Self.bits(["Adult"], genreNames) : 0
    ranks = filter.filtersByPeople ? try PeopleSearch(db).ranks(filter) : nil
    rankSet = Set(ranks ?? [])
    let minimumVotes = filter.votes?.lowerBound ?? (filter.imdbRating == nil ? 0 : 1)
    minimumPopularity = types.map { Popularity.score(votes: minimumVotes, TitleType($0)) }.min() ?? 0
  }

  /// Returns the genres with the given names as a set of bits; case is ignored.
  private static func bits(_ names: [String], _ genreNames: [String]) -> UInt32 {
    let lowercasedNames = Set(names.map { $0.lowercased() })
    return genreNames.enumerated().filter { lowercasedNames.contains($0.element.lowercased()) }
      .reduce(0) { $0 | 1 << UInt32($1.offset) }
  }

  /// Returns `true` if certainly neither a title nor any less popular title passes.
  func excludesAll(from facts: FactBlock.Facts) -> Bool {
    // Popularity is rounded to millionths when titles are ranked. So titles with nearly the same
    // popularity may be in the wrong order.
    genres.contains(0) || Popularity.score(facts) < minimumPopularity - 0.000_01
  }

  /// Returns whether a title passes the filter.
  @inline(__always)
  func passes(_ facts: FactBlock.Facts, _ rank: UInt32) -> Bool {
    if types & facts.type.bit == 0 { return false }
    for group in genres where facts.genres & group == 0 { return false }
    if facts.genres & excludedGenres != 0 { return false }
    if let years = filter.years, facts.year == 0 || !years.contains(Int(facts.year)) { return false }
    if let rating = filter.imdbRating, facts.votes == 0 || !rating.contains(Int(facts.rating)) { return false }
    if let votes = filter.votes, !votes.contains(Int(facts.votes)) { return false }
    if let runtime = filter.runtime, facts.runtime == 0 || !runtime.contains(Int(facts.runtime)) { return false }
    return !excludedIDs.contains(facts.id) && (ranks == nil || rankSet.contains(rank))
  }
}

extension TitleType { fileprivate var bit: UInt16 { 1 << UInt16(rawValue) } }
