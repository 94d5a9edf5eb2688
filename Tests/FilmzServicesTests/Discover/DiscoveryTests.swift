import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

/// The choice between TMDB and the local catalog, and the lists of streaming services that are kept.
@Suite(.timeLimit(.minutes(10)))
struct DiscoveryTests {
  private static func context(isOffline: Bool = false) -> CommandContext {
    CommandContext(line: "discover", now: ServiceBench.today, isOffline: isOffline)
  }

  @Test func filmsComeFromTMDBAndAreContinuedThere() async throws {
    try await ServiceBench.withTMDB { bench in
      let services = bench.tmdbServices(catalog: UnqueriedCatalog())
      let query = DiscoverQuery(.popular)
      let first = try await services.discovery.begin(query, in: Self.context())
      #expect(first.warnings.isEmpty && !first.isFallback)
      let counts = FakeTMDB.listCounts
      #expect(first.value.films.count == 40 && first.value.total == counts.movie + counts.tv)
      let cursor = try #require(first.value.next)
      let second = try await services.discovery.batch(query, at: cursor, in: Self.context())
      #expect(Set(second.value.films.map(\.id)).isDisjoint(with: first.value.films.map(\.id)))
      #expect(bench.server.requests.count == 4)
    }
  }

  /// The titles are in the film cache, so that they are known when a film is marked.
  @Test func filmsOfTMDBAreStored() async throws {
    try await ServiceBench.withTMDB { bench in
      let services = bench.tmdbServices()
      let batch = try await services.discovery.begin(DiscoverQuery(.popular), in: Self.context())
      let film = try #require(batch.value.films.first)
      let stored = try await services.lookup.film(film.id, in: Self.context(isOffline: true))
      #expect(stored.value.title == film.title)
    }
  }

  @Test(arguments: [DiscoverMethod.popular, .topRated])
  func withoutATokenFilmsComeFromTheCatalogWithoutAWarning(method: DiscoverMethod) async throws {
    try await ServiceBench.withTMDB { bench in
      let discovery = bench.tmdbServices(token: nil, catalog: ListedCatalog()).discovery
      for isOffline in [false, true] {
        let result = try await discovery.begin(
          DiscoverQuery(method), in: Self.context(isOffline: isOffline))
        #expect(result.value.films.map(\.title) == ["Lantern"])
        #expect(result.warnings.isEmpty && !result.isFallback)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func offlineFilmsComeFromTheCatalogWithoutAWarning() async throws {
    try await ServiceBench.withTMDB { bench in
      let discovery = bench.tmdbServices(catalog: ListedCatalog()).discovery
      let context = Self.context(isOffline: true)
      let result = try await discovery.begin(DiscoverQuery(.popular), in: context)
      #expect(result.value.films.map(\.title) == ["Lantern"] && result.warnings.isEmpty)
      await #expect(throws: ServiceError.tmdb(.offline)) {
        try await discovery.begin(DiscoverQuery(.hulu), in: context)
      }
      await #expect(throws: ServiceError.tmdb(.offline)) {
        try await discovery.batch(
          DiscoverQuery(.popular), at: DiscoverCursor(.tmdb), in: context)
      }
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test(arguments: DiscoverMethod.allCases.filter { !$0.isLocal })
  func otherMethodsNeedAToken(method: DiscoverMethod) async throws {
    try await ServiceBench.withTMDB { bench in
      let discovery = bench.tmdbServices(token: nil, catalog: UnqueriedCatalog()).discovery
      let error = try await #require(throws: DiscoverError.self) {
        try await discovery.begin(DiscoverQuery(method), in: Self.context())
      }
      #expect(error == .needsService(method, .tmdb) && error.exitCategory == .unavailable)
      #expect(error.message == "\(method.rawValue) needs a TMDB token")
      #expect(error.remedy == ServiceError.tmdb(.noKey).remedy)
      await #expect(throws: error) {
        try await discovery.batch(
          DiscoverQuery(method), at: DiscoverCursor(.tmdb), in: Self.context())
      }
    }
  }

