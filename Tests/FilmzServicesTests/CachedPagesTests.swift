import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct CachedPagesTests {
  private static let lantern = SearchQuery(text: "lantern")
  private static let nothing = SearchQuery(text: "zzyzx")

  @Test func aRepeatedSearchIsAnsweredFromMemory() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      let first = try await service.search.search(Self.lantern, from: .auto, in: .online)
      let second = try await service.search.search(Self.lantern, from: .auto, in: .online)
      #expect(second.value.page == first.value.page)
      #expect(second.value.page.films.count == 10)
      #expect(second.value.origin == .omdb)
      #expect(second.value.pageSize == 10)
      #expect(second.warnings.texts == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func memoryAnswersWhereTheFilmCacheCannotBeUsed() async throws {
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
  func aNewServiceAnswersFromTheFilmCacheForTheDaysOfTheSetting(
    cacheDays: Int, daysLater: Int, requests: Int
  ) async throws {
    try await ServiceBench.with { bench in
      let first = try await bench.service().search.search(Self.lantern, from: .omdb, in: .online)
      let later = bench.service(daysLater: daysLater, cacheDays: cacheDays)
      let second = try await later.search.search(Self.lantern, from: .omdb, in: .online)
      #expect(second.value.page == first.value.page)
      #expect(second.warnings.texts == [])
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test func theDaysCountFromTheFetchAndNotFromTheLastUse() async throws {
    try await ServiceBench.with { bench in
      for daysLater in [0, 15, 29, 30, 59, 60] {
        let service = bench.service(daysLater: daysLater)
        _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.count == 3)
    }
  }

  @Test(arguments: [(0, 1), (1, 2), (29, 2)])
  func thatNothingWasFoundHoldsForADay(daysLater: Int, requests: Int) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      for _ in 1...2 {
        let answer = try await service.search.search(Self.nothing, from: .omdb, in: .online)
        #expect(answer.value.page == .empty)
      }
      let later = bench.service(daysLater: daysLater)
      let answer = try await later.search.search(Self.nothing, from: .omdb, in: .online)
      #expect(answer.value.page == .empty)
      #expect(bench.server.requests.count == requests)
    }
  }

  @Test(arguments: [(30, "30 days ago"), (400, "400 days ago")])
  func whereOMDbFailsAStaleCopyAnswersAndItsAgeIsSaid(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
      bench.server.stop()
      let later = bench.service(catalog: UnaskedCatalog(), daysLater: days)
      let answer = try await later.search.search(Self.lantern, from: .auto, in: .online)
      #expect(answer.value.page == old.value.page)
      #expect(answer.value.origin == .omdb)
      let cause = ServiceError.networkError(cause: "127.0.0.1 could not be reached").message
      #expect(answer.warnings.texts == ["\(cause); from a copy of \(age)"])
    }
  }

  @Test func thatNothingWasFoundIsNoAnswerWhereOMDbFails() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().search.search(Self.nothing, from: .omdb, in: .online)
      bench.server.stop()
      await #expect(throws: ServiceError.networkError(cause: "127.0.0.1 could not be reached")) {
        try await bench.service(daysLater: 2).search.search(Self.nothing, from: .omdb, in: .online)
      }
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb], [29, 40])
  func offlineACopyAnswersAndNobodyIsAsked(choice: SourceChoice, days: Int) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
      let later = bench.service(catalog: UnaskedCatalog(), daysLater: days)
      let answer = try await later.search.search(Self.lantern, from: choice, in: .withoutNetwork)
      #expect(answer.value.page == old.value.page)
      let stale = "offline; from a copy of 40 days ago"
      #expect(answer.warnings.texts == (days == 40 ? [stale] : []))
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func afterTheCacheWasEmptiedOMDbIsAskedAgain() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      let removal = try await service.clearCache()
      #expect((removal.films, removal.pages) == (10, 1))
      _ = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      #expect(bench.server.requests.count == 2)
    }
  }
}
