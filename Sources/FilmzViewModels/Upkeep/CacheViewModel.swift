package import FilmzDomain
import FilmzServices
import FilmzStore

/// A film of the film cache with its freshness.
package struct CachedFilmItem: Sendable {
  package let film: CachedFilm
  /// `true` if the facts were fetched from a service and are not fresh (see ``Freshness``).
  package let isStale: Bool
}

/// Lists and removes films of the film cache.
package struct CacheViewModel: ViewModel {
  let viewModels: ViewModels

  /// Returns the films of the cache that have details, sorted by title, and the number of hidden films, which are left out.
  package func list() async throws -> (films: [CachedFilmItem], hidden: Int) {
    let films = try await database.openForReading().cache.list().filter(\.isComplete)
    let shown = try await assembler.shown(films) { ($0.id, nil) }
    return (await items(shown), films.count - shown.count)
  }

  /// Returns the cache records of films, sorted by title.
  ///
  /// - Throws: ``ViewModelError/notCached(_:)`` if one of the films is not in the cache.
  package func records(of films: [FilmItem]) async throws -> [CachedFilmItem] {
    let records = try await database.openForReading().cache.records(films.map(\.id))
    let cachedIDs = Set(records.map(\.id))
    let missingFilms = films.filter { !cachedIDs.contains($0.id) }
    guard missingFilms.isEmpty else { throw ViewModelError.notCached(missingFilms.map(\.name)) }
    return await items(records)
  }

  /// Removes films from the cache; if one of them is not in the cache, removes none.
  ///
  /// - Returns: The removed records.
  /// - Throws: ``ViewModelError/notCached(_:)``.
  package func remove(_ films: [FilmItem]) async throws -> [CachedFilmItem] {
    let records = try await records(of: films)
    try await services.lookup.removeFromCache(records.map(\.film.id))
    return records
  }

  /// Removes the films and pages that were stored more than `days` days ago; films of the collection are kept.
  package func prune(days: Int) async throws -> CacheRemoval { try await services.lookup.pruneCache(days: days) }

  /// Removes all films and pages of the cache.
  package func clear() async throws -> CacheRemoval { try await services.lookup.clearCache() }

  private func items(_ films: [CachedFilm]) async -> [CachedFilmItem] {
    let days = await settings().cacheDays
    let now = now()
    return films.map { film in
      let isStale = film.fetchedAt.map { !Freshness.isFresh(fetchedAt: $0, at: now, days: days) }
      return CachedFilmItem(film: film, isStale: isStale ?? false)
    }
  }
}
