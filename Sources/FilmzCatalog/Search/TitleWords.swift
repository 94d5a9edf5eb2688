import FilmzDomain
import Foundation

/// The words of a query or name, folded like those of an index.
struct TitleWords {
  let words: [[UInt8]]
  /// The words with those of each compound joined, or `nil` if there are no compounds.
  let joined: [[UInt8]]?

  init(_ text: String) {
    var scanner = WordScanner()
    let isASCII = text.utf8.allSatisfy { $0 < 0x80 }
    scanner.scan(isASCII ? text : text.precomposedStringWithCanonicalMapping)
    words = (0..<scanner.count).map { Array(scanner.letters[scanner.range($0)]) }
    joined = scanner.joined?.map { Array(scanner.letters[$0]) }
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
    joined = nil
  }

  /// The words after an article at the beginning, or `nil` if there is none.
  var withoutArticle: [[UInt8]]? { Self.beginsWithArticle(words) ? Array(words.dropFirst()) : nil }

  /// Returns whether a name consists of these words, apart from an article at the beginning.
  func equals(name: String) -> Bool {
    let nameWords = TitleWords(name)
    return [words, joined].compactMap(\.self).contains { variant in
      [nameWords.words, nameWords.joined].compactMap(\.self)
        .contains { Self.areEqual(variant, $0) }
    }
  }

  private static func areEqual(_ left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
    withoutArticle(left) == withoutArticle(right)
  }

  /// Returns whether the first of several words is an article, which has no position.
  static func beginsWithArticle(_ words: [[UInt8]]) -> Bool {
    words.count > 1 && Articles.contains(words[0][...])
  }

  private static func withoutArticle(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
    beginsWithArticle(words) ? words.dropFirst() : words[...]
  }
}
