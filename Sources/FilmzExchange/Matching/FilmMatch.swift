package import FilmzDomain

/// The film that a row means by its title and year, if it can be told.
package enum FilmMatch: Sendable, Hashable {
  case matched(FilmID, MatchDifferences)
  /// Several films fit, and none of them stands out; at most three of them, best first.
  case ambiguous([MatchCandidate])
  /// No film fits; at most three films that are near, best first.
  case unmatched(near: [MatchCandidate])
}

/// What a film has that is not as in the row that it was matched with by title and year.
package struct MatchDifferences: Sendable, Hashable {
  package struct Titles: Sendable, Hashable {
    /// The title in the row.
    package var row: String
    package var film: String

    package init(row: String, film: String) {
      self.row = row
      self.film = film
    }
  }

  /// The titles, if that of the row has other words than that of the film.
  package var titles: Titles?
  /// The year of the film, if it is not that of the row.
  package var year: Int?

  package init(titles: Titles? = nil, year: Int? = nil) {
    self.titles = titles
    self.year = year
  }

  /// `true` if the film has exactly the title and the year of the row.
  package var isEmpty: Bool { titles == nil && year == nil }
}
