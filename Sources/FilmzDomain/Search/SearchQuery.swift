/// What is looked for in a source of films.
package struct SearchQuery: Sendable, Hashable, Codable {
  /// The text as typed, without blanks around it and with single ones inside; a query may have a filter
  /// and no text.
  package let text: String
  package var filter: FilmFilter
  /// Whether only whole words count.
  package var isExact: Bool
  /// How all that is found is sorted; the best answer is first if it is `nil`.
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

  /// Whether only a catalog on this machine can answer it: OMDb filters by year and a few types only,
  /// does not sort, and wants a text.
  package var needsCatalog: Bool {
    var rest = filter
    rest.years = nil
    if [[.movie], [.series], [.episode], [.game]].contains(rest.types) { rest.types = [] }
    return order != nil || !isSearchable || !rest.isEmpty
  }

  /// The same search with a year at the end of the text, as `1995` or `(1995)`, as a filter, if there
  /// is one.
  package var readingLastWordAsYear: SearchQuery? {
    let words = text.split(separator: " ")
    guard words.count > 1, filter.years == nil, let last = words.last,
      let year = Int(
        year: last.hasPrefix("(") && last.hasSuffix(")") ? last.dropFirst().dropLast() : last)
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
