package import FilmzDomain
import FilmzStore
package import Foundation

/// Looks up films by id in memory, in the film cache, at services, and in the catalog.
///
/// Concurrent requests to a service for the same film are coalesced.
package actor FilmLookup {
  /// The maximum number of films in memory.
  private static let capacity = 2000

  let sources: FilmSources
  let database: CollectionDatabase
  let pages: PageCache
  let writer: CacheWriter
  let settings: @Sendable () async -> Settings
  let now: @Sendable () -> Date
  var films = LRUCache<FilmID, Film>(capacity: capacity)
  let requests = RequestCoalescer<String, Film?>()

  init(
    sources: FilmSources, database: CollectionDatabase, pages: PageCache, writer: CacheWriter,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    (self.sources, self.database, self.pages, self.writer) = (sources, database, pages, writer)
    (self.settings, self.now) = (settings, now)
  }

  // MARK: - Lookup

  /// The services that are queried for a film.
  package enum Coverage: Sendable {
    /// The services one after another, until one has the film.
    case firstService
    /// All services whose facts are not stored, at the same time, so that they complete each other.
    case allServices
  }

  /// Returns the facts about a film, under its canonical id.
  ///
  /// Returns a fresh copy if there is one and `refresh` is `false`. Otherwise requests the film
  /// from the chosen services, unless the command runs offline. If none of them returns the film,
  /// falls back to the copy or the catalog, whichever has more detailed or newer facts.
  ///
  /// Adds a warning to a fallback if a service failed. If `refresh` is `true`, also adds a warning
  /// to a fallback if the command runs offline or no service is configured.
  ///
  /// If the film is in the collection, the ids that a service has reported for it are recorded there.
  ///
  /// - Throws: A ``UserFacingError`` if neither a service nor the fallback has the film.
  package func film(
    _ id: FilmID, from choice: SourceChoice = .auto, coverage: Coverage = .firstService,
    refresh: Bool = false, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let result =
      id.imdbID == nil
      ? try await findFilmByAlias(id, choice, coverage, refresh: refresh, in: context)
      : try await findFilm(id, choice, coverage, refresh: refresh, in: context)
    await learnAliases(of: result.value)
    let film = await applyingRecords(to: [result.value])[0]
    return result.map { _ in film }
  }

  /// Looks up a film by an id that may be an alias.
  ///
  /// If the facts show that the id is an alias of another film than the recorded one, looks up that other film.
  private func findFilmByAlias(
    _ id: FilmID, _ choice: SourceChoice, _ coverage: Coverage, refresh: Bool, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let firstID = await canonicalID(of: id)
    let first: Result<SourceResult<Film>, any Error>
    do {
      first = .success(try await findFilm(firstID, choice, coverage, refresh: refresh, in: context))
    } catch {
      first = .failure(error)
    }
    let currentID = await canonicalID(of: id)
    let shownID = (try? first.get())?.value.id ?? firstID
    return currentID == shownID
      ? try first.get() : try await findFilm(currentID, choice, coverage, refresh: false, in: context)
  }

  private func findFilm(
    _ id: FilmID, _ choice: SourceChoice, _ coverage: Coverage, refresh: Bool, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let copy = await cachedFilm(id)
    if let copy, !refresh, await isFresh(copy) {
      let result = coverage == .allServices ? try await completed(copy, choice, in: context) : SourceResult(value: copy)
      return try await addingSeriesTitle(to: result, from: choice, in: context)
    }
    var failure: (any UserFacingError)?
    if context.isOffline {
      if refresh { failure = await service(for: id).map { ServiceError($0, .offline) } }
    } else {
      let services = await services(for: id, choice)
      switch try await query(services, for: id, coverage, bypassingCache: refresh) {
      case .found(let found):
        let result =
          found.value.id == id || coverage == .firstService
          ? found : try await completed(found.value, choice, in: context).after(found)
        return try await addingSeriesTitle(to: result, from: choice, in: context)
      case .failed(let error): failure = error
      case .missing(let service): failure = UnknownFilmError(id: id, service: service.name)
      case .notQueried: if refresh { failure = await keyError(for: id) }
      }
    }
    let result = try await localFilm(id, copy: copy, insteadOf: failure, in: context)
    return refresh ? result.withWarningsShownEachTime : result
  }

  /// Fetches the facts about a film from all services, even if there is a fresh copy.
  ///
  /// Adds a warning about each service that fails.
  ///
  /// - Throws: A ``UserFacingError`` if no service returns the film.
  package func refresh(_ id: FilmID, in context: CommandContext) async throws -> SourceResult<Film> {
    let id = await canonicalID(of: id)
    guard let service = await service(for: id) else { throw UnknownFilmError(id: id) }
    guard !context.isOffline else { throw ServiceError(service, .offline) }
    let services = await services(for: id, .auto)
    switch try await query(services, for: id, .allServices, bypassingCache: true) {
    case .found(let found):
      let result = try await addingSeriesTitle(to: found, from: .auto, in: context)
      await learnAliases(of: result.value)
      let film = await applyingRecords(to: [result.value])[0]
      return result.map { _ in film }
    case .failed(let error): throw error
    case .missing(let service): throw await missingError(id, service)
    case .notQueried:
      if let error = await keyError(for: id) { throw error }
      throw await missingError(id, service)
    }
  }

  /// Returns the error for a film that a service does not have, and whose facts were to be fetched again.
  private func missingError(_ id: FilmID, _ service: ServiceDescriptor) async -> ServiceError {
    let hasDetails = await localFilms([id])[id] != nil
    return ServiceError(service, .noSuchFilm(id: id.rawValue, hasDetails: hasDetails))
  }

  // MARK: - Caching

  /// Returns the catalog's film, whose IMDb ratings complete a film of TMDB; empty if there is none.
  private func catalogFilms(completing film: Film) async -> [Film] {
    guard film.origin == .tmdb, film.id.imdbID != nil else { return [] }
    let found = try? await sources.withCatalog { try await $0.film(id: film.id) }.value
    return found.map { [$0] } ?? []
  }

  /// Stores a film from a service, and returns it merged with the cached facts of other sources.
  func storeAndMerge(_ film: Film) async -> Film {
    let now = now()
    let catalogFilms = await catalogFilms(completing: film)
    await writer.store(1) { try await $0.store([film] + catalogFilms, at: now) }
    // The store may have found that the IMDb id is wrong; the service's own id is valid in any case.
    let id = film.otherIDs.first ?? film.id
    let stored = try? await database.openForReading().cache.film(id)?.film
    let merged = stored.map { $0.detailOrigins.contains(film.origin) ? $0 : film } ?? film
    if merged.isOfSources { films.store(merged, for: merged.id) }
    return merged
  }

  /// Stores films in memory and in the film cache.
  package func store(_ new: [Film]) async {
    storeInMemory(new)
    let now = now()
    await writer.store(new.count) { try await $0.store(new, at: now) }
  }

  /// Stores the facts of films that are added to the collection.
  ///
  /// If the catalog has the film, its facts are stored. Otherwise, the given facts are stored if the film cache has no
  /// facts of a source about the film: stored facts may be merged from several sources, and are not replaced.
  /// TMDB's search results do not contain the time at which they were fetched: they are stored with `fetchedAt`, a time
  /// before that, or are not stored if it is `nil`.
  package func storeFacts(ofAddedFilms films: [Film], fetchedAfter fetchedAt: Date? = nil) async {
    let incompleteFilms = films.filter { $0.level < .full }
    guard !incompleteFilms.isEmpty else { return }
    let storedFilms = await storeCatalogFacts(of: incompleteFilms.map(\.id))
    let withoutStoredFacts = incompleteFilms.filter { storedFilms[$0.id].map(\.origin.isOfFiles) ?? true }
    await store(withoutStoredFacts.filter { $0.origin != .tmdb })
    let hits = withoutStoredFacts.filter { $0.origin == .tmdb }
    guard let fetchedAt, !hits.isEmpty else { return }
    await writer.store(hits.count) { try await $0.store(hits, at: fetchedAt, areFetched: true) }
  }

  /// Copies the facts of the catalog about films, except those with the full facts of a service, to the film
  /// cache.
  ///
  /// - Returns: The films that the film cache has, by the given ids.
  @discardableResult
  package func storeCatalogFacts(of ids: [FilmID]) async -> [FilmID: Film] {
    let cached = (try? await database.openForReading().cache.films(ids)) ?? [:]
    let incompleteIDs = ids.filter { cached[$0]?.level != .full }
    let found = try? await sources.withCatalog { try await $0.films(incompleteIDs) }.value
    if let found, !found.isEmpty { await store(Array(found.values)) }
    return cached.merging(found ?? [:]) { $1 }
  }

  /// Stores the facts of imported files about films, without evicting other films.
  package func store(importedFacts films: [Film]) async {
    try? await database.openCache().storeImported(films, at: now())
  }

  /// Removes all films from memory.
  ///
  /// Call this after two ids were merged into one film, or separated again.
  package func clearMemory() { films.removeAll() }

  /// Removes all films from memory, and the facts of TMDB under `aliases` from the film cache.
  ///
  /// Call this after aliases have changed: facts that were stored under an id while the user had recorded it as an
  /// alias lack the IMDb id that TMDB reports.
  package func forgetFacts(under aliases: [FilmID]) async {
    clearMemory()
    try? await database.openCache().removeTMDBFacts(under: aliases)
  }

  /// Stores films in memory, except for films whose facts in memory are more detailed or newer, and films with
  /// facts of own or imported records, because these may change.
  func storeInMemory(_ new: [Film]) {
    for film in new where film.isOfSources && films.value(for: film.id)?.shouldBeReplaced(by: film, at: now()) ?? true {
      films.store(film, for: film.id)
    }
  }

  /// Returns the fresh or stale copy of a film in memory or in the film cache.
  private func cachedFilm(_ id: FilmID) async -> Film? {
    if let film = await freshMemoryFilm(id) { return film }
    guard let record = try? await database.openForReading().cache.film(id) else { return films.value(for: id) }
    storeInMemory([record.film])
    if let usedOn = record.usedOn, FilmCache.isUnused(since: usedOn, at: now()) {
      try? await database.openCache().markUsed(id, at: now())
    }
    return record.film
  }

  /// Returns the film in memory if it is fresh and, if a service is given, has the service's facts.
  ///
  /// A stale film is not returned, because another filmz process may have written newer facts to
  /// the film cache.
  func freshMemoryFilm(_ id: FilmID, of service: Film.Origin? = nil) async -> Film? {
    guard let film = films.value(for: id), await isFresh(film) else { return nil }
    let settings = await settings()
    return service.map { film.hasFacts(of: $0, settings) } ?? true ? film : nil
  }

  private func isFresh(_ film: Film) async -> Bool { film.isFresh(at: now(), days: await settings().cacheDays) }
}

