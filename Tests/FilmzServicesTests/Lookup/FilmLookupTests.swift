import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Testing

struct FilmLookupTests {
  private let quince = FilmID(unchecked: "tt9000026")

  @Test func detailsAreCachedForNewServicesInTheSameHome() async throws {
    try await ServiceBench.with { bench in
      let first = try await bench.service().lookup.film(quince, in: .online)
      let later = bench.service(catalog: UnqueriedCatalog(), daysLater: 29)
      let second = try await later.lookup.film(quince, in: .online)
      #expect(first.value.title == "Quince")
      #expect(first.value.fetchedAt == ServiceBench.today)
      #expect(second.value == first.value)
      #expect(second.warnings.messages == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func refreshFetchesAFreshFilmAgain() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(quince, in: .online)
      let later = bench.service(daysLater: 1)
      let result = try await later.lookup.film(quince, refresh: true, in: .online)
      #expect(result.value.fetchedAt == ServiceBench.day(1))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func thirtyDaysOldCopyIsFetchedAgain() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(quince, in: .online)
      let result = try await bench.service(daysLater: 30).lookup.film(quince, in: .online)
      #expect(result.value.fetchedAt == ServiceBench.day(30))
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test(arguments: [(31, "31 days ago"), (400, "400 days ago")])
  func staleCopyIsUsedIfOMDbFailsAndItsAgeIsReported(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      bench.server.stop()
      let result = try await bench.service(daysLater: days).lookup.film(quince, in: .online)
      #expect(result.value == old.value)
      #expect(result.warnings.messages.count == 1)
      #expect(result.warnings.messages.first?.contains("(OMDb)") == true)
      #expect(
        result.warnings.messages.first?.hasSuffix("; the details are from a copy fetched \(age)")
          == true)
    }
  }

  @Test(arguments: [(0, "today"), (1, "yesterday"), (2, "2 days ago")])
  func freshCopyIsUsedIfARefreshFails(days: Int, age: String) async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      bench.server.stop()
      let later = bench.service(daysLater: days)
      let result = try await later.lookup.film(quince, refresh: true, in: .online)
      #expect(result.value == old.value)
      #expect(result.warnings.messages.count == 1)
      #expect(
        result.warnings.messages.first?.hasSuffix("; the details are from a copy fetched \(age)")
          == true)
    }
  }

  @Test func staleCopyIsUsedOfflineWithoutARequest() async throws {
    try await ServiceBench.with { bench in
      let old = try await bench.service().lookup.film(quince, in: .online)
      let later = bench.service(daysLater: 99)
      let result = try await later.lookup.film(quince, refresh: true, in: .offline)
      #expect(result.value == old.value)
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func catalogIsUsedIfOMDbFailsAndTheCauseIsReported() async throws {
    try await ServiceBench.with(response: .text("", status: 503)) { bench in
      let result = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
      #expect(result.value == FixedCatalog.lighthouse)
      let cause = ServiceError.invalidResponse(detail: "HTTP status 503").message
      #expect(result.warnings.messages == ["\(cause); the details are from the starter catalog"])
    }
  }

  @Test func filmThatOnlyTheCatalogHasIsReturnedWithoutAWarning() async throws {
    try await ServiceBench.with { bench in
      let result = try await bench.service().lookup.film(FixedCatalog.lighthouse.id, in: .online)
      #expect(result.value == FixedCatalog.lighthouse)
      #expect(result.warnings.messages == [])
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func omdbTakesPrecedenceOverTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let result = try await bench.service().lookup.film(FixedCatalog.lantern.id, in: .online)
      #expect(result.value.origin == .omdb)
      #expect(result.value.plot != nil)
    }
  }

  @Test func cachedCopyTakesPrecedenceOverTheCatalog() async throws {
    try await ServiceBench.with { bench in
      _ = try await bench.service().lookup.film(FixedCatalog.lantern.id, in: .online)
      let later = bench.service(daysLater: 99)
      let result = try await later.lookup.film(FixedCatalog.lantern.id, in: .offline)
      #expect(result.value.origin == .omdb)
    }
  }

  @Test(
    arguments: [
      (ServiceBench.key, false, nil), (ServiceBench.key, true, .askService("OMDb")),
      (nil, false, .addKey(.omdbAPIKey, service: "OMDb")), (nil, true, .importCatalog),
    ] as [(String?, Bool, Remedy?)])
  func unknownFilmIsAnErrorWithARemedy(
    key: String?, isOffline: Bool, remedy: Remedy?
  ) async throws {
    try await ServiceBench.with { bench in
      let id = FilmID(unchecked: "tt9999999")
      await #expect(
        throws: UnknownFilmError(
          id: id, service: remedy == nil ? "OMDb" : nil, remedy: remedy)
      ) {
        try await bench.service(key: key).lookup.film(id, in: .context(isOffline: isOffline))
      }
    }
  }

  @Test func errorOfOMDbIsThrownIfNoOtherSourceHasTheFilm() async throws {
    try await ServiceBench.with(FakeOMDb(key: "another").respond) { bench in
      await #expect(throws: ServiceError.invalidAPIKey) {
        try await bench.service().lookup.film(quince, in: .online)
      }
    }
  }

  @Test(arguments: [(nil, false), (ServiceBench.key, true)] as [(String?, Bool)])
  func titlesAreNotRequestedOfflineOrWithoutAKey(key: String?, isOffline: Bool) async throws {
    try await ServiceBench.with { bench in
      let service = bench.service(key: key)
      let films = try await service.search.films(
        titled: "Quince", year: nil, in: .context(isOffline: isOffline))
      let canUseNetwork = await service.sources.canUseNetwork(in: .context(isOffline: isOffline))
      #expect(films == [])
      #expect(!canUseNetwork)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func filmFoundByTitleIsCached() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      let films = try await service.search.films(titled: "quince", year: 2021, in: .online)
      let cachedFilms = await bench.service(key: nil).lookup.localFilms([quince])
      #expect(films.map(\.id) == [quince])
      #expect(cachedFilms[quince] == films.first)
    }
  }

  @Test func localFilmsCombineTheCacheAndTheCatalog() async throws {
    try await ServiceBench.with { bench in
      let service = bench.service()
      _ = try await service.lookup.film(quince, in: .online)
      let unknown = FilmID(unchecked: "tt9999999")
      let films = await service.lookup.localFilms([quince, FixedCatalog.lighthouse.id, unknown])
      #expect(Set(films.keys) == [quince, FixedCatalog.lighthouse.id])
      #expect(bench.server.requests.count == 1)
    }
  }
}
