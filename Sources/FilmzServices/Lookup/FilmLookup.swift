package import FilmzDomain
import FilmzStore
import Foundation

/// Looks up films by id in memory, in the film cache, at services, and in the catalog.
///
/// Concurrent requests to a service for the same film are coalesced.
package actor FilmLookup {
  /// The maximum number of films in memory.
  private static let capacity = 2000

  let sources: FilmSources
  private let database: CollectionDatabase
  private let pages: PageCache
  let writer: CacheWriter
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date
  private var films = LRUCache<FilmID, Film>(capacity: capacity)
  private let requests = RequestCoalescer<String, Film?>()

  init(
    sources: FilmSources, database: CollectionDatabase, pages: PageCache, writer: CacheWriter,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    self.sources = sources
    self.database = database
    self.pages = pages
    self.writer = writer
    self.settings = settings
    self.now = now
  }

  // MARK: - Lookup

  /// Returns the facts about a film.
  ///
  /// Returns a fresh copy if there is one and `refresh` is `false`. Otherwise requests the film
  /// from the chosen services, unless the command runs offline. If none of them returns the film,
  /// falls back to the copy or the catalog, whichever has more detailed or newer facts.
  ///
  /// Adds a warning to a fallback if a service failed. If `refresh` is `true`, also adds a warning
  /// to a fallback if the command runs offline or no service is configured.
  ///
  /// - Throws: A ``UserFacingError`` if neither a service nor the fallback has the film.
  package func film(
    _ id: FilmID, from choice: SourceChoice = .auto, refresh: Bool = false,
    in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let copy = await cachedFilm(id)
    let days = await settings().cacheDays
    if let copy, !refresh, copy.isFresh(at: now(), days: days) {
      return SourceResult(value: try await addingSeriesTitle(to: copy, from: choice, in: context))
    }
    var failure: (any UserFacingError)?
    if context.isOffline {
      if refresh { failure = service(for: id).map { ServiceError($0, .offline) } }
    } else {
      switch try await queryServices(for: id, choice, bypassingCache: refresh) {
      case .found(let film):
        return SourceResult(value: try await addingSeriesTitle(to: film, from: choice, in: context))
      case .failed(let error): failure = error
      case .missing(let service): failure = UnknownFilmError(id: id, service: service.name)
      case .notQueried: if refresh { failure = await keyError(for: id) }
      }
    }
    let result = try await localFilm(id, copy: copy, insteadOf: failure, in: context)
    return refresh ? result.withWarningsShownEachTime : result
  }

  /// Fetches the facts about a film from a service, even if there is a fresh copy.
  ///
  /// - Throws: A ``UserFacingError`` if no service returns the film.
  package func refresh(_ id: FilmID, in context: CommandContext) async throws -> Film {
    guard let service = service(for: id) else { throw UnknownFilmError(id: id) }
    guard !context.isOffline else { throw ServiceError(service, .offline) }
    switch try await queryServices(for: id, .auto, bypassingCache: true) {
    case .found(let film): return try await addingSeriesTitle(to: film, in: context)
    case .failed(let error): throw error
    case .missing(let service): throw ServiceError(service, .noSuchFilm(id: id.rawValue))
    case .notQueried:
      throw await keyError(for: id) ?? ServiceError(service, .noSuchFilm(id: id.rawValue))
    }
  }

  /// The outcome of querying the services for a film.
  private enum ServiceOutcome {
    case found(Film)
    /// No service has the film; this is the first service that was queried.
    case missing(ServiceDescriptor)
    /// No service returned the film, and at least one failed; this is the first error.
    case failed(any UserFacingError)
    /// No configured and chosen service supports the id.
    case notQueried
  }

  /// Queries the chosen services that support the id, one after another, until one has the film.
  private func queryServices(
    for id: FilmID, _ choice: SourceChoice, bypassingCache: Bool
  ) async throws -> ServiceOutcome {
    var outcome = ServiceOutcome.notQueried
    for source in await sources.configuredServices()
    where source.supports(id) && (choice == .auto || choice == .source(source.origin)) {
      do {
        if let film = try await fetch(id, from: source, bypassingCache: bypassingCache) {
          return .found(film)
        }
        if case .notQueried = outcome { outcome = .missing(source.service) }
      } catch let failure as any UserFacingError {
        if case .failed = outcome { continue }
        outcome = .failed(failure)
      }
    }
    return outcome
  }

  /// Fetches a film from a service; returns `nil` if the service does not have the film.
  ///
  /// Unless `bypassingCache` is `true`, no request is sent if there is a fresh film in memory, or a
  /// fresh record that the service does not have the film.
  func fetch(
    _ id: FilmID, from source: any NetworkSource, bypassingCache: Bool
  ) async throws -> Film? {
    let key = "\(source.origin.rawValue) film \(id)"
    return try await requests.value(for: bypassingCache ? key + " again" : key) {
      // Another request may have completed since the cache was checked.
      if !bypassingCache, let film = await self.freshMemoryFilm(id) { return film }
      if !bypassingCache, await self.pages.isKnownMissing(key) { return nil }
      guard let film = try await source.film(id: id) else {
        await self.pages.storeMissing(key)
        return nil
      }
      return await self.storeAndMerge(film)
    }
  }

  /// Stores a film, and returns it merged with the cached facts of other sources.
  private func storeAndMerge(_ film: Film) async -> Film {
    await store([film])
    guard let merged = try? await database.openForReading().cache.film(film.id)?.film else {
      return film
    }
    storeInMemory([merged])
    return merged
  }

  /// Returns the error that no service has a key; `nil` if a service is configured, or if there are
  /// no services.
  private func keyError(for id: FilmID) async -> ServiceError? {
    guard await sources.configuredServices().isEmpty else { return nil }
    return service(for: id).map { ServiceError($0, .noKey) }
  }

  /// Returns the first service that supports an id, or the first service if none supports the id.
  private func service(for id: FilmID) -> ServiceDescriptor? {
    (sources.networkSources.first { $0.supports(id) } ?? sources.networkSources.first)?.service
  }

  // MARK: - Local films

  /// Returns the films that are available in memory, in the film cache, or in the catalog, by id.
  package func localFilms(_ ids: [FilmID]) async -> [FilmID: Film] {
    var result: [FilmID: Film] = [:]
    for id in ids { result[id] = films.value(for: id) }
    let missingIDs = ids.filter { result[$0] == nil }
    if !missingIDs.isEmpty,
      let cached = try? await database.openForReading().cache.films(missingIDs)
    {
      result.merge(cached) { first, _ in first }
      storeInMemory(Array(cached.values))
    }
    // Facts copied from the catalog may be older than those in the current catalog.
    let incompleteIDs = ids.filter { result[$0]?.level != .full }
    guard !incompleteIDs.isEmpty,
      let catalogFilms = try? await sources.withCatalog({ try await $0.films(incompleteIDs) }).value
    else { return result }
    result.merge(catalogFilms) { $0.shouldBeReplaced(by: $1, at: now()) ? $1 : $0 }
    return result
  }

  /// Returns a film, with its IMDb rating replaced by that of the catalog if the latter is newer.
  ///
  /// Replaces the rating only if the film's facts are the full facts of a service and the ratings
  /// of the catalog are newer. Use this for display only; the stored facts keep the rating of the
  /// service.
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
  /// Adds a warning about `failure`, unless that is an ``UnknownFilmError``.
  ///
  /// - Throws: `failure` if there is neither a copy nor a film in the catalog; if `failure` is
  ///   `nil`, an ``UnknownFilmError``.
  private func localFilm(
    _ id: FilmID, copy: Film?, insteadOf failure: (any UserFacingError)?, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let catalogResult = try await sources.withCatalog { try await $0.film(id: id) }
    guard let film = preferredFilm(copy, catalogResult.value) else {
      if let failure { throw failure }
      let remedy = await sources.remedyForSkippedSources(in: context, for: id)
      throw UnknownFilmError(id: id, remedy: remedy ?? .checkID)
    }
    let result = catalogResult.map { _ in film }
    guard let failure, !(failure is UnknownFilmError) else { return result }
    let warning = Warning(failure, consequence: "the details are from \(factSource(of: film))")
    return SourceResult(value: film, warnings: [warning], isFallback: !context.isOffline)
      .after(result)
  }

  /// Returns the film with the more detailed or newer facts; `nil` if both are `nil`.
  private func preferredFilm(_ copy: Film?, _ catalogFilm: Film?) -> Film? {
    guard let copy, let catalogFilm else { return copy ?? catalogFilm }
    return copy.shouldBeReplaced(by: catalogFilm, at: now()) ? catalogFilm : copy
  }

  /// Describes in a message where the facts about a film come from.
  private func factSource(of film: Film) -> String {
    if let fetchedAt = film.fetchedAt {
      return "a copy fetched \(Freshness.age(of: fetchedAt, at: now()))"
    }
    guard film.isComplete else { return "search results" }
    return (film.origin == .catalog ? "the catalog" : sources.builtIn.name)
      + (film.ratingsAsOf.map { " (as of \($0))" } ?? "")
  }

  // MARK: - Caching

  /// Stores films in memory and in the film cache.
  package func store(_ new: [Film]) async {
    storeInMemory(new)
    let now = now()
    await writer.store(new.count) { try await $0.store(new, at: now) }
  }

  /// Stores films, each with the most detailed facts about it that are available locally.
  ///
  /// Call this for films that are added to the collection: search results have only some of the
  /// facts.
  package func storeWithLocalFacts(_ new: [Film]) async {
    let incompleteIDs = new.filter { $0.level < .full }.map(\.id)
    let local = incompleteIDs.isEmpty ? [:] : await localFilms(incompleteIDs)
    let now = now()
    await store(
      new.map { film in
        guard let localFilm = local[film.id], film.shouldBeReplaced(by: localFilm, at: now) else {
          return film
        }
        return localFilm
      })
  }

  /// Removes all films from memory.
  ///
  /// Call this after two ids were merged into one film, or separated again.
  package func clearMemory() { films.removeAll() }

  /// Removes some films from memory.
  func removeFromMemory(_ ids: [FilmID]) { for id in ids { films.remove(id) } }

  /// Stores films in memory, except for films whose facts in memory are more detailed or newer.
  func storeInMemory(_ new: [Film]) {
    for film in new where films.value(for: film.id)?.shouldBeReplaced(by: film, at: now()) ?? true {
      films.store(film, for: film.id)
    }
  }

  /// Returns the fresh or stale copy of a film in memory or in the film cache.
  private func cachedFilm(_ id: FilmID) async -> Film? {
    if let film = await freshMemoryFilm(id) { return film }
    guard let record = try? await database.openForReading().cache.film(id) else {
      return films.value(for: id)
    }
    storeInMemory([record.film])
    if FilmCache.isUnused(since: record.usedOn, at: now()) {
      try? await database.openCache().markUsed(id, at: now())
    }
    return record.film
  }

  /// Returns the film in memory if it is fresh.
  ///
  /// A stale film is not returned, because another filmz process may have written newer facts to
  /// the film cache.
  private func freshMemoryFilm(_ id: FilmID) async -> Film? {
    let days = await settings().cacheDays
    return films.value(for: id).flatMap { $0.isFresh(at: now(), days: days) ? $0 : nil }
  }
}
