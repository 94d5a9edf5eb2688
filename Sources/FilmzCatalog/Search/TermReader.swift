import FilmzDomain
import GRDB
import GRDBSQLite

/// Looks words up in an index of a catalog, and remembers them: a search asks for its words again
/// and again.
final class TermReader {
  private let statement: Statement
  private var known: [[UInt8]: [UInt64]] = [:]
  private var knownBeginnings: [[UInt8]: [UInt64]] = [:]

  init(_ db: Database, _ index: CatalogWriter.Index) throws {
    statement = try db.cachedStatement(
      sql: """
        SELECT terms, postings FROM \(index.rawValue) WHERE number >= coalesce(
          (SELECT number FROM \(index.rawValue) WHERE first <= ? ORDER BY first DESC LIMIT 1), 1)
        ORDER BY number
        """)
  }

  /// The postings of a word, by rank; none where no title has it.
  func entries(of word: [UInt8]) throws -> [UInt64] {
    if let entries = known[word] { return entries }
    var entries: [UInt64] = []
    try scan(from: word) { term, postings in
      guard term.word == word else { return term.word.lexicographicallyPrecedes(word) }
      TermBlock.entries(postings(), in: term.postings, into: &entries)
      return false
    }
    known[word] = entries
    return entries
  }

  /// The postings of all words that begin so, merged by rank; only those that have one of the
  /// placements, if any are given.
  func entries(beginningWith prefix: [UInt8], at placements: Placement? = nil) throws -> [UInt64] {
    if placements == nil, let entries = knownBeginnings[prefix] { return entries }
    var entries: [UInt64] = []
    try scan(from: prefix) { term, postings in
      guard term.word.starts(with: prefix) else {
        return term.word.lexicographicallyPrecedes(prefix)
      }
      TermBlock.entries(
        postings(), in: term.postings, mask: placements?.rawValue ?? .max, into: &entries)
      return true
    }
    entries.mergeByDocument()
    if placements == nil { knownBeginnings[prefix] = entries }
    return entries
  }

  /// The postings of any of some words, merged by rank.
  func entries(ofAny words: [[UInt8]]) throws -> [UInt64] {
    guard words.count != 1 else { return try entries(of: words[0]) }
    var entries = try words.flatMap { try self.entries(of: $0) }
    entries.mergeByDocument()
    return entries
  }

  /// Whether a title has the word.
  func has(_ word: [UInt8]) throws -> Bool {
    var found = false
    try scan(from: word) { term, _ in
      found = term.word == word
      return !found && term.word.lexicographicallyPrecedes(word)
    }
    return found
  }

  /// Words with at most two typing errors and the first letter right, the nearest first; five at most.
  func words(near word: [UInt8]) throws -> [[UInt8]] {
    guard let first = word.first, word.count > 2 else { return [] }
    let most = word.count < 5 ? 1 : 2
    let letters = word.map(UInt32.init)
    var distance = SpellingDistance()
    var near: [(word: [UInt8], errors: Int)] = []
    try scan(from: [first]) { term, _ in
      guard term.word.first == first else { return (term.word.first ?? 0) < first }
      guard abs(term.word.count - word.count) <= most else { return true }
      if let errors = distance.between(letters, term.word.map(UInt32.init), most: most) {
        near.append((term.word, errors))
      }
      return true
    }
    return near.sorted { $0.errors < $1.errors }.prefix(5).map(\.word)
  }

  /// Goes through the words from the block on where a word would stand, until one is enough.
  private func scan(
    from word: [UInt8], _ body: (TermBlock.Term, () -> UnsafeRawBufferPointer) -> Bool
  ) throws {
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    row.bind(word, at: 1)
    defer { sqlite3_reset(row) }
    var goesOn = true
    while goesOn, try row.next() {
      TermBlock.read(row.blob(0)) { term in
        goesOn = body(term) { row.blob(1) }
        return goesOn
      }
    }
  }
}

extension [UInt64] {
  /// Brings postings of several words into the order of their documents, with one for each.
  mutating func mergeByDocument() {
    if count > 1000 {
      var scratch: [UInt64] = []
      let bits = UInt64.bitWidth - (self.max() ?? 0).leadingZeroBitCount
      radixSort(bits: 8..<Swift.max(9, bits), scratch: &scratch)
    }
    Posting.merge(&self)
  }
}
