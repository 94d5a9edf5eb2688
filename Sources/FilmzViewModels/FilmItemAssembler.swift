import FilmzDomain
import FilmzServices
import FilmzStore

/// Combines the facts of films with their collection entries.
struct FilmItemAssembler: Sendable {
  let database: CollectionDatabase
  let lookup: FilmLookup

  /// Returns items for films, with their canonical ids and collection entries, in the given order.
  ///
  /// For films of the collection, missing facts are copied from the stored facts that lists show.
  /// If `needsFacts` is `true`, films that still have no facts, and films outside the collection
  /// with incomplete facts, are also looked up in the film cache and the catalog. The network is
  /// not used.
  func items(
    _ films: [(id: FilmID, film: Film?)], needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let storedFilms = try await database.openForReading().collection.resolvedFilms(films.map(\.id))
    let canonicalFilms = zip(storedFilms, films).map { (id: $0.id, film: $1.film) }
    let listedFilms = Dictionary(
      storedFilms.compactMap { stored in stored.listed.map { (stored.id, $0) } }
    ) { first, _ in first }
    let mergedFilms = try canonicalFilms.cancellableMap { id, film in
      let listedFilm = listedFilms[id]?.film
      return film?.isComplete == true ? film : film?.fillingGaps(from: listedFilm) ?? listedFilm
    }
    let idsToLookUp = zip(canonicalFilms, mergedFilms)
      .filter { needsFacts && ($1 == nil || listedFilms[$0.id] == nil) }
      .filter { $1?.isComplete != true }.map(\.0.id)
    let localFilms = idsToLookUp.isEmpty ? [:] : await lookup.localFilms(idsToLookUp)
    return try zip(canonicalFilms, mergedFilms).cancellableMap { canonical, film in
      let localFilm = localFilms[canonical.id]
      return FilmItem(
        id: canonical.id, film: film?.fillingGaps(from: localFilm) ?? localFilm,
        entry: listedFilms[canonical.id]?.entry)
    }
  }
}

extension Film {
  /// Returns the film with its missing rating, votes, runtime, last year, genres, directors, and
  /// series copied from other facts.
  ///
  /// A complete film is returned unchanged.
  func fillingGaps(from other: Film?) -> Film {
    guard let other, !isComplete else { return self }
    var film = self
    film.imdbRating = imdbRating ?? other.imdbRating
    film.imdbVotes = imdbVotes ?? other.imdbVotes
    film.runtimeMinutes = runtimeMinutes ?? other.runtimeMinutes
    if endYear == nil, !isRunning { film.setEndYear(stored: other.storedEndYear) }
    film.episode = episode ?? other.episode
    if film.directors.isEmpty { film.directors = other.directors }
    if film.genres.isEmpty { film.genres = other.genres }
    return film
  }
}
