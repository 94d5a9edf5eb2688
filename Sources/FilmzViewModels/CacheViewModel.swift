package import FilmzDomain
package import FilmzServices
package import Foundation

/// A film of the cache as it is shown.
package struct CacheItem: Sendable {
  package let film: CachedFilm
  /// Whether facts that were fetched are older than `cache.days`.
  package let isStale: Bool
}

/// Looking after the film cache.
package struct CacheViewModel: Sendable {
  private let service: CachedSearchService
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    service: CachedSearchService, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.service = service
    self.settings = settings
    self.now = now
  }

  /// All films of the cache, by title.
  package func list() async throws -> [CacheItem] {
    await items(try await service.cachedFilms())
  }

  /// What the cache has of some films.
  ///
  /// - Throws: ``ViewModelError/notCached(_:)`` where it has nothing of one.
  package func records(of films: [FilmItem]) async throws -> [CacheItem] {
    let records = try await service.cacheRecords(films.map(\.id))
    let known = Set(records.map(\.id))
    let missing = films.filter { !known.contains($0.id) }
    guard missing.isEmpty else { throw ViewModelError.notCached(missing.map(\.name)) }
    return await items(records)
  }

  /// Takes films out of the cache; nothing is done where one is not in it.
  ///
  /// - Returns: What was there.
  /// - Throws: ``ViewModelError/notCached(_:)``.
  package func remove(_ films: [FilmItem]) async throws -> [CacheItem] {
    let records = try await records(of: films)
    try await service.removeFromCache(records.map(\.film.id))
    return records
  }

  /// Takes out what was fetched more than so many days ago, but no film of the collection.
  package func prune(days: Int) async throws -> CacheRemoval {
    try await service.pruneCache(days: days)
  }

  package func clear() async throws -> CacheRemoval { try await service.clearCache() }

  private func items(_ films: [CachedFilm]) async -> [CacheItem] {
    let days = await settings().cacheDays
    let now = now()
    return films.map { film in
      let isStale = film.fetchedAt.map { !Freshness.holds(since: $0, at: now, days: days) }
      return CacheItem(film: film, isStale: isStale ?? false)
    }
  }
}
