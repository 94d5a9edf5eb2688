package import FilmzDomain
package import FilmzStore
package import Foundation

/// A search that found its source, and its first page.
package struct FoundPage: Sendable {
  package let query: SearchQuery
  package let source: any FilmSource
  package let page: SearchPage
}

/// Looks films up: in the film cache, on the network, in the catalog of this machine.
package actor CachedSearchService {
  private let library: Library
  private let catalog: any FilmSource
  private let fetcher: HTTPFetcher
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    library: Library, catalog: any FilmSource, fetcher: HTTPFetcher,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    self.library = library
    self.catalog = catalog
    self.fetcher = fetcher
    self.settings = settings
    self.now = now
  }

  // MARK: - Search

  /// Finds the source for a new search and gets one page from it.
  ///
  /// - Throws: The failure of the source that was asked, where no other one has an answer.
  package func search(
    _ query: SearchQuery, page: Int, in choice: SourceChoice, offline: Bool
  ) async throws -> Answer<FoundPage> {
    let sources = try await sources(for: query, in: choice, offline: offline)
    var warnings: [String] = []
    var failure: (any Error)?
    for (index, source) in sources.enumerated() {
      let isLast = index == sources.count - 1
      do {
        let found = try await search(query, page: page, in: source)
        if found.page.total > 0 || (isLast && failure == nil) {
          return Answer(value: found, warnings: found.page.total > 0 ? warnings : [])
        }
        if !isLast {
          warnings.append("\(source.name) found nothing; from \(sources[index + 1].name)")
        }
      } catch let error as any Failure where !isLast {
        failure = error.kind == .unavailable ? error : nil
        warnings.append("\(error.message.withoutFullStop); from \(sources[index + 1].name)")
      }
    }
    throw failure ?? ServiceError.offline
  }

  /// A further page of a search from the source that it was begun with.
  package func page(_ page: Int, of query: SearchQuery, from source: any FilmSource) async throws
    -> SearchPage
  {
    try await source.search(query, page: page)
  }

  /// As typed, and then with the last word read as a year.
  private func search(_ query: SearchQuery, page: Int, in source: any FilmSource) async throws
    -> FoundPage
  {
    let found = try await source.search(query, page: page)
    if found.total == 0, let other = query.readingLastWordAsYear {
      let again = try await source.search(other, page: page)
      if again.total > 0 { return FoundPage(query: other, source: source, page: again) }
    }
    return FoundPage(query: query, source: source, page: found)
  }

  private func sources(
    for query: SearchQuery, in choice: SourceChoice, offline: Bool
  ) async throws -> [any FilmSource] {
    switch choice {
    case .catalog: return [catalog]
    case .omdb:
      guard !offline else { throw ServiceError.offline }
      guard let omdb = await omdb() else { throw ServiceError.noAPIKey }
      return query.isShort ? [catalog] : [omdb]
    case .auto:
      guard !offline, !query.isShort, let omdb = await omdb() else { return [catalog] }
      return [omdb, catalog]
    }
  }

  // MARK: - Films

  /// All that can be known of a film: fresh cache, OMDb, stale copy, catalog.
  ///
  /// - Throws: A ``Failure`` where nobody that may be asked knows the film.
  package func film(
    _ id: FilmID, refresh: Bool = false, offline: Bool
  ) async throws -> Answer<Film> {
    let cached = try? await library.reading().cache.films([id])[id]
    let days = await settings().cacheDays
    if let cached, !refresh, cached.isFresh(at: now(), days: days) { return Answer(value: cached) }
    var failure: (any Failure)?
    if !offline, id.imdbID != nil, let omdb = await omdb() {
      do {
        if let film = try await omdb.film(id: id) {
          await keep([film])
          return Answer(value: film)
        }
        failure = ServiceError.unknownFilm(id: id.rawValue, hint: "OMDb has no such film")
      } catch let error as any Failure {
        failure = error
      }
    }
    return try await local(id, cached: cached, instead: failure, offline: offline)
  }

  /// Films that bear a title at OMDb; nobody is asked without a key or with `--offline`.
  package func networkFilms(titled title: String, year: Int?, offline: Bool) async throws -> [Film]
  {
    guard !offline, let omdb = await omdb() else { return [] }
    let films = try await omdb.films(titled: title, year: year)
    await keep(films)
    return films
  }

  /// Films that bear a title in the catalog of this machine.
  package func catalogFilms(titled title: String, year: Int?) async throws -> [Film] {
    try await catalog.films(titled: title, year: year)
  }

  /// What this machine knows of films, without asking anybody: cache, then catalog.
  package func localFilms(_ ids: [FilmID]) async -> [FilmID: Film] {
    var films = (try? await library.reading().cache.films(ids)) ?? [:]
    for id in ids where films[id]?.isComplete != true {
      if let film = try? await catalog.film(id: id) { films[id] = film }
    }
    return films
  }

  /// Keeps facts in the film cache; a cache that cannot be written costs time and nothing else.
  package func keep(_ films: [Film]) async {
    try? await library.caching().store(films)
  }

  /// Copies facts from the catalog for films of the collection that have none.
  package func refillCache() async throws {
    let missing = try await library.reading().collection.idsWithoutFacts()
    guard !missing.isEmpty else { return }
    var films: [Film] = []
    for id in missing { if let film = try await catalog.film(id: id) { films.append(film) } }
    if !films.isEmpty { await keep(films) }
  }

  /// Whether OMDb may be asked at all.
  package func canAskNetwork(offline: Bool) async -> Bool {
    let hasKey = await settings().omdbAPIKey != nil
    return !offline && hasKey
  }

  private func local(
    _ id: FilmID, cached: Film?, instead failure: (any Failure)?, offline: Bool
  ) async throws -> Answer<Film> {
    let fromCatalog = try await catalog.film(id: id)
    let isCachedRicher = cached?.isComplete == true && cached?.fetchedAt != nil
    guard let film = isCachedRicher ? cached : fromCatalog ?? cached else {
      if let failure { throw failure }
      throw ServiceError.unknownFilm(id: id.rawValue, hint: await hint(offline: offline))
    }
    guard let failure, (failure as? ServiceError)?.isMissingFilm != true else {
      return Answer(value: film)
    }
    return Answer(
      value: film, warnings: ["\(failure.message.withoutFullStop); from \(provenance(of: film))"])
  }

  private func provenance(of film: Film) -> String {
    guard let fetchedAt = film.fetchedAt else { return catalog.name }
    let days = Int(now().timeIntervalSince(fetchedAt) / 86_400)
    return "a copy of \(days == 0 ? "today" : days == 1 ? "yesterday" : "\(days) days ago")"
  }

  private func hint(offline: Bool) async -> String {
    let hasKey = await settings().omdbAPIKey != nil
    if !hasKey { return "an OMDb key lets filmz look it up: `config set omdb.apiKey -`" }
    return offline ? "without --offline OMDb can be asked" : "check the id"
  }

  private func omdb() async -> OMDbSource? {
    let settings = await settings()
    guard let key = settings.omdbAPIKey else { return nil }
    return OMDbSource(baseURL: settings.omdbBaseURL, key: key, fetcher: fetcher, now: now)
  }
}

extension ServiceError {
  fileprivate var isMissingFilm: Bool {
    if case .unknownFilm = self { true } else { false }
  }
}

extension String {
  fileprivate var withoutFullStop: String { hasSuffix(".") ? String(dropLast()) : self }
}
