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
  /// not used. The films that the kids filter hides are marked.
  func items(
    _ films: [(id: FilmID, film: Film?)], needsFacts: Bool = true
  ) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let storedFilms = try await collection.resolvedFilms(films.map(\.id))
    let canonicalFilms = zip(storedFilms, films).map { (id: $0.id, film: $1.film) }
    let listedFilms = Dictionary(
      storedFilms.compactMap { stored in stored.listed.map { (stored.id, $0) } }
    ) { first, _ in first }
    let skips = Dictionary(
      storedFilms.compactMap { stored in stored.skip.map { (stored.id, $0) } }
    ) { first, _ in first }
    let mergedFilms = try canonicalFilms.cancellableMap { id, film in
      let listedFilm = listedFilms[id]?.film
      return film?.isComplete == true ? film : film?.fillingGaps(from: listedFilm) ?? listedFilm
    }
    let idsToLookUp = zip(canonicalFilms, mergedFilms)
      .filter { needsFacts && ($1 == nil || listedFilms[$0.id] == nil) }
      .filter { $1?.isComplete != true }.map(\.0.id)
    let localFilms = idsToLookUp.isEmpty ? [:] : await lookup.localFilms(idsToLookUp)
    let (records, commentCounts) = try await collection.recordsAndCommentCounts(
      of: canonicalFilms.map(\.id))
    let items = try zip(canonicalFilms, mergedFilms).cancellableMap { canonical, film in
      let localFilm = localFilms[canonical.id]
      let facts = film?.fillingGaps(from: localFilm) ?? localFilm
      return FilmItem(
        id: canonical.id, film: records[canonical.id].flatMap { facts?.applying($0) } ?? facts,
        entry: listedFilms[canonical.id]?.entry, skip: skips[canonical.id],
        commentCount: commentCounts[canonical.id] ?? 0)
    }
    return try await markingHidden(items, collection)
  }

  /// The maximum number of films of a page for which details are looked up.
  private static let maximumItemsWithDetails = 500

  /// Returns the items with the directors and TMDB's ratings that are known locally, if the context needs
  /// them.
  func addingDetails(
    to items: [FilmItem], _ context: CommandContext?
  ) async -> [FilmItem] {
    guard let context, context.needsDirectors || context.needsTMDBRatings,
      items.count <= Self.maximumItemsWithDetails
    else { return items }
    let ids = items.filter {
      context.needsDirectors && $0.film?.directors.isEmpty == true
        || context.needsTMDBRatings && $0.film?.ratings.isEmpty == true
    }.map(\.id)
    let films = ids.isEmpty ? [:] : await lookup.localFilms(ids)
    return items.map { item in
      var item = item
      guard let film = films[item.id] else { return item }
      if context.needsDirectors { item.film?.directors = film.directors }
      if context.needsTMDBRatings { item.film?.ratings = film.ratings }
      return item
    }
  }

  /// Returns the items of listed films; those that were removed from the collection after they were
  /// listed have no entry, and those that the kids filter hides are marked.
  func collectionItems(_ ids: [FilmID]) async throws -> [FilmItem] {
    let collection = try await database.openForReading().collection
    let listedFilms = try await collection.resolvedFilms(ids)
    let removedIDs = listedFilms.filter { $0.listed == nil }.map(\.id)
    let films = removedIDs.isEmpty ? [:] : await lookup.localFilms(removedIDs)
    let commentCounts = try await collection.commentCounts(of: listedFilms.map(\.id))
    let items = listedFilms.map { id, listed, skip in
      FilmItem(
        id: id, film: listed?.film ?? films[id], entry: listed?.entry, skip: skip,
        commentCount: commentCounts[id] ?? 0)
    }
    return try await markingHidden(items, collection)
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
