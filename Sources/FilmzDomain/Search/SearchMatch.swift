/// Why a search found a film.
package enum SearchMatch: Sendable, Hashable, Codable {
  /// The title contains the words of the text.
  case title
  /// Another title contains the words of the text; `nil` if the source does not store that title.
  case alias(String?)
  /// The title is spelled similarly to the text or, if there is a value, this other title of the film.
  case spelling(String?)
  /// The text is the name of this person, who worked on the film.
  case person(String, isDirector: Bool)
  /// The query has no text, and the film passes its filter.
  case filter
}

/// A person whose name or surname is the text of a search, and whose films are its first results.
package struct NamedPerson: Sendable, Hashable, Codable {
  package let name: String
  /// The number of films of the person that are in the results.
  package let filmCount: Int
  /// The name and date of the local catalog if it answered in place of a service; otherwise `nil`.
  package var answeringCatalog: String?

  package init(name: String, filmCount: Int) {
    self.name = name
    self.filmCount = filmCount
  }
}
