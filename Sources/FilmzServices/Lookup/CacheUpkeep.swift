package import FilmzDomain
import FilmzStore
import Foundation

/// Looks after the film cache: lists it, takes films out, and fills it from the catalog.
package struct CacheUpkeep: Sendable {
  /// Films that are looked up in a catalog at a time.
  private static let batch = 500

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

  /// Returns all films of the cache, by title.
  package func list() async throws -> [CachedFilm] {
    try await database.openForReading().cache.list()
  }

  /// Returns what the cache knows of its copies of some films.
  package func records(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await database.openForReading().cache.records(ids)
  }

  /// Takes films out of the cache.
  package func remove(_ ids: [FilmID]) async throws {
    await lookup.forget(ids)
    _ = try await database.openCacheForMaintenance().remove(ids)
  }

  /// Takes out what was fetched more than so many days ago, but no film of the collection.
  package func prune(days: Int) async throws -> CacheRemoval {
    await forgetAll()
    return try await database.openCacheForMaintenance().prune(
      before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Empties the cache.
  package func clear() async throws -> CacheRemoval {
    await forgetAll()
    return try await database.openCacheForMaintenance().clear()
  }

  /// Copies facts from the catalog for films of the collection that have none, and, from a new revision
  /// of the catalog, for those of which no service told all.
  ///
  /// Each revision is asked once for a film that it does not have.
  package func refill() async throws {
    guard let revision = try? await sources.catalog().value.revision else { return }
    let collection = try await database.openForReading().collection
    guard var missing = try await collection.idsToLookUp(in: revision)?[...] else { return }
    while !missing.isEmpty {
      try Task.checkCancellation()
      let ids = Array(missing.prefix(Self.batch))
      missing = missing.dropFirst(Self.batch)
      guard let films = try? await sources.askCatalog({ try await $0.films(ids) }).value else {
        return
      }
      if !films.isEmpty { await lookup.store(Array(films.values)) }
    }
    // If it cannot be noted, the catalog is asked again the next time.
    try? await database.openForReading().collection.markLookedUp(in: revision)
  }

  private func forgetAll() async {
    await lookup.forget()
    await pages.forget()
  }
}
