// Filters that are stored as text, and combined with others.
extension FilmFilter {
  /// Parses the ``text`` of a filter; returns `nil` if it has words that are not filters.
  ///
  /// - Throws: ``DomainError`` for an invalid filter.
  package init?(text: String) throws(DomainError) {
    let words = text.split(separator: " ").map { Word(String($0)) }
    let parsed = try FilterText(words, in: .collection)
    guard parsed.text.isEmpty, parsed.collections.isEmpty else { return nil }
    self = parsed.filter
  }

  /// The filter of all skipped films.
  package static var allSkipped: FilmFilter {
    var filter = FilmFilter()
    filter.isSkipped = true
    return filter
  }

  /// Adds the conditions of another filter.
  ///
  /// - Parameters:
  ///   - other: The other filter.
  ///   - shown: What the user typed for the other filter, such as `@favorites`, for errors.
  /// - Throws: ``DomainError/impossibleFilter(_:_:)`` if the filters contradict each other.
  package mutating func narrow(by other: FilmFilter, shown: String) throws(DomainError) {
    var narrowed = self
    for field in FilterField.all {
      for value in field.format(other) {
        try field.narrow(&narrowed, .init(text: value, shown: shown, example: field.example))
      }
    }
    self = narrowed
  }

  /// Throws if the filter selects skipped films and has a condition on data that skipped films do not have.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)``.
  package func requireDataOfSkippedFilms() throws(DomainError) {
    guard isSkipped else { return }
    var others = self
    others.isSkipped = false
    let names = Set(["mine", "is", "audience", "tag", "list"])
    for field in FilterField.all where names.contains(field.name) {
      if let value = field.format(others).first {
        throw .notForSkippedFilms("\(field.name):\(value)")
      }
    }
  }
}
