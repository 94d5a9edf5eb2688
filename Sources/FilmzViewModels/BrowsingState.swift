package import FilmzDomain

/// What a session remembers between commands: the result set, the page, the selected film.
package actor BrowsingState {
  /// The film that `.` and commands without a target mean.
  package struct Selection: Sendable {
    package let id: FilmID
    /// The title, or the id where it is not known.
    package let name: String
  }

  package private(set) var resultSet: ResultSet?
  package private(set) var selection: Selection?

  package init() {}

  func replaceResultSet(_ resultSet: ResultSet) { self.resultSet = resultSet }

  func select(_ id: FilmID, name: String) { selection = Selection(id: id, name: name) }
}
