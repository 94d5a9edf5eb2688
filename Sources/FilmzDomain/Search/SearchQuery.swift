/// What is looked for in a source of films.
package struct SearchQuery: Sendable, Hashable, Codable {
  /// The text as typed, without blanks around it and with single ones inside.
  package let text: String
  package var years: YearRange?
  package var type: MediaType?
  /// Whether only whole words count.
  package var isExact: Bool
  /// What else the films are narrowed by; a query may have filters and no text.
  package var filters: SearchFilters

  package init(
    text: String, years: YearRange? = nil, type: MediaType? = nil, isExact: Bool = false,
    filters: SearchFilters = SearchFilters()
  ) {
    self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.years = years
    self.type = type
    self.isExact = isExact
    self.filters = filters
  }

  /// The text without a `*` at its end.
  package var plainText: String {
    text.hasSuffix("*") ? String(text.dropLast()).trimmingSuffix { $0 == "*" || $0 == " " } : text
  }

  /// Whether there is a letter or a digit to look for.
  package var isSearchable: Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// Whether the text is too short to ask anybody over the network (Filmz2: under three letters).
  ///
  /// Scripts that write a syllable or a word as one letter have longer words in two.
  package var isShort: Bool {
    let isOfFewLetters = text.unicodeScalars.contains { $0.value >= 0x2E80 }
    return !text.hasSuffix("*") && text.unicodeScalars.count < (isOfFewLetters ? 2 : 3)
  }

  /// The same search with a year at the end of the text, as `1995` or `(1995)`, as a filter, if there
  /// is one.
  package var readingLastWordAsYear: SearchQuery? {
    let words = text.split(separator: " ")
    guard words.count > 1, years == nil, let last = words.last,
      let year = YearRange.year(
        last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last)
    else { return nil }
    return SearchQuery(
      text: words.dropLast().joined(separator: " "), years: YearRange(year, year), type: type,
      isExact: isExact, filters: filters)
  }
}

extension SearchQuery {
  /// Reads a query; one that was written before there were filters has none.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    text = try values.decode(String.self, forKey: .text)
    years = try values.decodeIfPresent(YearRange.self, forKey: .years)
    type = try values.decodeIfPresent(MediaType.self, forKey: .type)
    isExact = try values.decode(Bool.self, forKey: .isExact)
    filters =
      try values.decodeIfPresent(SearchFilters.self, forKey: .filters) ?? SearchFilters()
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}
