package import FilmzDomain

extension Audience: NamedChoice {
  package init?(argument word: Word) { self.init(named: word.text) }
}

extension Rating {
  /// Parses a rating; returns `nil` for `none`, in any case.
  static func parseOrNone(_ text: String) throws(DomainError) -> Rating? {
    text.lowercased() == "none" ? nil : try Rating(parsing: text)
  }
}

extension Word {
  /// The text of a value; `nil` if it is blank or the unquoted word `none`.
  var textUnlessNone: String? { text == "none" && !isQuoted ? nil : text.nonBlank }
}

extension [Word] {
  /// The words as trimmed tags, without blank tags and without tags that repeat an earlier tag,
  /// ignoring case.
  var tags: [String] {
    var lowercasedTags: Set<String> = []
    return compactMap { $0.text.trimmed.nonBlank }.filter {
      lowercasedTags.insert($0.lowercased()).inserted
    }
  }
}

extension String {
  /// The string; `nil` if it is empty or only whitespace.
  var nonBlank: String? { contains { !$0.isWhitespace } ? self : nil }
}
