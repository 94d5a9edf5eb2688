import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

struct SearchPagingTests {
  @Test(arguments: [1, 7, 10, 15, 25])
  func numbersContinueAndEachSourcePageIsRequestedOnce(pageSize: Int) async throws {
    try await ViewModelBench.with { bench in
      var page = try await bench.searchLanterns(pageSize: pageSize)
      var ids: [String] = []
      var numbers: [Int] = []
      while page.outOfRange == .none {
        #expect(page.page == numbers.count / pageSize + 1)
        #expect(page.total == 24)
        #expect(page.pageCount == (24 + pageSize - 1) / pageSize)
        #expect(page.items.count == min(pageSize, 24 - numbers.count))
        ids += page.ids
        numbers += page.numbers
        page = try await bench.nextPage()
      }
      #expect(numbers == Array(1...24))
      #expect(Set(ids).count == 24)
      #expect(bench.requestedPages.sorted() == ["1", "2", "3"])
    }
  }

  @Test(arguments: [1, 7, 10, 15, 25])
  func previousPagesAreTheSameWithoutRequests(pageSize: Int) async throws {
    try await ViewModelBench.with { bench in
      var pages = [try await bench.searchLanterns(pageSize: pageSize)]
      while pages.count < pages[0].pageCount { pages.append(try await bench.nextPage()) }
      let requestCount = bench.server.requests.count
      for page in pages.dropLast().reversed() {
        let previousPage = try await bench.previousPage()
        #expect(previousPage.ids == page.ids)
        #expect(previousPage.numbers == page.numbers)
      }
      #expect(bench.server.requests.count == requestCount)
    }
  }

  @Test(arguments: [
    (3, 10, ["1", "3"], 21...24), (2, 10, ["1", "2"], 11...20), (4, 7, ["1", "3"], 22...24),
    (2, 7, ["1", "2"], 8...14), (2, 15, ["1", "2", "3"], 16...24), (12, 1, ["1", "2"], 12...12),
    (1, 25, ["1", "2", "3"], 1...24),
  ])
  func anyPageIsLoadedDirectly(
    page: Int, pageSize: Int, sourcePages: [String], numbers: ClosedRange<Int>
  ) async throws {
    try await ViewModelBench.with { bench in
      let shownPage = try await bench.searchLanterns(page: page, pageSize: pageSize)
      #expect(bench.requestedPages.sorted() == sourcePages)
      #expect(shownPage.numbers == Array(numbers))
      #expect(shownPage.page == page)
      let allFilms = try await bench.searchLanterns(pageSize: 25)
      #expect(shownPage.ids == Array(allFilms.ids[(numbers.lowerBound - 1)..<numbers.upperBound]))
    }
  }

  @Test func currentPageStaysPastTheEnd() async throws {
    try await ViewModelBench.with { bench in
      let last = try await bench.searchLanterns(page: 3)
      for _ in 1...2 {
        let emptyPage = try await bench.nextPage()
        #expect(emptyPage.outOfRange == .pastEnd)
        #expect(emptyPage.items.isEmpty)
        #expect(emptyPage.page == 3)
      }
      #expect(try await bench.results().ids == last.ids)
      #expect(try await bench.page(9).outOfRange == .noSuchPage(9))
      #expect(try await bench.previousPage().page == 2)
    }
  }

  @Test func currentPageStaysBeforeTheStart() async throws {
    try await ViewModelBench.with { bench in
      let first = try await bench.searchLanterns()
      for _ in 1...2 {
        let emptyPage = try await bench.previousPage()
        #expect(emptyPage.outOfRange == .beforeStart)
        #expect(emptyPage.items.isEmpty)
        #expect(emptyPage.page == 1)
      }
      #expect(try await bench.results().ids == first.ids)
      #expect(try await bench.nextPage().page == 2)
    }
  }

  @Test func failedPageKeepsTheCurrentPage() async throws {
    let outage = Switch()
    let handler: LoopbackServer.Handler = {
      outage.isOn ? .text("", status: 503) : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let first = try await bench.searchLanterns()
      outage.turn(on: true)
      let failure = ServiceError.invalidResponse(detail: "HTTP status 503")
      await #expect(throws: failure) { try await bench.nextPage() }
      #expect(try await bench.results().ids == first.ids)
      outage.turn(on: false)
      let second = try await bench.nextPage()
      #expect(second.page == 2)
      #expect(second.numbers == Array(11...20))
    }
  }

  @Test func nothingToPageWithoutResultSet() async throws {
    try await ViewModelBench.with { bench in
      let moves: [@Sendable () async throws -> ResultPage] = [
        bench.nextPage, bench.previousPage, bench.results,
        { try await bench.page(1) },
      ]
      for move in moves {
        await #expect(throws: ViewModelError.nothingToPage(hasFailed: false)) { try await move() }
      }
    }
  }
}
