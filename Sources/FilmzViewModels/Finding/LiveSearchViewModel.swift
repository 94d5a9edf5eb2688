package import FilmzDomain
import FilmzServices
import FilmzStore

/// Finds films while the user types a text.
///
/// It searches like the commands `search` and `find`, but does not change the state of the session before
/// ``keep(_:)``, and requests no details of films. One value belongs to one panel: it remembers the texts for which
/// services were asked. All searches stop soon after their task was cancelled, and throw `CancellationError`.
package struct LiveSearchViewModel: ViewModel {
  let viewModels: ViewModels

  /// Returns the films of local sources that `search TEXT` would show, in the same order, at least the first `count`.
  ///
  /// If the text has one or two letters, the best known films whose titles begin with it follow those that `search` finds.
  /// Without a text and a filter, there are no films; see ``recent(count:)``. A source that is a service has only pages
  /// that were fetched before.
  ///
  /// - Throws: A ``UserFacingError`` if a source cannot be searched.
  package func films(
    _ text: String, _ request: LiveRequest, count: Int, in context: CommandContext
  ) async throws -> LiveResults {
    LiveResults(text: text, resultSet: .films([]))
  }

  /// Returns the films of services that `search TEXT` would show, with the user's films before them.
  ///
  /// Sends requests; a request ends when the task is cancelled. Returns `nil` if `search` would not ask services, if the
  /// text has fewer than three letters, or if a service failed for this text before. For a text that was asked before, no
  /// request is sent.
  ///
  /// - Throws: A ``UserFacingError`` if the services cannot be searched.
  package func filmsOfServices(
    _ text: String, _ request: LiveRequest, in context: CommandContext
  ) async throws -> LiveResults? { nil }

  /// Returns the films of the collection that `find TEXT` would show, in the same order, at least the first `count`;
  /// without a text, those that `ls` would show.
  ///
  /// - Throws: A ``UserFacingError``.
  package func collected(
    _ text: String, _ request: LiveRequest, count: Int, in context: CommandContext
  ) async throws -> LiveResults { LiveResults(text: text, resultSet: .films([])) }

  /// Returns the films that the user has looked at last, in the order of their numbers.
  package func recent(count: Int) async throws -> LiveResults { LiveResults(text: "", resultSet: .films([])) }

  /// Returns those of some films whose titles match the text, in the same order, such as the candidates for an ambiguous
  /// title; without a text, all of them.
  package func films(_ text: String, among films: [FilmItem]) -> LiveResults {
    LiveResults(text: text, resultSet: .films([]))
  }

  /// Returns the results with at least `count` films if there are as many; the films in front stay the same.
  ///
  /// Pages of services are requested if necessary.
  ///
  /// - Throws: A ``UserFacingError``.
  package func more(of results: LiveResults, count: Int, in context: CommandContext) async throws -> LiveResults {
    results
  }

  /// Returns the results with the current marks, ratings and comments of their films.
  package func refreshed(_ results: LiveResults, in context: CommandContext) async throws -> LiveResults { results }

  /// Makes the results the result set of the session, in which films have the numbers of the items; `back` returns to
  /// the one before.
  package func keep(_ results: LiveResults) async {}
}

extension ResultSet {
  /// Returns a result set of films in an order.
  static func films(_ ids: [FilmID], pageSize: Int = 20) -> ResultSet {
    ResultSet(films: .collection(ids), total: ids.count, pageSize: pageSize, page: 1)
  }
}
