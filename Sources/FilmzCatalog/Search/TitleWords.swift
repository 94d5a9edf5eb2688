import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// The words of a query or a name, folded like the words in an index.
struct TitleWords {
  let words: [[UInt8]]
  /// The words with each compound as one word, or `nil` if there are no compounds.
  let withJoinedCompounds: [[UInt8]]?
  /// The words with `and` for each `+` between words that is not between spaces, as in `Romeo+Juliet`; `nil` if there
  /// is none.
  ///
  /// An index does not have this form.
  let withAndForPlus: [[UInt8]]?

  init(_ text: String) {
    var scanner = WordScanner()
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    scanner.scan(isASCII ? text : text.precomposedStringWithCanonicalMapping)
    words = (0..<scanner.count).map { Array(scanner.wordBytes[scanner.range($0)]) }
    withJoinedCompounds = scanner.rangesJoiningCompounds?.map { Array(scanner.wordBytes[$0]) }
    var withAnd = words
    for word in scanner.wordsAfterPlus.reversed() where (1..<words.count).contains(word) {
      withAnd.insert(Self.and, at: word)
    }
    withAndForPlus = withAnd.count > words.count ? withAnd : nil
  }

  private static let and = Array("and".utf8)

  /// The words, without a leading article, less each `and` between others; `nil` if there is none.
  ///
  /// An index has these words for a name such as `Romeo+Juliet`.
  var withoutAnd: [[UInt8]]? {
    let words = Self.withoutArticle(words)
    let others = words.indices.filter {
      words[$0] != Self.and || $0 == words.startIndex || $0 == words.endIndex - 1
    }
    return others.count < words.count ? others.map { words[$0] } : nil
  }

  /// The last word that is a year, and the other words; `nil` if there is no year or no other word.
  var withoutYear: (words: TitleWords, year: Int)? {
    guard words.count > 1,
      let index = words.lastIndex(where: {
        Int(year: String(decoding: $0, as: UTF8.self)) != nil
      }),
      let year = Int(year: String(decoding: words[index], as: UTF8.self))
    else { return nil }
    var otherWords = words
    otherWords.remove(at: index)
    return (TitleWords(otherWords), year)
  }

  private init(_ words: [[UInt8]]) {
    self.words = words
    withJoinedCompounds = nil
    withAndForPlus = nil
  }

  /// The words after a leading article; `nil` if the first word is not an article or is the only word.
  var withoutArticle: [[UInt8]]? { Self.beginsWithArticle(words) ? Array(words.dropFirst()) : nil }

  /// `true` if there is one word after a leading article, and it is short and contains no digit.
  var isSingleShortWord: Bool {
    let words = Self.withoutArticle(words)
    return words.count == 1
      && words.allSatisfy { Self.isShort($0) && !$0.contains { (0x30...0x39).contains($0) } }
  }

  /// Returns whether a word has at most three letters of a script in which letters are not syllables or
  /// words.
  static func isShort(_ word: [UInt8]) -> Bool {
    guard word.count <= 3 * 2 else { return false }
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    return scalars.count <= 3 && scalars.allSatisfy { $0.value < 0x2E80 }
  }

  /// The words, the words with each compound as one word if there are compounds, and those with `and` for `+`; all
  /// without a leading article.
  var formsWithoutArticle: [ArraySlice<[UInt8]>] {
    [words, withJoinedCompounds, withAndForPlus].compactMap(\.self).map { Self.withoutArticle($0) }
  }

  /// Returns whether a name consists of these words; leading articles are ignored.
  func equals(name: String) -> Bool {
    let forms = formsWithoutArticle
    return TitleWords(name).formsWithoutArticle.contains(where: forms.contains)
  }

  /// Returns whether a name consists of these words, which may contain other spellings of numbers.
  func equalsApartFromNumbers(name: String) -> Bool {
    if equals(name: name) { return true }
    let nameWords = Self.withoutArticle(TitleWords(name).words)
    let typedWords = Self.withoutArticle(words)
    return typedWords.count == nameWords.count
      && zip(typedWords, nameWords).allSatisfy { NumberWords.spellings(of: $0).contains($1) }
  }

  /// Returns whether the first of several words is an article, which has no position in an index.
  static func beginsWithArticle(_ words: [[UInt8]]) -> Bool {
    words.count > 1 && Articles.contains(words[0][...])
  }

  private static func withoutArticle(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
    beginsWithArticle(words) ? words.dropFirst() : words[...]
  }
}

/// Finds spelling corrections for a word among the words that were stored for this purpose.
struct SpellingReader {
  /// A word that the user may have intended to type.
  struct Suggestion {
    let word: [UInt8]
    /// The number of typing errors.
    let errors: Int
    /// The bucket of the rank of the most popular title with the word; see ``SpellingBlock``.
    let rankBucket: UInt8

    /// The cost of the correction: an error counts as much as a rank that is 64 times worse.
    fileprivate var cost: Int { errors * 48 + Int(rankBucket) }
  }

  /// The maximum number of suggestions for a word.
  private static let maximumSuggestions = 12

  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(
      sql: "SELECT words FROM spelling WHERE number >= ? AND number < ?")
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
  func suggestions(
    for word: [UInt8], maximumRank: UInt32, hasOtherWords: Bool
  ) throws -> [Suggestion] {
    let maximumBucket = SpellingBlock.rankBucket(maximumRank)
    let scalars = Self.scalars(of: word)
    let maximumErrors = Self.maximumErrors(length: scalars.count, hasOtherWords: hasOtherWords)
    guard maximumErrors > 0 else { return [] }
    let letterSet = SpellingBlock.letterSet(of: word)
    var distance = SpellingDistance()
    var suggestions: [Suggestion] = []
    for length in max(3, scalars.count - maximumErrors)...max(3, scalars.count + maximumErrors) {
      try scan(length) { candidate in
        // Each error changes at most two elements of the set.
        guard candidate.rankBucket <= maximumBucket,
          (candidate.letterSet ^ letterSet).nonzeroBitCount <= 2 * maximumErrors
        else {
          return
        }
        let bytes = Array(candidate.bytes)
        guard bytes != word,
          let errors = distance.between(scalars, Self.scalars(of: bytes), maximum: maximumErrors)
        else { return }
        suggestions.append(
          Suggestion(word: bytes, errors: errors, rankBucket: candidate.rankBucket))
      }
    }
    suggestions.sort { $0.cost < $1.cost }
    return Array(suggestions.prefix(Self.maximumSuggestions))
  }

  /// Calls a closure with all stored words of a length.
  private func scan(_ length: Int, _ body: (SpellingBlock.Word) -> Void) throws {
    let rows = SpellingBlock.rows(length)
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    sqlite3_bind_int64(cursor, 1, Int64(rows.lowerBound))
    sqlite3_bind_int64(cursor, 2, Int64(rows.upperBound))
    defer { sqlite3_reset(cursor) }
    while try cursor.next() { SpellingBlock.read(cursor.blob(0), body) }
  }

  private static func scalars(of word: [UInt8]) -> [UInt32] {
    word.allSatisfy { $0 < 0x80 }
      ? word.map(UInt32.init)
      : String(decoding: word, as: UTF8.self).unicodeScalars.map(\.value)
  }
}
