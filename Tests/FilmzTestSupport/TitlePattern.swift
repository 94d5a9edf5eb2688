/// The words of an OMDb search; with a trailing `*` the last may be the beginning of a word.
struct TitlePattern: Sendable {
  /// Whether OMDb finds this too little to search for: under three letters and no `*`.
  let isTooShort: Bool
  private let words: [String]
  private let isOpen: Bool

  /// Reads the parameter `s`.
  init(_ text: String) {
    isOpen = text.hasSuffix("*")
    words = Self.words(text)
    isTooShort = !isOpen && text.filter { !$0.isWhitespace }.count < 3
  }

  /// The words of a title, without marks and in small letters.
  static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// Whether every word stands in `title`, in any order.
  func matches(_ title: String) -> Bool {
    let there = Self.words(title)
    return !words.isEmpty
      && words.indices.allSatisfy { index in
        let isBeginning = isOpen && index == words.count - 1
        return there.contains {
          isBeginning ? $0.hasPrefix(words[index]) : $0 == words[index]
        }
      }
  }

  /// The exact title first, then the short ones.
  func sorted(_ films: [OMDbFilm]) -> [OMDbFilm] {
    films.sorted { rank($0) < rank($1) }
  }

  private func rank(_ film: OMDbFilm) -> (Int, Int, String) {
    (Self.words(film.title) == words ? 0 : 1, film.title.count, film.id)
  }
}
