package import FilmzDomain
package import FilmzServices
package import FilmzStore

/// Rating film by film.
package struct RatingViewModel: Sendable {
  private let library: Library
  private let service: CachedSearchService
  private let collection: CollectionViewModel
  private let state: BrowsingState
  private let file: JSONFile<SkippedFilms>

  package init(
    service: CachedSearchService, library: Library, collection: CollectionViewModel,
    state: BrowsingState, paths: Paths
  ) {
    self.service = service
    self.library = library
    self.collection = collection
    self.state = state
    file = JSONFile(url: paths.rating)
  }

  /// Begins with films of the collection; those that were skipped before come last.
  package func begin(_ query: CollectionQuery, offline: Bool) async throws -> RatingSession {
    try await service.refillCache()
    let ids = try await library.reading().collection.ids(matching: query)
    let skipped = try await skipped()
    return RatingSession(
      films: skipped.puttingLast(ids), skipped: skipped, file: file, collection: collection,
      loader: ItemLoader(library: library, service: service), state: state, isOffline: offline)
  }

  /// The skips of before that still mean something.
  private func skipped() async throws -> SkippedFilms {
    guard let kept = file.load(), !kept.skips.isEmpty else { return SkippedFilms() }
    let films = kept.skips.suffix(SkippedFilms.capacity).map(\.film)
    return kept.holding(for: try await library.reading().collection.entries(films))
  }
}
