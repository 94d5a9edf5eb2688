import FilmzDomain
import FilmzStore
import Foundation

extension CachedSearchService {
  /// A page of a search at OMDb: from memory, from the film cache, from OMDb; and where that fails
  /// a copy that is older.
  func stored(
    _ number: Int, of query: SearchQuery, from omdb: OMDbSource, offline: Bool
  ) async throws -> Answer<SearchPage> {
    try await stored(Self.key(of: query, page: number), offline: offline) {
      try await omdb.search(query, page: number)
    }
  }

  /// The films that bear a title at OMDb, kept like a page of a search.
  func stored(
    titled title: String, year: Int?, from omdb: OMDbSource
  ) async throws -> Answer<SearchPage> {
    let words = title.lowercased().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let key = "omdb title \(year.map(String.init) ?? "") \(words)"
    return try await stored(key, offline: false) {
      let films = try await omdb.films(titled: title, year: year)
      return SearchPage(films: films, total: films.count)
    }
  }

  private func stored(
    _ key: String, offline: Bool, _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> Answer<SearchPage> {
    let copy = await keptPage(key)
    if let copy, await isFresh(copy) { return Answer(value: copy.page) }
    guard !offline else { return try answer(copy, insteadOf: ServiceError.offline, "--offline") }
    do {
      return Answer(value: try await fetchedPage(key, fetch).page)
    } catch let failure as any Failure {
      return try answer(copy, insteadOf: failure, failure.message.withoutFullStop)
    }
  }

  /// A copy that is not fresh, with its age; the failure where there is none.
  private func answer(
    _ copy: CachedPage?, insteadOf failure: any Failure, _ reason: String
  ) throws -> Answer<SearchPage> {
    guard let copy, copy.page.total > 0 else { throw failure }
    let age = Freshness.age(of: copy.fetchedAt, at: now())
    return Answer(
      value: copy.page, warnings: ["\(reason); from a copy of \(age)"],
      isSecondBest: failure as? ServiceError != .offline)
  }

  private func fetchedPage(
    _ key: String, _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> CachedPage {
    try await pageFlights.value(for: key) {
      // Another flight may have landed since the copies were looked at.
      if let landed = await self.landedPage(key) { return landed }
      let page = CachedPage(page: try await fetch(), fetchedAt: self.now())
      await self.keep(page, key)
      return page
    }
  }

  private func keep(_ page: CachedPage, _ key: String) async {
    pages.store(page, for: key)
    await keepCap(stored: 1 + page.page.films.count) {
      try await library.caching().store(page, key: key)
    }
  }

  /// The page in memory, while it is fresh; afterwards another filmz may have fetched it.
  private func landedPage(_ key: String) async -> CachedPage? {
    guard let page = pages.value(for: key), await isFresh(page) else { return nil }
    return page
  }

  private func keptPage(_ key: String) async -> CachedPage? {
    if let page = await landedPage(key) { return page }
    guard let found = try? await library.reading().cache.page(key) else {
      return pages.value(for: key)
    }
    pages.store(found.page, for: key)
    if FilmCache.isUnused(since: found.usedOn, at: now()) {
      try? await library.caching().usePage(key, at: now())
    }
    return found.page
  }

  /// What was found stays fresh as films do; that nothing was found, for a day.
  private func isFresh(_ copy: CachedPage) async -> Bool {
    let days = await settings().cacheDays
    return Freshness.holds(
      since: copy.fetchedAt, at: now(), days: copy.page.total > 0 ? days : min(1, days))
  }

  /// What tells pages of searches apart; OMDb does not tell cases apart.
  private static func key(of query: SearchQuery, page: Int) -> String {
    let years = query.filter.years.map { "\($0.lowerBound)-\($0.upperBound)" } ?? ""
    let isWide = !query.isExact || query.text.hasSuffix("*")
    return [
      Film.Origin.omdb.rawValue, isWide ? "wide" : "exact",
      query.filter.types.first?.rawValue ?? "",
      years, String(page), query.plainText.lowercased(),
    ].joined(separator: " ")
  }

  // MARK: - Films that OMDb does not have

  /// Whether OMDb said less than a day ago that it does not have a film.
  func isKnownMissing(_ id: FilmID) async -> Bool {
    guard let page = await keptPage(Self.missKey(id)) else { return false }
    return await isFresh(page)
  }

  /// Keeps that OMDb does not have a film, like a search that found nothing.
  func keepMissing(_ id: FilmID) async {
    await keep(CachedPage(page: .empty, fetchedAt: now()), Self.missKey(id))
  }

  private static func missKey(_ id: FilmID) -> String { "omdb film \(id)" }
}
