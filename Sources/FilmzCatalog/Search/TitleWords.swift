import FilmzDomain
import Foundation

/// The words of a search as an index has them.
struct TitleWords {
  let words: [[UInt8]]
  /// The words with those as one that a mark joins, where there are such.
  let joined: [[UInt8]]?

  init(_ text: String) {
    var scanner = WordScanner()
    let isPlain = text.utf8.allSatisfy { $0 < 0x80 }
    scanner.scan(isPlain ? text : text.precomposedStringWithCanonicalMapping)
    words = (0..<scanner.count).map { Array(scanner.letters[scanner.range($0)]) }
    joined = scanner.joined?.map { Array(scanner.letters[$0]) }
  }

  /// The words without the last one that is a year, with that; nothing where there is none or it is
  /// the only word.
  var withoutYear: (words: TitleWords, year: Int)? {
    guard words.count > 1,
      let place = words.lastIndex(where: {
        Int(year: String(decoding: $0, as: UTF8.self)) != nil
      }),
      let year = Int(year: String(decoding: words[place], as: UTF8.self))
    else { return nil }
    var rest = words
    rest.remove(at: place)
    return (TitleWords(rest), year)
  }

  private init(_ words: [[UInt8]]) {
    self.words = words
    joined = nil
  }

  /// The words without an article at their beginning, if there is one.
  var withoutArticle: [[UInt8]]? { Self.hasArticle(words) ? Array(words.dropFirst()) : nil }

  /// Whether a name is just these words, an article at the beginning aside.
  func isName(_ name: String) -> Bool {
    let other = TitleWords(name)
    return [words, joined].compactMap(\.self).contains { own in
      [other.words, other.joined].compactMap(\.self).contains { Self.areEqual(own, $0) }
    }
  }

  private static func areEqual(_ left: [[UInt8]], _ right: [[UInt8]]) -> Bool {
    withoutArticle(left) == withoutArticle(right)
  }

  /// Whether the first of some words is an article that has no place of its own.
  static func hasArticle(_ words: [[UInt8]]) -> Bool {
    words.count > 1 && Articles.contains(words[0][...])
  }

  private static func withoutArticle(_ words: [[UInt8]]) -> ArraySlice<[UInt8]> {
    hasArticle(words) ? words.dropFirst() : words[...]
  }
}
