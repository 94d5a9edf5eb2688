import Foundation

/// Folds text for comparisons that ignore case, accents, and punctuation.
package enum TextFolding {
  /// Returns the folded words of a string.
  ///
  /// Apostrophes are removed; all other punctuation separates words.
  package static func words(_ text: String) -> [String] { words(ofFolded: folded(text)) }

  private static func words(ofFolded text: String) -> [String] {
    var words: [String] = []
    var word = ""
    for scalar in text.unicodeScalars {
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

  /// Returns the folded words of a title; for a title without letters and digits, such as `$`, its symbols as one word.
  package static func titleWords(_ title: String) -> [String] {
    let words = words(title)
    guard words.isEmpty else { return words }
    let symbols = folded(title).filter { !$0.isWhitespace }
    return symbols.isEmpty ? [] : [symbols]
  }

  /// Returns the words of a title, in the form of ``titleWords(_:)``, joined by single spaces, as a key for comparisons.
  package static func titleKey(_ title: String) -> String { titleWords(title).joined(separator: " ") }

  /// Returns the folded words of a title, with `and` for each `&` after a word and each `+` between words.
  package static func wordsSpellingAnd(_ title: String) -> [String] {
    let folded = folded(title)
    guard folded.utf8.contains(where: { $0 == UInt8(ascii: "&") || $0 == UInt8(ascii: "+") }) else {
      return words(ofFolded: folded)
    }
    return words(ofFolded: folded.replacing(/([\p{L}\p{N}])\s*(?:&|\+(?=\s*[\p{L}\p{N}]))/) { "\($0.output.1) and " })
  }

  /// Returns the folded words of a text without each `and` after the first word.
  ///
  /// A title may have `&` or `+` in place of `and`.
  package static func wordsWithoutAnd(_ text: String) -> [String] {
    titleWords(text).enumerated().filter { $0.offset == 0 || $0.element != "and" }.map(\.element)
  }

  /// Returns the folded words of a string, joined by single spaces, as a key for comparisons.
  package static func key(_ text: String) -> String { words(text).joined(separator: " ") }

  /// Returns the words without a leading article, unless the article is the only word.
  package static func withoutArticle(_ words: [String]) -> ArraySlice<String> {
    words.count > 1 && articles.contains(words[0]) ? words.dropFirst() : words[...]
  }

  /// Returns the folded words of a title without a leading article, unless the article is the only word.
  package static func wordsWithoutArticle(_ title: String) -> ArraySlice<String> {
    withoutArticle(titleWords(title))
  }

  /// Returns whether the folded words of a title begin with a key, with or without a leading article, and with or
  /// without `and` for `&` and `+`.
  ///
  /// A space at the end of the key matches only the end of a word.
  package static func isPrefix(_ key: String, of title: String) -> Bool {
    let words = words(title)
    guard !words.isEmpty else { return key.isEmpty }
    let withAnd = wordsSpellingAnd(title)
    return [words[...], withoutArticle(words), withAnd[...], withoutArticle(withAnd)].contains {
      ($0.joined(separator: " ") + " ").hasPrefix(key)
    }
  }

  /// Returns the keys with which a title may begin if its beginning was typed with or without an article: the key, and
  /// the key after each article.
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
    let plain = text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
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
    if scalar.isASCII { return (97...122).contains(scalar.value) || (48...57).contains(scalar.value) }
    let properties = scalar.properties
    return properties.isAlphabetic || properties.numericType != nil || properties.generalCategory == .nonspacingMark
  }

  /// Returns whether a scalar is an apostrophe, which does not separate words.
  package static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "'" || scalar == "’" || scalar == "ʼ" || scalar == "`"
  }
}
