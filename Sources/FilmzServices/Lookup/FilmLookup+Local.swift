package import FilmzDomain
import FilmzStore

/// The facts that are available without the network.
extension FilmLookup {
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
    else { return await applyingRecords(to: result) }
    result.merge(catalogFilms) { $0.shouldBeReplaced(by: $1, at: now()) ? $1 : $0 }
    return await applyingRecords(to: result)
  }

  /// Returns the ids of the films with own records.
  func recordIDs() async throws -> [FilmID] {
    try await database.openForReading().collection.idsOfRecords()
  }

  /// Returns the ids of the films in the film cache with details that match a filter; see
  /// ``FilmzStore/FilmCache/ids(withDetailsOf:)``.
  func cachedIDs(withDetailsOf filter: FilmFilter) async throws -> [FilmID] {
    try await database.openForReading().cache.ids(withDetailsOf: filter)
  }

  /// Returns the films that the kids filter shows, judged by their stored certifications.
  func filmsShownByKidsFilter(among films: [Film]) async throws -> [Film] {
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

  /// Returns the films with the facts of imported records that sources lack, and with those of the user's own records
  /// instead of all others.
  func applyingRecords(to films: [Film]) async -> [Film] {
    let records = try? await database.openForReading().collection.filmRecords(films.map(\.id))
    guard let records, !records.isEmpty else { return films }
    return films.map { film in records[film.id].map(film.applying) ?? film }
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
  func localFilm(
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
  func factSource(of film: Film) -> String {
    if let fetchedAt = film.fetchedAt {
      return "a copy fetched \(Freshness.age(of: fetchedAt, at: now()))"
    }
    if film.origin == .mflix { return "an imported record" }
    guard film.isComplete else { return "search results" }
    return (film.origin == .catalog ? "the catalog" : sources.builtIn.name)
      + (film.ratingsAsOf.map { " (as of \($0))" } ?? "")
  }
}

/// Looks up films by title at services.
package struct TitleLookup: Sendable {
  private let sources: FilmSources
  private let pages: PageCache

  init(sources: FilmSources, pages: PageCache) {
    self.sources = sources
    self.pages = pages
  }

  /// Returns the films with a title and, if given, a year, from the first service that has any.
  ///
  /// Returns no films if the command runs offline or no service is configured.
  ///
  /// - Throws: The error of the first service that failed, if no service has films.
  package func films(
    titled title: String, year: Int?, in context: CommandContext
  ) async throws -> [Film] {
    guard !context.isOffline else { return [] }
    let words = title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    var failure: (any UserFacingError)?
    for source in await sources.configuredServices() {
      let key = "\(await source.pageKeyPrefix) title \(year.map(String.init) ?? "") \(words)"
      do {
        let page = try await pages.page(key, of: source.service, in: context) {
          let films = try await source.films(titled: title, year: year)
          return SearchPage(films: films, total: films.count)
        }
        let matchingFilms = page.value.films.filter { year == nil || $0.year == year }
        if !matchingFilms.isEmpty { return matchingFilms }
      } catch let error as any UserFacingError {
        failure = failure ?? error
      }
    }
    if let failure { throw failure }
    return []
  }

  /// Returns films that may have a title and were released in about a year, with at most one request to the
  /// first service that is configured.
  ///
  /// TMDB needs two requests for titles of a year, one for films and one for series, so it is asked for titles
  /// of all years.
  ///
  /// - Throws: The error of the service.
  package func candidates(
    titled title: String, year: Int, in context: CommandContext
  ) async throws -> [Film] {
    guard !context.isOffline, let source = await sources.configuredServices().first else {
      return []
    }
    let films = try await source.films(
      titled: title, year: source.origin == .tmdb ? nil : year)
    return films.filter { film in film.year.map { abs($0 - year) <= 2 } ?? false }
  }
}
