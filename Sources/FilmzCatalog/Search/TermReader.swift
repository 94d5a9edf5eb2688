import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads the postings of words from an index of a catalog.
///
/// The postings are cached, because a search needs the postings of a word several times.
final class TermReader {
  private let statement: Statement
  private let steps: SearchSteps
  private var postingsByWord: [[UInt8]: [UInt64]] = [:]
  private var postingsByPrefix: [Prefix: [UInt64]] = [:]

  /// The beginning of words, and the positions that their postings have to have.
  private struct Prefix: Hashable {
    let bytes: [UInt8]
    let positions: TermPositions?
  }

  init(_ db: Database, _ index: CatalogWriter.Index, _ steps: SearchSteps = SearchSteps()) throws {
    self.steps = steps
    statement = try db.cachedStatement(
      sql: """
        SELECT terms, postings FROM \(index.rawValue) WHERE number >= coalesce(
          (SELECT number FROM \(index.rawValue) WHERE first <= ? ORDER BY first DESC LIMIT 1), 1)
        ORDER BY number
        """)
  }

  /// Returns the postings of a word, ordered by document; none if the index does not contain
  /// the word.
  func postings(of word: [UInt8]) throws -> [UInt64] {
    if let postings = postingsByWord[word] { return postings }
    var postings: [UInt64] = []
    try scan(from: word) { term, range, postingBytes in
      guard term == word else { return term.lexicographicallyPrecedes(word) }
      try TermBlock.readPostings(postingBytes(), in: range) { posting in
        try steps.take()
        postings.append(posting)
      }
      return false
    }
    postingsByWord[word] = postings
    return postings
  }

  /// Returns the postings of all words with a prefix, merged by document.
  ///
  /// If `positions` is not `nil`, only postings with at least one of these positions are returned; if `documents` is
  /// not `nil`, only those of these documents.
  func postings(
    ofPrefix prefix: [UInt8], at positions: TermPositions? = nil, among documents: NumberSet? = nil
  ) throws -> [UInt64] {
    let key = Prefix(bytes: prefix, positions: positions)
    if let postings = postingsByPrefix[key] { return postings }
    var collected = CollectedPostings(steps)
    try scan(from: prefix) { term, range, postingBytes in
      guard term.starts(with: prefix) else { return term.lexicographicallyPrecedes(prefix) }
      try TermBlock.readPostings(postingBytes(), in: range, mask: positions?.rawValue ?? .max) { posting in
        if let documents, !documents.contains(UInt32(truncatingIfNeeded: posting >> 8)) { return try steps.take() }
        try collected.add(posting)
      }
      return true
    }
    let postings = try collected.merged()
    if documents == nil { postingsByPrefix[key] = postings }
    return postings
  }

  /// Returns the postings of several words, merged by document.
  func postings(ofAny words: [[UInt8]]) throws -> [UInt64] {
    guard words.count != 1 else { return try postings(of: words[0]) }
    return try merged(words.map { try postings(of: $0) })
  }

  /// Returns the postings of several lists, merged by document.
  func merged(_ lists: [[UInt64]]) throws -> [UInt64] {
    let lists = lists.filter { !$0.isEmpty }
    guard lists.count > 1 else { return lists.first ?? [] }
    var collected = CollectedPostings(steps)
    for list in lists { try collected.add(contentsOf: list) }
    return try collected.merged()
  }

  /// Returns whether the index contains a word.
  func contains(_ word: [UInt8]) throws -> Bool {
    var isFound = false
    try scan(from: word) { term, _, _ in
      isFound = term == word
      return !isFound && term.lexicographicallyPrecedes(word)
    }
    return isFound
  }

  /// Returns at most five words of the index that begin with the same byte as `word` and are spelled
  /// similarly, the most similar first.
  ///
  /// The words differ by at most one typing error if `word` has three or four bytes, and by at most two
  /// if it is longer. If `word` is shorter, no words are returned. Bytes are compared, not letters.
  func words(near word: [UInt8]) throws -> [[UInt8]] {
    guard let first = word.first, word.count > 2 else { return [] }
    let maximumErrors = word.count < 5 ? 1 : 2
    let values = word.map(UInt32.init)
    var distance = SpellingDistance()
    var similarWords: [(word: [UInt8], errors: Int)] = []
    try scan(from: [first]) { term, _, _ in
      guard term.first == first else { return (term.first ?? 0) < first }
      guard abs(term.count - word.count) <= maximumErrors else { return true }
      if let errors = distance.between(values, term.map(UInt32.init), maximum: maximumErrors) {
        similarWords.append((term, errors))
      }
      return true
    }
    return similarWords.sorted { $0.errors < $1.errors }.prefix(5).map(\.word)
  }

  /// Calls a closure with words of the index in byte order, until the closure returns `false`.
  ///
  /// The first word is the first one in the block to which `word` belongs, and may precede `word`. The closure receives
  /// a word, the range of its postings, and a function that returns the bytes with the postings of the block.
  private func scan(
    from word: [UInt8], _ body: ([UInt8], Range<Int>, () -> UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    cursor.bind(word, at: 1)
    defer { sqlite3_reset(cursor) }
    var continues = true
    while continues, try cursor.next() {
      try TermBlock.read(cursor.blob(0)) { term, postings in
        try steps.take(8)
        continues = try body(term, postings) { cursor.blob(1) }
        return continues
      }
    }
  }
}
