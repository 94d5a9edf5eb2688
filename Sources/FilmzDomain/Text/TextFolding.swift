import Foundation

/// Folds text for comparisons that ignore case, accents, and punctuation.
package enum TextFolding {
  /// Returns the folded words of a string.
  ///
  /// Apostrophes are removed; all other punctuation separates words.
  package static func words(_ text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in folded(text).unicodeScalars {
      if isApostrophe(scalar) { continue }
      if isPartOfWord(scalar) {
        word.unicodeScalars.append(scalar)
      } else if !word.isEmpty {
        words.append(word)
        word = ""
      }
    }
    if !word.isEmpty { words.append(word) }
    return words
  }

  /// Returns the folded words of a string, joined by single spaces, as a key for comparisons.
  package static func key(_ text: String) -> String { words(text).joined(separator: " ") }

  /// Returns the words without a leading article, unless the article is the only word.
  package static func withoutArticle(_ words: [String]) -> ArraySlice<String> {
    words.count > 1 && articles.contains(words[0]) ? words.dropFirst() : words[...]
  }

  /// Returns the folded words of a title without a leading article, unless the article is the only word.
  package static func wordsWithoutArticle(_ title: String) -> ArraySlice<String> {
    withoutArticle(words(title))
  }

  /// Returns whether the folded words of a title begin with a key, with or without a leading article.
  ///
  /// A space at the end of the key matches only the end of a word.
  package static func isPrefix(_ key: String, of title: String) -> Bool {
    let words = words(title)
    guard !words.isEmpty else { return key.isEmpty }
    return [words[...], withoutArticle(words)].contains {
      ($0.joined(separator: " ") + " ").hasPrefix(key)
    }
  }

  /// Returns the key of the beginning of a title, followed by one key for each article that may
  /// precede it.
  package static func prependingArticles(to key: String) -> [String] {
    [key] + articles.sorted().map { "\($0) \(key)" }
  }

  /// The articles that may be left out at the beginning of a title.
  package static let articles: Set<String> = [
    "the", "a", "an", "le", "la", "les", "l", "der", "die", "das", "il", "lo", "el", "los", "las",
  ]

  /// Returns a string in lowercase and without accents; characters have their normal width.
  ///
  /// Letters such as `ß` are replaced by their transcription, `ss`.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var result = ""
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    for scalar in plain.unicodeScalars {
      if let transcription = transcriptions[scalar] {
        result += transcription
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.lowercased()
  }

  /// Letters that Unicode does not decompose, with their usual transcription.
  private static let transcriptions: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "Æ": "ae", "Œ": "oe", "Ø": "o", "Đ": "d", "Ð": "d", "Ł": "l", "Þ": "th",
  ]

  /// Returns whether a folded scalar is part of a word.
  package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return (97...122).contains(scalar.value) || (48...57).contains(scalar.value)
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// Returns whether a scalar is an apostrophe, which does not separate words.
  package static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
  }
}
