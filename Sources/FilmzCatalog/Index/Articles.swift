import FilmzDomain

/// Articles in UTF-8.
enum Articles {
  private static let all = Set(TextFolding.articles.map { Array($0.utf8)[...] })
  private static let longest = all.map(\.count).max() ?? 0

  static func contains(_ word: ArraySlice<UInt8>) -> Bool {
    word.count <= longest && all.contains(word)
  }
}
