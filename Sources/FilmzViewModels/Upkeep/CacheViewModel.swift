package import FilmzDomain
package import FilmzServices
package import FilmzStore
package import Foundation

/// A film of the film cache with its freshness.
package struct CachedFilmItem: Sendable {
  package let film: CachedFilm
  /// `true` if the facts were fetched from a service and are not fresh (see ``Freshness``).
  package let isStale: Bool
}

/// Lists and removes films of the film cache.
package struct CacheViewModel: Sendable {
  private let cache: CacheMaintenance
  private let assembler: FilmItemAssembler
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    services: FilmServices, database: CollectionDatabase,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    cache = services.cache
    assembler = FilmItemAssembler(database: database, lookup: services.lookup)
    self.settings = settings
    self.now = now
  }

  /// Returns the films of the cache, sorted by title, except those that only search results mention.
  ///
  /// `hidden` is the number of films that the kids filter hides.
  package func list() async throws -> (films: [CachedFilmItem], hidden: Int) {
    let films = try await cache.list().filter(\.isComplete)
    let shown = try await assembler.shown(films) { ($0.id, nil) }
    return (await items(shown), films.count - shown.count)
  }

  /// Returns the cache records of films, sorted by title.
  ///
  /// - Throws: ``ViewModelError/notCached(_:)`` if one of the films is not in the cache.
  package func records(of films: [FilmItem]) async throws -> [CachedFilmItem] {
    let records = try await cache.records(films.map(\.id))
    let cachedIDs = Set(records.map(\.id))
    let missingFilms = films.filter { !cachedIDs.contains($0.id) }
    guard missingFilms.isEmpty else { throw ViewModelError.notCached(missingFilms.map(\.name)) }
    return await items(records)
  }

  /// Removes films from the cache; removes none of them if one is not in the cache.
  ///
  /// - Returns: The removed records.
  /// - Throws: ``ViewModelError/notCached(_:)``.
  package func remove(_ films: [FilmItem]) async throws -> [CachedFilmItem] {
    let records = try await records(of: films)
    try await cache.remove(records.map(\.film.id))
    return records
  }

  /// Removes films and pages that were fetched, or copied from a local source, more than `days`
  /// days ago; films of the collection are kept.
  package func prune(days: Int) async throws -> CacheRemoval {
    try await cache.prune(days: days)
  }

  /// Removes all films and pages.
  package func clear() async throws -> CacheRemoval { try await cache.clear() }

  private func items(_ films: [CachedFilm]) async -> [CachedFilmItem] {
    let days = await settings().cacheDays
    let now = now()
    return films.map { film in
      let isStale = film.fetchedAt.map { !Freshness.isFresh(fetchedAt: $0, at: now, days: days) }
      return CachedFilmItem(film: film, isStale: isStale ?? false)
    }
  }
}
