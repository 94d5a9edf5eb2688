package import FilmzDomain
package import Foundation

/// OMDb over HTTP: search, films by id and by title.
package struct OMDbSource: FilmSource {
  package let name = "OMDb"
  package let pageSize: Int? = 10
  /// OMDb has a hundred pages of a search at most.
  private static let mostHits = 1000

  private let baseURL: String
  private let key: String
  private let fetcher: HTTPFetcher
  private let now: @Sendable () -> Date

  package init(
    baseURL: String, key: String, fetcher: HTTPFetcher, now: @escaping @Sendable () -> Date
  ) {
    self.baseURL = baseURL
    self.key = key
    self.fetcher = fetcher
    self.now = now
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let isWide = !query.isExact && !query.text.hasSuffix("*")
    var parameters = [("s", isWide ? query.text + "*" : query.text), ("page", String(page))]
    if let type = query.type { parameters.append(("type", type.rawValue)) }
    if let years = query.years {
      guard years.first == years.last else { throw ServiceError.yearRangeUnsupported }
      parameters.append(("y", String(years.first)))
    }
    guard let body = try await body(parameters) else { return .empty }
    let reply = try decode(OMDbReply.self, body)
    guard let hits = reply.hits else {
      throw ServiceError.decodingError(cause: "there is no list of films in it")
    }
    let films = hits.compactMap(\.film)
    let total = OMDbText.integer(reply.totalResults) ?? films.count
    return SearchPage(films: films, total: min(max(0, total), Self.mostHits))
  }

  package func film(id: FilmID) async throws -> Film? {
    guard let imdbID = id.imdbID, let film = try await film([("i", imdbID)]) else { return nil }
    guard film.id == id else { throw ServiceError.decodingError(cause: "it is another film") }
    return film
  }

  package func films(titled title: String, year: Int?) async throws -> [Film] {
    let film = try await film([("t", title)] + (year.map { [("y", String($0))] } ?? []))
    return film.map { [$0] } ?? []
  }

  private func film(_ parameters: [(String, String)]) async throws -> Film? {
    guard let body = try await body(parameters) else { return nil }
    guard let film = try decode(OMDbFilm.self, body).film(fetchedAt: now()) else {
      throw ServiceError.decodingError(cause: "title or id are missing")
    }
    return film
  }

  /// The body of an answer that has what was asked for, or nothing where there is no such film.
  private func body(_ parameters: [(String, String)]) async throws -> Data? {
    let reply = try await fetcher.get(try url(parameters))
    let answer = try? JSONDecoder().decode(OMDbReply.self, from: reply.body)
    if let text = answer?.error { return try failure(text) }
    guard reply.status == 200 else {
      throw reply.status == 401
        ? ServiceError.invalidAPIKey : .invalidResponse(detail: "HTTP status \(reply.status)")
    }
    return reply.body
  }

  private func failure(_ text: String) throws -> Data? {
    let isMissing = [
      "not found", "Incorrect IMDb ID", "Error getting data", "Too many results",
    ].contains { text.contains($0) }
    if isMissing { return nil }
    if text.contains("Invalid API key") || text.contains("No API key") {
      throw ServiceError.invalidAPIKey
    }
    if text.contains("limit") { throw ServiceError.dailyLimitExceeded }
    throw ServiceError.unknownError(text.replacing(key, with: "********"))
  }

  private func decode<Value: Decodable>(_ type: Value.Type, _ body: Data) throws -> Value {
    do {
      return try JSONDecoder().decode(type, from: body)
    } catch {
      let isJSON = (try? JSONSerialization.jsonObject(with: body)) != nil
      throw isJSON
        ? ServiceError.decodingError(cause: "fields are not of the expected form")
        : .invalidResponse(detail: body.isEmpty ? "an empty answer" : "not JSON")
    }
  }

  private func url(_ parameters: [(String, String)]) throws -> URL {
    let query = ([("apikey", key)] + parameters + [("r", "json")])
      .map { "\($0.0)=\(Self.encoded($0.1))" }.joined(separator: "&")
    guard let url = URL(string: baseURL + (baseURL.contains("?") ? "&" : "?") + query),
      url.host() != nil
    else { throw ServiceError.networkError(cause: "omdb.baseURL is no address") }
    return url
  }

  private static func encoded(_ text: String) -> String {
    let plain = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~*")
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
  }
}
