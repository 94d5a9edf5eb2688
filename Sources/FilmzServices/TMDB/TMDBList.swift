import FilmzDomain
import Foundation
import Synchronization

/// A list of titles of TMDB, which consists of pages.
struct TMDBList: Sendable, Hashable {
  /// The path of the requests for pages.
  let path: String
  /// The kind of all titles; `nil` if each element has its own.
  let kind: TMDBKind?
  /// The parameters of the requests for pages, except for the number of the page.
  let parameters: [String: String]

  /// Returns the results of a search.
  ///
  /// The kind is `nil` for titles of both kinds and people; TMDB has no such list of titles of one year.
  static func search(_ text: String, _ kind: TMDBKind?, year: Int?, language: String) -> TMDBList {
    var parameters = ["query": text, "include_adult": "false", "language": language]
    let yearName = kind == .movie ? "primary_release_year" : "first_air_date_year"
    parameters[yearName] = year.map(String.init)
    return TMDBList(path: "search/\(kind?.rawValue ?? "multi")", kind: kind, parameters: parameters)
  }
}

/// The pages of the lists of TMDB.
struct TMDBPages: Sendable {
  /// The pages in memory that are returned without a request.
  enum Kept {
    case none
    /// The pages that are fresh according to their responses (document 003, HTTP caching).
    case fresh
    /// The pages that are fresh, or were fetched within the last hour.
    case recent
    case all
  }

  private let requests: TMDBRequests
  private let now: @Sendable () -> Date
  private let memory = TMDBPageMemory()

  init(requests: TMDBRequests, now: @escaping @Sendable () -> Date) {
    self.requests = requests
    self.now = now
  }

  /// Returns a page of a list, without a request if the list is known to have fewer pages.
  ///
  /// Pages are numbered from 1; one of the last pages may be in memory.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func page(
    _ number: Int, of list: TMDBList, _ account: ServiceAccount, kept: Kept = .none
  ) async throws -> TMDBPage {
    let key = TMDBPageMemory.PageKey(list: list, number: number, baseURL: account.baseURL)
    if let stored = memory.page(key), stored.isUsable(kept, at: now()) { return stored.page }
    if let end = memory.end(of: list), number > end.pageCount { return end }
    let parameters = list.parameters.sorted { $0.key < $1.key } + [("page", String(number))]
    guard
      let (response, maximumAge) = try await requests.objectWithAge(
        at: list.path, parameters, account)
    else { throw account.service.invalidStatus(404) }
    guard let page = TMDBPage(response, kind: list.kind) else {
      throw account.service.malformed("the list of films is missing")
    }
    guard !page.isMalformed else {
      throw account.service.malformed("none of the list's elements is a film")
    }
    memory.store(.init(page: page, fetchedAt: now(), maximumAge: maximumAge), key)
    return page
  }

  /// Returns the number of titles that a list was last known to have; `nil` if it is not known.
  func total(of list: TMDBList) -> Int? { memory.end(of: list)?.total }
}

/// The pages that were fetched last, and the ends of the lists that were requested last.
private final class TMDBPageMemory: Sendable {
  struct PageKey: Hashable {
    let list: TMDBList
    let number: Int
    let baseURL: String
  }

  struct StoredPage {
    /// The seconds for which a page is fresh whose response does not say so.
    private static let standardAge = 3600.0

    let page: TMDBPage
    let fetchedAt: Date
    /// The seconds for which the page is fresh; `nil` if its response does not say so.
    let maximumAge: Double?

    func isUsable(_ kept: TMDBPages.Kept, at now: Date) -> Bool {
      let age = now.timeIntervalSince(fetchedAt)
      return switch kept {
      case .none: false
      case .fresh: age < maximumAge ?? Self.standardAge
      case .recent: age < max(maximumAge ?? 0, Self.standardAge)
      case .all: true
      }
    }
  }

  private struct State {
    var ends = LRUCache<TMDBList, TMDBPage>(capacity: 100)
    var pages = LRUCache<PageKey, StoredPage>(capacity: 50)
  }

