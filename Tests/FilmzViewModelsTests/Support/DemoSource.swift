import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization

@testable import FilmzServices

/// A network source that no code outside the tests refers to.
///
/// It has its own JSON format and paths, pages of five films, and requires a token in a header field.
struct DemoSource: NetworkSource {
  static let token = "d3m0-t0k3n"

  let origin = Film.Origin(rawValue: "demo")
  let service = ServiceDescriptor(
    name: "Demo", key: nil, dailyLimit: nil)
  let pageSize: Int? = 5
  let client: APIClient
  let baseURL: String
  let now: @Sendable () -> Date

  func account() async -> ServiceAccount? {
    ServiceAccount(service: service, baseURL: baseURL, key: Self.token)
  }

  func supports(_ id: FilmID) -> Bool { id.rawValue.hasPrefix("tt7") }

  func unsupportedQueryError(for query: SearchQuery) -> ServiceError? {
    guard query.filter.years != nil else { return nil }
    return ServiceError(service, .unsupportedQuery("does not filter by year", .leaveFiltersOut))
  }

  func checkConnection() async throws { _ = try await film(id: FilmID(unchecked: "tt7000001")) }

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let parameters = [("q", query.plainText), ("p", String(page))]
    guard let page: Page = try await fetch("find", parameters) else { return .empty }
    return SearchPage(films: page.items.map { film($0, isComplete: false) }, total: page.count)
  }

  func film(id: FilmID) async throws -> Film? {
    guard supports(id) else { return nil }
    let item: Item? = try await fetch("movies/\(id.rawValue.dropFirst(2))", [])
    return item.map { film($0, isComplete: true) }
  }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    let page: Page? = try await fetch("find", [("title", title)])
    return page?.items.map { film($0, isComplete: false) } ?? []
  }

  private struct Page: Decodable {
    let count: Int
    let items: [Item]
  }

  private struct Item: Decodable {
    let number: Int
    let label: String
    let about: String?
  }

  private func film(_ item: Item, isComplete: Bool) -> Film {
    var film = Film(
      id: FilmID(unchecked: "tt\(item.number)"), title: item.label, year: 2001, type: .movie,
      origin: origin, fetchedAt: isComplete ? now() : nil, isComplete: isComplete)
    film.plot = item.about
    return film
  }

  private func fetch<Value: Decodable>(
    _ path: String, _ parameters: [(String, String)]
  ) async throws -> Value? {
    let account = try await requiredAccount()
    guard let url = account.url(path: path, parameters) else { return nil }
    let fields = [("Authorization", "Bearer \(account.key)")]
    let response = try await client.response(to: url, fields: fields, for: account)
    guard response.status != 404 else { return nil }
    guard response.status == 200 else {
      throw ServiceError(service, .invalidResponse(detail: "HTTP status \(response.status)"))
    }
    return try JSONDecoder().decode(Value.self, from: response.body)
  }
}

extension DemoSource {
  /// Returns the responses of the service, which has the twelve films `Glade 1` to `Glade 12`.
  static func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    guard request.headers["authorization"] == "Bearer \(token)" else {
      return .text("\(token) was expected", status: 401)
    }
    if let title = request.query["title"] {
      return title == "Glade 3"
        ? .json(#"{"count":1,"items":[{"number":7000003,"label":"Glade 3"}]}"#)
        : .json(#"{"count":0,"items":[]}"#)
    }
    if request.path == "/find" {
      guard request.query["q"] == "glade", let page = request.query["p"].flatMap({ Int($0) }) else {
        return .json(#"{"count":0,"items":[]}"#)
      }
      let numbers = (1...12).dropFirst((page - 1) * 5).prefix(5)
      let items = numbers.map { #"{"number":\#(7_000_000 + $0),"label":"Glade \#($0)"}"# }
      return .json(#"{"count":12,"items":[\#(items.joined(separator: ","))]}"#)
    }
    guard let number = request.path.split(separator: "/").last.flatMap({ Int($0) }),
      (7_000_001...7_000_012).contains(number)
    else { return .text("none", status: 404) }
    return .json(
      #"{"number":\#(number),"label":"Glade \#(number - 7_000_000)","about":"A clearing."}"#)
  }
}

/// Collects the lines of a request trace.
final class TraceLines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  @Sendable func add(_ line: String) { lines.withLock { $0.append(line) } }
}
