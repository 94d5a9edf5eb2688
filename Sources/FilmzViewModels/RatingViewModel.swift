package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Rating film by film.
package struct RatingViewModel: Sendable {
  private let library: Library
  private let service: CachedSearchService
  private let collection: CollectionViewModel
  private let state: BrowsingState

  package init(
    service: CachedSearchService, library: Library, collection: CollectionViewModel,
    state: BrowsingState
  ) {
    self.service = service
    self.library = library
    self.collection = collection
    self.state = state
  }

  /// Begins with films of the collection; those that were skipped before come last.
  package func begin(_ query: CollectionQuery, offline: Bool) async throws -> RatingSession {
    try await service.refillCache()
    let store = try await library.reading().collection
    let films = try await store.ids(matching: query)
    let skipped = try await store.ratingSkips()
    let wanted = Set(films)
    let isSkipped = Set(skipped)
    let others = films.filter { !isSkipped.contains($0) }
    return RatingSession(
      films: others + skipped.filter(wanted.contains), collection: collection,
      loader: ItemLoader(library: library, service: service), state: state, isOffline: offline)
  }
}
