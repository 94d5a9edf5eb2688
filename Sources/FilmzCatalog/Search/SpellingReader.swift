import FilmzDomain
import GRDB
import GRDBSQLite
import Synchronization

/// Finds spelling corrections for a word among the words that were stored for this purpose.
struct SpellingReader {
  /// The maximum number of suggestions for a word.
  private static let maximumSuggestions = 12

  private let statement: Statement
  private let steps: SearchSteps
  private let cache: SuggestionCache

  init(
    _ db: Database, _ steps: SearchSteps = SearchSteps(), _ cache: SuggestionCache = SuggestionCache()
  ) throws {
    (self.steps, self.cache) = (steps, cache)
    statement = try db.cachedStatement(sql: "SELECT words FROM spelling WHERE number >= ? AND number < ?")
  }

  /// Returns the maximum number of errors that are corrected in a word of a length.
  ///
  /// Words of three letters are only corrected if the query has other words.
  static func maximumErrors(length: Int, hasOtherWords: Bool) -> Int {
    switch length {
    case ..<3: 0
    case 3: hasOtherWords ? 1 : 0
    case 4...7: 1
    case 8...12: 2
    default: 3
    }
  }

  /// Returns words that are similar to a word, the most likely first, without the word itself.
  ///
  /// Returns at most twelve words. Each of them occurs in at least one title with a rank up to about
  /// `maximumRank`.
  func suggestions(for word: [UInt8], maximumRank: UInt32, hasOtherWords: Bool) throws -> [[UInt8]] {
    let question = SuggestionCache.Question(word: word, maximumRank: maximumRank, hasOtherWords: hasOtherWords)
    if let known = cache.suggestions(for: question) { return known }
    let suggestions = try readSuggestions(for: word, maximumRank: maximumRank, hasOtherWords: hasOtherWords)
    cache.store(suggestions, for: question)
    return suggestions
  }

  private func readSuggestions(
    for word: [UInt8], maximumRank: UInt32, hasOtherWords: Bool
  ) throws -> [[UInt8]] {
    let maximumBucket = SpellingBlock.rankBucket(maximumRank)
    let scalars = Self.scalars(of: word)
    let maximumErrors = Self.maximumErrors(length: scalars.count, hasOtherWords: hasOtherWords)
    guard maximumErrors > 0 else { return [] }
    let letterSet = SpellingBlock.letterSet(of: word)
    var distance = SpellingDistance()
    var suggestions: [(word: [UInt8], cost: Int)] = []
    for length in max(3, scalars.count - maximumErrors)...max(3, scalars.count + maximumErrors) {
      try scan(length) { candidateLetterSet, rankBucket, candidate in
        try steps.take()
        // Each error changes at most two elements of the set.
        guard rankBucket <= maximumBucket, (candidateLetterSet ^ letterSet).nonzeroBitCount <= 2 * maximumErrors else {
          return
        }
        try steps.take(SearchSteps.facts)
        let bytes = Array(candidate)
        guard bytes != word, let errors = distance.between(scalars, Self.scalars(of: bytes), maximum: maximumErrors)
        else { return }
        // An error counts as much as a rank that is 64 times worse.
        suggestions.append((bytes, errors * 48 + Int(rankBucket)))
      }
    }
    suggestions.sort { $0.cost < $1.cost }
    return suggestions.prefix(Self.maximumSuggestions).map(\.word)
  }

  /// Calls a closure with all stored words of a length.
  private func scan(
    _ length: Int, _ body: (_ letterSet: UInt32, _ rankBucket: UInt8, _ word: UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let rows = SpellingBlock.rows(length)
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    sqlite3_bind_int64(cursor, 1, Int64(rows.lowerBound))
    sqlite3_bind_int64(cursor, 2, Int64(rows.upperBound))
    defer { sqlite3_reset(cursor) }
    while try cursor.next() { try SpellingBlock.read(cursor.blob(0), body) }
  }

  /// Returns the scalars of a word in UTF-8.
  static func scalars(of word: [UInt8]) -> [UInt32] {
    word.allSatisfy { $0 < 0x80 }
      ? word.map(UInt32.init) : String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
  }
}

/// The corrections of words that were searched for last: while a text is being typed, most of its words stay the same.
final class SuggestionCache: Sendable {
  struct Question: Hashable, Sendable {
    let word: [UInt8]
    let maximumRank: UInt32
    let hasOtherWords: Bool
  }

  /// The number of words at which the cache is emptied.
  private static let capacity = 500

  private let answers = Mutex<[Question: [[UInt8]]]>([:])

  func suggestions(for question: Question) -> [[UInt8]]? { answers.withLock { $0[question] } }

  func store(_ suggestions: [[UInt8]], for question: Question) {
    answers.withLock { answers in
      if answers.count >= Self.capacity { answers.removeAll() }
      answers[question] = suggestions
    }
  }
}
