/// The words of an OMDb search; with a trailing `*`, the last one matches the beginning of a word.
struct TitlePattern: Sendable {
  /// `true` if OMDb rejects the search as too short: fewer than three letters and no `*`.
  let isTooShort: Bool
  private let words: [String]
  private let isPrefix: Bool

  /// Parses the parameter `s`.
  init(_ text: String) {
    isPrefix = text.hasSuffix("*")
    words = Self.words(text)
    isTooShort = !isPrefix && text.filter { !$0.isWhitespace }.count < 3
  }

  /// Returns the lowercase words of a title, without punctuation.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Returns whether `title` contains all words, in any order.
  func matches(_ title: String) -> Bool {
    let titleWords = Self.words(title)
    return !words.isEmpty
      && words.indices.allSatisfy { index in
        let matchesPrefix = isPrefix && index == words.count - 1
        return titleWords.contains {
          matchesPrefix ? $0.hasPrefix(words[index]) : $0 == words[index]
        }
      }
  }

  /// Returns the films, sorted by an exact match of the title, then by its length.
  func sorted(_ films: [OMDbFilm]) -> [OMDbFilm] {
    films.sorted { rank($0) < rank($1) }
  }

  private func rank(_ film: OMDbFilm) -> (Int, Int, String) {
    (Self.words(film.title) == words ? 0 : 1, film.title.count, film.id)
  }
}
