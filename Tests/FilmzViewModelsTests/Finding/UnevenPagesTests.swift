import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzViewModels

/// Results of a source whose pages have various lengths.
@Suite(.timeLimit(.minutes(10)))
struct UnevenPagesTests {
  /// Runs `body` with a bench whose sources are OMDb and ``UnevenSource``, and the server of the latter.
  private static func with(
    _ handler: @escaping LoopbackServer.Handler,
    _ body: (ViewModelBench, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.with(handler) { server in
      try await ViewModelBench.with(
        additionalSources: { client, _ in [UnevenSource(client: client, baseURL: server.baseURL)] }
      ) { bench in
        try await body(bench, server)
      }
    }
  }

  private static func with(
    _ pages: [UnevenSource.Page], _ body: (ViewModelBench, LoopbackServer) async throws -> Void
  ) async throws {
    try await with(UnevenSource.responding(pages), body)
  }

  private static func search(
    page: Int = 1, pageSize: Int, _ bench: ViewModelBench
  ) async throws -> ResultPage {
    let source = try #require(bench.search.sourceChoice(named: "uneven"))
    return try await bench.search.search(
      SearchQuery(text: "fen"), from: source, page: page, pageSize: pageSize, in: .online
    ).value
  }

  private static func ids(_ numbers: some Sequence<Int>) -> [String] {
    numbers.map { "tt\(7_000_000 + $0)" }
  }

  static let lengths = [
    [5, 5, 5], [3, 4, 2, 5], [0, 3, 0, 0, 5, 1], [5, 0, 0, 0, 0, 0, 2], [1, 1, 1, 1, 1, 1],
    [7, 10, 2], [4], [0, 0, 6, 0],
  ]

  @Test(arguments: lengths, [1, 3, 4, 10, 50])
  func filmsAreNumberedConsecutivelyOverThePages(lengths: [Int], pageSize: Int) async throws {
    let count = lengths.reduce(0, +)
    try await Self.with(UnevenSource.pages(lengths, total: count + 7)) { bench, server in
      var page = try await Self.search(pageSize: pageSize, bench)
      var numbers: [Int] = []
      var lastPage = page
      while page.outOfRange == .none {
        #expect(page.items.count == min(pageSize, count - numbers.count))
        #expect(page.ids == Self.ids(page.numbers))
        numbers += page.numbers
        #expect(page.total >= numbers.count)
        lastPage = page
        page = try await bench.nextPage()
      }
      #expect(page.outOfRange == .pastEnd)
      #expect(numbers == Array(1...count))
      #expect((page.total, page.page, page.isTotalEstimated) == (count, lastPage.page, false))
      #expect(page.pageCount == lastPage.page && !page.hasNextPage)
      #expect(server.requests.count == lengths.count)
      #expect(try await bench.results().ids == lastPage.ids)
      guard lastPage.page > 1 else { return }
      #expect(try await bench.previousPage().numbers.first == (lastPage.page - 2) * pageSize + 1)
    }
  }

  @Test(arguments: lengths, [(1, 4), (2, 3), (3, 4), (7, 1), (7, 10)])
  func pageIsShownByItsNumber(lengths: [Int], wanted: (page: Int, pageSize: Int)) async throws {
    let count = lengths.reduce(0, +)
    try await Self.with(UnevenSource.pages(lengths, total: count)) { bench, _ in
      let start = (wanted.page - 1) * wanted.pageSize
      let page = try await Self.search(page: wanted.page, pageSize: wanted.pageSize, bench)
      guard start < count else {
        #expect(page.outOfRange == .noSuchPage(wanted.page))
        return
      }
      let numbers = start + 1..<min(count, start + wanted.pageSize) + 1
      #expect(page.numbers == Array(numbers) && page.ids == Self.ids(numbers))
      #expect(page.page == wanted.page)
    }
  }

  @Test func onlyNeededPagesAreRequestedAndAtMostFourAtOnce() async throws {
    let lengths = Array(repeating: 5, count: 40)
    try await Self.with(UnevenSource.pages(lengths, total: 200)) { bench, server in
      _ = try await Self.search(pageSize: 5, bench)
      #expect(server.requests.count == 1)
      _ = try await bench.page(7)
      #expect(Set(server.requests.compactMap { $0.query["p"].flatMap(Int.init) }) == Set(1...7))
      #expect(server.requests.count == 7)
      let absent = try await bench.page(1000)
      #expect(absent.outOfRange == .noSuchPage(1000))
      #expect(server.requests.count == 7)
    }
  }

  @Test func filmThatIsOnSeveralPagesHasOneNumber() async throws {
    var pages = UnevenSource.pages([5, 5, 5], total: 15, isEstimated: false)
    pages[0].films = [1, 2, 2, 3, 1]
    pages[1].films = [3, 4, 1, 5, 6]
    pages[2].films = [6, 7, 5, 8, 8]
    try await Self.with(pages) { bench, _ in
      let first = try await Self.search(pageSize: 4, bench)
      #expect(first.ids == Self.ids(1...4))
      #expect(first.total == 15 && first.isTotalEstimated)
      let second = try await bench.nextPage()
      #expect(second.ids == Self.ids(5...8) && second.numbers == [5, 6, 7, 8])
      #expect(second.total == 8 && !second.isTotalEstimated && !second.hasNextPage)
    }
  }

  @Test("the exact total of a source becomes an estimate after a page that is not full")
  func shortPage() async throws {
    try await Self.with(UnevenSource.pages([5, 4, 5], total: 15, isEstimated: false)) { bench, _ in
      #expect(try await !Self.search(pageSize: 4, bench).isTotalEstimated)
      let second = try await bench.nextPage()
      #expect(second.isTotalEstimated && second.total == 15)
      let last = try await bench.page(4)
      #expect(!last.isTotalEstimated && last.total == 14)
    }
  }

  @Test("after ten empty pages in a row, no more films are expected", arguments: [9, 10, 60])
  func emptyPages(count: Int) async throws {
    let lengths = [3] + Array(repeating: 0, count: count) + [1]
    try await Self.with(UnevenSource.pages(lengths, total: 900)) { bench, server in
      let page = try await Self.search(pageSize: 10, bench)
      let total = count < 10 ? 4 : 3
      #expect(page.ids == Self.ids(1...total) && page.total == total && !page.hasNextPage)
      #expect(server.requests.count <= 13)
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
      #expect(await bench.browsingState.resultSet?.isValid == true)
    }
  }

  @Test func totalIsEstimatedUntilTheEndIsKnown() async throws {
    try await Self.with(UnevenSource.pages([3, 4, 2], total: 12)) { bench, _ in
      let first = try await Self.search(pageSize: 3, bench)
      #expect(first.total == 12 && first.isTotalEstimated && first.hasNextPage)
      #expect(try await bench.nextPage().isTotalEstimated)
      let third = try await bench.nextPage()
      #expect(third.total == 9 && third.pageCount == 3 && !third.isTotalEstimated)
      #expect(try await bench.page(1).total == 9)
    }
  }

  @Test("an estimate that is too low is raised to the number of loaded films") func lowEstimate()
    async throws
  {
    try await Self.with(UnevenSource.pages([5, 5, 5], total: 4)) { bench, _ in
      let second = try await Self.search(page: 2, pageSize: 5, bench)
      #expect(second.numbers == Array(6...10) && second.total == 10 && second.hasNextPage)
      #expect(try await bench.nextPage().total == 15)
    }
  }

  @Test("the exact total of a source is kept until films turn out to be missing")
  func exactTotal() async throws {
    try await Self.with(UnevenSource.pages([5, 4, 1], total: 11, isEstimated: false)) { bench, _ in
      let first = try await Self.search(pageSize: 5, bench)
      #expect(first.total == 11 && !first.isTotalEstimated && first.pageCount == 3)
      #expect(try await bench.page(3).outOfRange == .noSuchPage(3))
      let results = try await bench.page(2)
      #expect(results.total == 10 && results.pageCount == 2)
    }
  }

  @Test("a source may end before the page that it promised", arguments: [2, 3])
  func earlyEnd(lastPage: Int) async throws {
    let pages = UnevenSource.pages(
      Array(repeating: 4, count: lastPage), total: 40, pageCount: 9)
    try await Self.with(pages) { bench, server in
      let page = try await Self.search(page: 9, pageSize: 4, bench)
      #expect(page.outOfRange == .noSuchPage(9))
      #expect(page.total == lastPage * 4 && page.pageCount == lastPage && !page.isTotalEstimated)
      let requestCount = server.requests.count
      #expect(try await bench.page(lastPage).numbers.last == lastPage * 4)
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
      #expect(server.requests.count == requestCount)
    }
  }

  @Test("results are restored by a later session, which goes on with the next page of the source")
  func restore() async throws {
    try await Self.with(UnevenSource.pages([3, 0, 4, 2], total: 12)) { bench, server in
      let shown = try await Self.search(page: 2, pageSize: 2, bench)
      let json = try JSONEncoder().encode(try #require(await bench.browsingState.resultSet))
      let later = bench.reopened()
      await later.browsingState.restore(try JSONDecoder().decode(ResultSet.self, from: json))
      let requestCount = server.requests.count
      let results = try await later.results()
      #expect(results.ids == shown.ids && results.numbers == [3, 4])
      #expect(results.total == 12 && results.isTotalEstimated)
      #expect(server.requests.count == requestCount)
      #expect(try await later.page(5).ids == Self.ids([9]))
      #expect(server.requests.count == 4)
      let items = try await later.targetResolver.resolve(
        [.numbers(4...5)], scope: .local, in: .offline)
      #expect(items.map(\.id.rawValue) == Self.ids(4...5) && items.map(\.number) == [4, 5])
    }
  }

  @Test("`back` returns to the results with their numbers") func back() async throws {
    try await Self.with(UnevenSource.pages([3, 4, 2], total: 12)) { bench, _ in
      let shown = try await Self.search(page: 2, pageSize: 3, bench)
      try await bench.searchLanterns()
      let page = try await bench.search.back(in: .online).value
      #expect(page.ids == shown.ids && page.numbers == [4, 5, 6] && page.isTotalEstimated)
    }
  }

  @Test("a page that failed is requested again, and the others are not") func failure() async throws {
    let outage = Switch()
    let respond = UnevenSource.responding(UnevenSource.pages([2, 2, 2, 2], total: 9))
    let handler: LoopbackServer.Handler = {
      outage.isOn && $0.query["p"] == "3" ? .text("no JSON") : respond($0)
    }
    try await Self.with(handler) { bench, server in
      let first = try await Self.search(pageSize: 4, bench)
      outage.turn(on: true)
      await #expect(throws: (any Error).self) { try await bench.nextPage() }
      #expect(try await bench.results().ids == first.ids)
      outage.turn(on: false)
      #expect(try await bench.nextPage().numbers == Array(5...8))
      #expect(server.requests.filter { $0.query["p"] == "2" }.count == 1)
    }
  }

  @Test("the page after the next one is prefetched") func prefetch() async throws {
    try await Self.with(UnevenSource.pages([3, 3, 3, 3], total: 14)) { bench, server in
      _ = try await Self.search(pageSize: 3, bench)
      _ = try await bench.search.nextPage(in: .online, prefetching: true)
      try await server.waitForRequests(3)
      #expect(server.requests.last?.query["p"] == "3")
      #expect(try await bench.nextPage().numbers == [7, 8, 9])
      #expect(server.requests.filter { $0.query["p"] == "3" }.count == 1)
    }
  }

  @Test("one film is not selected as the only result as long as there may be others")
  func selection() async throws {
    try await Self.with(UnevenSource.pages([1, 1], total: 1)) { bench, _ in
      _ = try await Self.search(pageSize: 1, bench)
      #expect(await bench.browsingState.selection == nil)
    }
    try await Self.with(UnevenSource.pages([0, 1], total: 3)) { bench, _ in
      _ = try await Self.search(pageSize: 5, bench)
      #expect(await bench.browsingState.selection?.id.rawValue == "tt7000001")
    }
  }

  /// Pages of various lengths from a file that another program may have changed.
  @Test(arguments: [
    ("", "", true), (#""pageCount":4"#, #""pageCount":0"#, false),
    (#""pageCount":4"#, #""pageCount":1001"#, false),
    (#""pageCount":4"#, #""pageCount":3"#, false), (#""total":12"#, #""total":8"#, true),
    (#""total":12"#, #""total":6"#, false), ("tt7000002", "tt7000001", false),
    (#""isTotalEstimated":true,"#, "", true), (#""page":2"#, #""page":9"#, false),
  ])
  func validation(part: String, replacement: String, isValid: Bool) async throws {
    try await Self.with(UnevenSource.pages([3, 0, 4, 2], total: 12)) { bench, _ in
      _ = try await Self.search(page: 2, pageSize: 2, bench)
      _ = try await bench.page(3)
      _ = try await bench.page(2)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let data = try encoder.encode(try #require(await bench.browsingState.resultSet))
      let json = String(decoding: data, as: UTF8.self)
      let changed = part.isEmpty ? json : json.replacing(part, with: replacement)
      #expect(part.isEmpty || changed != json)
      let resultSet = try JSONDecoder().decode(ResultSet.self, from: Data(changed.utf8))
      #expect(resultSet.isValid == isValid)
    }
  }
}
