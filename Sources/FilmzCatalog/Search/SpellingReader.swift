import FilmzDomain
import GRDB
import GRDBSQLite

/// Finds words of known titles that a word may have been meant for.
struct SpellingReader {
  /// A word that may have been meant.
  struct Suggestion {
    let word: [UInt8]
    let errors: Int
    /// How well known the best title with the word is, 0 for the best, in eighths of powers of two.
    let rankBucket: UInt8

    /// What tells which word was rather meant: an error counts as much as 64 times the rankBucket.
    fileprivate var distance: Int { errors * 48 + Int(rankBucket) }
  }

  /// Words that are tried instead of one.
  private static let most = 12

  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(
      sql: "SELECT words FROM spelling WHERE number >= ? AND number < ?")
  }

  /// Errors that a word of so many letters may have and still be told from others; a short one only
  /// beside other words.
  static func errors(allowed count: Int, besides: Bool) -> Int {
    switch count {
    case ..<3: 0
    case 3: besides ? 1 : 0
    case 4...7: 1
    case 8...12: 2
    default: 3
    }
  }

  /// Words near to a word, of titles of at most some rank, first those that were rather meant; the
  /// word itself is not among them.
  func suggestions(for word: [UInt8], famous: UInt32, besides: Bool) throws -> [Suggestion] {
    let rankBucket = SpellingBlock.rankBucket(famous)
    let letters = Self.letters(word)
    let most = Self.errors(allowed: letters.count, besides: besides)
    guard most > 0 else { return [] }
    let set = SpellingBlock.letters(word)
    var distance = SpellingDistance()
    var found: [Suggestion] = []
    for length in max(3, letters.count - most)...max(3, letters.count + most) {
      try scan(length) { candidate in
        // Each error changes the set of letters by at most two.
        guard candidate.rankBucket <= rankBucket,
          (candidate.letters ^ set).nonzeroBitCount <= 2 * most
        else {
          return
        }
        let bytes = Array(candidate.bytes)
        guard bytes != word,
          let errors = distance.between(letters, Self.letters(bytes), most: most)
        else { return }
        found.append(Suggestion(word: bytes, errors: errors, rankBucket: candidate.rankBucket))
      }
    }
    found.sort { $0.distance < $1.distance }
    return Array(found.prefix(Self.most))
  }

  private func scan(_ length: Int, _ body: (SpellingBlock.Word) -> Void) throws {
    let rows = SpellingBlock.rows(length)
    let row = statement.sqliteStatement
    sqlite3_reset(row)
    sqlite3_bind_int64(row, 1, Int64(rows.lowerBound))
    sqlite3_bind_int64(row, 2, Int64(rows.upperBound))
    defer { sqlite3_reset(row) }
    while try row.next() { SpellingBlock.read(row.blob(0), body) }
  }

  private static func letters(_ word: [UInt8]) -> [UInt32] {
    word.allSatisfy { $0 < 0x80 }
      ? word.map(UInt32.init)
      : String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
  }
}
