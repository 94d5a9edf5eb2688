package import FilmzDomain
import FilmzStore
import Foundation

extension CachedSearchService {
  /// All that can be known of a film: fresh cache, OMDb, stale copy, catalog.
  ///
  /// - Throws: A ``Failure`` where nobody that may be asked knows the film.
  package func film(
    _ id: FilmID, refresh: Bool = false, offline: Bool
  ) async throws -> Answer<Film> {
    let copy = await keptFilm(id)
    let days = await settings().cacheDays
    if let copy, !refresh, copy.isFresh(at: now(), days: days) { return Answer(value: copy) }
    let omdb = await omdb()
    var failure: (any Failure)?
    if refresh { failure = offline ? ServiceError.offline : omdb == nil ? .noAPIKey : nil }
    if !offline, id.imdbID != nil, let omdb {
      do {
        if let film = try await fetched(id, from: omdb, again: refresh) {
          return Answer(value: film)
        }
        failure = ServiceError.unknownFilm(id: id.rawValue, hint: "OMDb has no such film")
      } catch let error as any Failure {
        failure = error
      }
    }
    return try await local(id, copy: copy, instead: failure, offline: offline)
  }

  /// A film's facts from OMDb, however new those are that are here.
  ///
  /// - Throws: A ``Failure`` where OMDb may not be asked, or has no answer.
  package func refreshed(_ id: FilmID, offline: Bool) async throws -> Film {
    guard !offline else { throw ServiceError.offline }
    guard let omdb = await omdb() else { throw ServiceError.noAPIKey }
    guard let film = try await fetched(id, from: omdb, again: true) else {
      throw ServiceError.filmNotAtOMDb(id: id.rawValue)
    }
    return film
  }

  /// Films that bear a title at OMDb; nobody is asked without a key or with `--offline`.
  package func networkFilms(titled title: String, year: Int?, offline: Bool) async throws -> [Film]
  {
    guard !offline, let omdb = await omdb() else { return [] }
    let found = try await stored(titled: title, year: year, from: omdb).value.films
    return found.filter { year == nil || $0.year == year }
  }

  /// Keeps facts in memory and in the film cache.
  package func keep(_ new: [Film]) async {
    remember(new)
    await keepCap(stored: new.count) { try await library.caching().store(new, at: now()) }
  }

  /// Keeps facts in memory; they never give way to poorer or older ones.
  func remember(_ new: [Film]) {
    for film in new where films.value(for: film.id)?.shouldBeReplaced(by: film, at: now()) ?? true {
      films.store(film, for: film.id)
    }
  }

  /// The copy that is kept of a film, in memory or in the film cache.
  private func keptFilm(_ id: FilmID) async -> Film? {
    if let film = await landedFilm(id) { return film }
    guard let found = try? await library.reading().cache.film(id) else {
      return films.value(for: id)
    }
    remember([found.film])
    if FilmCache.isUnused(since: found.usedOn, at: now()) {
      try? await library.caching().use(id, at: now())
    }
    return found.film
  }

  private func fetched(
    _ id: FilmID, from omdb: OMDbSource, again: Bool
  ) async throws -> Film? {
    try await filmFlights.value(for: id) {
      // Another flight may have landed since the copies were looked at.
      if !again, let landed = await self.landedFilm(id) { return landed }
      if !again, await self.isKnownMissing(id) { return nil }
      let film = try await omdb.film(id: id)
      guard let film else {
        await self.keepMissing(id)
        return nil
      }
      return await self.kept(film)
    }
  }

  /// Keeps a film, and fills in what other sources that are kept know besides.
  private func kept(_ film: Film) async -> Film {
    await keep([film])
    guard let layered = try? await library.reading().cache.film(film.id)?.film else { return film }
    remember([layered])
    return layered
  }

  /// The film in memory, while it is fresh; afterwards another filmz may have fetched it.
  private func landedFilm(_ id: FilmID) async -> Film? {
    let days = await settings().cacheDays
    return films.value(for: id).flatMap { $0.isFresh(at: now(), days: days) ? $0 : nil }
  }

  private func local(
    _ id: FilmID, copy: Film?, instead failure: (any Failure)?, offline: Bool
  ) async throws -> Answer<Film> {
    let inCatalog = try await catalogs.answer { try await $0.film(id: id) }
    guard let film = better(copy, inCatalog.value) else {
      if let failure { throw failure }
      throw ServiceError.unknownFilm(
        id: id.rawValue, hint: await unaskedHint(offline: offline) ?? "check the id")
    }
    let known = inCatalog.map { _ in film }
    guard let failure, (failure as? ServiceError)?.isMissingFilm != true else { return known }
    return Answer(
      value: film, warnings: ["\(failure.message.withoutFullStop); from \(provenance(of: film))"],
      isSecondBest: !offline
    ).after(known)
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
    return (film.origin == .catalog ? "the catalog" : catalogs.builtIn.name)
      + (film.ratingsAsOf.map { " (as of \($0))" } ?? "")
  }

  /// Why there was nobody to ask further and what can be done about it, or nothing where all were
  /// asked.
  package func unaskedHint(offline: Bool) async -> String? {
    let hasKey = await settings().omdbAPIKey != nil
    if hasKey { return offline ? "without --offline OMDb can be asked" : nil }
    if !offline { return "an OMDb key lets filmz look further: `config set omdb.apiKey -`" }
    return await hasImportedCatalog() ? nil : "an imported catalog knows more: `help catalog`"
  }
}

extension ServiceError {
  fileprivate var isMissingFilm: Bool {
    if case .unknownFilm = self { true } else { false }
  }
}
