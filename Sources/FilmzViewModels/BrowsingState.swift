package import FilmzDomain

/// What a session remembers between commands: the result set, the page, the selected film.
package actor BrowsingState {
  /// The film that `.` and commands without a target mean.
  package struct Selection: Sendable {
    package let id: FilmID
    /// The title, or the id where it is not known.
    package let name: String
  }

  /// Where searching stands (Filmz2, states of the search screen).
  package enum Phase: Sendable, Equatable {
    /// Nothing was searched for yet.
    case initial
    case loading
    case results
    /// The last search found nothing.
    case empty
    /// The last search failed; the result set of before is still there, if there was one.
    case failed
  }

  package private(set) var resultSet: ResultSet?
  /// Grows with each change of the result set, its page included.
  package private(set) var revision = 0
  package private(set) var selection: Selection?
  package private(set) var phase = Phase.initial

  package init() {}

  /// Takes up the result set of an earlier session.
  package func restore(_ resultSet: ResultSet) {
    guard self.resultSet == nil, resultSet.isSound else { return }
    replaceResultSet(resultSet)
  }

  func replaceResultSet(_ resultSet: ResultSet) {
    self.resultSet = resultSet
    revision += 1
    phase = resultSet.total == 0 ? .empty : .results
  }

  /// Notes that a search is under way.
  ///
  /// - Returns: The phase of before.
  func beginSearch() -> Phase {
    defer { phase = .loading }
    return phase
  }

  func endSearch(_ phase: Phase) { self.phase = phase }

  func select(_ id: FilmID, name: String) { selection = Selection(id: id, name: name) }
}
