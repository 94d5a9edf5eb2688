import FilmzDomain
import FilmzStore

// Queries of services for films.
extension FilmLookup {
  /// Returns a film with the facts of those services that have not contributed to it yet.
  ///
  /// Adds a warning about each service that fails.
  ///
  /// - Throws: `CancellationError`.
  func completed(_ film: Film, _ choice: SourceChoice, in context: CommandContext) async throws -> SourceResult<Film> {
    guard !context.isOffline else { return SourceResult(value: film) }
    let settings = await settings()
    let missing = await services(for: film.id, choice).filter { !film.hasFacts(of: $0.origin, settings) }
    let outcomes = try await fetch(film.id, from: missing, bypassingCache: false)
    return SourceResult(
      value: outcomes.compactMap(\.film).mostComplete ?? film,
      warnings: warnings(outcomes.compactMap(\.failure), insteadOf: film))
  }

  private func warnings(_ failures: [any UserFacingError], insteadOf film: Film) -> [Warning] {
    let names = film.detailOrigins.compactMap { sources.source($0)?.name }
    let usedNames = names.isEmpty ? sources.builtIn.name : names.joinedWithAnd
    return failures.map { Warning($0, consequence: "the details are from \(usedNames) only") }
  }

  /// The outcome of querying the services for a film.
  enum ServiceOutcome {
    /// The facts of all services that have the film, with a warning about each service that failed.
    case found(SourceResult<Film>)
    /// No service has the film; the value is the first service that was queried.
    case missing(ServiceDescriptor)
    /// No service returned the film, and at least one failed; the value is the first error.
    case failed(any UserFacingError)
    /// No configured and chosen service supports the id.
    case notQueried
  }

  /// The result of querying one service for a film; both values are `nil` if the service does not have the film.
  private typealias FetchOutcome = (film: Film?, failure: (any UserFacingError)?)

  /// Returns the configured and chosen services that support an id, in the order of their precedence.
  func services(for id: FilmID, _ choice: SourceChoice) async -> [any NetworkSource] {
    await sources.configuredServices().filter { source in
      source.supports(id) && (choice == .auto || choice == .source(source.origin))
    }
  }

  /// Queries services for a film.
  func query(
    _ services: [any NetworkSource], for id: FilmID, _ coverage: Coverage, bypassingCache: Bool
  ) async throws -> ServiceOutcome {
    guard let first = services.first else { return .notQueried }
    var outcomes: [FetchOutcome] = []
    switch coverage {
    case .allServices: outcomes = try await fetch(id, from: services, bypassingCache: bypassingCache)
    case .firstService:
      for source in services where outcomes.last?.film == nil {
        outcomes += try await fetch(id, from: [source], bypassingCache: bypassingCache)
      }
    }
    let failures = outcomes.compactMap(\.failure)
    guard let film = outcomes.compactMap(\.film).mostComplete else {
      return failures.first.map { .failed($0) } ?? .missing(first.service)
    }
    return .found(
      SourceResult(value: film, warnings: coverage == .allServices ? warnings(failures, insteadOf: film) : []))
  }

  /// Fetches a film from several services at the same time, and returns the outcomes in the order of
  /// the services.
  ///
  /// - Throws: `CancellationError`.
  private func fetch(
    _ id: FilmID, from services: [any NetworkSource], bypassingCache: Bool
  ) async throws -> [FetchOutcome] {
    try await withThrowingTaskGroup(of: (Int, FetchOutcome).self) { group in
      for (index, source) in services.enumerated() {
        group.addTask {
          do {
            let film = try await self.fetch(id, from: source, bypassingCache: bypassingCache)
            return (index, (film, nil))
          } catch let failure as any UserFacingError { return (index, (nil, failure)) }
        }
      }
      var outcomes: [Int: FetchOutcome] = [:]
      for try await (index, outcome) in group { outcomes[index] = outcome }
      return services.indices.compactMap { outcomes[$0] }
    }
  }

