import GRDB

/// Finds the titles that contain the words of a query, literally or with typing errors corrected.
struct TitleFinder {
  /// How words of a query are compared with those of titles.
  enum MatchMode {
    /// All words have to be whole words.
    case wholeWords
    /// The last word may be the prefix of a word.
    case lastWordAsPrefix
    /// All words may be prefixes, except single letters, with which very many words begin.
    case allWordsAsPrefixes
  }

  private let terms: TermReader
  private let spelling: SpellingReader

  init(_ db: Database) throws {
    terms = try TermReader(db, .titles)
    spelling = try SpellingReader(db)
  }

  /// Returns the titles with all words in any order, ordered by rank.
  func hits(_ words: [[UInt8]], _ mode: MatchMode) throws -> [Hit] {
    guard !words.isEmpty else { return [] }
    var wordPostings: [[UInt64]] = []
    for word in words {
      let postings = try terms.postings(ofAny: NumberWords.spellings(of: word))
      wordPostings.append(postings)
      if postings.isEmpty, mode == .wholeWords { return [] }
    }
    let beginsWithArticle = TitleWords.beginsWithArticle(words)
    let flags: Hit.Match = [.begins, .ends, .main]
    var hits = [Hit](wordPostings, article: beginsWithArticle, match: flags.union(.whole))
    guard mode != .wholeWords else { return hits }
    var prefixPostings = wordPostings
    for index in words.indices
    where index == words.count - 1 || mode == .allWordsAsPrefixes && words[index].count > 1 {
      prefixPostings[index] = try postings(ofPrefix: words[index], adding: wordPostings[index])
    }
    hits = hits.merged(with: [Hit](prefixPostings, article: beginsWithArticle, match: flags))
    return hits
  }

  /// Returns the titles whose main names may begin with a folded text apart from an article.
  ///
  /// The last word is a prefix unless the text ends with a space.
  func hits(beginningWith key: String) throws -> [Hit] {
    let words = TitleWords(key).words
    guard let lastWord = words.last else { return [] }
    let firstPositions: TermPositions = [.position(0), .article]
    var lists = try words.dropLast().map { try terms.postings(of: $0) }
    try lists.append(
      key.hasSuffix(" ")
        ? terms.postings(of: lastWord)
        : terms.postings(ofPrefix: lastWord, at: words.count == 1 ? firstPositions : nil))
    let beginsWithArticle = TitleWords.beginsWithArticle(words)
    let hits = [Hit](lists, article: beginsWithArticle, match: [.begins, .main])
    return hits.filter {
      $0.match.contains(.main) && (words.count == 1 || $0.match.contains(.begins))
    }
  }

  private func postings(
    ofPrefix prefix: [UInt8], adding wordPostings: [UInt64]
  ) throws -> [UInt64] {
    var postings = try terms.postings(ofPrefix: prefix)
    guard !wordPostings.isEmpty else { return postings }
    postings += wordPostings
    postings.mergeByDocument()
    return postings
  }

  // MARK: - Fuzzy search

  /// Returns the titles that match if two adjacent words are joined, or one word is split in two.
  func hitsJoiningOrSplittingWords(_ words: [[UInt8]], _ mode: MatchMode) throws -> [Hit] {
    var hits: [Hit] = []
    for index in words.indices.dropLast() {
      var joined = words
      joined.replaceSubrange(index...index + 1, with: [words[index] + words[index + 1]])
      if try terms.contains(joined[index]) || index == joined.count - 1 {
        hits = hits.merged(with: try self.hits(joined, mode))
      }
    }
    for index in words.indices { hits = hits.merged(with: try hitsSplitting(words, index)) }
    return hits
  }

  private func hitsSplitting(_ words: [[UInt8]], _ index: Int) throws -> [Hit] {
    let word = words[index]
    guard (5...30).contains(word.count), word.allSatisfy({ $0 < 0x80 }) else { return [] }
    var hits: [Hit] = []
    for cut in 2...word.count - 2 {
      let parts = [Array(word[..<cut]), Array(word[cut...])]
      guard try parts.allSatisfy(terms.contains) else { continue }
      var split = words
      split.replaceSubrange(index...index, with: parts)
      hits = hits.merged(
        with: try self.hits(split, .wholeWords).filter { $0.match.contains(.begins) })
    }
    return hits
  }

  /// Returns the titles that match if the spelling of some words is corrected.
  ///
  /// A word is not corrected if `isCertain` returns `true` for the rank of the most popular title
  /// with it. Only words of titles up to `maximumRank` are suggested. Returns no titles if there
  /// are no suggestions at all.
  func hitsCorrectingSpelling(
    _ words: [[UInt8]], maximumRank: UInt32 = .max, isCertain: (UInt32) throws -> Bool
  ) throws -> [Hit] {
    var lists: [[UInt64]] = []
    var hasCorrections = false
    for word in words {
      var postings = try terms.postings(ofAny: NumberWords.spellings(of: word))
      if try !(postings.first.map { try isCertain(UInt32(truncatingIfNeeded: $0 >> 8)) } ?? false) {
        let literalCount = postings.count
        for suggestion in try spelling.suggestions(
          for: word, maximumRank: maximumRank, hasOtherWords: words.count > 1)
        {
          postings += try terms.postings(of: suggestion.word)
        }
        hasCorrections = hasCorrections || postings.count > literalCount
        postings.mergeByDocument()
      }
      guard !postings.isEmpty else { return [] }
      lists.append(postings)
    }
    guard hasCorrections else { return [] }
    return [Hit](
      lists, article: TitleWords.beginsWithArticle(words), match: [.begins, .ends, .main, .whole])
  }
}
