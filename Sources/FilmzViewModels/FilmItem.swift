package import FilmzDomain

/// A film as a list shows it: its facts, and its entry of the collection.
package struct FilmItem: Sendable, Identifiable {
  /// Its number in the current result set, if it is there.
  package var index: Int?
  package let id: FilmID
  package var film: Film?
  /// Present where the film is in the collection.
  package var entry: CollectionEntry?

  package init(id: FilmID, film: Film?, entry: CollectionEntry?, index: Int? = nil) {
    self.id = id
    self.film = film
    self.entry = entry
    self.index = index
  }

  /// The title from wherever it is known.
  package var title: String? { film?.title ?? entry?.caption?.title }

  package var year: Int? { film?.year ?? entry?.caption?.year }

  /// The years it is of: `1999`, or `2011–2019` of a series that ended in another one than it began.
  package var years: String? {
    guard let year else { return nil }
    guard let end = film?.endYear, end != year else { return String(year) }
    return "\(year)–\(end)"
  }

  /// The title, or the id where nothing else is known.
  package var name: String { title ?? id.rawValue }

  /// Title and year, or the id.
  package var caption: String {
    title.map { Caption(title: $0, year: year).text } ?? id.rawValue
  }
}