  @Test func withoutAServiceOtherMethodsHaveNoSource() async throws {
    try await ServiceBench.with { bench in
      await #expect(throws: DiscoverError.noSource(.netflix)) {
        try await bench.service().discovery.begin(DiscoverQuery(.netflix), in: Self.context())
      }
    }
  }

  @Test(
    arguments: [
      (FakeTMDB.error(7, "Invalid API key", status: 401), .invalidKey),
      (
        FakeTMDB.error(25, "Too many", status: 429, headers: ["Retry-After": "1"]),
        .pauseRequested(retryAfter: 1)
      ),
      (.text("<html>", status: 503), .invalidResponse(detail: "HTTP status 503")),
      (FakeTMDB.notFound, .invalidResponse(detail: "HTTP status 404")),
      (.close, .networkError("127.0.0.1 closed the connection")),
      (.text("<html>portal</html>"), .invalidResponse(detail: "not JSON")),
      (.json(#"{"success":false}"#), .decodingError("the list of films is missing")),
    ] as [(LoopbackServer.Response, ServiceError.Cause)])
  func afterAFailureFilmsComeFromTheCatalogWithAWarning(
    response: LoopbackServer.Response, cause: ServiceError.Cause
  ) async throws {
    try await ServiceBench.with(response: response) { bench in
      let discovery = bench.tmdbServices(catalog: ListedCatalog()).discovery
      let result = try await discovery.begin(DiscoverQuery(.popular), in: Self.context())
      #expect(result.value.films.map(\.title) == ["Lantern"] && result.isFallback)
      let consequence = "these films are from the starter catalog"
      let failure = ServiceError.tmdb(cause)
      #expect(result.warnings == [Warning(failure, consequence: consequence)])
      #expect(!"\(result.warnings)".contains(ServiceBench.token))
      await #expect(throws: failure) {
        try await discovery.begin(DiscoverQuery(.trending), in: Self.context())
      }
      await #expect(throws: failure) {
        try await discovery.batch(
          DiscoverQuery(.popular), at: DiscoverCursor(.tmdb), in: Self.context())
      }
    }
  }

  @Test func genreThatOnlyTheCatalogHasComesFromThere() async throws {
    try await ServiceBench.withTMDB { bench in
      let discovery = bench.tmdbServices(catalog: ListedCatalog()).discovery
      var query = DiscoverQuery(.topRated)
      query.genre = "Film-Noir"
      let result = try await discovery.begin(query, in: Self.context())
      #expect(result.value.films.map(\.title) == ["Lantern"] && result.warnings.count == 1)
      #expect(bench.server.requests.isEmpty)
    }
  }

  // MARK: - Streaming services

  /// The numbers of streaming services are known for 30 days, also to the next session.
  @Test(arguments: [(0, 0), (29, 0), (30, 2), (180, 2)])
  func servicesOfARegionAreKept(daysLater: Int, requests: Int) async throws {
    try await ServiceBench.withTMDB { bench in
      let query = DiscoverQuery(.primeVideo)
      let first = bench.tmdbServices(region: "DE")
      for _ in 1...2 { _ = try await first.discovery.begin(query, in: Self.context()) }
      #expect(Self.providerRequests(bench.server) == 2)
      let second = bench.tmdbServices(region: "DE", daysLater: daysLater)
      _ = try await second.discovery.begin(query, in: Self.context())
      #expect(Self.providerRequests(bench.server) == 2 + requests)
      await #expect(throws: DiscoverError.unavailableService(.hulu, region: "DE")) {
        try await second.discovery.begin(DiscoverQuery(.hulu), in: Self.context())
      }
      #expect(Self.providerRequests(bench.server) == 2 + requests)
    }
  }

  private static func providerRequests(_ server: LoopbackServer) -> Int {
    server.requests.count { $0.path.hasPrefix("/watch/providers") }
  }

  @Test func listOfServicesThatIsMissingIsAnErrorAndNotKept() async throws {
    try await ServiceBench.withTMDB(response: .json("{}")) { bench in
      let discovery = bench.tmdbServices(region: "DE").discovery
      let cause = ServiceError.Cause.decodingError("the list of streaming services is missing")
      for count in 1...2 {
        await #expect(throws: ServiceError.tmdb(cause)) {
          try await discovery.begin(DiscoverQuery(.netflix), in: Self.context())
        }
        #expect(bench.server.requests.count == count)
      }
    }
  }
}

/// A catalog that has one film in all its lists.
private struct ListedCatalog: FilmCatalog {
  let origin = Film.Origin.starter
  let name = "the starter catalog"
  let pageSize: Int? = nil

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    SearchPage(films: [FixedCatalog.lantern], total: 1)
  }

  func film(id: FilmID) async throws -> Film? { nil }

  func films(titled title: String, year: Int?) async throws -> [Film] { [] }
}
