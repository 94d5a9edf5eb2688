import FilmzDomain
import FilmzTestSupport
import Foundation

@testable import FilmzServices

/// A network source with pages of various lengths, such as TMDB, whose pages are without people.
struct UnevenSource: NetworkSource {
  /// A page: the numbers of its films, and what the service reports about the others.
  struct Page: Codable, Sendable {
    var films: [Int]
    var total: Int
    var isEstimated: Bool
    var pageCount: Int
  }

  let origin = Film.Origin(rawValue: "uneven")
  let service = ServiceDescriptor(
    name: "Uneven", key: nil, dailyLimit: nil)
  let pageSize: Int? = 5
  let client: APIClient
  let baseURL: String

  func account() async -> ServiceAccount? {
    ServiceAccount(service: service, baseURL: baseURL, key: "t0k3n")
  }

  func checkConnection() async throws {}

  func supports(_ id: FilmID) -> Bool { false }

  func unsupportedQueryError(for query: SearchQuery) -> ServiceError? { nil }

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let account = try await requiredAccount()
    guard let url = account.url(path: "search", [("p", String(page))]) else { return .empty }
    let response = try await client.response(to: url, for: account)
    guard response.status == 200 else { return .empty }
    let content = try JSONDecoder().decode(Page.self, from: response.body)
    var page = SearchPage(films: content.films.map(film), total: content.total)
    page.isTotalEstimated = content.isEstimated
    page.pageCount = content.pageCount
    return page
  }

  func film(id: FilmID) async throws -> Film? { nil }

  func films(titled title: String, year: Int?) async throws -> [Film] { [] }

  private func film(_ number: Int) -> Film {
    Film(
      id: FilmID(unchecked: "tt\(7_000_000 + number)"), title: "Fen \(number)", year: 2001,
      type: .movie, origin: origin)
  }
}

extension UnevenSource {
  /// Pages with films of consecutive numbers, and the total and the number of pages that each reports.
  static func pages(
    _ lengths: [Int], total: Int, isEstimated: Bool = true, pageCount: Int? = nil
  ) -> [Page] {
    var number = 0
    return lengths.map { length in
      defer { number += length }
      return Page(
        films: Array(number + 1..<number + 1 + length), total: total, isEstimated: isEstimated,
        pageCount: pageCount ?? lengths.count)
    }
  }

  /// Returns a handler for pages; others are not found.
  static func responding(_ pages: [Page]) -> LoopbackServer.Handler {
    { request in
      guard let number = request.query["p"].flatMap({ Int($0) }),
        pages.indices.contains(number - 1),
        let body = try? JSONEncoder().encode(pages[number - 1])
      else { return .text("none", status: 404) }
      return .json(String(decoding: body, as: UTF8.self))
    }
  }
}
