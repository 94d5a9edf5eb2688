import GRDB

/// Finds the titles that have the words of a search, as typed, and then as they may be meant.
struct TitleFinder {
  /// How words of a search are compared with those of titles.
  enum Reach {
    /// Whole words.
    case whole
    /// The last word may go on.
    case lastBegins
    /// All words may go on but single letters, with which very many words begin.
    case allBegin
  }

  private let terms: TermReader
  private let spelling: SpellingReader

  init(_ db: Database) throws {
    terms = try TermReader(db, .titles)
    spelling = try SpellingReader(db)
  }

  /// The titles with all words, in any order, by rank.
  func hits(_ words: [[UInt8]], _ reach: Reach) throws -> [Hit] {
    guard !words.isEmpty else { return [] }
    var whole: [[UInt64]] = []
    for word in words {
      let entries = try terms.entries(ofAny: NumberWords.spellings(of: word))
      whole.append(entries)
      if entries.isEmpty, reach == .whole { return [] }
    }
    let article = TitleWords.hasArticle(words)
    let all: Hit.Match = [.begins, .ends, .main]
    var hits = [Hit](whole, article: article, match: all.union(.whole))
    guard reach != .whole else { return hits }
    var lists = whole
    for index in words.indices
    where index == words.count - 1 || reach == .allBegin && words[index].count > 1 {
      lists[index] = try beginnings(words[index], whole: whole[index])
    }
    hits = hits.merged(with: [Hit](lists, article: article, match: all))
    return hits
  }

  /// The titles one of whose names may begin with a folded text, an article aside; a blank at the
  /// text's end stands for the end of a word.
  func hits(beginningWith key: String) throws -> [Hit] {
    let words = TitleWords(key).words
    guard let last = words.last else { return [] }
    let start: Placement = [.place(0), .article]
    var lists = try words.dropLast().map { try terms.entries(of: $0) }
    try lists.append(
      key.hasSuffix(" ")
        ? terms.entries(of: last)
        : terms.entries(beginningWith: last, at: words.count == 1 ? start : nil))
    let article = TitleWords.hasArticle(words)
    let hits = [Hit](lists, article: article, match: [.begins, .main])
    return hits.filter {
      $0.match.contains(.main) && (words.count == 1 || $0.match.contains(.begins))
    }
  }

  private func beginnings(_ word: [UInt8], whole: [UInt64]) throws -> [UInt64] {
    var entries = try terms.entries(beginningWith: word)
    guard !whole.isEmpty else { return entries }
    entries += whole
    entries.mergeByDocument()
    return entries
  }

  // MARK: - As it may be meant

  /// The titles where neighbours were written as one word, or one word as two.
  func hitsJoiningWords(_ words: [[UInt8]], _ reach: Reach) throws -> [Hit] {
    var hits: [Hit] = []
    for index in words.indices.dropLast() {
      var joined = words
      joined.replaceSubrange(index...index + 1, with: [words[index] + words[index + 1]])
      if try terms.has(joined[index]) || index == joined.count - 1 {
        hits = hits.merged(with: try self.hits(joined, reach))
      }
    }
    for index in words.indices { hits = hits.merged(with: try hitsSplitting(words, index, reach)) }
    return hits
  }

  private func hitsSplitting(_ words: [[UInt8]], _ index: Int, _ reach: Reach) throws -> [Hit] {
    let word = words[index]
    guard (5...30).contains(word.count), word.allSatisfy({ $0 < 0x80 }) else { return [] }
    var hits: [Hit] = []
    for cut in 2...word.count - 2 {
      let parts = [Array(word[..<cut]), Array(word[cut...])]
      guard try parts.allSatisfy(terms.has) else { continue }
      var split = words
      split.replaceSubrange(index...index, with: parts)
      hits = hits.merged(with: try self.hits(split, .whole).filter { $0.match.contains(.begins) })
    }
    return hits
  }

  /// The titles with all words, some of which were mistyped.
  ///
  /// Words that are sure by the rank of the best title with them are taken as they were typed; words
  /// that are less known than `famous` are not proposed.
  func hitsForgiving(
    _ words: [[UInt8]], famous: UInt32 = .max, isSure: (UInt32) throws -> Bool
  ) throws -> [Hit] {
    var lists: [[UInt64]] = []
    var isChanged = false
    for word in words {
      var entries = try terms.entries(ofAny: NumberWords.spellings(of: word))
      if try !(entries.first.map { try isSure(UInt32(truncatingIfNeeded: $0 >> 8)) } ?? false) {
        let known = entries.count
        for suggestion in try spelling.suggestions(
          for: word, famous: famous, besides: words.count > 1)
        {
          entries += try terms.entries(of: suggestion.word)
        }
        isChanged = isChanged || entries.count > known
        entries.mergeByDocument()
      }
      guard !entries.isEmpty else { return [] }
      lists.append(entries)
    }
    guard isChanged else { return [] }
    return [Hit](
      lists, article: TitleWords.hasArticle(words), match: [.begins, .ends, .main, .whole])
  }
}
