import Foundation

/// Text as it is compared: without case, accents and punctuation.
package enum TextFolding {
  /// The words of a text, folded; apostrophes join, all other punctuation separates.
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

  /// The words of a text joined by single blanks: what two equal titles have in common.
  package static func key(_ text: String) -> String { words(text).joined(separator: " ") }

  /// The words without an article at their beginning, unless nothing else is there.
  package static func withoutArticle(_ words: [String]) -> ArraySlice<String> {
    words.count > 1 && articles.contains(words[0]) ? words.dropFirst() : words[...]
  }

  /// Whether the words of a title begin with a folded text, a leading article aside; a blank at the
  /// text's end stands for the end of a word.
  package static func begin(_ words: [String], with key: String) -> Bool {
    guard !words.isEmpty else { return key.isEmpty }
    return [words[...], withoutArticle(words)].contains {
      ($0.joined(separator: " ") + " ").hasPrefix(key)
    }
  }

  /// A folded beginning of a title, and the same behind each article.
  package static func behindArticles(_ key: String) -> [String] {
    [key] + articles.sorted().map { "\($0) \(key)" }
  }

  /// Words at a title's beginning that nobody looks for.
  package static let articles: Set<String> = [
    "the", "a", "an", "le", "la", "les", "l", "der", "die", "das", "il", "lo", "el", "los", "las",
  ]

  /// A text without case, accents and differences of width.
  package static func folded(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var result = ""
    let plain = text.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    for scalar in plain.unicodeScalars {
      if let letters = ligatures[scalar] {
        result += letters
      } else {
        result.unicodeScalars.append(scalar)
      }
    }
    return result.lowercased()
  }

  /// Letters that Unicode does not decompose, with what people type instead.
  private static let ligatures: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "ł": "l", "þ": "th", "ı": "i",
    "Æ": "ae", "Œ": "oe", "Ø": "o", "Đ": "d", "Ð": "d", "Ł": "l", "Þ": "th",
  ]

  /// Whether a folded scalar belongs to a word.
  package static func isPartOfWord(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return (97...122).contains(scalar.value) || (48...57).contains(scalar.value)
    }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil
      || properties.generalCategory == .nonspacingMark
  }

  /// Whether a scalar is left out of the word that it stands in.
  package static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
  }
}
