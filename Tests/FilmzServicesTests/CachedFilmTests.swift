import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct CachedFilmTests {
  private let quince = FilmID(canonical: "tt9000026")

  @Test func detailsAreKeptForANewServiceOnTheSameHome() async throws {
    try await ServiceBench.with { bench in
      let first = try await bench.service().film(quince, offline: false)
      let again = bench.service(catalog: UnaskedCatalog(), daysLater: 29)
      let second = try await again.film(quince, offline: false)
      #expect(first.value.title == "Quince")
      #expect(first.value.fetchedAt == ServiceBench.today)
      #expect(second.value == first.value)
      #expect(second.warnings == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func aFreshCopyIsFetchedAgainWhereThatIsWanted() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().film(quince, offline: false)
      let later = bench.service(daysLater: 1)
      let answer = try await later.film(quince, refresh: true, offline: false)
      #expect(answer.value.fetchedAt == ServiceBench.day(1))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func aCopyOfThirtyDaysIsFetchedAgain() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().film(quince, offline: false)
      let answer = try await bench.service(daysLater: 30).film(quince, offline: false)
      #expect(answer.value.fetchedAt == ServiceBench.day(30))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test(arguments: [(31, "31 days ago"), (400, "400 days ago")])
  func aStaleCopyAnswersForOMDbAndItsAgeIsSaid(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().film(quince, offline: false)
      bench.server.stop()
      let answer = try await bench.service(daysLater: days).film(quince, offline: false)
      #expect(answer.value == old.value)
      #expect(answer.warnings.count == 1)
      #expect(answer.warnings.first?.hasPrefix("OMDb: Network error: ") == true)
      #expect(answer.warnings.first?.hasSuffix("; from a copy of \(age)") == true)
    }
  }

  @Test(arguments: [(0, "today"), (1, "yesterday"), (2, "2 days ago")])
  func aFreshCopyAnswersForARefreshThatFails(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().film(quince, offline: false)
      bench.server.stop()
      let later = bench.service(daysLater: days)
      let answer = try await later.film(quince, refresh: true, offline: false)
      #expect(answer.value == old.value)
      #expect(answer.warnings.count == 1)
      #expect(answer.warnings.first?.hasSuffix("; from a copy of \(age)") == true)
    }
  }

  @Test func offlineAStaleCopyAnswersAndNobodyIsAsked() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().film(quince, offline: false)
      let later = bench.service(daysLater: 99)
      let answer = try await later.film(quince, refresh: true, offline: true)
      #expect(answer.value == old.value)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func whereOMDbFailsTheCatalogAnswersAndTheCauseIsSaid() async throws {
    try await ServiceBench.with(answer: .text("", status: 503)) { bench in
      let answer = try await bench.service().film(FixedCatalog.lighthouse.id, offline: false)
      #expect(answer.value == FixedCatalog.lighthouse)
      let cause = ServiceError.invalidResponse(detail: "HTTP status 503").message
      #expect(answer.warnings == ["\(cause); from the starter catalog"])
    }
  }

  @Test func aFilmThatOnlyTheCatalogKnowsComesWithoutAWarning() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service().film(FixedCatalog.lighthouse.id, offline: false)
      #expect(answer.value == FixedCatalog.lighthouse)
      #expect(answer.warnings == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func omdbKnowsMoreThanTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let answer = try await bench.service().film(FixedCatalog.lantern.id, offline: false)
      #expect(answer.value.origin == .omdb)
      #expect(answer.value.plot != nil)
    }
  }

  @Test func afterAFetchTheCopyIsBetterThanTheCatalog() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().film(FixedCatalog.lantern.id, offline: false)
      let later = bench.service(daysLater: 99)
      let answer = try await later.film(FixedCatalog.lantern.id, offline: true)
      #expect(answer.value.origin == .omdb)
    }
  }

  @Test(
    arguments: [
      (ServiceBench.key, false, "OMDb has no such film"),
      (ServiceBench.key, true, "without --offline OMDb can be asked"),
      (nil, false, "an OMDb key lets filmz look further: `config set omdb.apiKey -`"),
      (nil, true, "an imported catalog knows more: `help catalog`"),
    ] as [(String?, Bool, String)])
  func aFilmThatNobodyKnowsIsAFailureWithAHint(
    key: String?, offline: Bool, hint: String
  ) async throws {
    try await ServiceBench.with { bench in
      let id = FilmID(canonical: "tt9999999")
      await #expect(throws: ServiceError.unknownFilm(id: "tt9999999", hint: hint)) {
        try await bench.service(key: key).film(id, offline: offline)
      }
    }
  }

  @Test func whereOMDbFailsAndNobodyElseKnowsTheFilmTheFailureIsThrown() async throws {
    try await ServiceBench.with(OMDbReplay(key: "another").answer) { bench in
      await #expect(throws: ServiceError.invalidAPIKey) {
        try await bench.service().film(quince, offline: false)
      }
    }
  }

  @Test(arguments: [(nil, false), (ServiceBench.key, true)] as [(String?, Bool)])
  func withoutKeyOrOfflineNoTitleIsAskedFor(key: String?, offline: Bool) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(key: key)
      let films = try await service.networkFilms(titled: "Quince", year: nil, offline: offline)
      let mayAsk = await service.canAskNetwork(offline: offline)
      #expect(films == [])
      #expect(!mayAsk)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func aFilmFoundByTitleIsKept() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let films = try await service.networkFilms(titled: "quince", year: 2021, offline: false)
      let kept = await bench.service(key: nil).localFilms([quince])
      #expect(films.map(\.id) == [quince])
      #expect(kept[quince] == films.first)
    }
  }

  @Test func onThisMachineTheCatalogFillsUpWhatTheCacheHasNot() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.film(quince, offline: false)
      let unknown = FilmID(canonical: "tt9999999")
      let films = await service.localFilms([quince, FixedCatalog.lighthouse.id, unknown])
      #expect(Set(films.keys) == [quince, FixedCatalog.lighthouse.id])
      #expect(bench.server.requests.count == 1)
    }
  }
}
