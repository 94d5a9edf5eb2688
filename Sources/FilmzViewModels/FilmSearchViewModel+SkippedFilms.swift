package import FilmzDomain
import FilmzStore

extension FilmSearchViewModel {
  /// Lists the skipped films that match a query, makes the list the result set, and returns a page of it.
  ///
  /// - Throws: ``DomainError/notForSkippedFilms(_:)`` or ``DomainError/unknownSortKey(_:known:)`` if skipped
  ///   films have no data for a condition or a sort key; any other ``UserFacingError``.
  package func listSkippedFilms(
    _ query: CollectionQuery, page: Int, pageSize: Int?, in context: CommandContext
  ) async throws -> ResultPage {
    try query.requireDataOfSkippedFilms()
    let films = try await database.openForReading().collection.skippedFilms()
    if query.filter == .allSkipped, query.order == FilmFilter().defaultOrder {
      return try await list(films.map(\.id), page: page, pageSize: pageSize, in: context)
    }
    let items = try await assembler.collectionItems(films.map(\.id))
    let matches = SkippedFilmList(items).items(matching: query)
    if matches.isEmpty { try await filterCheck.requireKnownPeople(query.filter) }
    return try await list(matches.map(\.id), page: page, pageSize: pageSize, in: context)
  }
}
