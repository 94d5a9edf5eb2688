import FilmzDomain
import FilmzServices
import FilmzStore

/// Puts together what the world knows of films and what is mine.
struct ItemLoader: Sendable {
  let library: Library
  let service: CachedSearchService

  /// Films with their marks; facts that are needed and not given are taken from this machine.
  func items(
    _ found: [(id: FilmID, film: Film?)], needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let entries = try await library.reading().collection.entries(found.map(\.id))
    let poor = needsFacts ? found.filter { $0.film?.isComplete != true }.map(\.id) : []
    let local = poor.isEmpty ? [:] : await service.localFilms(poor)
    return found.map { id, film in
      FilmItem(id: id, film: film?.completed(by: local[id]) ?? local[id], entry: entries[id])
    }
  }
}

extension Film {
  /// A search result with what is known of the film besides.
  func completed(by other: Film?) -> Film {
    guard let other, !isComplete else { return self }
    var film = self
    film.imdbRating = imdbRating ?? other.imdbRating
    film.imdbVotes = imdbVotes ?? other.imdbVotes
    film.runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    film.endYear = endYear ?? other.endYear
    if film.genres.isEmpty { film.genres = other.genres }
    return film
  }
}
