import FilmzDomain
import Testing

@testable import FilmzViewModels

/// The validation of result sets from files, which other programs may have changed.
struct ResultSetValidationTests {
  /// A result set of a search whose values may be inconsistent.
  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var total = 24
    var pageSize: Int? = 10
    var pages = [1: 10, 3: 4]
    var id = "tt9000001"

    init(_ name: String, _ change: (inout Example) -> Void = { _ in }) {
      testDescription = name
      change(&self)
    }

    var resultSet: ResultSet {
      let film = Film(id: FilmID(unchecked: id), title: "Lantern", origin: .omdb)
      let search = ResultSet.PagedSearch(
        query: SearchQuery(text: "lantern"), origin: .omdb, pageSize: pageSize,
        pages: pages.mapValues { Array(repeating: film, count: $0) })
      return ResultSet(films: .search(search), total: total, pageSize: 7, page: 1)
    }
  }

  @Test(arguments: [
    Example("a search"), Example("the last possible page") { $0.pages[1000] = 10 },
    Example("the maximum number of hits") { $0.total = 1000 },
    Example("no pages") { $0.pages = [:] },
    Example("a full page") { $0.pages = [1: 10] },
    Example("all films on a single page") { ($0.pageSize, $0.pages) = (nil, [1: 24]) },
    Example("more than a thousand films on a single page") {
      ($0.pageSize, $0.pages, $0.total) = (nil, [1: 1001], 1001)
    },
  ])
  func validResultSetIsRestored(example: Example) async throws {
    #expect(example.resultSet.isValid)
    let state = BrowsingState()
    await state.restore(example.resultSet)
    #expect(await state.resultSet?.total == example.total)
    #expect(await state.searchStatus == .results)
  }

  @Test(arguments: [
    Example("page 0") { $0.pages[0] = 1 }, Example("page -1") { $0.pages[-1] = 1 },
    Example("page 1001") { $0.pages[1001] = 1 },
    Example("the largest integer as a page number") { $0.pages[.max] = 1 },
    Example("the smallest integer as a page number") { $0.pages[.min] = 1 },
    Example("too many films on a page") { $0.pages[1] = 11 },
    Example("more than a thousand hits") { $0.total = 1001 },
    Example("too few films on a single page") { ($0.pageSize, $0.pages) = (nil, [1: 23]) },
    Example("too many films on a single page") { ($0.pageSize, $0.pages) = (nil, [1: 25]) },
    Example("two pages instead of a single one") {
      ($0.pageSize, $0.pages) = (nil, [1: 24, 2: 1])
    },
    Example("no page instead of a single one") { ($0.pageSize, $0.pages) = (nil, [:]) },
    Example("an empty id") { $0.id = "" }, Example("an invalid id") { $0.id = "Lantern" },
    Example("an id that is not canonical") { $0.id = "TT9000001" },
  ])
  func invalidResultSetIsNotRestored(example: Example) async throws {
    #expect(!example.resultSet.isValid)
    await expectNoRestore(of: example.resultSet)
  }

  @Test(arguments: ["", "Lantern", "tt9", "tt9000001; DROP TABLE entry"])
  func listWithInvalidIDIsNotRestored(id: String) async throws {
    let ids = ["tt9000001", id].map(FilmID.init(unchecked:))
    let list = ResultSet(films: .collection(ids), total: 2, pageSize: 10, page: 1)
    #expect(!list.isValid)
    await expectNoRestore(of: list)
    let validList = ResultSet(films: .collection([ids[0]]), total: 1, pageSize: 10, page: 1)
    #expect(validList.isValid)
  }

  private func expectNoRestore(of resultSet: ResultSet) async {
    let state = BrowsingState()
    await state.restore(resultSet)
    #expect(await state.resultSet == nil)
    #expect(await state.searchStatus == .initial)
    #expect(await state.revision == 0)
  }
}
