import FilmzDomain
import Synchronization

/// A list of titles of TMDB, which consists of pages.
struct TMDBList: Sendable, Hashable {
  /// The path of the requests for pages.
  let path: String
  /// The kind of all titles; `nil` if each element says its kind.
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
  private let requests: TMDBRequests
  private let memory = TMDBPageMemory()

  init(requests: TMDBRequests) { self.requests = requests }

  /// Returns a page of a list, without a request if the list is known to have fewer pages.
  ///
  /// Pages are numbered from 1. If `mayBeKept` is `true`, one of the last pages is returned without a request
  /// if it is in memory.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func page(
    _ number: Int, of list: TMDBList, _ account: ServiceAccount, mayBeKept: Bool = false
  ) async throws -> TMDBPage {
    if mayBeKept, let page = memory.page(number, of: list) { return page }
    if let end = memory.end(of: list), number > end.pageCount { return end }
    let parameters = list.parameters.sorted { $0.key < $1.key } + [("page", String(number))]
    guard let response = try await requests.object(at: list.path, parameters, account) else {
      throw account.service.invalidStatus(404)
    }
    guard let page = TMDBPage(response, kind: list.kind) else {
      throw account.service.malformed("the list of films is missing")
    }
    guard !page.isMalformed else {
      throw account.service.malformed("none of the list's elements is a film")
    }
    memory.store(page, number, of: list)
    return page
  }

  /// Returns the number of titles that a list was last known to have; `nil` if it is not known.
  func total(of list: TMDBList) -> Int? { memory.end(of: list)?.total }
}

/// The pages that were fetched last, and the ends of the lists that were requested last.
private final class TMDBPageMemory: Sendable {
  private struct PageKey: Hashable {
    let list: TMDBList
    let number: Int
  }

  private struct State {
    var ends = LRUCache<TMDBList, TMDBPage>(capacity: 100)
    var pages = LRUCache<PageKey, TMDBPage>(capacity: 8)
  }

  private let state = Mutex(State())

  func page(_ number: Int, of list: TMDBList) -> TMDBPage? {
    state.withLock { $0.pages.value(for: PageKey(list: list, number: number)) }
  }

  /// Returns an empty page with the totals of a list; `nil` if they are not known.
  func end(of list: TMDBList) -> TMDBPage? { state.withLock { $0.ends.value(for: list) } }

  /// Stores a page and the totals that it reports.
  func store(_ page: TMDBPage, _ number: Int, of list: TMDBList) {
    state.withLock {
      $0.pages.store(page, for: PageKey(list: list, number: number))
      $0.ends.store(page.withoutElements, for: list)
    }
  }
}