  /// Fetches a film from a service; returns `nil` if the service does not have the film.
  ///
  /// Unless `bypassingCache` is `true`, no request is sent if there is a fresh film in memory, or a
  /// fresh record that the service does not have the film. Such a record is valid only for the ids
  /// with which the service was queried: when another id becomes known, the service is queried again.
  func fetch(_ id: FilmID, from source: any NetworkSource, bypassingCache: Bool) async throws -> Film? {
    let ownID = await ownID(of: id, at: source)
    let key = "\(source.origin.rawValue) film \(id)" + (ownID.map { " \($0)" } ?? "")
    return try await requests.value(for: bypassingCache ? key + " again" : key) {
      // Another request may have completed since the cache was checked.
      if !bypassingCache, let film = await self.freshMemoryFilm(id, of: source.origin) { return film }
      if !bypassingCache, await self.pages.isKnownMissing(key) { return nil }
      guard let film = try await self.request(id, or: ownID, from: source) else {
        await self.pages.storeMissing(key)
        return nil
      }
      return await self.storeAndMerge(film)
    }
  }

  func canonicalID(of id: FilmID) async -> FilmID {
    (try? await database.openForReading().collection.canonicalIDs(of: [id])[id]) ?? id
  }

  /// Returns the error for a missing key if no configured service supports an id; `nil` if one does, or if
  /// there are no services.
  func keyError(for id: FilmID) async -> ServiceError? {
    guard await services(for: id, .auto).isEmpty else { return nil }
    return await service(for: id).map { ServiceError($0, .noKey) }
  }

  /// Returns the service to name in errors about a film: the first configured service that supports the id,
  /// otherwise the first service that supports it, otherwise the first service.
  func service(for id: FilmID) async -> ServiceDescriptor? {
    let configured = await services(for: id, .auto).first
    return (configured ?? sources.networkSources.first { $0.supports(id) } ?? sources.networkSources.first)?.service
  }
}

extension Film {
  /// Returns whether the film has the detailed facts of a service, for TMDB those for the region and in the
  /// language of the settings.
  func hasFacts(of origin: Origin, _ settings: Settings) -> Bool {
    guard isComplete, detailOrigins.contains(origin) else { return false }
    return origin != .tmdb || (region == settings.region && tmdbLanguage == settings.tmdbLanguage)
  }
}

extension [Film] {
  /// The film to which the most services have contributed.
  ///
  /// If a film is looked up several times, each result includes the facts that were stored before it.
  fileprivate var mostComplete: Film? { self.max { $0.detailOrigins.count < $1.detailOrigins.count } }
}

/// The titles of the series of episodes; a service may report a series only by its id.
extension FilmLookup {
  /// The maximum time to wait for a service to return a series; the details of the episode are already
  /// known.
  private static let maximumSeriesWait = Duration.seconds(2)

  /// Returns an episode with the title of its series, and adds the title to the stored episode.
  ///
  /// The series is looked up locally and then, if the service may be queried, at the service that
  /// returned the episode. If that fails, the title stays unknown until the next lookup of the episode.
  ///
  /// - Throws: `CancellationError`.
  func addingSeriesTitle(
    to result: SourceResult<Film>, from choice: SourceChoice, in context: CommandContext
  ) async throws -> SourceResult<Film> {
    let film = result.value
    guard let series = film.episode?.series, film.episode?.seriesTitle == nil, series != film.id else { return result }
    let knownSeries = await localFilms([series])[series]
    // An own title must not become a fact of a source.
    if knownSeries?.ownFields.contains(.title) == true { return result }
    var foundTitle = knownSeries?.title
    if foundTitle == nil, !context.isOffline, choice == .auto || choice == .source(film.origin) {
      foundTitle = try await fetchSeries(series, from: film.origin)?.title
    }
    guard let title = foundTitle else { return result }
    var episode = film
    episode.episode?.seriesTitle = title
    storeInMemory([episode])
    await writer.store(1) { try await $0.setSeriesTitle(title, ofEpisode: film.id) }
    return result.map { _ in episode }
  }

  /// Fetches a series from the service with an origin.
  ///
  /// Returns `nil` if the service does not have the series, fails, or does not respond in time.
  ///
  /// - Throws: `CancellationError`.
  private func fetchSeries(_ id: FilmID, from origin: Film.Origin) async throws -> Film? {
    let services = await sources.configuredServices()
    guard let source = services.first(where: { $0.origin == origin && $0.supports(id) }) else { return nil }
    do {
      return try await withThrowingTaskGroup(of: Film?.self) { group in
        defer { group.cancelAll() }
        group.addTask { try await self.fetch(id, from: source, bypassingCache: false) }
        group.addTask {
          try await Task.sleep(for: Self.maximumSeriesWait)
          return nil
        }
        return try await group.next() ?? nil
      }
    } catch {
      if error is CancellationError { throw error }
      return nil
    }
  }
}
