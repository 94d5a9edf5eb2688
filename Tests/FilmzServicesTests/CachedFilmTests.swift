import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct CachedFilmTests {
  private let quince = FilmID(canonical: "tt9000026")

  @Test func detailsAreKeptForANewServiceOnTheSameHome() async throws {
    try await ServiceBench.with { bench in
      let first = try await bench.service().lookup.film(quince, in: .online)
      let again = bench.service(catalog: UnaskedCatalog(), daysLater: 29)
      let second = try await again.lookup.film(quince, in: .online)
      #expect(first.value.title == "Quince")
      #expect(first.value.fetchedAt == ServiceBench.today)
      #expect(second.value == first.value)
      #expect(second.warnings.texts == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aFreshCopyIsFetchedAgainWhereThatIsWanted() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(quince, in: .online)
      let later = bench.service(daysLater: 1)
      let answer = try await later.lookup.film(quince, refresh: true, in: .online)
      #expect(answer.value.fetchedAt == ServiceBench.day(1))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func aCopyOfThirtyDaysIsFetchedAgain() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(quince, in: .online)
      let answer = try await bench.service(daysLater: 30).lookup.film(quince, in: .online)
      #expect(answer.value.fetchedAt == ServiceBench.day(30))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test(arguments: [(31, "31 days ago"), (400, "400 days ago")])
  func aStaleCopyAnswersForOMDbAndItsAgeIsSaid(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      bench.server.stop()
      let answer = try await bench.service(daysLater: days).lookup.film(quince, in: .online)
      #expect(answer.value == old.value)
      #expect(answer.warnings.texts.count == 1)
      #expect(answer.warnings.texts.first?.hasPrefix("OMDb: Network error: ") == true)
      #expect(answer.warnings.texts.first?.hasSuffix("; from a copy of \(age)") == true)
    }
  }

  @Test(arguments: [(0, "today"), (1, "yesterday"), (2, "2 days ago")])
  func aFreshCopyAnswersForARefreshThatFails(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      bench.server.stop()
      let later = bench.service(daysLater: days)
      let answer = try await later.lookup.film(quince, refresh: true, in: .online)
      #expect(answer.value == old.value)
      #expect(answer.warnings.texts.count == 1)
      #expect(answer.warnings.texts.first?.hasSuffix("; from a copy of \(age)") == true)
    }
  }

  @Test func offlineAStaleCopyAnswersAndNobodyIsAsked() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      let later = bench.service(daysLater: 99)
      let answer = try await later.lookup.film(quince, refresh: true, in: .withoutNetwork)
      #expect(answer.value == old.value)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func whereOMDbFailsTheCatalogAnswersAndTheCauseIsSaid() async throws {
    try await ServiceBench.with(answer: .text("", status: 503)) { bench in
      let answer = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
      #expect(answer.value == FixedCatalog.lighthouse)
      let cause = ServiceError.invalidResponse(detail: "HTTP status 503").message
      #expect(answer.warnings.texts == ["\(cause); from the starter catalog"])
    }
  }

  @Test func aFilmThatOnlyTheCatalogKnowsComesWithoutAWarning() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
      #expect(answer.value == FixedCatalog.lighthouse)
      #expect(answer.warnings.texts == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func omdbKnowsMoreThanTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service().lookup.film(FixedCatalog.lantern.id, in: .online)
      #expect(answer.value.origin == .omdb)
      #expect(answer.value.plot != nil)
    }
  }

  @Test func afterAFetchTheCopyIsBetterThanTheCatalog() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(FixedCatalog.lantern.id, in: .online)
      let later = bench.service(daysLater: 99)
      let answer = try await later.lookup.film(FixedCatalog.lantern.id, in: .withoutNetwork)
      #expect(answer.value.origin == .omdb)
    }
  }

  @Test(
    arguments: [
      (ServiceBench.key, false, nil), (ServiceBench.key, true, .askService("OMDb")),
      (nil, false, .addKey(.omdbAPIKey, service: "OMDb")), (nil, true, .importCatalog),
    ] as [(String?, Bool, Remedy?)])
  func aFilmThatNobodyKnowsIsAFailureWithARemedy(
    key: String?, offline: Bool, remedy: Remedy?
  ) async throws {
    try await ServiceBench.with { bench in
      let id = FilmID(canonical: "tt9999999")
      await #expect(
        throws: UnknownFilmError(
          id: id, service: remedy == nil ? "OMDb" : nil, remedy: remedy)
      ) {
        try await bench.service(key: key).lookup.film(id, in: .context(isOffline: offline))
      }
    }
  }

  @Test func whereOMDbFailsAndNobodyElseKnowsTheFilmTheFailureIsThrown() async throws {
    try await ServiceBench.with(OMDbReplay(key: "another").answer) { bench in
      await #expect(throws: ServiceError.invalidAPIKey) {
        try await bench.service().lookup.film(quince, in: .online)
      }
    }
  }

  @Test(arguments: [(nil, false), (ServiceBench.key, true)] as [(String?, Bool)])
  func withoutKeyOrOfflineNoTitleIsAskedFor(key: String?, offline: Bool) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(key: key)
      let films = try await service.lookup.networkFilms(
        titled: "Quince", year: nil, in: .context(isOffline: offline))
      let mayAsk = await service.sources.canAskNetwork(in: .context(isOffline: offline))
      #expect(films == [])
      #expect(!mayAsk)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func aFilmFoundByTitleIsKept() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let films = try await service.lookup.networkFilms(titled: "quince", year: 2021, in: .online)
      let kept = await bench.service(key: nil).lookup.localFilms([quince])
      #expect(films.map(\.id) == [quince])
      #expect(kept[quince] == films.first)
    }
  }

  @Test func onThisMachineTheCatalogFillsUpWhatTheCacheHasNot() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.lookup.film(quince, in: .online)
      let unknown = FilmID(canonical: "tt9999999")
      let films = await service.lookup.localFilms([quince, FixedCatalog.lighthouse.id, unknown])
      #expect(Set(films.keys) == [quince, FixedCatalog.lighthouse.id])
      #expect(bench.server.requests.count == 1)
    }
  }
}
