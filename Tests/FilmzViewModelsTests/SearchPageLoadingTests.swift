import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Pages of results, put together from pages of the source.
struct SearchPageLoadingTests {
  private static let missing = LoopbackServer.Response.json(
    #"{"Response":"False","Error":"Movie not found!"}"#)

  /// A source that says it has 24 films and ends before some page.
  private static func source(endingBefore page: Int) -> LoopbackServer.Handler {
    {
      let asked = $0.query["page"].flatMap { Int($0) } ?? 1
      return asked >= page ? missing : OMDbReplay().answer($0)
    }
  }

  @Test(arguments: [12, 20, 24, 50, 1000])
  func longPagesAreMadeOfWholeOnesAndEachIsAskedForOnce(pageSize: Int) async throws {
    try await HomeBench.with { bench in
      let first = try await bench.searchLanterns(pageSize: pageSize)
      let needed = (min(24, pageSize) + 9) / 10
      #expect(first.numbers == Array(1...min(24, pageSize)))
      #expect(bench.askedPages.sorted() == (1...needed).map(String.init))
      if first.pageCount > 1 { _ = try await bench.nextPage() }
      #expect(bench.askedPages.sorted() == ["1", "2", "3"])
      for page in 1...first.pageCount { _ = try await bench.page(page) }
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test(arguments: [(10, 2, 10, 1), (10, 3, 20, 2), (5, 2, 10, 2), (7, 3, 20, 3), (6, 2, 10, 2)])
  func whereTheSourceEndsBeforeItSaidTheTotalShrinksAndThePositionStays(
    pageSize: Int, missing: Int, total: Int, lastPage: Int
  ) async throws {
    try await HomeBench.with(Self.source(endingBefore: missing)) { bench in
      var shown = try await bench.searchLanterns(pageSize: pageSize)
      var next = shown
      while next.edge == .none, next.page <= 4 {
        shown = next
        next = try await bench.nextPage()
      }
      #expect(next.edge == .pastEnd)
      #expect(next.items.isEmpty)
      #expect((next.total, next.page, next.pageCount) == (total, lastPage, lastPage))
      let kept = try await bench.results()
      #expect(kept.ids == shown.ids)
      #expect((kept.total, kept.page, kept.pageCount) == (total, lastPage, lastPage))
      #expect(kept.numbers.last == total)
      let asked = bench.server.requests.count
      #expect(try await bench.nextPage().edge == .pastEnd)
      #expect(bench.server.requests.count == asked)
    }
  }

  @Test(arguments: [(2, 10), (3, 20)])
  func aLongPageShrinksToWhatCame(missing: Int, total: Int) async throws {
    try await HomeBench.with(Self.source(endingBefore: missing)) { bench in
      let page = try await bench.searchLanterns(pageSize: 50)
      #expect(page.numbers == Array(1...total))
      #expect((page.total, page.page, page.pageCount) == (total, 1, 1))
      #expect(page.edge == .none)
    }
  }

  @Test func aPageThatFailedIsAskedForAgain() async throws {
    let outage = Switch()
    let answer: LoopbackServer.Handler = {
      outage.isOn ? .text("no JSON") : OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let first = try await bench.searchLanterns()
      outage.turn(on: true)
      for _ in 1...2 {
        await #expect(throws: ServiceError.invalidResponse(detail: "not JSON")) {
          try await bench.nextPage()
        }
        let kept = try await bench.results()
        #expect(kept.ids == first.ids)
        #expect((kept.page, kept.total) == (1, 24))
      }
      outage.turn(on: false)
      #expect(try await bench.nextPage().numbers == Array(11...20))
      #expect(bench.askedPages == ["1", "2", "2", "2"])
    }
  }

  @Test func aPageThatIsNotHereCannotBeHadOffline() async throws {
    try await HomeBench.with { bench in
      let first = try await bench.searchLanterns()
      await #expect(throws: ServiceError.offline) {
        try await bench.search.nextPage(in: .withoutNetwork)
      }
      #expect(try await bench.search.results(in: .withoutNetwork).value.ids == first.ids)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aFilmThatWasAddedSinceIsMarkedAndOneThatWasRemovedIsNot() async throws {
    try await HomeBench.with { bench in
      let page = try await bench.searchLanterns(page: 2)
      let items = Array(page.items[3...4])
      var new = NewEntry()
      new.rating = Rating(tenths: 80)
      try await bench.add(items, new)
      let marked = try await bench.results()
      #expect(marked.numbers == page.numbers)
      #expect(marked.items.filter { $0.entry != nil }.map(\.id) == items.map(\.id))
      #expect(marked.items[3].entry?.rating == new.rating)
      _ = try await bench.collection.remove(items, in: bench.context("rm"))
      #expect(try await bench.results().items.allSatisfy { $0.entry == nil })
      #expect(bench.askedPages == ["1", "2"])
    }
  }
}