// The ids of films at services.
extension FilmLookup {
  /// Returns the service's own id of a film, which is an alias of the film; `nil` if no such id is known, or if the
  /// film has no IMDb id.
  func ownID(of id: FilmID, at source: any NetworkSource) async -> FilmID? {
    guard id.imdbID != nil, let collection = try? await database.openForReading().collection else { return nil }
    return try? await collection.aliases(of: id).first { $0.imdbID == nil && source.supports($0) }
  }

  /// Requests a film from a service, under the service's own id if it is known: TMDB then needs one request
  /// instead of two.
  ///
  /// If only the user has recorded that the service's own id is an alias of the requested id, the film is
  /// returned under the service's own id. Its facts are then separate again if the user undoes this.
  ///
  /// - Returns: The film, or `nil` if the service does not have it.
  func request(_ id: FilmID, or ownID: FilmID?, from source: any NetworkSource) async throws -> Film? {
    if let ownID, var film = try await source.film(id: ownID) {
      if film.id == id { return await withPlausibleID(film, requestedBy: id) }
      if (try? await database.openForReading().collection.isAlias(ownID, of: id)) == true {
        film.id = ownID
        film.otherIDs = []
        return film
      }
      // The service has corrected the IMDb id.
      await store([film])
    }
    guard let film = try await source.film(id: id) else { return nil }
    return await withPlausibleID(film, requestedBy: id)
  }

