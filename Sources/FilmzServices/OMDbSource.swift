package import FilmzDomain
package import Foundation

/// OMDb over HTTP: search, films by id and by title.
package struct OMDbSource: FilmSource {
  package let origin = Film.Origin.omdb
  package let name = "OMDb"
  package let pageSize: Int? = 10
  /// OMDb has a hundred pages of a search at most.
  private static let mostHits = 1000
  /// Characters of an error text that nobody foresaw.
  private static let longestError = 200

  private let connection: OMDbConnection
  private let now: @Sendable () -> Date

  package init(connection: OMDbConnection, now: @escaping @Sendable () -> Date) {
    self.connection = connection
    self.now = now
  }

  package func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let isWide = !query.isExact && !query.text.hasSuffix("*")
    var parameters = [("s", isWide ? query.text + "*" : query.text), ("page", String(page))]
    if let type = query.filter.types.first { parameters.append(("type", type.rawValue)) }
    if let years = query.filter.years {
      guard years.count == 1 else { throw ServiceError.yearRangeUnsupported }
      parameters.append(("y", String(years.lowerBound)))
    }
    guard let body = try await body(parameters) else { return .empty }
    let reply = try decode(OMDbReply.self, body)
    guard let hits = reply.hits else {
      throw ServiceError.decodingError(cause: "there is no list of films in it")
    }
    let films = hits.compactMap(\.film)
    let total = films.isEmpty && page == 1 ? 0 : max(reply.totalResults ?? 0, films.count)
    return SearchPage(films: films, total: min(total, Self.mostHits))
  }

  package func film(id: FilmID) async throws -> Film? {
    guard let imdbID = id.imdbID, let film = try await film(("i", imdbID)) else { return nil }
    guard film.id == id else { throw ServiceError.decodingError(cause: "it is another film") }
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
      throw ServiceError.decodingError(cause: "title or id are missing")
    }
    return film
  }

  /// The body of an answer that has what was asked for, or nothing where there is no such film.
  private func body(_ parameters: [(String, String)]) async throws -> Data? {
    let reply = try await connection.reply(to: parameters)
    if let text = OMDbVerdict.error(in: reply.body) {
      guard reply.status != 200 || !OMDbVerdict.isMissing(text) else { return nil }
      throw await failure(text)
    }
    switch reply.status {
    case 200: return reply.body
    case 401: throw ServiceError.invalidAPIKey
    case 429: throw ServiceError.tooManyRequests(retryAfter: reply.retryAfterSeconds)
    default: throw ServiceError.invalidResponse(detail: "HTTP status \(reply.status)")
    }
  }

  private func failure(_ text: String) async -> ServiceError {
    if OMDbVerdict.isWrongKey(text) { return .invalidAPIKey }
    if OMDbVerdict.isLimit(text) {
      await connection.reachLimit()
      return .dailyLimitExceeded
    }
    let line = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return .unknownError(connection.account.masking(String(line.prefix(Self.longestError))))
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
}
