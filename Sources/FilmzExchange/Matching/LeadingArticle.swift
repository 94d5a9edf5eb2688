import FilmzDomain

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

/// The articles that can follow a title, among them those that belong to the title in comparisons.
private let articles = TextFolding.articles.union([
  "un", "une", "ein", "eine", "una", "uno", "gli", "het",
])