  private let state = Mutex(State())

  func page(_ key: PageKey) -> StoredPage? {
    state.withLock { $0.pages.value(for: key) }
  }

  /// Returns an empty page with the totals of a list; `nil` if they are not known.
  func end(of list: TMDBList) -> TMDBPage? { state.withLock { $0.ends.value(for: list) } }

  /// Stores a page and the totals that it reports.
  func store(_ stored: StoredPage, _ key: PageKey) {
    state.withLock {
      $0.pages.store(stored, for: key)
      $0.ends.store(stored.page.withoutElements, for: key.list)
    }
  }
}

/// The titles of a list from a position to the end of a page, which are taken one after another.
struct TMDBListPart: Sendable {
  /// The position of the next title.
  private(set) var position: DiscoverCursor.Position
  private var titles: ArraySlice<TMDBTitle>
  private let isLastPage: Bool
  /// The number of titles on all pages, an estimate.
  let total: Int

  /// Creates the part of a page that begins at a position.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - position: The position, whose number of the page is that of the page.
  ///   - needsYear: `true` to leave out titles without a valid year.
  init(_ page: TMDBPage, at position: DiscoverCursor.Position, needsYear: Bool) {
    self.position = position
    titles = page.titles.filter { !needsYear || $0.film.year != nil }.dropFirst(position.offset)
    isLastPage = page.elementCount == 0 || position.page >= page.pageCount
    total = page.total
  }

  /// Creates the end of a list.
  init(endAt position: DiscoverCursor.Position, total: Int) {
    self.position = position
    self.position.isAtEnd = true
    titles = []
    isLastPage = true
    self.total = total
  }

  var first: TMDBTitle? { titles.first }

  /// `true` if there are no titles left, but there is another page.
  var needsNextPage: Bool { titles.isEmpty && !isLastPage }

  /// The position from which to continue: the next page if there are no titles left.
  var nextPosition: DiscoverCursor.Position {
    guard titles.isEmpty else { return position }
    var next = position
    if isLastPage {
      next.isAtEnd = true
    } else {
      (next.page, next.offset) = (position.page + 1, 0)
    }
    return next
  }

  mutating func takeFirst() -> TMDBTitle? {
    guard let title = titles.popFirst() else { return nil }
    position.offset += 1
    return title
  }
}

extension [TMDBListPart] {
  /// Takes all titles, one of each list in turn.
  mutating func takeInTurn() -> [TMDBTitle] {
    var taken: [TMDBTitle] = []
    while contains(where: { $0.first != nil }) {
      for index in indices { taken += self[index].takeFirst().map { [$0] } ?? [] }
    }
    return taken
  }

  /// Takes titles in a sort order until a list needs its next page.
  ///
  /// Each list is sorted already. Of titles that are equal in the order, that of the earlier list is first.
  mutating func take(sortedBy order: DiscoverSort) -> [TMDBTitle] {
    var taken: [TMDBTitle] = []
    while !contains(where: \.needsNextPage) {
      let heads = indices.filter { self[$0].first != nil }
      guard var best = heads.first else { break }
      for index in heads.dropFirst() {
        if let title = self[index].first, let other = self[best].first,
          title.precedes(other, in: order)
        {
          best = index
        }
      }
      taken += self[best].takeFirst().map { [$0] } ?? []
    }
    return taken
  }
}

extension TMDBTitle {
  /// Returns whether the title comes before another one in a sort order.
  func precedes(_ other: TMDBTitle, in order: DiscoverSort) -> Bool {
    switch order {
    case .popular: return popularity > other.popularity
    case .rated: return average > other.average
    case .az: return TextFolding.key(film.title) < TextFolding.key(other.film.title)
    case .za: return TextFolding.key(film.title) > TextFolding.key(other.film.title)
    case .newest, .oldest:
      // Titles without a date are left out of these orders.
      guard let date = film.released, let otherDate = other.film.released else { return false }
      return order == .newest ? date > otherDate : date < otherDate
    }
  }
}
