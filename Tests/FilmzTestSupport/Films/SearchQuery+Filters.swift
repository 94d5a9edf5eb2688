package import FilmzDomain

extension SearchQuery {
  /// Creates a search with filters for years and a type.
  package init(
    text: String, years: ClosedRange<Int>?, type: MediaType? = nil, isExact: Bool = false
  ) {
    self.init(text: text, isExact: isExact)
    filter.years = years
    filter.types = type.map { [$0] } ?? []
  }

  /// Creates a search with a filter for a type.
  package init(text: String, type: MediaType?, isExact: Bool = false) {
    self.init(text: text, years: nil, type: type, isExact: isExact)
  }
}

extension FilmFilter {
  /// Parses a filter such as `year:1999 genre:drama`.
  package init(parsing text: String, in scope: FilterScope = .search) throws {
    let words = text.split(separator: " ").map { Word(String($0)) }
    self = try FilterText(words, in: scope).filter
  }
}
