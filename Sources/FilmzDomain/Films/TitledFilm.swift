/// A film by its title, as it is offered while one types.
package struct TitledFilm: Sendable, Hashable {
  package let id: FilmID
  package let title: String
  package let year: Int?
  /// Its number in the result set, where that is meant.
  package let number: Int?

  package init(id: FilmID, title: String, year: Int?, number: Int? = nil) {
    self.id = id
    self.title = title
    self.year = year
    self.number = number
  }

  /// Title and year.
  package var caption: String { Caption(title: title, year: year).text }
}
