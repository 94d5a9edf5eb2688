package import FilmzDomain

extension Audience: NamedChoice {
  package init?(argument word: Word) { self.init(named: word.text) }
}

extension Rating {
  /// Reads a rating, or `none`.
  static func optional(_ text: String) throws(DomainError) -> Rating? {
    text.lowercased() == "none" ? nil : try Rating(parsing: text)
  }
}

extension Word {
  /// The text of a value, or nothing where it is blank or the unquoted word `none`.
  var textOrNone: String? { text == "none" && !isQuoted ? nil : text.nonBlank }
}

extension [Word] {
  /// Tags, each once whatever its case, without the blanks around them.
  var tags: [String] {
    var seen: Set<String> = []
    return compactMap { $0.text.trimmed.nonBlank }.filter { seen.insert($0.lowercased()).inserted }
  }
}

extension String {
  /// The text, or nothing where it is empty or blank (Filmz2: empty text becomes absent).
  var nonBlank: String? { contains { !$0.isWhitespace } ? self : nil }
}
