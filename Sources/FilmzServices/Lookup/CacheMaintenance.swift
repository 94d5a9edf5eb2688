package import FilmzDomain
import FilmzStore
import Foundation

/// Lists, prunes, and refills the film cache.
package struct CacheMaintenance: Sendable {
  /// The maximum number of films that are looked up with one query of the catalog.
  private static let batchSize = 500

  private let sources: FilmSources
  private let database: CollectionDatabase
  private let lookup: FilmLookup
  private let pages: PageCache
  private let now: @Sendable () -> Date

  init(
    sources: FilmSources, database: CollectionDatabase, lookup: FilmLookup, pages: PageCache,
    now: @escaping @Sendable () -> Date
  ) {
    (self.sources, self.database, self.lookup, self.pages) = (sources, database, lookup, pages)
    self.now = now
  }

  /// Returns all cached films, sorted by title.
  package func list() async throws -> [CachedFilm] {
    try await database.openForReading().cache.list()
  }

  /// Returns the cache records of films, sorted by title; films that are not cached are omitted.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await database.openForReading().cache.records(ids)
  }

  /// Removes films from the cache.
  package func remove(_ ids: [FilmID]) async throws {
    await lookup.removeFromMemory(ids)
    _ = try await database.openCacheForMaintenance().remove(ids)
  }

  /// Removes films and pages that were fetched, or copied from a local source, more than `days`
  /// days ago.
  ///
  /// Films of the collection are kept.
  package func prune(days: Int) async throws -> CacheRemoval {
    await clearMemory()
    return try await database.openCacheForMaintenance().prune(
      before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Removes all films and pages from the cache.
  package func clear() async throws -> CacheRemoval {
    await clearMemory()
    return try await database.openCacheForMaintenance().clear()
  }

  /// Copies facts from the catalog to the cache for films of the collection.
  ///
  /// Copies the facts of films that have none. If the catalog has a new revision, also copies the
  /// facts of the other films, except those with the full facts of a service other than TMDB. A film
  /// that is missing from the catalog is looked up once per revision. Stops without an error if the
  /// catalog fails.
  package func refill() async throws {
    guard let revision = try? await sources.withCatalog(isAlone: true, { $0.revision }).value else {
      return
    }
    let collection = try await database.openForReading().collection
    guard var remainingIDs = try await collection.idsToLookUp(in: revision)?[...] else { return }
    while !remainingIDs.isEmpty {
      try Task.checkCancellation()
      let ids = Array(remainingIDs.prefix(Self.batchSize))
      remainingIDs = remainingIDs.dropFirst(Self.batchSize)
      guard let films = try? await sources.withCatalog({ try await $0.films(ids) }).value else {
        return
      }
      if !films.isEmpty { await lookup.store(Array(films.values)) }
    }
    // If the lookups cannot be recorded, the next call looks up the same films again.
    try? await database.openForReading().collection.markLookedUp(in: revision)
  }

  private func clearMemory() async {
    await lookup.clearMemory()
    await pages.clearMemory()
  }
}
