import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(1)))
struct FurtherPagesTests {
  private static let lantern = SearchQuery(text: "lantern")

  @Test func aFurtherPageComesFromTheSourceOfTheSearch() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let query = SearchQuery(text: "lantern", isExact: true)
      let first = try await service.search(query, in: .omdb, offline: false).value
      let page = try await service.page(3, of: first.query, from: first.origin, offline: false)
      #expect(page.value.films.count == OMDbReplay.lanternCount - 20)
      #expect(page.warnings == [])
      #expect(bench.server.requests.map { $0.query["page"] } == ["1", "3"])
    }
  }

  @Test func aFurtherPageOfTheCatalogAsksNobodyElse() async throws {
    try await ServiceBench.with { bench in
      let page = try await bench.service().page(
        1, of: Self.lantern, from: .starter, offline: false)
      #expect(page.value.films == [FixedCatalog.lantern])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func onlyTheFirstPageMayComeFromAnotherSource() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      _ = try await service.search(Self.lantern, in: .auto, offline: false)
      bench.server.stop()
      await #expect(throws: ServiceError.networkError(cause: "127.0.0.1 could not be reached")) {
        try await service.page(2, of: Self.lantern, from: .omdb, offline: false)
      }
      await #expect(throws: ServiceError.offline) {
        try await service.page(2, of: Self.lantern, from: .omdb, offline: true)
      }
      await #expect(throws: ServiceError.noAPIKey) {
        try await bench.service(key: nil).page(2, of: Self.lantern, from: .omdb, offline: false)
      }
    }
  }

  @Test func aStaleFurtherPageAnswersWhereOMDbFails() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().page(
        2, of: Self.lantern, from: .omdb, offline: false)
      bench.server.stop()
      let later = bench.service(daysLater: 33)
      let page = try await later.page(2, of: Self.lantern, from: .omdb, offline: false)
      #expect(page.value == old.value)
      #expect(page.warnings.map { $0.hasSuffix("; from a copy of 33 days ago") } == [true])
    }
  }

  @Test func aPageThatWasFetchedAheadMakesNoFurtherRequest() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.search(Self.lantern, in: .omdb, offline: false)
      await service.prefetch(2, of: Self.lantern, from: .omdb)
      try await bench.server.waitForRequests(2)
      let page = try await service.page(2, of: Self.lantern, from: .omdb, offline: false)
      #expect(page.value.films.count == 10)
      #expect(bench.server.requests.map { $0.query["page"] } == ["1", "2"])
    }
  }

  @Test func thatFetchingAheadFailedIsNotRemembered() async throws {
    try await ServiceBench.with(AnswerList([.json("")]).answer) { bench in
      let service = bench.service()
      await service.prefetch(2, of: Self.lantern, from: .omdb)
      await service.prefetching?.value
      let page = try await service.page(2, of: Self.lantern, from: .omdb, offline: false)
      #expect(page.value.films.count == 10)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func aNewSearchEndsFetchingAhead() async throws {
    try await ServiceBench.with(AnswerList([.stall]).answer) { bench in
      let service = bench.service()
      await service.prefetch(2, of: Self.lantern, from: .omdb)
      try await bench.server.waitForRequests(1)
      let start = ContinuousClock.now
      _ = try await service.search(SearchQuery(text: "quince"), in: .omdb, offline: false)
      await service.prefetching?.value
      #expect(ContinuousClock.now - start < .seconds(8), "an answer is waited for 10 s")
      #expect(bench.server.requests.map { $0.query["s"] } == ["lantern*", "quince*"])
    }
  }

  @Test(arguments: [(799, true), (800, false), (1200, false)])
  func nothingIsFetchedAheadWhereFewRequestsAreLeft(used: Int, isFetched: Bool) async throws {
    try await ServiceBench.with { bench in
      let account = OMDbAccount(baseURL: bench.server.baseURL, key: ServiceBench.key)
      let counter = bench.counter()
      for _ in 1...used { await counter.count(for: account.mark) }
      let service = bench.service()
      await service.prefetch(2, of: Self.lantern, from: .omdb)
      #expect((await service.prefetching != nil) == isFetched)
      await service.prefetching?.value
      #expect(bench.server.requests.count == (isFetched ? 1 : 0))
    }
  }

  @Test func nothingIsFetchedAheadAfterTheLimitOrWithoutAKeyOrFromTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let account = OMDbAccount(baseURL: bench.server.baseURL, key: "another")
      await bench.counter().reachLimit(of: account.mark)
      for (key, origin) in [("another", .omdb), (nil, .omdb), (ServiceBench.key, .starter)]
        as [(String?, Film.Origin)]
      {
        let service = bench.service(catalog: UnaskedCatalog(), key: key)
        await service.prefetch(2, of: Self.lantern, from: origin)
        #expect(await service.prefetching == nil)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }
}
