import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads the postings of words from an index of a catalog.
///
/// The postings are cached, because a search needs the postings of a word several times.
final class TermReader {
  private let statement: Statement
  private var postingsByWord: [[UInt8]: [UInt64]] = [:]
  private var postingsByPrefix: [[UInt8]: [UInt64]] = [:]

  init(_ db: Database, _ index: CatalogWriter.Index) throws {
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
      TermBlock.decodePostings(postingBytes(), in: range, into: &postings)
      return false
    }
    postingsByWord[word] = postings
    return postings
  }

  /// Returns the postings of all words with a prefix, merged by document.
  ///
  /// If `positions` is not `nil`, only postings with at least one of these positions are returned.
  func postings(ofPrefix prefix: [UInt8], at positions: TermPositions? = nil) throws -> [UInt64] {
    if positions == nil, let postings = postingsByPrefix[prefix] { return postings }
    var postings: [UInt64] = []
    try scan(from: prefix) { term, range, postingBytes in
      guard term.starts(with: prefix) else { return term.lexicographicallyPrecedes(prefix) }
      TermBlock.decodePostings(postingBytes(), in: range, mask: positions?.rawValue ?? .max, into: &postings)
      return true
    }
    postings.mergeByDocument()
    if positions == nil { postingsByPrefix[prefix] = postings }
    return postings
  }

  /// Returns the postings of several words, merged by document.
  func postings(ofAny words: [[UInt8]]) throws -> [UInt64] {
    guard words.count != 1 else { return try postings(of: words[0]) }
    var postings = try words.flatMap { try self.postings(of: $0) }
    postings.mergeByDocument()
    return postings
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
  /// The first word is that of the block to which `word` belongs, so that it may precede `word`. The closure receives a
  /// word, the range of its postings, and a function that returns the bytes with the postings of the block.
  private func scan(from word: [UInt8], _ body: ([UInt8], Range<Int>, () -> UnsafeRawBufferPointer) -> Bool) throws {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    cursor.bind(word, at: 1)
    defer { sqlite3_reset(cursor) }
    var continues = true
    while continues, try cursor.next() {
      TermBlock.read(cursor.blob(0)) { term, postings in
        continues = body(term, postings) { cursor.blob(1) }
        return continues
      }
    }
  }
}

extension [UInt64] {
  /// Sorts postings of several words by document, and combines the postings of each document.
  mutating func mergeByDocument() {
    var scratch: [UInt64] = []
    Posting.merge(&self, scratch: &scratch)
  }
}
