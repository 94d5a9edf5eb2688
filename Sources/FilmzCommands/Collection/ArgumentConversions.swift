package import FilmzDomain

extension Audience: NamedChoice {
  package init?(argument word: Word) { self.init(named: word.text) }
}

extension Rating {
  /// Parses a rating; returns `nil` for `none`.
  static func parseOrNone(_ text: String) throws(DomainError) -> Rating? {
    text.lowercased() == "none" ? nil : try Rating(parsing: text)
  }
}

extension Word {
  /// The text of a value; `nil` if it is blank or the unquoted word `none`.
  var textUnlessNone: String? { text == "none" && !isQuoted ? nil : text.nonBlank }
}

extension [Word] {
  /// The words as tags, trimmed and without duplicates, ignoring case.
  var tags: [String] {
    var seen: Set<String> = []
    return compactMap { $0.text.trimmed.nonBlank }.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension String {
  /// The string; `nil` if it is empty or only whitespace (Filmz2: empty text becomes absent).
  var nonBlank: String? { contains { !$0.isWhitespace } ? self : nil }
}
