import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Pages of results that are combined from pages of the source.
struct SearchPageLoadingTests {
  private static let notFound = LoopbackServer.Response.json(
    #"{"Response":"False","Error":"Movie not found!"}"#)

  /// Returns a handler that reports 24 films, but has no films on `page` and the pages after it.
  private static func source(endingBefore page: Int) -> LoopbackServer.Handler {
    {
      let requestedPage = $0.query["page"].flatMap { Int($0) } ?? 1
      return requestedPage >= page ? notFound : FakeOMDb().respond(to: $0)
    }
  }

  @Test(arguments: [12, 20, 24, 50, 1000])
  func eachSourcePageIsRequestedOnce(pageSize: Int) async throws {
    try await ViewModelBench.with { bench in
      let first = try await bench.searchLanterns(pageSize: pageSize)
      let sourcePageCount = (min(24, pageSize) + 9) / 10
      #expect(first.numbers == Array(1...min(24, pageSize)))
      #expect(bench.requestedPages.sorted() == (1...sourcePageCount).map(String.init))
      if first.pageCount > 1 { _ = try await bench.nextPage() }
      #expect(bench.requestedPages.sorted() == ["1", "2", "3"])
      for page in 1...first.pageCount { _ = try await bench.page(page) }
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test(arguments: [(10, 2, 10, 1), (10, 3, 20, 2), (5, 2, 10, 2), (7, 3, 20, 3), (6, 2, 10, 2)])
  func totalIsReducedIfTheSourceEndsEarly(
    pageSize: Int, missingPage: Int, total: Int, lastPage: Int
  ) async throws {
    try await ViewModelBench.with(Self.source(endingBefore: missingPage)) { bench in
      var shown = try await bench.searchLanterns(pageSize: pageSize)
      var next = shown
      while next.outOfRange == .none, next.page <= 4 {
        shown = next
        next = try await bench.nextPage()
      }
      #expect(next.outOfRange == .pastEnd)
      #expect(next.items.isEmpty)
      #expect((next.total, next.page, next.pageCount) == (total, lastPage, lastPage))
      let results = try await bench.results()
      #expect(results.ids == shown.ids)
      #expect((results.total, results.page, results.pageCount) == (total, lastPage, lastPage))
      #expect(results.numbers.last == total)
      let requestCount = bench.server.requests.count
      #expect(try await bench.nextPage().outOfRange == .pastEnd)
      #expect(bench.server.requests.count == requestCount)
    }
  }

  @Test(arguments: [(2, 10), (3, 20)])
  func longPageEndsWithTheSource(missingPage: Int, total: Int) async throws {
    try await ViewModelBench.with(Self.source(endingBefore: missingPage)) { bench in
      let page = try await bench.searchLanterns(pageSize: 50)
      #expect(page.numbers == Array(1...total))
      #expect((page.total, page.page, page.pageCount) == (total, 1, 1))
      #expect(page.outOfRange == .none)
    }
  }

  @Test func failedPageIsRequestedAgain() async throws {
    let outage = Switch()
    let handler: LoopbackServer.Handler = {
      outage.isOn ? .text("no JSON") : FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let first = try await bench.searchLanterns()
      outage.turn(on: true)
      for _ in 1...2 {
        await #expect(throws: ServiceError.invalidResponse(detail: "not JSON")) {
          try await bench.nextPage()
        }
        let results = try await bench.results()
        #expect(results.ids == first.ids)
        #expect((results.page, results.total) == (1, 24))
      }
      outage.turn(on: false)
      #expect(try await bench.nextPage().numbers == Array(11...20))
      #expect(bench.requestedPages == ["1", "2", "2", "2"])
    }
  }

  @Test func missingPageCannotBeLoadedOffline() async throws {
    try await ViewModelBench.with { bench in
      let first = try await bench.searchLanterns()
      await #expect(throws: ServiceError.offline) {
        try await bench.search.nextPage(in: .offline)
      }
      #expect(try await bench.search.results(in: .offline).value.ids == first.ids)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func pageShowsCurrentEntries() async throws {
    try await ViewModelBench.with { bench in
      let page = try await bench.searchLanterns(page: 2)
      let items = Array(page.items[3...4])
      var new = NewEntry()
      new.rating = Rating(tenths: 80)
      try await bench.add(items, new)
      let results = try await bench.results()
      #expect(results.numbers == page.numbers)
      #expect(results.items.filter { $0.entry != nil }.map(\.id) == items.map(\.id))
      #expect(results.items[3].entry?.rating == new.rating)
      _ = try await bench.collection.remove(items, in: bench.context("rm"))
      #expect(try await bench.results().items.allSatisfy { $0.entry == nil })
      #expect(bench.requestedPages == ["1", "2"])
    }
  }
}