  /// Checks the IMDb id that a service reports for a film.
  ///
  /// The IMDb id is wrong if the facts that are known locally about the film with this id contradict those of
  /// the service (``Film/contradicts(_:)``). Own and imported facts cannot show this.
  ///
  /// - Returns: The film, under the service's own id if the IMDb id is wrong; `nil` if a wrong IMDb id was
  ///   requested.
  func withPlausibleID(_ film: Film, requestedBy id: FilmID) async -> Film? {
    guard let ownID = film.otherIDs.first, let known = await localFilms([film.id])[film.id], known.ownFields.isEmpty,
      !known.origin.isOfFiles, known.contradicts(film)
    else { return film }
    guard id.imdbID == nil else { return nil }
    var film = film
    film.id = ownID
    film.otherIDs = []
    return film
  }

  /// Records in the collection which other ids a service has reported for a film of the collection.
  ///
  /// If the collection has the film under two ids, changes nothing and adds a warning. If the collection
  /// cannot be written, the ids are recorded at a later lookup of the film.
  func learnAliases(of film: Film) async {
    guard !film.otherIDs.isEmpty, let collection = try? await database.openForReading().collection,
      let reported = try? await collection.unlearnedAliases(of: film)
    else { return }
    for id in reported.conflicts {
      let text = "your data has \(film.caption) under two ids, \(id) and \(film.id)"
      database.warnings.add(.problem(text, .identify(id, film.id)))
    }
    guard !reported.ids.isEmpty else { return }
    let now = now()
    _ = try? await database.openForWriting(at: now).collection.learnAliases(
      reported.ids, of: film.id, foundBy: ServiceDescriptor.tmdb.name, at: now)
  }
}
