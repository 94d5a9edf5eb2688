package import FilmzDomain
package import Foundation

extension ServiceDescriptor {
  package static let omdb = ServiceDescriptor(
    name: "OMDb",
    key: Key(setting: .omdbAPIKey, signUp: "https://www.omdbapi.com/apikey.aspx"),
    dailyAllowance: 1000, probe: FilmID(canonical: "tt0111161"))
}

/// OMDb over HTTP: search, films by id and by title.
package struct OMDbSource: NetworkSource {
  /// OMDb has a hundred pages of a search at most.
  private static let mostHits = 1000
  /// The longest unexpected error text that is shown, in characters.
  private static let longestError = 200

  package let origin = Film.Origin.omdb
  package let service = ServiceDescriptor.omdb
  package let pageSize: Int? = 10
  package let client: APIClient
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date

  package init(
    client: APIClient, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.client = client
    self.settings = settings
    self.now = now
  }

  package func account() async -> ServiceAccount? {
    let settings = await settings()
    return settings.omdbAPIKey.map {
      ServiceAccount(service: service, baseURL: settings.omdbBaseURL, key: $0)
    }
  }

  package func knows(_ id: FilmID) -> Bool { id.imdbID != nil }

  package func refusal(of query: SearchQuery) -> ServiceError? {
    if query.needsCatalog {
      return refusal(
        "narrows a search by year, movie, series and episode only", .leaveFiltersOut)
    }
    return query.isOfSeveralYears ? refusal("searches one year at a time", .searchOneYear) : nil
  }

  private func refusal(_ text: String, _ remedy: Remedy) -> ServiceError {
    ServiceError(service, .unsupportedQuery(text, remedy))
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    if query.isOfSeveralYears, let refusal = refusal(of: query) { throw refusal }
    let isWide = !query.isExact && !query.text.hasSuffix("*")
    var parameters = [("s", isWide ? query.text + "*" : query.text), ("page", String(page))]
    if let type = query.filter.types.first { parameters.append(("type", type.rawValue)) }
    if let years = query.filter.years { parameters.append(("y", String(years.lowerBound))) }
    guard let body = try await body(parameters) else { return .empty }
    let reply = try decode(OMDbReply.self, body)
    guard let hits = reply.hits else { throw malformed("there is no list of films in it") }
    let films = hits.compactMap(\.film)
    let total = films.isEmpty && page == 1 ? 0 : max(reply.totalResults ?? 0, films.count)
    return SearchPage(films: films, total: min(total, Self.mostHits))
  }

  package func film(id: FilmID) async throws -> Film? {
    guard let imdbID = id.imdbID, let film = try await film(("i", imdbID)) else { return nil }
    guard film.id == id else { throw malformed("it is another film") }
    return film
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let film = try await film(("t", title), year: year)
    return film.map { [$0] } ?? []
  }

  /// The plot is always fetched whole; what is too long is shortened where it is shown.
  private func film(_ wanted: (String, String), year: Int? = nil) async throws -> Film? {
    let parameters = [wanted, ("plot", "full")] + (year.map { [("y", String($0))] } ?? [])
    guard let body = try await body(parameters) else { return nil }
    guard let film = try decode(OMDbFilm.self, body).film(fetchedAt: now()) else {
      throw malformed("title or id are missing")
    }
    return film
  }

  // MARK: - Answers

  /// Returns the body of an answer that has what was asked for; `nil` if there is no such film.
  private func body(_ parameters: [(String, String)]) async throws -> Data? {
    let account = try await requiredAccount()
    guard let url = account.url([("apikey", account.key)] + parameters + [("r", "json")]) else {
      throw ServiceError(service, .networkError("omdb.baseURL is no address"))
    }
    let request = APIRequest(url, isRefusal: OMDbVerdict.isRefusal)
    let reply = try await client.reply(to: request, for: account)
    if let text = OMDbVerdict.error(in: reply.body) {
      guard reply.status != 200 || !OMDbVerdict.isMissing(text) else { return nil }
      throw await failure(text, account)
    }
    switch reply.status {
    case 200: return reply.body
    case 401: throw ServiceError(service, .invalidKey)
    case 429:
      throw ServiceError(service, .tooManyRequests(retryAfter: reply.retryAfterSeconds))
    default:
      throw ServiceError(service, .invalidResponse(detail: "HTTP status \(reply.status)"))
    }
  }

  private func failure(_ text: String, _ account: ServiceAccount) async -> ServiceError {
    if OMDbVerdict.isWrongKey(text) { return ServiceError(service, .invalidKey) }
    if OMDbVerdict.isLimit(text) {
      await client.reachLimit(of: account)
      return ServiceError(service, .dailyLimitExceeded)
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return ServiceError(
      service, .unknownError(String(account.masking(line).prefix(Self.longestError))))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      let isJSON = (try? JSONSerialization.jsonObject(with: body)) != nil
      guard !isJSON else { throw malformed("fields are not of the expected form") }
      let detail = body.isEmpty ? "an empty answer" : "not JSON"
      throw ServiceError(service, .invalidResponse(detail: detail))
    }
  }

  private func malformed(_ cause: String) -> ServiceError {
    ServiceError(service, .decodingError(cause))
  }
}

extension SearchQuery {
  fileprivate var isOfSeveralYears: Bool { filter.years.map { $0.count > 1 } ?? false }
}
