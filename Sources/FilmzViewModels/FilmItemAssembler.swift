import FilmzDomain
import FilmzServices
import FilmzStore

/// Puts the facts of films and the entries of the collection together.
struct FilmItemAssembler: Sendable {
  let database: CollectionDatabase
  let lookup: FilmLookup

  /// Films with their marks, under their canonical ids, in the order given; facts that are needed and
  /// not given are taken from this machine, for films of the collection as far as a list shows them.
  func items(
    _ given: [(id: FilmID, film: Film?)], needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let known = try await database.openForReading().collection.known(given.map(\.id))
    let found = zip(known, given).map { (id: $0.id, film: $1.film) }
    let byID = Dictionary(
      known.compactMap { known in known.listed.map { (known.id, $0) } }
    ) { first, _ in first }
    let films = try found.cancellableMap { id, film in
      film?.isComplete == true ? film : film?.completed(by: byID[id]?.film) ?? byID[id]?.film
    }
    let poor = zip(found, films).filter { needsFacts && ($1 == nil || byID[$0.id] == nil) }
      .filter { $1?.isComplete != true }.map(\.0.id)
    let local = poor.isEmpty ? [:] : await lookup.localFilms(poor)
    return try zip(found, films).cancellableMap { found, film in
      FilmItem(
        id: found.id, film: film?.completed(by: local[found.id]) ?? local[found.id],
        entry: byID[found.id]?.entry)
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
