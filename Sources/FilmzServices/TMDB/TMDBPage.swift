import FilmzDomain

/// A page of a list of TMDB.
struct TMDBPage: Sendable {
  /// The number of titles on a full page.
  static let size = 20
  /// The number of pages that TMDB returns of a list, however many titles it reports.
  static let maximumCount = 500

  private(set) var titles: [TMDBTitle]
  /// The number of elements, including those that are not titles.
  private(set) var elementCount: Int
  /// The number of elements on all pages, including those that are not titles; at most those on
  /// ``maximumCount`` pages.
  let total: Int
  /// The number of pages, 1–``maximumCount``.
  let pageCount: Int
  /// `true` if the list has titles of both kinds, and people.
  let mayHavePeople: Bool
  /// `true` if the page has elements, and all of them are malformed.
  let isMalformed: Bool

  /// Creates a page from a response; `nil` if the response has no list.
  ///
  /// - Parameters:
  ///   - response: The response.
  ///   - kind: The kind of all titles in the list; `nil` if each element has its own.
  init?(_ response: JSONObject, kind: TMDBKind?) {
    guard let elements = response.elements("results", of: JSONObject.self) else { return nil }
    let items = elements.map { TMDBTitle.inList($0, kind: kind) }
    isMalformed = !items.isEmpty && items.allSatisfy(\.isMalformed)
    titles = items.compactMap(\.title).withoutRepetitions(by: \.film.id)
    elementCount = items.count
    mayHavePeople = kind == nil
    total = min(max(response.integer("total_results") ?? 0, titles.count), Self.size * Self.maximumCount)
    pageCount = min(max(response.integer("total_pages") ?? 1, 1), Self.maximumCount)
  }

  /// An empty page of the same list.
  var withoutElements: TMDBPage {
    var page = self
    (page.titles, page.elementCount) = ([], 0)
    return page
  }
}

extension SearchPage {
  /// Creates the page of search results with a number from the pages of TMDB's lists with this number.
  ///
  /// The total is exact if there is only one page, or if there is only one list, of titles of one kind, and
  /// all elements of its page are titles. Otherwise, the total is an estimate: further pages of a list of
  /// titles of both kinds may contain people even if this page does not.
  init(_ pages: [TMDBPage], number: Int) {
    let titles = pages.dropFirst().reduce(pages.first?.titles ?? []) { TMDBTitle.merging($0, $1.titles) }
    let pageCount = pages.map(\.pageCount).max() ?? 1
    let isOnlyPage = number == 1 && (pageCount == 1 || pages.allSatisfy { $0.elementCount == 0 })
    let total = pages.reduce(0) { $0 + $1.total }
    self.init(films: titles.map(\.film), total: isOnlyPage ? titles.count : max(total, titles.count))
    self.pageCount = isOnlyPage ? 1 : pageCount
    let isExact = pages.count == 1 && pages.allSatisfy { !$0.mayHavePeople && $0.elementCount == $0.titles.count }
    isTotalEstimated = isOnlyPage || isExact ? nil : true
  }
}

extension TMDBTitle {
  /// Merges two lists, each of which keeps its order.
  ///
  /// Of the first remaining titles of both lists, the title with more votes is next; with equal votes, the title of the
  /// first list.
  static func merging(_ first: [TMDBTitle], _ second: [TMDBTitle]) -> [TMDBTitle] {
    var (first, second) = (first[...], second[...])
    var result: [TMDBTitle] = []
    while let left = first.first, let right = second.first {
      if left.votes >= right.votes {
        result.append(left)
        first = first.dropFirst()
      } else {
        result.append(right)
        second = second.dropFirst()
      }
    }
    return result + first + second
  }
}

extension APIClient {
  /// Returns TMDB's response to a request; `nil` if TMDB has no resource at the path.
  ///
  /// `maximumAge` is the number of seconds for which the response is fresh, or `nil` if the response does not state it.
  /// The token is sent in a header field, because addresses occur in messages and logs.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  func tmdbObject(
    at path: String, _ parameters: [(String, String)], _ account: ServiceAccount
  ) async throws -> (object: JSONObject, maximumAge: Double?)? {
    let service = account.service
    guard let url = account.url(path: path, parameters) else { throw account.invalidURL(.tmdbBaseURL) }
    let response = try await response(to: url, fields: [("Authorization", "Bearer \(account.key)")], for: account)
    switch response.status {
    case 200:
      let object = try service.decode(response.body, mismatch: "it is not an object")
      return (object, response.head.maximumAge)
    case 404: return nil
    default: throw service.failure(response)
    }
  }
}
