package import FilmzDomain
import FilmzServices

// Films to discover, as a result set.
extension FilmSearchViewModel {
  /// A page of films to discover.
  package struct DiscoveredPage: Sendable {
    package let page: ResultPage
    /// The number of films that were left out because they have a mark.
    package let markedCount: Int
  }

  /// Loads films to discover, stores them as the result set, and returns a page of it.
  ///
  /// Pages are numbered from 1 and have up to `pageSize` films; the films before the page are loaded too.
  ///
  /// - Throws: A ``UserFacingError``; the previous result set is kept then.
  package func discover(
    _ request: DiscoverRequest, page: Int, pageSize: Int, in context: CommandContext
  ) async throws -> SourceResult<DiscoveredPage> {
    try await searching {
      let resultSet = ResultSet(
        films: .discovery(DiscoveredFilms(request)), total: 0, pageSize: pageSize, page: 1)
      // The first page is loaded even if the requested one turns out not to exist.
      let loaded = try await loadFilms(at: 0..<pageSize, of: resultSet, context)
      let shownPage = try await show(page, of: loaded.value, isNew: true, context)
      var markedCount = 0
      if case .discovery(let discovered) = loaded.value.films {
        markedCount = discovered.markedCount
      }
      return shownPage.after(loaded).map { DiscoveredPage(page: $0, markedCount: markedCount) }
    }
  }

  /// Returns the result set after loading batches until it has `count` films, or all of them.
  func loadFilms(
    _ count: Int, of discovered: DiscoveredFilms, in resultSet: ResultSet, _ context: CommandContext
  ) async throws -> SourceResult<ResultSet> {
    var discovered = discovered
    var loaded = SourceResult(value: resultSet)
    while discovered.films.count < count, !discovered.hasEnded {
      try Task.checkCancellation()
      let batch =
        if let cursor = discovered.next {
          try await services.discovery.batch(discovered.query, at: cursor, in: context)
        } else {
          try await services.discovery.begin(discovered.query, in: context)
        }
      let films = discovered.ordered(batch.value.films)
      let items = try await assembler.discoveredItems(films, among: discovered.films)
      discovered.add(films, items, next: batch.value.next)
      loaded = loaded.after(batch)
      loaded.value.total = discovered.total(reported: batch.value.total)
    }
    loaded.value.films = .discovery(discovered)
    loaded.value.page = min(resultSet.page, loaded.value.pageCount)
    return loaded
  }
}
