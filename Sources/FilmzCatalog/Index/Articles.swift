import FilmzDomain

/// The articles of several languages, in UTF-8.
enum Articles {
  /// Each article as an integer, because integers are compared faster than arrays of bytes.
  private static let all = TextFolding.articles.map { key(Array($0.utf8)[...]) }
  private static let maximumLength = TextFolding.articles.map { $0.utf8.count }.max() ?? 0

  /// Returns whether a folded word is an article.
  static func contains(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= maximumLength && all.contains(key(word))
  }

  /// Returns the bytes of a word of at most eight bytes, which do not include zeros, as an integer.
  private static func key(_ word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
