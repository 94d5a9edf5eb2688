import FilmzDomain

extension ImportedRow {
  /// The row without values that cannot be stored: blank texts and tags, and years before 1870 or after 2200.
  ///
  /// White space around tags and titles is removed, and a line break in a name becomes a blank.
  package func cleaned() -> ImportedRow {
    var row = self
    row.film = film.cleaned()
    row.episode = episode?.cleaned()
    row.note = note.nonBlankText
    row.recommendedBy = recommendedBy.map(\.withoutLineBreaks).nonBlankText
    row.tags = tags.cleaned()
    row.lists = lists.cleaned()
    row.viewing?.note = viewing?.note.nonBlankText
    row.viewing?.tags = viewing?.tags.cleaned() ?? []
    return row
  }
}

extension NamedFilm {
  fileprivate func cleaned() -> NamedFilm {
    var film = self
    film.title = title.nonBlankText?.trimmed
    film.originalTitle = originalTitle.nonBlankText?.trimmed
    film.year = year.flatMap { (1870...2200).contains($0) ? $0 : nil }
    return film
  }
}

extension String? {
  /// The text; `nil` if it has nothing but white space.
  fileprivate var nonBlankText: String? { flatMap { $0.trimmed.isEmpty ? nil : $0 } }
}

extension [String] {
  fileprivate func cleaned() -> [String] {
    contains { $0.isEmpty || !$0.isOneLine || $0.trimmed != $0 }
      ? map(\.withoutLineBreaks.trimmed).filter { !$0.isEmpty } : self
  }
}
