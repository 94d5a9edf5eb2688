import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct FilmSearchTests {
  private let lantern = SearchQuery(text: "lantern")
  private let lighthouse = SearchQuery(text: "lighthouse")

  @Test func omdbIsSearchedIfThereIsAKey() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      let result = try await service.search.search(lantern, from: .auto, in: .online)
      #expect(result.value.origin == .omdb)
      #expect(result.value.page.films.count == 10)
      #expect(result.warnings.messages == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb, .catalog])
  func noRequestsAreSentOffline(choice: SourceChoice) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      if choice == .omdb {
        await #expect(throws: ServiceError.offline) {
          try await service.search.search(lantern, from: choice, in: .offline)
        }
      } else {
        let result = try await service.search.search(lantern, from: choice, in: .offline)
        #expect(result.value.page.films == [FixedCatalog.lantern])
        #expect(result.warnings.messages == [])
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb])
  func textUnderThreeLettersIsSearchedInTheCatalogOnly(choice: SourceChoice) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let query = SearchQuery(text: "io")
      let result = try await service.search.search(query, from: choice, in: .online)
      #expect(result.value.page.films.map(\.title) == ["Io"])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func shortTextWithAnAsteriskIsSentToOMDb() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "la*")
      let result = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(result.value.origin == .omdb)
      #expect(bench.server.requests.map { $0.query["s"] } == ["la*"])
    }
  }

  @Test func catalogIsSearchedWithoutAKey() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(key: nil)
      let result = try await service.search.search(lantern, from: .auto, in: .online)
      #expect(result.value.origin == .starter)
      #expect(result.warnings.messages == [])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func searchOfOMDbWithoutAKeyFails() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnqueriedCatalog(), key: nil)
      await #expect(throws: ServiceError.noAPIKey) {
        try await service.search.search(lantern, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func onlyTheCatalogIsSearchedIfItIsChosen() async throws {
    try await ServiceBench.with { bench in
      let result = try await bench.service().search.search(lantern, from: .catalog, in: .online)
      #expect(result.value.page.films == [FixedCatalog.lantern])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func catalogIsSearchedIfOMDbFindsNothing() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let result = try await service.search.search(lighthouse, from: .auto, in: .online)
      #expect(result.value.page.films == [FixedCatalog.lighthouse])
      #expect(
        result.warnings.messages == [
          "OMDb found nothing; these results are from the starter catalog"
        ])
    }
  }

  @Test func catalogIsSearchedIfOMDbFailsAndTheCauseIsReported() async throws {
    try await ServiceBench.with(response: .text("oops", status: 500)) { bench in
      let service = bench.service()
      let result = try await service.search.search(lighthouse, from: .auto, in: .online)
      #expect(result.value.page.films == [FixedCatalog.lighthouse])
      let cause = ServiceError.invalidResponse(detail: "HTTP status 500").message
      #expect(result.warnings.messages == ["\(cause); these results are from the starter catalog"])
    }
  }

  @Test func errorOfOMDbIsThrownIfTheCatalogFindsNothing() async throws {
    try await ServiceBench.with(response: .close) { bench in
      let cause = "127.0.0.1 closed the connection"
      await #expect(throws: ServiceError.networkError(cause: cause)) {
        try await bench.service().search.search(
          SearchQuery(text: "zzyzx"), from: .auto, in: .online)
      }
    }
  }

  @Test func searchWithoutResultsIsAnEmptyPageWithoutAWarning() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "zzyzx")
      let result = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(result.value.page == .empty)
      #expect(result.warnings.messages == [])
    }
  }

  @Test func searchOfOMDbAloneThrowsItsError() async throws {
    try await ServiceBench.with(FakeOMDb(key: "another").respond) { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      await #expect(throws: ServiceError.invalidAPIKey) {
        try await service.search.search(lantern, from: .omdb, in: .online)
      }
    }
  }

  @Test func textWithoutResultsIsRetriedWithItsLastWordAsYear() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "the lantern 1974")
      let result = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(result.value.page.films.map(\.id.rawValue) == ["tt9000002"])
      #expect(result.value.query.text == "the lantern")
      #expect(result.value.query.filter.years == 1974...1974)
      #expect(bench.server.requests.map { $0.query["s"] } == ["the lantern 1974*", "the lantern*"])
      #expect(bench.server.requests.map { $0.query["y"] } == [nil, "1974"])
    }
  }

  @Test func textWithResultsIsUsedAsTyped() async throws {
    let body = #"{"Search":[{"Title":"Runner 2049","imdbID":"tt9100002"}],"totalResults":"1"}"#
    try await ServiceBench.with(response: .json(body)) { bench in
      let query = SearchQuery(text: "runner 2049")
      let result = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(result.value.query == query)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func cancelledSearchQueriesNoOtherSource() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      let task = Task { try await service.search.search(lantern, from: .auto, in: .online) }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
