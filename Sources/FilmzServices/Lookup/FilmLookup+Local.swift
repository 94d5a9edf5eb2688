package import FilmzDomain
import FilmzStore
import Foundation

/// The facts that are available without the network.
extension FilmLookup {
  /// Returns the films that are available in memory, in the film cache, or in the catalog, by id.
  package func localFilms(_ ids: [FilmID]) async -> [FilmID: Film] {
    var result: [FilmID: Film] = [:]
    for id in ids { result[id] = films.value(for: id) }
    // Another program may have stored more detailed facts in the cache.
    let idsToRead = ids.filter { result[$0]?.level != .full }
    if !idsToRead.isEmpty, let cached = try? await database.openForReading().cache.films(idsToRead) {
      result.merge(cached, uniquingKeysWith: preferred)
      storeInMemory(Array(cached.values))
    }
    // Facts copied from the catalog may be older than those in the current catalog.
    let incompleteIDs = ids.filter { result[$0]?.level != .full }
    guard !incompleteIDs.isEmpty,
      let catalogFilms = try? await sources.withCatalog({ try await $0.films(incompleteIDs) }).value
    else { return await applyingRecords(to: result) }
    result.merge(catalogFilms, uniquingKeysWith: preferred)
    let unknownIDs = ids.filter { result[$0] == nil }
    result.merge(await filmsOfCatalog(underAliasesOf: unknownIDs)) { first, _ in first }
    return await applyingRecords(to: result)
  }

  /// Returns the facts that the catalog has under aliases of films, by the canonical ids of the films.
  private func filmsOfCatalog(underAliasesOf ids: [FilmID]) async -> [FilmID: Film] {
    guard !ids.isEmpty, let aliases = try? await database.openForReading().collection.recordedAliases(of: ids),
      !aliases.isEmpty, let films = try? await sources.withCatalog({ try await $0.films(aliases.keys.sorted()) }).value
    else { return [:] }
    let pairs = films.sorted { $0.key < $1.key }.compactMap { alias, film in
      aliases[alias].map { id in
        var film = film
        film.id = id
        return (id, film)
      }
    }
    return Dictionary(pairs) { first, _ in first }
  }

  /// Returns the ids of the films with own records.
  func recordIDs() async throws -> [FilmID] { try await database.openForReading().collection.idsOfRecords() }

  /// Returns the ids of the films in the film cache with details that match a filter; see
  /// ``FilmzStore/FilmCache/ids(withDetailsOf:)``.
  func cachedIDs(withDetailsOf filter: FilmFilter) async throws -> [FilmID] {
    try await database.openForReading().cache.ids(withDetailsOf: filter)
  }

  /// Returns the films that the kids filter allows; a stored certification takes precedence over the film's own.
  func shownFilms(among films: [Film]) async throws -> [Film] {
    let collection = try await database.openForReading().collection
    guard let filter = collection.kidsFilter else { return films }
    let certifications = try await collection.certifications(films.map(\.id))
    return films.filter { filter.allows(certifications[$0.id] ?? $0.rated) }
  }

  private func applyingRecords(to films: [FilmID: Film]) async -> [FilmID: Film] {
    let records = try? await database.openForReading().collection.filmRecords(Array(films.keys))
    guard let records, !records.isEmpty else { return films }
    let changed = records.map { id, records in (id, films[id]?.applying(records)) }
    return films.merging(changed.compactMap { id, film in film.map { (id, $0) } }) { $1 }
  }

  /// Returns the films with the facts of the user's records: facts of imported records complete those of sources, and
  /// facts of own records replace all others.
  func applyingRecords(to films: [Film]) async -> [Film] {
    let records = try? await database.openForReading().collection.filmRecords(films.map(\.id))
    guard let records, !records.isEmpty else { return films }
    return films.map { film in records[film.id].map(film.applying) ?? film }
  }

  /// Returns a film with the IMDb rating of the catalog if the film has the full facts of a service and the
  /// catalog's ratings are newer than these.
  ///
  /// Use this for display only; the stored facts keep the rating of the service.
  package func withNewestRating(_ film: Film) async -> Film {
    guard film.level == .full, let fetchedAt = film.fetchedAt else { return film }
    let newer = try? await sources.withCatalog { catalog -> Film? in
      guard let ratingsDate = catalog.ratingsDate, ratingsDate > fetchedAt else { return nil }
      return try await catalog.film(id: film.id)
    }.value
    return newer.map { film.replacingRatings(from: $0) } ?? film
  }

