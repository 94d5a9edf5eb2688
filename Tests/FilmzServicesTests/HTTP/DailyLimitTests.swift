import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Testing

@testable import FilmzServices

struct DailyLimitTests {
  private static let quince = FilmID(unchecked: "tt9000026")
  private static let lantern = SearchQuery(text: "lantern")

  /// An operation that sends a request to OMDb.
  struct Operation: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let run: @Sendable (FilmServices) async throws -> Void
  }

  static let operations = [
    Operation(testDescription: "search") {
      _ = try await $0.search.search(lantern, from: .omdb, in: .online)
    },
    Operation(testDescription: "page") {
      _ = try await $0.search.page(2, of: lantern, from: .omdb, in: .online)
    },
    Operation(testDescription: "film") { _ = try await $0.lookup.film(quince, in: .online) },
    Operation(testDescription: "refreshed") {
      _ = try await $0.lookup.refresh(quince, in: .online)
    },
    Operation(testDescription: "title") {
      _ = try await $0.search.films(titled: "Quince", year: nil, in: .online)
    },
  ]

  @Test(arguments: operations) func anyOperationDetectsTheLimit(operation: Operation) async throws {
    try await ServiceBench.with(ResponseQueue([.limitReached]).respond) { bench in
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await operation.run(bench.service())
      }
      #expect(await bench.service().usage() == RequestUsage(requests: 1, isLimitReached: true))
      #expect(await !bench.service().sources.canUseNetwork(in: .online))
    }
  }

  @Test(arguments: operations) func noRequestsAreSentAfterTheLimitOnThatDay(operation: Operation)
    async throws
  {
    try await ServiceBench.with(ResponseQueue([.limitReached]).respond) { bench in
      let service = bench.service()
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await service.lookup.refresh(Self.quince, in: .online)
      }
      for service in [service, bench.service()] {
        await #expect(throws: ServiceError.dailyLimitExceeded) { try await operation.run(service) }
      }
      #expect(bench.server.requests.count == 1)
      #expect(await service.usage()?.requests == 1)
    }
  }

  @Test(arguments: operations) func requestsAreSentAgainOnTheNextDay(operation: Operation)
    async throws
  {
    try await ServiceBench.with(ResponseQueue([.limitReached]).respond) { bench in
      try? await operation.run(bench.service())
      let tomorrow = bench.service(daysLater: 1)
      #expect(await tomorrow.sources.canUseNetwork(in: .online))
      try await operation.run(tomorrow)
      #expect(bench.server.requests.count == 2)
      #expect(await tomorrow.usage() == RequestUsage(requests: 1))
    }
  }

  @Test(arguments: operations) func limitAppliesOnlyToItsKey(operation: Operation) async throws {
    let handler: LoopbackServer.Handler = { request in
      request.query["apikey"] == ServiceBench.key ? .limitReached : FakeOMDb().respond(to: request)
    }
    try await ServiceBench.with(handler) { bench in
      try? await operation.run(bench.service())
      try await operation.run(bench.service(key: "another"))
      #expect(await bench.service().usage()?.isLimitReached == true)
      #expect(bench.server.requests.map { $0.query["apikey"] } == [ServiceBench.key, "another"])
    }
  }

  @Test func sourceSendsNoRequestsAfterTheLimit() async throws {
    try await ServiceBench.with(ResponseQueue([.limitReached]).respond) { bench in
      for _ in 1...3 {
        await #expect(throws: ServiceError.dailyLimitExceeded) {
          try await bench.source().search(Self.lantern, page: 1)
        }
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func catalogIsUsedAfterTheLimitWithAWarning() async throws {
    try await ServiceBench.with(response: .limitReached) { bench in
      let cause =
        "Daily API limit exceeded. Please try again tomorrow: OMDb's limit ends at 00:00 UTC (in 16 hours)"
      for _ in 1...2 {
        let page = try await bench.service().search.search(Self.lantern, from: .auto, in: .online)
        let film = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
        #expect(page.value.page.films == [FixedCatalog.lantern])
        #expect(page.warnings.messages == ["\(cause); these results are from the starter catalog"])
        #expect(film.value == FixedCatalog.lighthouse)
        #expect(film.warnings.messages == ["\(cause); the details are from the starter catalog"])
      }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func staleCopiesAreUsedAfterTheLimit() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let page = try await service.search.search(Self.lantern, from: .omdb, in: .online)
      let film = try await service.lookup.film(Self.quince, in: .online)
      let account = ServiceAccount(
        service: .omdb, baseURL: bench.server.baseURL, key: ServiceBench.key)
      await bench.counter(daysLater: 40).reachLimit(of: account.fingerprint)
      let later = bench.service(daysLater: 40)
      let stalePage = try await later.search.search(Self.lantern, from: .omdb, in: .online)
      let staleFilm = try await later.lookup.film(Self.quince, in: .online)
      let cause =
        "Daily API limit exceeded. Please try again tomorrow: OMDb's limit ends at 00:00 UTC (in 16 hours)"
      let source = "a copy fetched 40 days ago"
      #expect(stalePage.value.page == page.value.page)
      #expect(stalePage.warnings.messages == ["\(cause); these results are from \(source)"])
      #expect(staleFilm.value == film.value)
      #expect(staleFilm.warnings.messages == ["\(cause); the details are from \(source)"])
      #expect(bench.server.requests.count == 2)
    }
  }
}
