import FilmzDomain
import GRDB

/// Finds the titles that contain the words of a query, literally or with typing errors corrected.
struct TitleFinder {
  /// How words of a query are compared with those of titles.
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

  init(_ db: Database) throws {
    termReader = try TermReader(db, .titles)
    spellingReader = try SpellingReader(db)
  }

  /// Returns the titles that contain all words, in whatever order; the hits are ordered by rank.
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
    let hits = [Hit](lists, article: beginsWithArticle, match: [.begins, .main])
    return hits.filter {
      $0.match.contains(.main) != isLocal && (words.count == 1 || $0.match.contains(.begins))
    }
  }

  /// Returns the postings of all words with a prefix, merged with other postings.
  ///
  /// A short prefix only matches words of titles and original titles: too many words of local titles
  /// begin with it.
  private func postings(
    ofPrefix prefix: [UInt8], adding wordPostings: [UInt64]
  ) throws -> [UInt64] {
    let isShort = TitleWords.isShort(prefix)
    var postings = try termReader.postings(ofPrefix: prefix, at: isShort ? .main : nil)
    // The word itself begins with the prefix, but other spellings of a number do not.
    let includesWord = !isShort && NumberWords.spellings(of: prefix).count == 1
    guard !wordPostings.isEmpty, !includesWord else { return postings }
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
      if try termReader.contains(joined[index]) || index == joined.count - 1 {
        hits = hits.merged(with: try self.hits(joined, mode))
      }
    }
    for index in words.indices { hits = hits.merged(with: try hitsSplitting(words, index)) }
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
      hits = hits.merged(
        with: try self.hits(split, .wholeWords).filter { $0.match.contains(.begins) })
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
      if try !(postings.first.map { try isCertain(UInt32(truncatingIfNeeded: $0 >> 8)) } ?? false) {
        let literalCount = postings.count
        for suggestion in try spellingReader.suggestions(
          for: word, maximumRank: maximumRank, hasOtherWords: words.count > 1)
        {
          postings += try termReader.postings(of: suggestion.word)
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
