import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct PageCacheTests {
  private static let lantern = SearchQuery(text: "lantern")
  private static let nothing = SearchQuery(text: "zzyzx")

  @Test func repeatedSearchUsesTheMemoryCache() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      let first = try await service.search.search(Self.lantern, from: .auto, in: .online)
      let second = try await service.search.search(Self.lantern, from: .auto, in: .online)
      #expect(second.value.page == first.value.page)
      #expect(second.value.page.films.count == 10)
      #expect(second.value.origin == .omdb)
      #expect(second.value.pageSize == 10)
      #expect(second.warnings.messages == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func memoryCacheIsUsedIfTheFilmCacheCannotBeOpened() async throws {
    try await ServiceBench.with { bench in
      try bench.home.write("a file where the folder would be", to: "cache")
      let service = bench.service()
      for _ in 1...2 { _ = try await service.search.search(Self.lantern, from: .omdb, in: .online) }
      #expect(bench.server.requests.count == 1)
      _ = try await bench.service().search.search(Self.lantern, from: .omdb, in: .online)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test(arguments: [
    (30, 0, 1), (30, 29, 1), (30, 30, 2), (30, 400, 2), (30, -1, 1), (30, -2, 2), (7, 6, 1),
    (7, 7, 2), (1, 0, 1), (1, 1, 2), (400, 399, 1), (0, 0, 2),
  ])
  func filmCacheIsUsedForTheNumberOfDaysInTheSettings(
    cacheDays: Int, daysLater: Int, requests: Int
  ) async throws {
    try await ServiceBench.with { bench in
      let first = try await bench.service().search.search(Self.lantern, from: .omdb, in: .online)
      let later = bench.service(daysLater: daysLater, cacheDays: cacheDays)
      let second = try await later.search.search(Self.lantern, from: .omdb, in: .online)
      #expect(second.value.page == first.value.page)
      #expect(second.warnings.messages == [])
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test func ageCountsFromTheFetchAndNotFromTheLastUse() async throws {
    try await ServiceBench.with { bench in
      for daysLater in [0, 15, 29, 30, 59, 60] {
        let service = bench.service(daysLater: daysLater)
        _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test(arguments: [(0, 1), (1, 2), (29, 2)])
  func emptyPageIsFreshForADay(daysLater: Int, requests: Int) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      for _ in 1...2 {
        let result = try await service.search.search(Self.nothing, from: .omdb, in: .online)
        #expect(result.value.page == .empty)
      }
      let later = bench.service(daysLater: daysLater)
      let result = try await later.search.search(Self.nothing, from: .omdb, in: .online)
      #expect(result.value.page == .empty)
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test(arguments: [(30, "30 days ago"), (400, "400 days ago")])
  func staleCopyIsUsedIfOMDbFailsAndItsAgeIsReported(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
      bench.server.stop()
      let later = bench.service(catalog: UnqueriedCatalog(), daysLater: days)
      let result = try await later.search.search(Self.lantern, from: .auto, in: .online)
      #expect(result.value.page == old.value.page)
      #expect(result.value.origin == .omdb)
      let cause = ServiceError.networkError(cause: "127.0.0.1 could not be reached").message
      #expect(
        result.warnings.messages == ["\(cause); these results are from a copy fetched \(age)"])
    }
  }

  @Test func staleEmptyPageIsNotUsedIfOMDbFails() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().search.search(Self.nothing, from: .omdb, in: .online)
      bench.server.stop()
      await #expect(throws: ServiceError.networkError(cause: "127.0.0.1 could not be reached")) {
        try await bench.service(daysLater: 2).search.search(Self.nothing, from: .omdb, in: .online)
      }
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb], [29, 40])
  func cachedCopyIsUsedOffline(choice: SourceChoice, days: Int) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
      let later = bench.service(catalog: UnqueriedCatalog(), daysLater: days)
      let result = try await later.search.search(Self.lantern, from: choice, in: .offline)
      #expect(result.value.page == old.value.page)
      let staleWarning = "offline; from a copy of 40 days ago"
      #expect(result.warnings.messages == (days == 40 ? [staleWarning] : []))
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func omdbIsQueriedAgainAfterClearingTheCache() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      let removal = try await service.lookup.clearCache()
      #expect((removal.films, removal.pages) == (10, 1))
      _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      #expect(bench.server.requests.count == 2)
    }
  }
}
