package import FilmzDomain
package import FilmzStore
package import Foundation

extension ServiceDescriptor {
  package static let tmdb = ServiceDescriptor(
    name: "TMDB",
    key: Key(
      setting: .tmdbToken, signUpAddress: "https://www.themoviedb.org/settings/api",
      benefit: "where films can be watched"), dailyLimit: nil,
    rateLimit: RateLimitRule(defaultSeconds: 2, maximumSeconds: 10))
}

/// A source that searches TMDB, and looks up films there by TMDB's ids, by IMDb's ids, and by title.
///
/// Results of searches have TMDB's ids; a film with all facts has its canonical id.
package struct TMDBSource: NetworkSource {
  package let origin = Film.Origin.tmdb
  package let service = ServiceDescriptor.tmdb
  package let pageSize: Int? = TMDBPage.size
  /// TMDB cannot search for whole words only.
  package let canSearchWholeWords = false
  package let client: APIClient
  let settings: @Sendable () async -> Settings
  let now: @Sendable () -> Date
  let pages: TMDBPageLoader
  let providers: TMDBProviderLists

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - client: The client that sends the requests.
  ///   - database: The database with the film cache, which keeps the lists of streaming services; `nil` to
  ///     keep them in memory only.
  ///   - settings: Returns the current settings.
  ///   - now: The clock.
  package init(
    client: APIClient, database: CollectionDatabase? = nil,
    settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) {
    (self.client, self.settings, self.now) = (client, settings, now)
    pages = TMDBPageLoader(client: client, now: now)
    providers = TMDBProviderLists(client: client, database: database, now: now)
  }

  /// Returns the account; `nil` if there is no token, or a placeholder, which must not be sent.
  package func account() async -> ServiceAccount? {
    let settings = await settings()
    guard let token = settings.tmdbToken, (try? SettingKey.tmdbToken.check(token)) != nil else { return nil }
    return ServiceAccount(
      service: service, baseURL: settings.tmdbBaseURL, key: token,
      refusedVariable: settings.refusedVariable(for: .tmdbBaseURL))
  }

  /// The origin, and the language of the settings, which is the language of titles and plots on pages.
  package var pageKeyPrefix: String { get async { "\(origin.rawValue) \(await settings().tmdbLanguage)" } }

  package func supports(_ id: FilmID) -> Bool { id.imdbID != nil || id.tmdb != nil }

  package func checkConnection() async throws {
    let response = try await client.tmdbObject(at: "authentication", [], requiredAccount())
    guard response != nil else { throw service.invalidStatus(404) }
  }

  // MARK: - Search

  package func unsupportedQueryError(for query: SearchQuery) -> ServiceError? {
    guard query.needsCatalog || !Set(query.filter.types).isSubset(of: [.movie, .series]) else { return nil }
    return service.error(.unsupportedQuery("can filter only by year and type (movie or series)", .leaveFiltersOut))
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    if let error = unsupportedQueryError(for: query) { throw error }
    guard (1...TMDBPage.maximumCount).contains(page) else { return .empty }
    let types = Set(query.filter.types)
    let kind: TMDBKind? = types.count == 1 ? (types.contains(.movie) ? .movie : .tv) : nil
    let results = try await searchPages(query.plainText, kind, year: query.filter.years?.lowerBound, page: page)
    return SearchPage(results, number: page)
  }

  /// Requests titles of all years first, which needs one request instead of two.
  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let results = try await searchPages(title, nil, year: nil, page: 1)
    let films = Self.films(of: results, titled: title)
    guard let year else { return films }
    let filmsOfYear = films.filter { $0.year == year }
    guard filmsOfYear.isEmpty, results.contains(where: { $0.pageCount > 1 }) else { return filmsOfYear }
    return Self.films(of: try await searchPages(title, nil, year: year, page: 1), titled: title)
  }

  /// Returns the films on the pages whose title or original title is `title`, apart from case, accents and a leading
  /// article, sorted by descending votes.
  private static func films(of pages: [TMDBPage], titled title: String) -> [Film] {
    let words = TextFolding.wordsWithoutArticle(title)
    return pages.flatMap(\.titles).sorted { $0.votes > $1.votes }.map(\.film).filter { $0.hasMainTitle(words) }
  }

  /// Returns a page of titles of a kind or, if the kind is `nil`, of both kinds.
  ///
  /// With a year and without a kind, returns two pages, because TMDB can filter only titles of one kind
  /// by year.
  private func searchPages(_ text: String, _ kind: TMDBKind?, year: Int?, page: Int) async throws -> [TMDBPage] {
    let account = try await requiredAccount()
    let language = await settings().tmdbLanguage
    func list(_ kind: TMDBKind?) -> TMDBList { .search(text, kind, year: year, language: language) }
    guard kind == nil, year != nil else { return [try await pages.page(page, of: list(kind), account)] }
    async let films = pages.page(page, of: list(.movie), account)
    async let series = pages.page(page, of: list(.tv), account)
    return [try await films, try await series]
  }

  // MARK: - Films

  package func film(id: FilmID) async throws -> Film? {
    if let (kind, number) = id.tmdb { return try await details(of: kind, number) }
    guard id.imdbID != nil, let found = try await find(id), var film = try await details(of: found.kind, found.number)
    else { return nil }
    if film.id.imdbID == nil {
      film.otherIDs = [film.id]
      film.id = id
    }
    guard film.id == id else { throw service.malformed("it describes a different film") }
    return film
  }

  /// Returns the kind and the number of the film with an IMDb id; `nil` if TMDB has no film or series with
  /// the id.
  private func find(_ id: FilmID) async throws -> (kind: TMDBKind, number: Int)? {
    let parameters = [("external_source", "imdb_id"), ("language", await settings().tmdbLanguage)]
    guard let response = try await client.tmdbObject(at: "find/\(id)", parameters, requiredAccount())?.object else {
      return nil
    }
    for (name, kind) in [("movie_results", TMDBKind.movie), ("tv_results", .tv)] {
      guard let elements = response.elements(name, of: JSONObject.self) else {
        throw service.malformed("the list of films is missing")
      }
      if let number = elements.lazy.compactMap({ $0?.filmNumber }).first { return (kind, number) }
      guard elements.isEmpty else { throw service.malformed("none of the list's elements is a film") }
    }
    return nil
  }

  /// Fetches all facts about a film or series in one request; returns `nil` if TMDB does not have it.
  private func details(of kind: TMDBKind, _ number: Int) async throws -> Film? {
    let settings = await settings()
    let parts =
      ["credits", "watch/providers"] + (kind == .movie ? ["release_dates"] : ["content_ratings", "external_ids"])
    let parameters = [("language", settings.tmdbLanguage), ("append_to_response", parts.joined(separator: ","))]
    guard
      let response = try await client.tmdbObject(
        at: "\(kind.rawValue)/\(number)", parameters, requiredAccount())?.object
    else { return nil }
    guard let film = response.detailedFilm(kind, settings, fetchedAt: now()) else {
      throw service.malformed("the title or id is missing")
    }
    guard response.filmNumber == number else { throw service.malformed("it describes a different film") }
    return film
  }
}
