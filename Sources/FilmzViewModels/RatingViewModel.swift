package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Rating film by film.
package struct RatingViewModel: Sendable {
  private let library: Library
  private let services: FilmServices
  private let collection: CollectionViewModel
  private let state: BrowsingState

  package init(
    services: FilmServices, library: Library, collection: CollectionViewModel,
    state: BrowsingState
  ) {
    self.services = services
    self.library = library
    self.collection = collection
    self.state = state
  }

  /// Begins with films of the collection; those that were skipped before come last.
  package func begin(_ query: CollectionQuery, offline: Bool) async throws -> RatingSession {
    try await services.cache.refill()
    let store = try await library.reading().collection
    let films = try await store.ids(matching: query)
    let skipped = try await store.ratingSkips()
    let wanted = Set(films)
    let isSkipped = Set(skipped)
    let others = films.filter { !isSkipped.contains($0) }
    return RatingSession(
      films: others + skipped.filter(wanted.contains), collection: collection,
      loader: ItemLoader(library: library, lookup: services.lookup), state: state,
      isOffline: offline)
  }
}
