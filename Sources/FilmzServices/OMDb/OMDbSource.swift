package import FilmzDomain
package import Foundation

extension ServiceDescriptor {
  package static let omdb = ServiceDescriptor(
    name: "OMDb",
    key: Key(
      setting: .omdbAPIKey, signUpAddress: "https://www.omdbapi.com/apikey.aspx",
      benefit: "awards and the ratings of critics"), dailyLimit: 1000)
}

/// A source that searches OMDb and looks up films there by id and by title.
package struct OMDbSource: NetworkSource {
  /// The maximum number of search results that OMDb returns: a hundred pages.
  private static let maximumHits = 1000
  /// The maximum number of characters of an unexpected error message that are shown.
  private static let maximumErrorLength = 200
  /// A film that OMDb is known to have.
  private static let knownFilm = FilmID(unchecked: "tt0111161")

  package let origin = Film.Origin.omdb
  package let service = ServiceDescriptor.omdb
  package let pageSize: Int? = 10
  package let client: APIClient
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    client: APIClient, settings: @escaping @Sendable () async -> Settings, now: @escaping @Sendable () -> Date
  ) { (self.client, self.settings, self.now) = (client, settings, now) }

  package func account() async -> ServiceAccount? {
    let settings = await settings()
    return settings.omdbAPIKey.map {
      ServiceAccount(
        service: service, baseURL: settings.omdbBaseURL, key: $0,
        refusedVariable: settings.refusedVariable(for: .omdbBaseURL))
    }
  }

  package func supports(_ id: FilmID) -> Bool { id.imdbID != nil }

  package func unsupportedQueryError(for query: SearchQuery) -> ServiceError? {
    guard query.needsCatalog else { return nil }
    return service.error(
      .unsupportedQuery("can filter only by year and type (movie, series or episode)", .leaveFiltersOut))
  }

  package func checkConnection() async throws { _ = try await film(id: Self.knownFilm) }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let needsWildcard = !query.isExact && !query.text.hasSuffix("*")
    var parameters = [("s", needsWildcard ? query.text + "*" : query.text), ("page", String(page))]
    if let type = query.filter.types.first { parameters.append(("type", type.rawValue)) }
    if let years = query.filter.years { parameters.append(("y", String(years.lowerBound))) }
    guard let body = try await body(parameters) else { return .empty }
    let response = try decode(body)
    guard response.hasMember("Search") else { throw service.malformed("the list of films is missing") }
    guard let films = response.omdbHits else { throw service.malformed(Self.mismatch) }
    // If no film of the first page is usable, there are no results, whatever total OMDb reports.
    let total = films.isEmpty && page == 1 ? 0 : max(response.omdbTotal ?? 0, films.count)
    return SearchPage(films: films, total: min(total, Self.maximumHits))
  }

  package func film(id: FilmID) async throws -> Film? {
    guard let imdbID = id.imdbID, let film = try await film(("i", imdbID)) else { return nil }
    guard film.id == id else { throw service.malformed("it describes a different film") }
    return film
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let film = try await film(("t", title), year: year)
    return film.map { [$0] } ?? []
  }

  /// Fetches a film by a query parameter: `i` for the id, or `t` for the title.
  ///
  /// Requests the full plot, which is shortened only when it is displayed.
  private func film(_ identifier: (String, String), year: Int? = nil) async throws -> Film? {
    let parameters = [identifier, ("plot", "full")] + (year.map { [("y", String($0))] } ?? [])
    guard let body = try await body(parameters) else { return nil }
    guard let film = try decode(body).omdbFilm(fetchedAt: now()) else {
      throw service.malformed("the title or id is missing")
    }
    return film
  }

  // MARK: - Responses

  /// Returns the body of a successful response; `nil` if OMDb returns no film for the request.
  private func body(_ parameters: [(String, String)]) async throws -> Data? {
    let account = try await requiredAccount()
    guard let url = account.url([("apikey", account.key)] + parameters + [("r", "json")]) else {
      throw account.invalidURL(.omdbBaseURL)
    }
    let response = try await client.response(to: url, for: account, isRefusal: OMDbErrorMessage.isRefusal)
    if let text = OMDbErrorMessage.error(in: response.body) {
      guard response.status != 200 || !OMDbErrorMessage.isNotFound(text) else { return nil }
      throw await failure(text, account)
    }
    guard response.status == 200 else { throw service.failure(response) }
    return response.body
  }

  /// Returns the error for an error message of OMDb; also records that the daily limit is reached
  /// if the message reports that.
  private func failure(_ text: String, _ account: ServiceAccount) async -> ServiceError {
    if OMDbErrorMessage.isInvalidKey(text) { return service.error(.invalidKey) }
    if OMDbErrorMessage.isLimitExceeded(text) { return await client.reachLimit(of: account) }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return service.error(.unknownError(String(account.masking(line).prefix(Self.maximumErrorLength))))
  }

  private static let mismatch = "a field has an unexpected type"

  private func decode(_ body: Data) throws -> JSONObject { try service.decode(body, mismatch: Self.mismatch) }
}
