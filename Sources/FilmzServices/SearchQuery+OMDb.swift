package import FilmzDomain

extension SearchQuery {
  /// Whether OMDb can be asked so: with three letters or more, and narrowed by nothing but one year
  /// and a type that it knows.
  package var isForOMDb: Bool {
    !isShort && !needsCatalog && (filter.years.map { $0.count == 1 } ?? true)
  }
}
