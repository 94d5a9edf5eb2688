/// The degree to which a title matches a typed text; case, accents, punctuation, and a leading article are ignored.
package enum TitleMatch: Int, Comparable, CaseIterable, Sendable {
  /// The title contains all words of the text, the last of which may be the beginning of a word.
  case words
  /// The title begins with the text.
  case beginning
  /// The title is equal to the text.
  case whole

  package static func < (left: TitleMatch, right: TitleMatch) -> Bool { left.rawValue < right.rawValue }

  /// Compares a title with a text; returns `nil` if the title lacks a word of the text.
  ///
  /// If `wholeWords` is `true`, the last word of the text has to be a whole word of the title, too.
  package init?(of text: String, in title: String, wholeWords: Bool = false) {
    let typed = Array(TextFolding.wordsWithoutArticle(text))
    let words = Array(TextFolding.wordsWithoutArticle(title))
    guard let last = typed.last else { return nil }
    func contains(_ word: String, _ typedWord: String, isLast: Bool) -> Bool {
      isLast && !wholeWords ? word.hasPrefix(typedWord) : word == typedWord
    }
    if typed == words {
      self = .whole
    } else if words.count >= typed.count, words.starts(with: typed.dropLast()),
      contains(words[typed.count - 1], last, isLast: true)
    {
      self = .beginning
    } else if typed.enumerated().allSatisfy({ index, typedWord in
      TextFolding.titleWords(title).contains { contains($0, typedWord, isLast: index == typed.count - 1) }
    }) {
      self = .words
    } else {
      return nil
    }
  }
}
