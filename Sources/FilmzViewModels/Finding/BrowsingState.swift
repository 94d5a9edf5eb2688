package import FilmzDomain
import Foundation

/// The state that a session keeps between commands: the result sets, the selected film, and the listed comments.
package actor BrowsingState {
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
  /// The result sets before the current one that had films, oldest first.
  private(set) var earlierResultSets: [ResultSet] = []
  /// A number that increases whenever the result set is set, including when only its page changes.
  package private(set) var revision = 0
  /// The film to which `.` and commands without a target refer; the name is the title, or the id if the title is unknown.
  package private(set) var selection: (id: FilmID, name: String)?
  /// The films that were selected last, the newest first.
  private(set) var recentFilms: [FilmID] = []
  /// The maximum number of films in ``recentFilms``.
  private static let maximumRecentFilms = 100
  /// `true` if this session has shown a page of the result set; `false` if it was restored from an earlier session.
  private(set) var isPageShown = false
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

  /// Removes the result set and the selection, so that they are not saved at the end of the session.
  func forgetAll() {
    resultSet = nil
    selection = nil
    recentFilms = []
  }

  /// Sets the result set to that of an earlier session if it is valid and this session has none so far.
  package func restore(_ resultSet: ResultSet) {
    guard self.resultSet == nil, resultSet.isValid else { return }
    replaceResultSet(resultSet)
    isPageShown = false
  }

  /// Sets the result set.
  ///
  /// `isNew` is `true` if the result set is that of a new search or list, and not the current one with another page. The
  /// current one is then added to ``earlierResultSets``, unless it is empty or has the same films.
  func replaceResultSet(_ resultSet: ResultSet, isNew: Bool = false) {
    if isNew, let current = self.resultSet, current.total > 0, !current.hasSameFilms(as: resultSet) {
      earlierResultSets.append(current)
      earlierResultSets.removeFirst(max(0, earlierResultSets.count - Self.maximumEarlierResultSets))
    }
    self.resultSet = resultSet
    isPageShown = true
    revision += 1
    searchStatus = resultSet.total == 0 ? .empty : .results
  }

  /// Returns the result set that `back` shows: the last of the earlier ones or, if the last search
  /// failed, the current one; `nil` if there is none.
  func previousResultSet() -> ResultSet? {
    if searchStatus == .failed, let resultSet, resultSet.total > 0 { return resultSet }
    return earlierResultSets.last
  }

  /// Sets the result set, whose current page the screen shows now, and removes the selection.
  func showResultSet(_ resultSet: ResultSet, isNew: Bool) {
    replaceResultSet(resultSet, isNew: isNew)
    selection = nil
  }

  /// Sets the current result set to one that ``previousResultSet()`` has returned.
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

  package func select(_ id: FilmID, name: String) {
    selection = (id, name)
    recentFilms = Array(([id] + recentFilms.filter { $0 != id }).prefix(Self.maximumRecentFilms))
  }

  /// Restores the selection that there was before commands that must not change it.
  package func restoreSelection(_ selection: (id: FilmID, name: String)?) { self.selection = selection }

  /// Removes the selection if a film that does not exist any more is selected.
  func deselect(_ id: FilmID) { if selection?.id == id { selection = nil } }

  /// The selected film or, if no film is selected, the only film of the page that this session has shown
  /// last; `nil` if there is neither.
  ///
  /// A film whose title is only similar to the searched text does not count.
  package var implicitSelection: FilmID? {
    if let selection { return selection.id }
    guard pageFilms.count == 1, let film = pageFilms.first?.id else { return nil }
    if case .spelling = resultSet?.match(of: film) { return nil }
    return film
  }

  /// The numbers of the films of the page that this session has shown last.
  package var numbersOnPage: [Int] { pageFilms.map { $0.index + 1 } }

  /// The films of the page that this session has shown last, with their indices in the result set.
  var pageFilms: [(index: Int, id: FilmID, film: Film?)] {
    guard let resultSet, isPageShown else { return [] }
    return resultSet.loadedFilms(at: resultSet.range(ofPage: resultSet.page))
  }
}
