import FilmzDomain
import Foundation

extension String {
  /// The title in a form that is the same for different spellings, as a key for indexes in memory; empty only for a
  /// title of white space.
  ///
  /// Ignores case, accents, punctuation, spaces, and an article in front of the title or, after a comma, behind it.
  /// Words for “and” are equal to `&`, and to a `+` between words, and numbers from 1 to 20 have one spelling, wherever
  /// they are in the title.
  package var matchKey: String { SpelledTitle(self).key }
}

/// The forms of a title by which titles are compared.
struct SpelledTitle {
  /// The title in lowercase, with its article in front.
  let literal: String
  /// The folded words, including the article; the title itself if it has no words, such as `$`.
  let words: [String]
  /// The article of the title, which is not part of the key; `nil` if there is none.
  let article: String?
  /// The key of the title, see `matchKey`.
  let key: String

  init(_ title: String) {
    let title = title.withLeadingArticle
    literal = title.lowercased()
    words = TextFolding.titleWords(title)
    let keyWords = Self.wordsWithConjunctions(of: literal)
    let rest = TextFolding.withoutArticle(keyWords)
    article = rest.count < keyWords.count ? keyWords.first : nil
    key = Self.normalized(rest).joined()
  }

  /// Returns whether two titles have the same key, and not different articles: `The Kiss` is `Kiss`, but
  /// not `A Kiss`.
  func hasSameKey(as other: Self) -> Bool {
    guard key == other.key, !key.isEmpty else { return false }
    return article == nil || other.article == nil || article == other.article
  }

  // MARK: - Words

  /// Returns the words of a title in lowercase.
  ///
  /// `&`, and `+` between words, become `and`; an elided article becomes a word; and fractions become digits.
  private static func wordsWithConjunctions(of literal: String) -> [String] {
    var text = literal
    if text.utf8.contains(where: { $0 >= 0x80 }) { text = text.precomposedStringWithCompatibilityMapping }
    text = text.replacing("&", with: " and ").replacingPlusBetweenWords(with: "and")
    if let apostrophe = text.unicodeScalars.dropFirst().first, text.hasPrefix("l"), TextFolding.isApostrophe(apostrophe)
    {
      text = "l " + text.dropFirst(2)
    }
    return TextFolding.titleWords(text)
  }

  // MARK: - Spelling

  /// The words that may precede the number of a part in a title.
  private static let partWords: Set = ["part", "chapter", "episode", "volume", "book"]
  private static let abbreviations = ["vol": "volume", "pt": "part"]
  private static let conjunctions: Set = ["and", "und", "et", "y", "e", "en", "og", "och", "ja"]

  /// Returns the words in one spelling.
  ///
  /// A number that is the whole title keeps its spelling: `9` and `Nine` are different films of one year.
  private static func normalized(_ words: ArraySlice<String>) -> [String] {
    guard words.count > 1 else { return Array(words) }
    var result: [String] = []
    for (index, word) in zip(words.indices, words) {
      if conjunctions.contains(word) {
        result.append("&")
      } else if word == "i" {
        let isNumber = index == words.endIndex - 1 || result.last.map(partWords.contains) ?? false
        result.append(isNumber ? "1" : word)
      } else {
        result.append(abbreviations[word] ?? digits(of: word))
      }
    }
    return result
  }

  /// Returns the digits of a number from 1 to 20; any other word as it is.
  private static func digits(of word: String) -> String {
    guard word.utf8.count <= 9 else { return word }
    let spellings = NumberWords.spellings(of: Array(word.utf8))
    guard spellings.count > 1 else { return word }
    let texts = spellings.map { String(decoding: $0, as: UTF8.self) }
    return texts.first { Int($0) != nil } ?? word
  }
}

extension String {
  /// Returns the text with `+` replaced by a word where it is between words, with spaces around it or without.
  ///
  /// A `+` at the end of a name, as in `Disney+`, is kept.
  package func replacingPlusBetweenWords(with word: String) -> String {
    guard utf8.contains(UInt8(ascii: "+")) else { return self }
    return replacing(/([\p{L}\p{N}])\s*\+\s*(?=[\p{L}\p{N}])/) { "\($0.output.1) \(word) " }
  }
}

extension String {
  /// The title with its article in front, if the article follows it after a comma as in `Godfather, The`; else the
  /// title as it is.
  package var withLeadingArticle: String {
    guard let comma = utf8.lastIndex(of: UInt8(ascii: ",")) else { return self }
    let title = self[..<comma].trimmed
    let article = self[utf8.index(after: comma)...].trimmed
    let isElided = article.unicodeScalars.last.map(TextFolding.isApostrophe) ?? false
    let word = (isElided ? String(article.dropLast()) : article).lowercased()
    guard !title.isEmpty, articles.contains(word) else { return self }
    return article + (isElided ? "" : " ") + title
  }
}

/// The articles that can follow a title, including those that are not ignored in comparisons.
private let articles = TextFolding.articles.union(["un", "une", "ein", "eine", "una", "uno", "gli", "het"])

/// The degree to which a title in a row agrees with the titles of a film; the best one is the lowest.
enum TitleAgreement: Comparable {
  /// The title has the same letters and the same punctuation.
  case identicalTitle
  /// The title has the same words.
  case title
  case originalTitle
  /// The title has the same match key.
  case foldedTitle
  case foldedOriginalTitle
  case localTitle
  case foldedLocalTitle

  /// `true` if the film's main title has the words of the title in the row.
  var isExact: Bool { self <= .title }

  /// Returns the best agreement of a title with the titles of a film; `nil` if none agrees.
  static func between(_ title: SpelledTitle, _ film: MatchCandidate) -> Self? {
    guard !title.words.isEmpty else { return nil }
    let main = agreement(of: title, with: film.title, .title, .foldedTitle)
    if main == .identicalTitle || main == .title { return main }
    let original = film.originalTitle.flatMap { agreement(of: title, with: $0, .originalTitle, .foldedOriginalTitle) }
    if let best = [main, original].compactMap(\.self).min() { return best }
    return film.localTitles.lazy.compactMap { agreement(of: title, with: $0, .localTitle, .foldedLocalTitle) }.min()
  }

  private static func agreement(of title: SpelledTitle, with other: String, _ exact: Self, _ folded: Self) -> Self? {
    let other = SpelledTitle(other)
    if title.words == other.words { return exact == .title && title.literal == other.literal ? .identicalTitle : exact }
    return title.hasSameKey(as: other) ? folded : nil
  }
}
