import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct CachedSearchTests {
  private let lantern = SearchQuery(text: "lantern")
  private let lighthouse = SearchQuery(text: "lighthouse")

  @Test func withAKeyOMDbIsAskedAndTheCatalogIsNot() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      let answer = try await service.search.search(lantern, from: .auto, in: .online)
      #expect(answer.value.origin == .omdb)
      #expect(answer.value.page.films.count == 10)
      #expect(answer.warnings.texts == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb, .catalog])
  func offlineNobodyIsAskedOverTheNetwork(choice: SourceChoice) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      if choice == .omdb {
        await #expect(throws: ServiceError.offline) {
          try await service.search.search(lantern, from: choice, in: .withoutNetwork)
        }
      } else {
        let answer = try await service.search.search(lantern, from: choice, in: .withoutNetwork)
        #expect(answer.value.page.films == [FixedCatalog.lantern])
        #expect(answer.warnings.texts == [])
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(arguments: [SourceChoice.auto, .omdb])
  func aTextUnderThreeLettersIsLookedForInTheCatalogOnly(choice: SourceChoice) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let query = SearchQuery(text: "io")
      let answer = try await service.search.search(query, from: choice, in: .online)
      #expect(answer.value.page.films.map(\.title) == ["Io"])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func aShortTextWithAStarIsAsked() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "la*")
      let answer = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(answer.value.origin == .omdb)
      #expect(bench.server.requests.map { $0.query["s"] } == ["la*"])
    }
  }

  @Test func withoutAKeyTheCatalogAnswers() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(key: nil)
      let answer = try await service.search.search(lantern, from: .auto, in: .online)
      #expect(answer.value.origin == .starter)
      #expect(answer.warnings.texts == [])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func omdbWithoutAKeySaysThatItNeedsOne() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(catalog: UnaskedCatalog(), key: nil)
      await #expect(throws: ServiceError.noAPIKey) {
        try await service.search.search(lantern, from: .omdb, in: .online)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func theCatalogIsAskedAloneWhereItIsChosen() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service().search.search(lantern, from: .catalog, in: .online)
      #expect(answer.value.page.films == [FixedCatalog.lantern])
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func whereOMDbFindsNothingTheCatalogAnswersAndThatIsSaid() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let answer = try await service.search.search(lighthouse, from: .auto, in: .online)
      #expect(answer.value.page.films == [FixedCatalog.lighthouse])
      #expect(answer.warnings.texts == ["OMDb found nothing; from the starter catalog"])
    }
  }

  @Test func whereOMDbFailsTheCatalogAnswersAndTheCauseIsSaid() async throws {
    try await ServiceBench.with(answer: .text("oops", status: 500)) { bench in
      let service = bench.service()
      let answer = try await service.search.search(lighthouse, from: .auto, in: .online)
      #expect(answer.value.page.films == [FixedCatalog.lighthouse])
      let cause = ServiceError.invalidResponse(detail: "HTTP status 500").message
      #expect(answer.warnings.texts == ["\(cause); from the starter catalog"])
    }
  }

  @Test func aFailureNeverReadsAsNothingFound() async throws {
    try await ServiceBench.with(answer: .close) { bench in
      let cause = "127.0.0.1 closed the connection"
      await #expect(throws: ServiceError.networkError(cause: cause)) {
        try await bench.service().search.search(
          SearchQuery(text: "zzyzx"), from: .auto, in: .online)
      }
    }
  }

  @Test func nothingAnywhereIsAnEmptyPageWithoutAWarning() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "zzyzx")
      let answer = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(answer.value.page == .empty)
      #expect(answer.warnings.texts == [])
    }
  }

  @Test func omdbAloneThrowsItsFailure() async throws {
    try await ServiceBench.with(OMDbReplay(key: "another").answer) { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      await #expect(throws: ServiceError.invalidAPIKey) {
        try await service.search.search(lantern, from: .omdb, in: .online)
      }
    }
  }

  @Test func aTextThatFindsNothingIsTriedAgainWithItsLastWordAsYear() async throws {
    try await ServiceBench.with { bench in
      let query = SearchQuery(text: "the lantern 1974")
      let answer = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(answer.value.page.films.map(\.id.rawValue) == ["tt9000002"])
      #expect(answer.value.query.text == "the lantern")
      #expect(answer.value.query.filter.years == 1974...1974)
      #expect(bench.server.requests.map { $0.query["s"] } == ["the lantern 1974*", "the lantern*"])
      #expect(bench.server.requests.map { $0.query["y"] } == [nil, "1974"])
    }
  }

  @Test func aTextThatFindsSomethingIsTakenAsTyped() async throws {
    let body = #"{"Search":[{"Title":"Runner 2049","imdbID":"tt9100002"}],"totalResults":"1"}"#
    try await ServiceBench.with(answer: .json(body)) { bench in
      let query = SearchQuery(text: "runner 2049")
      let answer = try await bench.service().search.search(query, from: .auto, in: .online)
      #expect(answer.value.query == query)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aCancelledSearchAsksNobodyElse() async throws {
    try await ServiceBench.with(answer: .stall) { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      let task = Task { try await service.search.search(lantern, from: .auto, in: .online) }
      try await bench.server.waitForRequests(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
