import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzServices

/// A network source with TMDB's ids, whose details may contain the IMDb id of a film.
struct TitleListSource: NetworkSource {
  /// A film of the service.
  struct Title: Codable, Sendable {
    var number: Int
    var title: String
    var year: Int
    var isSeries = false
    /// The IMDb id, which only the details contain.
    var imdbID: String?

    var id: FilmID { FilmID(tmdb: isSeries ? .tv : .movie, number) }
  }

  let origin = Film.Origin.tmdb
  let service = ServiceDescriptor(
    name: "TMDB", key: nil, dailyLimit: nil)
  let pageSize: Int? = 20
  let client: APIClient
  let baseURL: String
  let now: @Sendable () -> Date

  func account() async -> ServiceAccount? {
    ServiceAccount(service: service, baseURL: baseURL, key: "t0k3n")
  }

  func checkConnection() async throws {}

  func supports(_ id: FilmID) -> Bool { id.tmdb != nil }

  func unsupportedQueryError(for query: SearchQuery) -> ServiceError? { nil }

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let titles: [Title] = try await fetch("search", [("p", String(page))]) ?? []
    var page = SearchPage(films: titles.map { film($0, isComplete: false) }, total: 100)
    page.isTotalEstimated = true
    page.pageCount = 2
    return page
  }

  func film(id: FilmID) async throws -> Film? {
    guard let tmdb = id.tmdb else { return nil }
    let title: Title? = try await fetch("details/\(tmdb.kind.rawValue)/\(tmdb.number)", [])
    return title.map { film($0, isComplete: true) }
  }

  func films(titled title: String, year: Int?) async throws -> [Film] { [] }

  private func film(_ title: Title, isComplete: Bool) -> Film {
    let imdbID = isComplete ? title.imdbID.flatMap { FilmID($0) } : nil
    var film = Film(
      id: imdbID ?? title.id, title: title.title, year: title.year,
      type: title.isSeries ? .series : .movie, origin: origin, fetchedAt: isComplete ? now() : nil,
      isComplete: isComplete)
    if imdbID != nil { film.otherIDs = [title.id] }
    return film
  }

  private func fetch<Value: Decodable>(
    _ path: String, _ parameters: [(String, String)]
  ) async throws -> Value? {
    let account = try await requiredAccount()
    guard let url = account.url(path: path, parameters) else { return nil }
    let response = try await client.response(to: url, for: account)
    guard response.status == 200 else {
      throw ServiceError(service, .invalidResponse(detail: "HTTP status \(response.status)"))
    }
    return try JSONDecoder().decode(Value.self, from: response.body)
  }
}

extension TitleListSource {
  /// Returns a handler for pages of titles and for their details.
  static func responding(_ pages: [[Title]]) -> LoopbackServer.Handler {
    { request in
      let parts = request.path.split(separator: "/")
      if parts.first == "search" {
        let number = request.query["p"].flatMap { Int($0) } ?? 1
        let titles = pages.indices.contains(number - 1) ? pages[number - 1] : []
        return json(
          titles.map { title in
            var title = title
            title.imdbID = nil
            return title
          })
      }
      let title = pages.joined().first {
        parts.last == Substring(String($0.number)) && $0.isSeries == parts.contains("tv")
      }
      return title.map(json) ?? .text("none", status: 404)
    }
  }

  private static func json(_ value: some Encodable) -> LoopbackServer.Response {
    let body = try? JSONEncoder().encode(value)
    return .json(String(decoding: body ?? Data(), as: UTF8.self))
  }
}
