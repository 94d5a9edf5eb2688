/// A film as a suggestion for completion.
package struct TitledFilm: Sendable, Hashable {
  package let id: FilmID
  package let title: String
  package let year: Int?
  /// The film's number in the result set; `nil` if the film does not come from the result set.
  package let number: Int?

  package init(id: FilmID, title: String, year: Int?, number: Int? = nil) {
    self.id = id
    self.title = title
    self.year = year
    self.number = number
  }

  /// The title and year, `Heat (1995)`, or the title alone.
  package var caption: String { Caption(title: title, year: year).text }
}
