package import FilmzDomain
import Foundation

/// The state that a session keeps between commands: the result set with its page, and the selected
/// film.
package actor BrowsingState {
  /// The film that `.` and commands without a target refer to.
  package struct Selection: Sendable {
    package let id: FilmID
    /// The title, or the id if the title is unknown.
    package let name: String
  }

  /// The status of the newest search or list.
  ///
  /// Source: Filmz2.
  package enum SearchStatus: Sendable, Equatable {
    /// There has been no search and no list.
    case initial
    /// A search is running.
    case loading
    /// The last search or list found films.
    case results
    /// The last search or list found nothing.
    case empty
    /// The last search failed because a source was unavailable; an earlier result set remains
    /// available.
    case failed
  }

  /// The maximum number of earlier result sets.
  private static let maximumEarlierResultSets = 10

  package private(set) var resultSet: ResultSet?
  /// The nonempty result sets before the current one, oldest first.
  private(set) var earlierResultSets: [ResultSet] = []
  /// A number that increases whenever the result set is set, including when only its page changes.
  package private(set) var revision = 0
  package private(set) var selection: Selection?
  /// `false` if the result set was restored and none of its pages has been shown since.
  private var isPageShown = false
  package private(set) var searchStatus = SearchStatus.initial

  /// The comments that were listed last, in the order of their numbers.
  private(set) var listedComments: [UUID] = []

  package init() {}

  /// Sets the comments that were listed last.
  func setListedComments(_ comments: [UUID]) { listedComments = comments }

  /// Adds comments to those that were listed last, and returns the number of the first one.
  func addListedComments(_ comments: [UUID]) -> Int {
    listedComments += comments
    return listedComments.count - comments.count + 1
  }

  /// Forgets the result set and the selected film, so that they are not saved.
  func forgetAll() {
    resultSet = nil
    selection = nil
  }

  /// Restores the result set of an earlier session if it is valid and there is no result set yet.
  package func restore(_ resultSet: ResultSet) {
    guard self.resultSet == nil, resultSet.isValid else { return }
    replaceResultSet(resultSet)
    isPageShown = false
  }

  /// Sets the result set.
  ///
  /// If the result set is new, and not the current one with another page or after a change, the
  /// current one becomes the last of ``earlierResultSets``, unless it is empty.
  func replaceResultSet(_ resultSet: ResultSet, isNew: Bool = false) {
    if isNew, let current = self.resultSet, current.total > 0, !current.hasSameFilms(as: resultSet)
    {
      earlierResultSets.append(current)
      earlierResultSets.removeFirst(
        max(0, earlierResultSets.count - Self.maximumEarlierResultSets))
    }
    self.resultSet = resultSet
    isPageShown = true
    revision += 1
    searchStatus = resultSet.total == 0 ? .empty : .results
  }

  /// Returns the result set that `back` shows: the last of the earlier ones or, if the last search
  /// failed, the current one; `nil` if there is none.
  func resultSetBefore() -> ResultSet? {
    if searchStatus == .failed, let resultSet, resultSet.total > 0 { return resultSet }
    return earlierResultSets.last
  }

  /// Makes a result set that ``resultSetBefore()`` returned the current one.
  func goBack(to resultSet: ResultSet) {
    if searchStatus != .failed { _ = earlierResultSets.popLast() }
    replaceResultSet(resultSet)
  }

  /// Sets the status to ``SearchStatus/loading``.
  ///
  /// - Returns: The previous status.
  func beginSearch() -> SearchStatus {
    defer { searchStatus = .loading }
    return searchStatus
  }

  /// Sets the status after a search that threw an error.
  func endSearch(_ status: SearchStatus) { searchStatus = status }

  package func select(_ id: FilmID, name: String) { selection = Selection(id: id, name: name) }

  /// Selects no film if a film is selected that does not exist any more.
  func deselect(_ id: FilmID) { if selection?.id == id { selection = nil } }

  /// The selected film or, if no film is selected, the only film of the page that this session has shown
  /// last; `nil` if there is neither.
  package var implicitSelection: FilmID? {
    if let selection { return selection.id }
    guard let resultSet, isPageShown else { return nil }
    let films = resultSet.loadedFilms(at: resultSet.range(ofPage: resultSet.page))
    return films.count == 1 ? films.first?.id : nil
  }
}
