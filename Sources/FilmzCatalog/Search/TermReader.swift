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
      guard term.elementsEqual(word) else { return term.lexicographicallyPrecedes(word) }
      let bytes = postingBytes()
      // A posting has at least two bytes.
      postings.reserveCapacity(range.clamped(to: 0..<bytes.count).count / 2)
      try TermBlock.readPostings(bytes, in: range) { part in
        try steps.take(part.count)
        postings += part
      }
      return false
    }
    postingsByWord[word] = postings
    return postings
  }

  /// Returns the postings of all words with a prefix, merged by document.
  ///
  /// If `positions` is not `nil`, only postings with at least one of these positions are returned; if `documents` is
  /// not `nil`, only the postings of these documents are needed.
  func postings(
    ofPrefix prefix: [UInt8], at positions: TermPositions? = nil, among documents: NumberSet? = nil
  ) throws -> [UInt64] {
    let key = Prefix(bytes: prefix, positions: positions)
    if let postings = postingsByPrefix[key] { return postings }
    var collected = CollectedPostings(steps)
    let mask = positions?.rawValue ?? .max
    try scanBlocks(from: prefix) { block in
      try TermBlock.readPostings(ofPrefix: prefix, block.blob(0)) { range in
        try steps.take(8)
        try TermBlock.readPostings(block.blob(1), in: range) { part in
          try steps.take(part.count)
          try collected.add(contentsOf: part.filterPostings(mask, among: documents))
        }
      }
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
    for list in lists { try list.withUnsafeBufferPointer { try collected.add(contentsOf: $0) } }
    return try collected.merged()
  }

  /// Returns whether the index contains a word.
  func contains(_ word: [UInt8]) throws -> Bool {
    var isFound = false
    try scan(from: word) { term, _, _ in
      isFound = term.elementsEqual(word)
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
    func byteSet(_ bytes: some Sequence<UInt8>) -> UInt64 { bytes.reduce(0) { $0 | 1 << UInt64($1 & 63) } }
    let byteSetOfWord = byteSet(word)
    var distance = SpellingDistance()
    var similarWords: [(word: [UInt8], errors: Int)] = []
    try scan(from: [first]) { term, _, _ in
      guard term.first == first else { return (term.first ?? 0) < first }
      // Each error changes at most two elements of the set.
      guard abs(term.count - word.count) <= maximumErrors,
        (byteSet(term) ^ byteSetOfWord).nonzeroBitCount <= 2 * maximumErrors
      else { return true }
      if let errors = distance.between(values, term.map(UInt32.init), maximum: maximumErrors) {
        similarWords.append((Array(term), errors))
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
    from word: [UInt8], _ body: (UnsafeBufferPointer<UInt8>, Range<Int>, () -> UnsafeRawBufferPointer) throws -> Bool
  ) throws {
    try scanBlocks(from: word) { block in
      var continues = true
      try TermBlock.read(block.blob(0)) { term, postings in
        try steps.take(8)
        continues = try body(term, postings) { block.blob(1) }
        return continues
      }
      return continues
    }
  }

  /// Calls a closure with the blocks of the index in the order of their words, until the closure returns `false`.
  ///
  /// The first block is the one to which `word` belongs. The columns of a block are its words and their postings; see
  /// ``TermBlock``.
  private func scanBlocks(from word: [UInt8], _ body: (SQLiteStatement) throws -> Bool) throws {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    cursor.bind(word, at: 1)
    defer { sqlite3_reset(cursor) }
    while try cursor.next() {
      guard try body(cursor) else { return }
    }
  }
}