  /// Returns the cached copy of a film or the film from the catalog, whichever has more detailed or
  /// newer facts.
  ///
  /// Adds a warning about `failure`, unless it is an ``UnknownFilmError``.
  ///
  /// - Throws: `failure` if there is neither a copy nor a film in the catalog; if `failure` is
  ///   `nil`, an ``UnknownFilmError``.
  func localFilm(
    _ id: FilmID, copy: Film?, insteadOf failure: (any UserFacingError)?, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let catalogResult = try await sources.withCatalog { try await $0.film(id: id) }
    let known = preferredFilm(copy, catalogResult.value)
    guard let film = await known == nil ? filmsOfCatalog(underAliasesOf: [id])[id] : known else {
      if let failure { throw failure }
      let remedy = await sources.remedyForSkippedSources(in: context, for: id)
      throw UnknownFilmError(id: id, remedy: remedy ?? .checkID)
    }
    let result = catalogResult.map { _ in film }
    guard let failure, !(failure is UnknownFilmError) else { return result }
    let warning = Warning(failure, consequence: "the details are from \(factSource(of: film))")
    return SourceResult(value: film, warnings: [warning], isFallback: !context.isOffline).after(result)
  }

  /// Returns the film with the more detailed or newer facts; `nil` if both are `nil`.
  private func preferredFilm(_ copy: Film?, _ catalogFilm: Film?) -> Film? {
    guard let copy, let catalogFilm else { return copy ?? catalogFilm }
    return preferred(copy, catalogFilm)
  }

  /// Returns the film with the more detailed or newer facts; facts that it lacks are copied from the other film, which
  /// may have facts of imported files.
  private func preferred(_ film: Film, _ other: Film) -> Film {
    film.shouldBeReplaced(by: other, at: now()) ? other.fillingGaps(from: film) : film
  }

  /// Describes the source of the facts about a film, for messages.
  func factSource(of film: Film) -> String {
    if let fetchedAt = film.fetchedAt { return "a copy fetched \(Freshness.age(of: fetchedAt, at: now()))" }
    if film.origin == .mflix { return "an imported record" }
    if film.origin == .imported { return "an imported file" }
    guard film.isComplete else { return "search results" }
    return (film.origin == .catalog ? "the catalog" : sources.builtIn.name)
      + (film.ratingsAsOf.map { " (as of \($0))" } ?? "")
  }
}

// The films of the film cache.
extension FilmLookup {
  /// The maximum number of films that are looked up with one query of the catalog.
  private static let batchSize = 500

  /// Removes films from the cache.
  package func removeFromCache(_ ids: [FilmID]) async throws {
    for id in ids { films.remove(id) }
    _ = try await database.openCacheForMaintenance().remove(ids)
  }

  /// Removes films and pages that were fetched, or copied from a local source, more than `days`
  /// days ago.
  ///
  /// Films of the collection are kept.
  package func pruneCache(days: Int) async throws -> CacheRemoval {
    clearMemory()
    await pages.clearMemory()
    return try await database.openCacheForMaintenance().prune(before: now().addingTimeInterval(-Double(days) * 86_400))
  }

  /// Removes all films and pages from the cache.
  package func clearCache() async throws -> CacheRemoval {
    clearMemory()
    await pages.clearMemory()
    return try await database.openCacheForMaintenance().clear()
  }

  /// Copies facts from the catalog to the cache for films of the collection.
  ///
  /// Copies the facts of films that have none, including the facts under the aliases of these films.
  /// If the catalog has a new revision, also copies the facts of the other films, except those with
  /// the full facts of a service other than TMDB. A film that is missing from the catalog is looked up once per
  /// revision. Stops without an error if the catalog fails.
  package func refillCache() async throws {
    guard let revision = try? await sources.withCatalog(omitsOwnRecords: true, { $0.revision }).value else { return }
    let collection = try await database.openForReading().collection
    guard var remainingIDs = try await collection.idsToLookUp(in: revision)?[...] else { return }
    while !remainingIDs.isEmpty {
      try Task.checkCancellation()
      let ids = Array(remainingIDs.prefix(Self.batchSize))
      remainingIDs = remainingIDs.dropFirst(Self.batchSize)
      guard let films = try? await sources.withCatalog({ try await $0.films(ids) }).value else { return }
      if !films.isEmpty { await store(Array(films.values)) }
    }
    // If the lookups cannot be recorded, the next call looks up the same films again.
    try? await database.openForReading().collection.markLookedUp(in: revision)
  }
}
