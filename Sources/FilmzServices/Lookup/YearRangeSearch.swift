package import FilmzDomain

/// A search for films of several years at a service, which can filter by one year only.
///
/// Up to ten years are searched separately, and a page consists of the films of all these searches. For more
/// years, films of any year are searched, and the films of other years are left out.
struct YearRangeSearch: Sendable {
  /// Loads a page of a query that is for at most one year.
  typealias LoadPage = @Sendable (SearchQuery, Int) async throws -> SourceResult<SearchPage>

  /// The maximum number of years that are searched separately, each with a request.
  fileprivate static let maximumYears = 10
  /// The number of pages with only films of other years after which the search is considered to find nothing.
  private static let maximumEmptyPages = 10
  /// The maximum number of pages that are loaded at once.
  private static let maximumTasks = 4
  /// The maximum total of a page that is used; an altered page in the film cache may report any number.
  private static let maximumTotal = 1_000_000

  private let query: SearchQuery
  private let years: ClosedRange<Int>
  private let pageSize: Int
  private let load: LoadPage

  /// Creates a search; returns `nil` if the query is for at most one year.
  ///
  /// - Parameters:
  ///   - query: The query.
  ///   - pageSize: The number of films on a page of the service; `nil` if there is only one page.
  ///   - load: Loads a page of a query for at most one year.
  init?(_ query: SearchQuery, pageSize: Int?, load: @escaping LoadPage) {
    guard let years = query.filter.years, years.count > 1 else { return nil }
    (self.query, self.years, self.load) = (query, years, load)
    self.pageSize = max(1, pageSize ?? .max)
  }

  /// Returns a page of the films of all years; pages are numbered from 1 and differ in length.
  ///
  /// - Throws: The errors of loading a page.
  func page(_ number: Int) async throws -> SourceResult<SearchPage> {
    if years.count <= Self.maximumYears { return try await mergedPage(number) }
    let page = try await selectedPage(number)
    guard number == 1, page.value.films.isEmpty else { return page }
    return try await hasFilms(afterPage: 1, of: page.value.pageCount ?? 1) ? page : page.map { _ in .empty }
  }

  // MARK: - Each year

  /// Returns the films on the page `number` of the search for each year, taken from the years in turn.
  private func mergedPage(_ number: Int) async throws -> SourceResult<SearchPage> {
    let queries = years.map { query(for: $0...$0) }
    let firstPages = try await queries.concurrentMap(maximumTasks: Self.maximumTasks) { try await load($0, 1) }
    let pageCounts = firstPages.map { pageCount(of: $0.value) }
    var pages = firstPages
    if number > 1 {
      pages = try await zip(queries, pageCounts).filter { $1 >= number }.map(\.0)
        .concurrentMap(maximumTasks: Self.maximumTasks) { try await load($0, number) }
    }
    var merged = SearchPage(
      films: Self.inTurn(pages.map(\.value.films)),
      total: firstPages.reduce(0) { $0 + min($1.value.total, Self.maximumTotal) })
    merged.pageCount = pageCounts.max()
    merged.isTotalEstimated = merged.pageCount == 1 ? nil : true
    return pages.reduce(SourceResult(value: merged)) { $0.after($1) }
  }

  /// Returns the first films of all lists, then the second films of all lists, and so on.
  private static func inTurn(_ lists: [[Film]]) -> [Film] {
    (0..<(lists.map(\.count).max() ?? 0)).flatMap { index in
      lists.compactMap { $0.indices.contains(index) ? $0[index] : nil }
    }
  }

  // MARK: - All years

  /// Returns the films of the years on a page of films of any year, with an estimated total.
  private func selectedPage(_ number: Int) async throws -> SourceResult<SearchPage> {
    try await load(query(for: nil), number).map { page in
      let films = page.films.filter { $0.year.map(years.contains) ?? false }
      let pageCount = pageCount(of: page)
      let share = min(page.total, Self.maximumTotal) * films.count / max(1, page.films.count)
      var selected = SearchPage(films: films, total: pageCount == 1 ? films.count : max(1, films.count, share))
      selected.pageCount = pageCount
      selected.isTotalEstimated = pageCount == 1 ? nil : true
      return selected
    }
  }

  /// Returns whether one of the pages after the page `number`, up to the page ``maximumEmptyPages``, has films of the
  /// years.
  private func hasFilms(afterPage number: Int, of pageCount: Int) async throws -> Bool {
    var number = number
    while number < min(pageCount, Self.maximumEmptyPages) {
      number += 1
      if try await !selectedPage(number).value.films.isEmpty { return true }
    }
    return false
  }

  // MARK: - Pages of the service

  private func query(for years: ClosedRange<Int>?) -> SearchQuery {
    var query = query
    query.filter.years = years
    return query
  }

  private func pageCount(of page: SearchPage) -> Int { page.pageCount ?? max(1, (page.total - 1) / pageSize + 1) }
}

extension SearchQuery {
  /// `true` if a page of the results of a service takes a request for each of several years.
  package var needsRequestForEachYear: Bool {
    (2...YearRangeSearch.maximumYears).contains(filter.years?.count ?? 1)
  }
}
