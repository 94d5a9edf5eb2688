import FilmzDomain

/// The articles of several languages, in UTF-8.
enum Articles {
  private static let all = Set(TextFolding.articles.map { Array($0.utf8)[...] })
  private static let maximumLength = all.map { $0.count }.max() ?? 0

  /// Returns whether a folded word is an article.
  static func contains(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= maximumLength && all.contains(word)
  }
}
