package import FilmzDomain
import FilmzStore
import Foundation

extension CachedSearchService {
  /// Films and pages that are stored before the cache's size is looked at again.
  private static let capCheckInterval = 500

  /// All films of the cache, by title.
  package func cachedFilms() async throws -> [CachedFilm] {
    try await library.reading().cache.list()
  }

  /// What the cache knows of its copies of some films.
  package func cacheRecords(_ ids: [FilmID]) async throws -> [CachedFilm] {
    try await library.reading().cache.records(ids)
  }

  /// Takes films out of the cache.
  package func removeFromCache(_ ids: [FilmID]) async throws {
    for id in ids { films.remove(id) }
    _ = try await library.upkeep().remove(ids)
  }

  /// Takes out what was fetched more than so many days ago, but no film of the collection.
  package func pruneCache(days: Int) async throws -> CacheRemoval {
    forgetAll()
    return try await library.upkeep().prune(
      before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Empties the cache.
  package func clearCache() async throws -> CacheRemoval {
    forgetAll()
    return try await library.upkeep().clear()
  }

  /// Forgets the films in memory; to be called after ids became one film, or two again.
  package func forgetFilms() { films.removeAll() }

  private func forgetAll() {
    forgetFilms()
    pages.removeAll()
  }

  /// Stores something, and brings the cache below its cap now and then, first with the first thing
  /// that a program stores.
  ///
  /// A cache that cannot be written costs time and nothing else.
  func keepCap(stored count: Int, _ store: () async throws -> Void) async {
    let total = (storedSinceCapCheck ?? Self.capCheckInterval) + count
    storedSinceCapCheck = total >= Self.capCheckInterval ? 0 : total
    do {
      try await store()
      if total >= Self.capCheckInterval { try await library.caching().enforce(.standard) }
    } catch {
      storedSinceCapCheck = total
    }
  }
}
