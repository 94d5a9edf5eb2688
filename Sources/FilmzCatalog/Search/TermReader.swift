import FilmzDomain
import GRDB
import GRDBSQLite

/// Reads the postings of words from an index of a catalog, and caches them: a search reads the same
/// words several times.
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

  /// Returns the postings of a word, ordered by document; none if the index does not contain it.
  func postings(of word: [UInt8]) throws -> [UInt64] {
    if let postings = postingsByWord[word] { return postings }
    var postings: [UInt64] = []
    try scan(from: word) { term, postingBytes in
      guard term.word == word else { return term.word.lexicographicallyPrecedes(word) }
      TermBlock.decodePostings(postingBytes(), in: term.postings, into: &postings)
      return false
    }
    postingsByWord[word] = postings
    return postings
  }

  /// Returns the postings of all words with a prefix, merged by document; only those with one of
  /// the positions, if any are given.
  func postings(
    ofPrefix prefix: [UInt8], at positions: TermPositions? = nil
  ) throws -> [UInt64] {
    if positions == nil, let postings = postingsByPrefix[prefix] { return postings }
    var postings: [UInt64] = []
    try scan(from: prefix) { term, postingBytes in
      guard term.word.starts(with: prefix) else {
        return term.word.lexicographicallyPrecedes(prefix)
      }
      TermBlock.decodePostings(
        postingBytes(), in: term.postings, mask: positions?.rawValue ?? .max, into: &postings)
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
    try scan(from: word) { term, _ in
      isFound = term.word == word
      return !isFound && term.word.lexicographicallyPrecedes(word)
    }
    return isFound
  }

  /// Returns at most five words with the same first letter and at most two typing errors, the most
  /// similar first.
  func words(near word: [UInt8]) throws -> [[UInt8]] {
    guard let first = word.first, word.count > 2 else { return [] }
    let maximumErrors = word.count < 5 ? 1 : 2
    let letters = word.map(UInt32.init)
    var distance = SpellingDistance()
    var similarWords: [(word: [UInt8], errors: Int)] = []
    try scan(from: [first]) { term, _ in
      guard term.word.first == first else { return (term.word.first ?? 0) < first }
      guard abs(term.word.count - word.count) <= maximumErrors else { return true }
      if let errors = distance.between(letters, term.word.map(UInt32.init), maximum: maximumErrors)
      {
        similarWords.append((term.word, errors))
      }
      return true
    }
    return similarWords.sorted { $0.errors < $1.errors }.prefix(5).map(\.word)
  }

  /// Calls a closure with the words from the block of a word on, until it returns `false`.
  ///
  /// The second argument of the closure returns the bytes of the postings of the block.
  private func scan(
    from word: [UInt8], _ body: (TermBlock.Term, () -> UnsafeRawBufferPointer) -> Bool
  ) throws {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    row.bind(word, at: 1)
    defer { sqlite3_reset(row) }
    var continues = true
    while continues, try row.next() {
      TermBlock.read(row.blob(0)) { term in
        continues = body(term) { row.blob(1) }
        return continues
      }
    }
  }
}

extension [UInt64] {
  /// Sorts postings of several words by document, and merges the flags of equal documents.
  mutating func mergeByDocument() {
    if count > 1000 {
      var scratch: [UInt64] = []
      let bits = UInt64.bitWidth - (self.max() ?? 0).leadingZeroBitCount
      radixSort(bits: 8..<Swift.max(9, bits), scratch: &scratch)
    }
    Posting.merge(&self)
  }
}
