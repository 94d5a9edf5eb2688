import FilmzDomain
import Foundation

/// The words of a query or a name, folded like the words in an index.
struct TitleWords {
  let words: [[UInt8]]
  /// The words with each compound as one word, or `nil` if there are no compounds.
  let withJoinedCompounds: [[UInt8]]?
  /// The words with `and` for each `+` that means “and” although it is not between spaces, as in `Romeo+Juliet`; `nil`
  /// if there is no such `+`.
  ///
  /// An index does not contain this `and`.
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

  /// The words without a leading article and without each `and` between others; `nil` if there is no such `and`.
  ///
  /// An index has these words for a name such as `Romeo+Juliet`.
  var withoutAnd: [[UInt8]]? {
    let words = Self.withoutArticle(words)
    let others = words.indices.filter { words[$0] != Self.and || $0 == words.startIndex || $0 == words.endIndex - 1 }
    return others.count < words.count ? others.map { words[$0] } : nil
  }

  /// The last word that is a year, and the other words; `nil` if there is no year or no other word.
  var withoutYear: (words: TitleWords, year: Int)? {
    guard words.count > 1,
      let index = words.lastIndex(where: { Int(year: String(decoding: $0, as: UTF8.self)) != nil }),
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

  /// `true` if the only word, apart from a leading article, is short and contains no digit.
  var isSingleShortWord: Bool {
    let words = Self.withoutArticle(words)
    return words.count == 1 && words.allSatisfy { Self.isShort($0) && !$0.contains { (0x30...0x39).contains($0) } }
  }

  /// Returns whether a word has at most three letters, in at most six bytes and of scripts before U+2E80, where those of
  /// Chinese, Japanese and Korean begin.
  static func isShort(_ word: [UInt8]) -> Bool {
    guard word.count <= 3 * 2 else { return false }
    let scalars = String(decoding: word, as: UTF8.self).unicodeScalars
    return scalars.count <= 3 && scalars.allSatisfy { $0.value < 0x2E80 }
  }

  /// The words, ``withJoinedCompounds``, and ``withAndForPlus``, each without a leading article.
  var formsWithoutArticle: [ArraySlice<[UInt8]>] {
    [words, withJoinedCompounds, withAndForPlus].compactMap(\.self).map { Self.withoutArticle($0) }
  }

  /// Returns whether a name consists of these words; leading articles are ignored.
  func equals(name: String) -> Bool {
    let forms = formsWithoutArticle
    return TitleWords(name).formsWithoutArticle.contains(where: forms.contains)
  }

  /// Returns whether a name consists of these words, or of these words with other spellings of numbers.
  func equalsApartFromNumbers(name: String) -> Bool {
    if equals(name: name) { return true }
    let nameWords = Self.withoutArticle(TitleWords(name).words)
    let typedWords = Self.withoutArticle(words)
    return typedWords.count == nameWords.count
      && zip(typedWords, nameWords).allSatisfy { NumberWords.spellings(of: $0).contains($1) }
  }

  /// Returns whether the first of several words is an article, which has no position in an index.
  static func beginsWithArticle(_ words: [[UInt8]]) -> Bool { words.count > 1 && Articles.contains(words[0][...]) }

  private static func withoutArticle(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
    beginsWithArticle(words) ? words.dropFirst() : words[...]
  }
}
