import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Testing

struct DailyLimitTests {
  private static let quince = FilmID(canonical: "tt9000026")
  private static let lantern = SearchQuery(text: "lantern")

  /// A way of asking OMDb through a service that is new.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let ask: @Sendable (FilmServices) async throws -> Void
  }

  static let ways = [
    Way(testDescription: "search") {
      _ = try await $0.search.search(lantern, from: .omdb, in: .online)
    },
    Way(testDescription: "page") {
      _ = try await $0.search.page(2, of: lantern, from: .omdb, in: .online)
    },
    Way(testDescription: "film") { _ = try await $0.lookup.film(quince, in: .online) },
    Way(testDescription: "refreshed") { _ = try await $0.lookup.refreshed(quince, in: .online) },
    Way(testDescription: "title") {
      _ = try await $0.lookup.networkFilms(titled: "Quince", year: nil, in: .online)
    },
  ]

  @Test(arguments: ways) func thatTheLimitIsReachedIsLearntInAnyWay(way: Way) async throws {
    try await ServiceBench.with(AnswerList([.limitReached]).answer) { bench in
      await #expect(throws: ServiceError.dailyLimitExceeded) { try await way.ask(bench.service()) }
      #expect(await bench.service().usage() == RequestUsage(requests: 1, isLimitReached: true))
      #expect(await !bench.service().sources.canAskNetwork(in: .online))
    }
  }

  @Test(arguments: ways) func afterTheLimitNobodyIsAskedThatDay(way: Way) async throws {
    try await ServiceBench.with(AnswerList([.limitReached]).answer) { bench in
      let service = bench.service()
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await service.lookup.refreshed(Self.quince, in: .online)
      }
      for service in [service, bench.service()] {
        await #expect(throws: ServiceError.dailyLimitExceeded) { try await way.ask(service) }
      }
      #expect(bench.server.requests.count == 1)
      #expect(await service.usage()?.requests == 1)
    }
  }

  @Test(arguments: ways) func onTheNextDayOMDbIsAskedAgain(way: Way) async throws {
    try await ServiceBench.with(AnswerList([.limitReached]).answer) { bench in
      try? await way.ask(bench.service())
      let tomorrow = bench.service(daysLater: 1)
      #expect(await tomorrow.sources.canAskNetwork(in: .online))
      try await way.ask(tomorrow)
      #expect(bench.server.requests.count == 2)
      #expect(await tomorrow.usage() == RequestUsage(requests: 1))
    }
  }

  @Test(arguments: ways) func anotherKeyIsNotHeldBack(way: Way) async throws {
    let handler: LoopbackServer.Handler = { request in
      request.query["apikey"] == ServiceBench.key ? .limitReached : OMDbReplay().answer(request)
    }
    try await ServiceBench.with(handler) { bench in
      try? await way.ask(bench.service())
      try await way.ask(bench.service(key: "another"))
      #expect(await bench.service().usage()?.isLimitReached == true)
      #expect(bench.server.requests.map { $0.query["apikey"] } == [ServiceBench.key, "another"])
    }
  }

  @Test func theSourceItselfAsksNoMore() async throws {
    try await ServiceBench.with(AnswerList([.limitReached]).answer) { bench in
      for _ in 1...3 {
        await #expect(throws: ServiceError.dailyLimitExceeded) {
          try await bench.source().search(Self.lantern, page: 1)
        }
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func afterTheLimitTheCatalogAnswersAndTheCauseIsSaid() async throws {
    try await ServiceBench.with(answer: .limitReached) { bench in
      let cause = "OMDb: Daily API limit exceeded. Please try again tomorrow"
      for _ in 1...2 {
        let found = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
        let film = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
        #expect(found.value.page.films == [FixedCatalog.lantern])
        #expect(found.warnings.texts == ["\(cause); from the starter catalog"])
        #expect(film.value == FixedCatalog.lighthouse)
        #expect(film.warnings.texts == ["\(cause); from the starter catalog"])
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func afterTheLimitCopiesAnswer() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let found = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      let film = try await service.lookup.film(Self.quince, in: .online)
      let account = ServiceAccount(
        service: .omdb, baseURL: bench.server.baseURL, key: ServiceBench.key)
      await bench.counter(daysLater: 40).reachLimit(of: account.mark)
      let later = bench.service(daysLater: 40)
      let again = try await later.search.search(Self.lantern, from: .omdb, in: .online)
      let same = try await later.lookup.film(Self.quince, in: .online)
      let warning =
        "OMDb: Daily API limit exceeded. Please try again tomorrow; from a copy of 40 days ago"
      #expect(again.value.page == found.value.page)
      #expect(again.warnings.texts == [warning])
      #expect(same.value == film.value)
      #expect(same.warnings.texts == [warning])
      #expect(bench.server.requests.count == 2)
    }
  }
}
