/// A search for films in a source: a text, a filter, and a sort order.
package struct SearchQuery: Sendable, Hashable, Codable {
  /// The text as typed, with whitespace trimmed and collapsed; empty if there is only a filter.
  package let text: String
  package var filter: FilmFilter
  /// `true` if only whole words match.
  package var isExact: Bool
  /// The sort order of the results; `nil` for the best match first.
  package var order: FilmOrder?

  package init(
    text: String, filter: FilmFilter = FilmFilter(), isExact: Bool = false,
    order: FilmOrder? = nil
  ) {
    self.text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    self.filter = filter
    self.isExact = isExact
    self.order = order
  }

  /// The text without the `*` at its end.
  package var plainText: String {
    text.hasSuffix("*") ? String(text.dropLast()).trimmingSuffix { $0 == "*" || $0 == " " } : text
  }

  /// `true` if the text contains a letter or a digit.
  package var isSearchable: Bool { text.contains { $0.isLetter || $0.isNumber } }

  /// `true` if the text is too short for a search over the network (Filmz2: fewer than three letters).
  ///
  /// The minimum is two for scripts in which a character is a syllable or a word.
  package var isShort: Bool {
    let isSyllabicOrLogographic = text.unicodeScalars.contains { $0.value >= 0x2E80 }
    return !text.hasSuffix("*") && text.unicodeScalars.count < (isSyllabicOrLogographic ? 2 : 3)
  }

  /// `true` if only a local catalog supports the query.
  ///
  /// OMDb requires a text, filters only by year and a few types, and does not sort.
  package var needsCatalog: Bool {
    var unsupportedFilter = filter
    unsupportedFilter.years = nil
    if [[.movie], [.series], [.episode], [.game]].contains(filter.types) {
      unsupportedFilter.types = []
    }
    return order != nil || !isSearchable || !unsupportedFilter.isEmpty
  }

  /// The query with a filter instead of the year, `1995` or `(1995)`, at the end of the text.
  ///
  /// `nil` if the text does not end with a year, or the query already has a filter for years.
  package var readingLastWordAsYear: SearchQuery? {
    let words = text.split(separator: " ")
    guard words.count > 1, filter.years == nil, let lastWord = words.last,
      let year = Int(
        year: lastWord.hasPrefix("(") && lastWord.hasSuffix(")")
          ? lastWord.dropFirst().dropLast() : lastWord)
    else { return nil }
    var filter = filter
    filter.years = year...year
    return SearchQuery(
      text: words.dropLast().joined(separator: " "), filter: filter, isExact: isExact, order: order)
  }
}

extension String {
  fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
    var text = self[...]
    while let last = text.last, predicate(last) { text.removeLast() }
    return String(text)
  }
}
