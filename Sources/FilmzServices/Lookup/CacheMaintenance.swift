package import FilmzDomain
import FilmzStore
import Foundation

/// Lists, prunes, and refills the film cache.
package struct CacheMaintenance: Sendable {
  /// The number of films that are looked up in the catalog at a time.
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
    self.sources = sources
    self.database = database
    self.lookup = lookup
    self.pages = pages
    self.now = now
  }

  /// Returns all cached films, sorted by title.
  package func list() async throws -> [CachedFilm] {
    try await database.openForReading().cache.list()
  }

  /// Returns the cache records of films; films that are not cached are omitted.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await database.openForReading().cache.records(ids)
  }

  /// Removes films from the cache.
  package func remove(_ ids: [FilmID]) async throws {
    await lookup.removeFromMemory(ids)
    _ = try await database.openCacheForMaintenance().remove(ids)
  }

  /// Removes films and pages that were fetched more than a number of days ago.
  ///
  /// Films of the collection are kept.
  package func prune(days: Int) async throws -> CacheRemoval {
    await clearMemory()
    return try await database.openCacheForMaintenance().prune(
      before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Empties the cache.
  package func clear() async throws -> CacheRemoval {
    await clearMemory()
    return try await database.openCacheForMaintenance().clear()
  }

  /// Copies details from the catalog for films of the collection that need them.
  ///
  /// These are films without details and, if the catalog has a new revision, films without full details
  /// from a service. A film that is missing from the catalog is looked up once per revision.
  package func refill() async throws {
    guard let revision = try? await sources.catalog().value.revision else { return }
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
    // If this cannot be recorded, the same films are looked up again next time.
    try? await database.openForReading().collection.markLookedUp(in: revision)
  }

  private func clearMemory() async {
    await lookup.clearMemory()
    await pages.clearMemory()
  }
}
