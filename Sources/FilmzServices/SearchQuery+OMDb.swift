package import FilmzDomain

extension SearchQuery {
  /// Whether OMDb can be asked so: with three letters or more, and narrowed by nothing but one year
  /// and a type that it knows.
  package var isForOMDb: Bool {
    !isShort && filters.isEmpty && hasOneYearAtMost && isOfOMDbsType
  }

  /// Whether it is narrowed by what OMDb does not know at all.
  var exceedsOMDb: Bool { !filters.isEmpty || !isOfOMDbsType }

  private var hasOneYearAtMost: Bool { years.map { $0.first == $0.last } ?? true }

  /// OMDb's documentation, parameters: `movie, series, episode`; it also knows games.
  private var isOfOMDbsType: Bool {
    type.map { [.movie, .series, .episode, .game].contains($0) } ?? true
  }
}
