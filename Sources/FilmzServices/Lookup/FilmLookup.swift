package import FilmzDomain
import FilmzStore
import Foundation

/// Looks films up by id and by title: in memory, in the film cache, at services, in the catalogs.
///
/// What several commands want at the same time is fetched once.
package actor FilmLookup {
  private static let capacity = 2000

  private let sources: FilmSources
  private let database: CollectionDatabase
  private let pages: PageCache
  private let writer: CacheWriter
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

  // MARK: - By id

  /// Returns all that can be known of a film: a fresh copy, else a service's facts, a stale copy, the
  /// catalog's facts.
  ///
  /// - Throws: A ``UserFacingError`` if no source that may be asked knows the film.
  package func film(
    _ id: FilmID, from choice: SourceChoice = .auto, refresh: Bool = false,
    in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let copy = await storedFilm(id)
    let days = await settings().cacheDays
    if let copy, !refresh, copy.isFresh(at: now(), days: days) { return SourceResult(value: copy) }
    var failure: (any UserFacingError)?
    if context.isOffline {
      if refresh { failure = service(for: id).map { ServiceError($0, .offline) } }
    } else {
      switch try await asked(id, choice, again: refresh) {
      case .found(let film): return SourceResult(value: film)
      case .failed(let error): failure = error
      case .missing(let service): failure = UnknownFilmError(id: id, service: service.name)
      case .notAsked: if refresh { failure = await keyError(for: id) }
      }
    }
    return try await localFilm(id, copy: copy, insteadOf: failure, in: context)
  }

  /// Returns a film's facts from a service, however new the known ones are.
  ///
  /// - Throws: A ``UserFacingError`` if no service may be asked, or none has an answer.
  package func refreshed(_ id: FilmID, in context: CommandContext) async throws -> Film {
    guard let service = service(for: id) else { throw UnknownFilmError(id: id) }
    guard !context.isOffline else { throw ServiceError(service, .offline) }
    switch try await asked(id, .auto, again: true) {
    case .found(let film): return film
    case .failed(let error): throw error
    case .missing(let service): throw ServiceError(service, .noSuchFilm(id: id.rawValue))
    case .notAsked:
      throw await keyError(for: id) ?? ServiceError(service, .noSuchFilm(id: id.rawValue))
    }
  }

  /// What the services made of a question for a film.
  private enum Answer {
    case found(Film)
    case missing(ServiceDescriptor)
    case failed(any UserFacingError)
    case notAsked
  }

  /// Asks the services that know such ids, one after another.
  private func asked(
    _ id: FilmID, _ choice: SourceChoice, again: Bool
  ) async throws -> Answer {
    var answer = Answer.notAsked
    for source in await sources.readyServices()
    where source.knows(id) && (choice == .auto || choice == .source(source.origin)) {
      do {
        if let film = try await fetched(id, from: source, again: again) { return .found(film) }
        if case .notAsked = answer { answer = .missing(source.service) }
      } catch let failure as any UserFacingError {
        if case .failed = answer { continue }
        answer = .failed(failure)
      }
    }
    return answer
  }

  private func fetched(
    _ id: FilmID, from source: any NetworkSource, again: Bool
  ) async throws -> Film? {
    let key = "\(source.origin.rawValue) film \(id)"
    return try await requests.value(for: again ? key + " again" : key) {
      // Another request may have completed since the copies were looked at.
      if !again, let film = await self.freshMemoryFilm(id) { return film }
      if !again, await self.pages.isKnownMissing(key) { return nil }
      guard let film = try await source.film(id: id) else {
        await self.pages.storeMissing(key)
        return nil
      }
      return await self.layered(film)
    }
  }

  /// Stores a film, and fills in what other sources told of it.
  private func layered(_ film: Film) async -> Film {
    await store([film])
    guard let layered = try? await database.openForReading().cache.film(film.id)?.film else {
      return film
    }
    remember([layered])
    return layered
  }

  /// Returns the error that there is no key; `nil` if a service can be asked, though not for such ids.
  private func keyError(for id: FilmID) async -> ServiceError? {
    guard await sources.readyServices().isEmpty else { return nil }
    return service(for: id).map { ServiceError($0, .noKey) }
  }

  /// The first service that could be asked for a film, else the first of all.
  private func service(for id: FilmID) -> ServiceDescriptor? {
    (sources.network.first { $0.knows(id) } ?? sources.network.first)?.service
  }

  // MARK: - On this machine

  /// Returns what this machine knows of films: the cache, then the catalog.
  package func localFilms(_ ids: [FilmID]) async -> [FilmID: Film] {
    var found: [FilmID: Film] = [:]
    for id in ids { found[id] = films.value(for: id) }
    let rest = ids.filter { found[$0] == nil }
    if !rest.isEmpty, let cached = try? await database.openForReading().cache.films(rest) {
      found.merge(cached) { first, _ in first }
      remember(Array(cached.values))
    }
    // What was copied from a catalog may be older than what the catalog says by now.
    let incomplete = ids.filter { found[$0]?.level != .full }
    guard !incomplete.isEmpty,
      let known = try? await sources.askCatalog({ try await $0.films(incomplete) }).value
    else { return found }
    found.merge(known) { $0.shouldBeReplaced(by: $1, at: now()) ? $1 : $0 }
    return found
  }

  /// Returns a film as it is to be shown: with IMDb's rating from the catalog, if the catalog counted
  /// votes after the facts were fetched.
  ///
  /// The facts of the service stay as they were fetched wherever they are kept.
  package func withNewestRating(_ film: Film) async -> Film {
    guard film.level == .full, let fetchedAt = film.fetchedAt else { return film }
    let newer = try? await sources.askCatalog { catalog -> Film? in
      guard let ratingsDate = catalog.ratingsDate, ratingsDate > fetchedAt else { return nil }
      return try await catalog.film(id: film.id)
    }.value
    return newer.map { film.replacingRatings(from: $0) } ?? film
  }

  private func localFilm(
    _ id: FilmID, copy: Film?, insteadOf failure: (any UserFacingError)?, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let inCatalog = try await sources.askCatalog { try await $0.film(id: id) }
    guard let film = better(copy, inCatalog.value) else {
      if let failure { throw failure }
      let remedy = await sources.remedyForUnasked(in: context)
      throw UnknownFilmError(id: id, remedy: remedy ?? .checkID)
    }
    let known = inCatalog.map { _ in film }
    guard let failure, !(failure is UnknownFilmError) else { return known }
    let warning = Warning(failure, consequence: "from \(provenance(of: film))")
    return SourceResult(value: film, warnings: [warning], isFallback: !context.isOffline)
      .after(known)
  }

  /// The facts that are to be kept of a copy and a catalog's.
  private func better(_ copy: Film?, _ inCatalog: Film?) -> Film? {
    guard let copy, let inCatalog else { return copy ?? inCatalog }
    return copy.shouldBeReplaced(by: inCatalog, at: now()) ? inCatalog : copy
  }

  private func provenance(of film: Film) -> String {
    if let fetchedAt = film.fetchedAt {
      return "a copy of \(Freshness.age(of: fetchedAt, at: now()))"
    }
    guard film.isComplete else { return "a search's results" }
    return (film.origin == .catalog ? "the catalog" : sources.builtIn.name)
      + (film.ratingsAsOf.map { " (as of \($0))" } ?? "")
  }

  // MARK: - By title

  /// Returns films that have a title at a service, the first one that knows any.
  ///
  /// No service is asked without a key, or offline.
  package func networkFilms(
    titled title: String, year: Int?, in context: CommandContext
  ) async throws -> [Film] {
    guard !context.isOffline else { return [] }
    let words = title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var failure: (any UserFacingError)?
    for source in await sources.readyServices() {
      let key = "\(source.origin.rawValue) title \(year.map(String.init) ?? "") \(words)"
      do {
        let page = try await pages.page(key, of: source.service, in: context) {
          let films = try await source.films(titled: title, year: year)
          return SearchPage(films: films, total: films.count)
        }
        let found = page.value.films.filter { year == nil || $0.year == year }
        if !found.isEmpty { return found }
      } catch let error as any UserFacingError {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return []
  }

  // MARK: - Copies

  /// Keeps facts in memory and in the film cache.
  package func store(_ new: [Film]) async {
    remember(new)
    let now = now()
    await writer.store(new.count) { try await $0.store(new, at: now) }
  }

  /// Keeps facts of films that come into the collection, or what this machine knows besides if that is
  /// more: a search does not tell all.
  package func storeComplete(_ new: [Film]) async {
    let incomplete = new.filter { $0.level < .full }.map(\.id)
    let known = incomplete.isEmpty ? [:] : await localFilms(incomplete)
    let now = now()
    await store(
      new.map { film in
        guard let other = known[film.id], film.shouldBeReplaced(by: other, at: now) else {
          return film
        }
        return other
      })
  }

  /// Forgets the films in memory; to be called after ids became one film, or two again.
  package func forget() { films.removeAll() }

  /// Forgets some films in memory.
  func forget(_ ids: [FilmID]) { for id in ids { films.remove(id) } }

  /// Keeps facts in memory; they are never replaced by less detailed or older ones.
  private func remember(_ new: [Film]) {
    for film in new where films.value(for: film.id)?.shouldBeReplaced(by: film, at: now()) ?? true {
      films.store(film, for: film.id)
    }
  }

  /// The copy that is kept of a film, in memory or in the film cache.
  private func storedFilm(_ id: FilmID) async -> Film? {
    if let film = await freshMemoryFilm(id) { return film }
    guard let found = try? await database.openForReading().cache.film(id) else {
      return films.value(for: id)
    }
    remember([found.film])
    if FilmCache.isUnused(since: found.usedOn, at: now()) {
      try? await database.openCache().use(id, at: now())
    }
    return found.film
  }

  /// The film in memory, while it is fresh; afterwards another filmz may have fetched it.
  private func freshMemoryFilm(_ id: FilmID) async -> Film? {
    let days = await settings().cacheDays
    return films.value(for: id).flatMap { $0.isFresh(at: now(), days: days) ? $0 : nil }
  }
}
