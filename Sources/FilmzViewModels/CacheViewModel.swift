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
  private let cache: CacheUpkeep
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    cache: CacheUpkeep, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.cache = cache
    self.settings = settings
    self.now = now
  }

  /// All films of the cache, by title.
  package func list() async throws -> [CacheItem] {
    await items(try await cache.list())
  }

  /// What the cache has of some films.
  ///
  /// - Throws: ``ViewModelError/notCached(_:)`` where it has nothing of one.
  package func records(of films: [FilmItem]) async throws -> [CacheItem] {
    let records = try await cache.records(films.map(\.id))
    let known = Set(records.map(\.id))
    let missing = films.filter { !known.contains($0.id) }
    guard missing.isEmpty else { throw ViewModelError.notCached(missing.map(\.name)) }
    return await items(records)
  }

  /// Takes films out of the cache; none is taken out if one of them is not in it.
  ///
  /// - Returns: What was there.
  /// - Throws: ``ViewModelError/notCached(_:)``.
  package func remove(_ films: [FilmItem]) async throws -> [CacheItem] {
    let records = try await records(of: films)
    try await cache.remove(records.map(\.film.id))
    return records
  }

  /// Takes out what was fetched more than so many days ago, but no film of the collection.
  package func prune(days: Int) async throws -> CacheRemoval {
    try await cache.prune(days: days)
  }

  package func clear() async throws -> CacheRemoval { try await cache.clear() }

  private func items(_ films: [CachedFilm]) async -> [CacheItem] {
    let days = await settings().cacheDays
    let now = now()
    return films.map { film in
      let isStale = film.fetchedAt.map { !Freshness.holds(since: $0, at: now, days: days) }
      return CacheItem(film: film, isStale: isStale ?? false)
    }
  }
}
