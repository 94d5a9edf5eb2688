import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct FurtherPagesTests {
  private static let lantern = SearchQuery(text: "lantern")

  @Test func furtherPageComesFromTheSourceOfTheSearch() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let query = SearchQuery(text: "lantern", isExact: true)
      let first = try await service.search.search(query, from: .omdb, in: .online).value
      let page = try await service.search.page(3, of: first.query, from: first.origin, in: .online)
      #expect(page.value.films.count == FakeOMDb.lanternCount - 20)
      #expect(page.warnings.messages == [])
      #expect(bench.server.requests.map { $0.query["page"] } == ["1", "3"])
    }
  }

  @Test func furtherPageOfTheCatalogNeedsNoRequest() async throws {
    try await ServiceBench.with { bench in
      let page = try await bench.service().search.page(
        1, of: Self.lantern, from: .starter, in: .online)
      #expect(page.value.films == [FixedCatalog.lantern])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func onlyTheFirstPageMayComeFromAnotherSource() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      _ = try await service.search.search(Self.lantern, from: .auto, in: .online)
      bench.server.stop()
      await #expect(throws: ServiceError.networkError(cause: "127.0.0.1 could not be reached")) {
        try await service.search.page(2, of: Self.lantern, from: .omdb, in: .online)
      }
      await #expect(throws: ServiceError.offline) {
        try await service.search.page(2, of: Self.lantern, from: .omdb, in: .offline)
      }
      await #expect(throws: ServiceError.noAPIKey) {
        try await bench.service(key: nil).search.page(2, of: Self.lantern, from: .omdb, in: .online)
      }
    }
  }

  @Test func staleFurtherPageIsUsedIfOMDbFails() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.page(
        2, of: Self.lantern, from: .omdb, in: .online)
      bench.server.stop()
      let later = bench.service(daysLater: 33)
      let page = try await later.search.page(2, of: Self.lantern, from: .omdb, in: .online)
      #expect(page.value == old.value)
      #expect(
        page.warnings.messages.map {
          $0.hasSuffix("; these results are from a copy fetched 33 days ago")
        } == [true])
    }
  }

  @Test func prefetchedPageIsNotRequestedAgain() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      await service.search.prefetch(2, of: Self.lantern, from: .omdb, in: .online)
      try await bench.server.waitForRequests(2)
      let page = try await service.search.page(2, of: Self.lantern, from: .omdb, in: .online)
      #expect(page.value.films.count == 10)
      #expect(bench.server.requests.map { $0.query["page"] } == ["1", "2"])
    }
  }

  @Test func failedPrefetchIsNotCached() async throws {
    try await ServiceBench.with(ResponseQueue([.json("")]).respond) { bench in
      let service = bench.service()
      await service.search.prefetch(2, of: Self.lantern, from: .omdb, in: .online)
      await service.search.prefetchTask?.value
      let page = try await service.search.page(2, of: Self.lantern, from: .omdb, in: .online)
      #expect(page.value.films.count == 10)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func newSearchCancelsThePrefetch() async throws {
    try await ServiceBench.with(ResponseQueue([.stall]).respond) { bench in
      let service = bench.service()
      await service.search.prefetch(2, of: Self.lantern, from: .omdb, in: .online)
      try await bench.server.waitForRequests(1)
      let start = ContinuousClock.now
      _ = try await service.search.search(SearchQuery(text: "quince"), from: .omdb, in: .online)
      await service.search.prefetchTask?.value
      #expect(ContinuousClock.now - start < .seconds(9), "the response timeout is 10 s")
      #expect(bench.server.requests.map { $0.query["s"] } == ["lantern*", "quince*"])
    }
  }

  @Test(arguments: [(799, true), (800, false), (1200, false)])
  func nothingIsPrefetchedIfFewRequestsRemain(used: Int, isPrefetched: Bool) async throws {
    try await ServiceBench.with { bench in
      let account = ServiceAccount(
        service: .omdb, baseURL: bench.server.baseURL, key: ServiceBench.key)
      let counter = bench.counter()
      for _ in 1...used { await counter.count(for: account.fingerprint) }
      let service = bench.service()
      await service.search.prefetch(2, of: Self.lantern, from: .omdb, in: .online)
      #expect((await service.search.prefetchTask != nil) == isPrefetched)
      await service.search.prefetchTask?.value
      #expect(bench.server.requests.count == (isPrefetched ? 1 : 0))
    }
  }

  @Test func nothingIsPrefetchedAfterTheLimitOrWithoutAKeyOrFromTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let account = ServiceAccount(service: .omdb, baseURL: bench.server.baseURL, key: "another")
      await bench.counter().reachLimit(of: account.fingerprint)
      for (key, origin) in [("another", .omdb), (nil, .omdb), (ServiceBench.key, .starter)]
        as [(String?, Film.Origin)]
      {
        let service = bench.service(catalog: UnqueriedCatalog(), key: key)
        await service.search.prefetch(2, of: Self.lantern, from: origin, in: .online)
        #expect(await service.search.prefetchTask == nil)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }
}
