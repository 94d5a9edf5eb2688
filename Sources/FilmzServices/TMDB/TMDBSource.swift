package import FilmzDomain
package import Foundation

extension ServiceDescriptor {
  package static let tmdb = ServiceDescriptor(
    name: "TMDB",
    key: Key(
      setting: .tmdbToken, signUpAddress: "https://www.themoviedb.org/settings/api",
      benefit: "where films can be watched"),
    dailyLimit: nil,
    rateLimit: RateLimitRule(defaultSeconds: 2, maximumSeconds: 10))
}

/// A source that searches TMDB, and looks up films there by TMDB's ids, by IMDb's ids, and by title.
///
/// Results of searches have TMDB's ids; a film with all facts has its canonical id.
package struct TMDBSource: NetworkSource {
  package let origin = Film.Origin.tmdb
  package let service = ServiceDescriptor.tmdb
  package let pageSize: Int? = TMDBPage.size
  package let client: APIClient
  private let api: TMDBAPI
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    client: APIClient, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.client = client
    api = TMDBAPI(client: client)
    self.settings = settings
    self.now = now
  }

  /// Returns the account; `nil` also if the token is a placeholder, which must not be sent.
  package func account() async -> ServiceAccount? {
    let settings = await settings()
    guard let token = settings.tmdbToken, (try? SettingKey.tmdbToken.check(token)) != nil else {
      return nil
    }
    return ServiceAccount(service: service, baseURL: settings.tmdbBaseURL, key: token)
  }

  package func supports(_ id: FilmID) -> Bool { id.imdbID != nil || id.tmdb != nil }

  package func checkConnection() async throws {
    let response = try await api.object(at: "authentication", [], requiredAccount())
    guard response != nil else { throw TMDBAPI.invalidStatus(404) }
  }

  // MARK: - Search

  package func unsupportedQueryError(for query: SearchQuery) -> ServiceError? {
    if query.needsCatalog || ![[], [.movie], [.series]].contains(query.filter.types) {
      return TMDBAPI.error(
        .unsupportedQuery("can filter only by year and type (movie or series)", .leaveFiltersOut))
    }
    guard let years = query.filter.years, years.count > 1 else { return nil }
    return TMDBAPI.error(.unsupportedQuery("searches one year at a time", .searchOneYear))
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    if let error = unsupportedQueryError(for: query) { throw error }
    guard (1...TMDBPage.maximumCount).contains(page) else { return .empty }
    let kind: TMDBKind? = query.filter.types.first.map { $0 == .movie ? .movie : .tv }
    let lists = try await pages(
      query.plainText, kind, year: query.filter.years?.lowerBound, page: page)
    return SearchPage(lists, page: page)
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let lists = try await pages(title, nil, year: year, page: 1)
    let words = TextFolding.withoutArticle(TextFolding.words(title))
    return lists.flatMap(\.titles).sorted { $0.votes > $1.votes }.map(\.film).filter { film in
      [film.title, film.originalTitle].compactMap(\.self).contains {
        TextFolding.withoutArticle(TextFolding.words($0)) == words
      }
    }
  }

  /// Returns a page of titles of a kind or, if the kind is `nil`, of both kinds.
  ///
  /// With a year and without a kind, returns two pages, because TMDB can filter only titles of one kind
  /// by year.
  private func pages(
    _ text: String, _ kind: TMDBKind?, year: Int?, page: Int
  ) async throws -> [TMDBPage] {
    let account = try await requiredAccount()
    let parameters = [
      ("query", text), ("page", String(page)), ("include_adult", "false"),
      ("language", await settings().tmdbLanguage),
    ]
    guard kind == nil, year != nil else {
      return [try await requestPage(kind, year, parameters, account)]
    }
    async let films = requestPage(.movie, year, parameters, account)
    async let series = requestPage(.tv, year, parameters, account)
    return [try await films, try await series]
  }

  /// Requests a page of search results; titles are of both kinds if the kind is `nil`.
  private func requestPage(
    _ kind: TMDBKind?, _ year: Int?, _ parameters: [(String, String)], _ account: ServiceAccount
  ) async throws -> TMDBPage {
    let yearName = kind == .movie ? "primary_release_year" : "first_air_date_year"
    let parameters = parameters + (year.map { [(yearName, String($0))] } ?? [])
    guard
      let response = try await api.object(
        at: "search/\(kind?.rawValue ?? "multi")", parameters, account)
    else { throw TMDBAPI.invalidStatus(404) }
    do {
      guard let page = try TMDBPage(response, kind: kind) else {
        throw TMDBAPI.malformed("the list of films is missing")
      }
      return page
    } catch is TMDBMalformedListError {
      throw TMDBAPI.malformed("none of the list's elements is a film")
    }
  }

  // MARK: - Films

  package func film(id: FilmID) async throws -> Film? {
    if let (kind, number) = id.tmdb { return try await details(of: kind, number) }
    guard id.imdbID != nil, let found = try await find(id),
      var film = try await details(of: found.kind, found.number)
    else { return nil }
    if film.id.imdbID == nil {
      film.otherIDs = [film.id]
      film.id = id
    }
    guard film.id == id else { throw TMDBAPI.malformed("it describes a different film") }
    return film
  }

  /// Returns the kind and the number of the film with an IMDb id; `nil` if TMDB has no film or series with
  /// the id.
  private func find(_ id: FilmID) async throws -> (kind: TMDBKind, number: Int)? {
    let parameters = [
      ("external_source", "imdb_id"), ("language", await settings().tmdbLanguage),
    ]
    guard
      let response = try await api.object(at: "find/\(id)", parameters, requiredAccount())
    else { return nil }
    for (name, kind) in [("movie_results", TMDBKind.movie), ("tv_results", .tv)] {
      guard let elements = response.elements(name, of: TMDBObject.self) else {
        throw TMDBAPI.malformed("the list of films is missing")
      }
      if let number = elements.lazy.compactMap({ $0?.filmNumber }).first { return (kind, number) }
      guard elements.isEmpty else {
        throw TMDBAPI.malformed("none of the list's elements is a film")
      }
    }
    return nil
  }

  /// Fetches all facts about a film or series in one request; returns `nil` if TMDB does not have it.
  private func details(of kind: TMDBKind, _ number: Int) async throws -> Film? {
    let settings = await settings()
    let parts =
      ["credits", "watch/providers"]
      + (kind == .movie ? ["release_dates"] : ["content_ratings", "external_ids"])
    let parameters = [
      ("language", settings.tmdbLanguage), ("append_to_response", parts.joined(separator: ",")),
    ]
    guard
      let response = try await api.object(
        at: "\(kind.rawValue)/\(number)", parameters, requiredAccount())
    else { return nil }
    guard let film = response.detailedFilm(kind, region: settings.region, fetchedAt: now()) else {
      throw TMDBAPI.malformed("the title or id is missing")
    }
    guard response.filmNumber == number else {
      throw TMDBAPI.malformed("it describes a different film")
    }
    return film
  }
}
