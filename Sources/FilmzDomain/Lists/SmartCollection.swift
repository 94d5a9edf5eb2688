/// A smart collection and the number of its films.
package struct SmartCollection: Sendable, Hashable {
  package let name: CollectionName
  /// What its films have in common; for a saved collection, the text of its filter.
  package let title: String
  package let filmCount: Int
  package let isSaved: Bool

  package init(name: CollectionName, title: String, filmCount: Int, isSaved: Bool = false) {
    self.name = name
    self.title = title
    self.filmCount = filmCount
    self.isSaved = isSaved
  }
}

extension SmartCollection {
  /// The minimum number of films of a genre that is listed.
  ///
  /// Source: contract, Smart collections.
  package static let minimumGenreCount = 2
  /// The number of genres that are listed by default.
  ///
  /// Source: contract, Smart collections.
  package static let maximumGenres = 10
}

/// A filter that the user saved under a name.
package struct SavedCollection: Sendable, Hashable {
  package let name: CollectionName
  package let filter: FilmFilter

  package init(name: CollectionName, filter: FilmFilter) {
    self.name = name
    self.filter = filter
  }
}
