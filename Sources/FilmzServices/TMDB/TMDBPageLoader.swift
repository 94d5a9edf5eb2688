import Foundation
import Synchronization

/// Loads the pages of the lists of TMDB, and keeps the last ones in memory.
final class TMDBPageLoader: Sendable {
  /// The pages in memory that are returned without a request.
  enum Reuse {
    case none
    /// The pages that are fresh according to their responses. Source: FlickSwiper, HTTP caching.
    case fresh
    /// The pages that are fresh, and those that were fetched within the last hour.
    case recent
    case all
  }

  private struct PageKey: Hashable {
    let list: TMDBList
    let number: Int
    let baseURL: String
  }

  /// A page and the seconds for which it is fresh according to its response; `nil` if the response does not state them.
  private typealias StoredPage = (page: TMDBPage, fetchedAt: Date, maximumAge: Double?)

  /// The seconds for which a page is fresh if its response does not state them.
  private static let standardAge = 3600.0

  private let client: APIClient
  private let now: @Sendable () -> Date
  /// The pages that were fetched last.
  private let pages = Mutex(LRUCache<PageKey, StoredPage>(capacity: 50))
  /// Empty pages with the totals of the lists that were requested last.
  private let emptyPages = Mutex(LRUCache<TMDBList, TMDBPage>(capacity: 100))

  init(client: APIClient, now: @escaping @Sendable () -> Date) { (self.client, self.now) = (client, now) }

  /// Returns a page of a list, numbered from 1; sends no request if `reuse` permits a page in memory, or if the list is
  /// known to have fewer pages.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func page(
    _ number: Int, of list: TMDBList, _ account: ServiceAccount, reuse: Reuse = .none
  ) async throws -> TMDBPage {
    let key = PageKey(list: list, number: number, baseURL: account.baseURL)
    if let stored = pages.withLock({ $0.value(for: key) }), isUsable(stored, reuse) { return stored.page }
    if let empty = emptyPages.withLock({ $0.value(for: list) }), number > empty.pageCount { return empty }
    let parameters = list.parameters.sorted { $0.key < $1.key } + [("page", String(number))]
    guard
      let (response, maximumAge) = try await client.tmdbObject(at: list.path, parameters, account)
    else { throw account.service.invalidStatus(404) }
    guard let page = TMDBPage(response, kind: list.kind) else {
      throw account.service.malformed("the list of films is missing")
    }
    guard !page.isMalformed else { throw account.service.malformed("none of the list's elements is a film") }
    pages.withLock { $0.store((page, now(), maximumAge), for: key) }
    emptyPages.withLock { $0.store(page.withoutElements, for: list) }
    return page
  }

  private func isUsable(_ stored: StoredPage, _ reuse: Reuse) -> Bool {
    let age = now().timeIntervalSince(stored.fetchedAt)
    return switch reuse {
    case .none: false
    case .fresh: age < stored.maximumAge ?? Self.standardAge
    case .recent: age < max(stored.maximumAge ?? 0, Self.standardAge)
    case .all: true
    }
  }

  /// Returns the number of titles that a list was last known to have; `nil` if it is not known.
  func total(of list: TMDBList) -> Int? { emptyPages.withLock { $0.value(for: list) }?.total }
}
