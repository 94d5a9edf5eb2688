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
  ///
  /// - Returns: Those that were there.
  package func removeFromCache(_ ids: [FilmID]) async throws -> Set<FilmID> {
    for id in ids { films.remove(id) }
    return try await library.reading().cache.remove(ids)
  }

  /// Takes out what was fetched more than so many days ago, but no film of the collection.
  package func pruneCache(days: Int) async throws -> CacheRemoval {
    forgetAll()
    return try await library.reading().cache.prune(
      before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Empties the cache.
  package func clearCache() async throws -> CacheRemoval {
    forgetAll()
    return try await library.reading().cache.clear()
  }

  private func forgetAll() {
    films.removeAll()
    pages.removeAll()
  }

  /// Brings the cache below its cap now and then, and with the first film that a program stores.
  func keepCap(stored count: Int) async {
    let total = (storedSinceCapCheck ?? Self.capCheckInterval) + count
    guard total >= Self.capCheckInterval else {
      storedSinceCapCheck = total
      return
    }
    storedSinceCapCheck = 0
    try? await library.caching().enforce(.standard)
  }
}
