import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct ConcurrentRequestTests {
  private static let lantern = SearchQuery(text: "lantern")
  private static let quince = FilmID(unchecked: "tt9000026")

  /// A server that holds all responses until it is released.
  private final class HeldServer: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)
    private let handler: LoopbackServer.Handler

    init(_ handler: @escaping LoopbackServer.Handler) { self.handler = handler }

    func respond(to request: LoopbackServer.Request) -> LoopbackServer.Response {
      semaphore.wait()
      semaphore.signal()
      return handler(request)
    }

    func release() { semaphore.signal() }
  }

  /// Makes five concurrent calls, and returns their values and the number of requests sent.
  private func callConcurrently<Value: Sendable>(
    to services: (ServiceBench) -> FilmServices = { $0.service(catalog: UnqueriedCatalog()) },
    _ handler: @escaping LoopbackServer.Handler = FakeOMDb(key: ServiceBench.key).respond,
    _ call: @escaping @Sendable (FilmServices) async throws -> Value
  ) async throws -> (values: [Value], requests: Int) {
    let server = HeldServer(handler)
    var values: [Value] = []
    var requests = 0
    try await ServiceBench.with(server.respond) { bench in
      let service = services(bench)
      let callers = (1...5).map { _ in Task { try await call(service) } }
      try await bench.server.waitForRequests(1)
      for _ in 0..<500 { _ = await service.sources.catalogSummary() }
      server.release()
      for caller in callers { values.append(try await caller.value) }
      requests = bench.server.requests.count
    }
    return (values, requests)
  }

  @Test func concurrentSearchesAreOneRequest() async throws {
    let (pages, requests) = try await callConcurrently {
      try await $0.search.search(Self.lantern, from: .auto, in: .online).value.page
    }
    #expect(pages.map(\.films.count) == [10, 10, 10, 10, 10])
    #expect(Set(pages).count == 1)
    #expect(requests == 1)
  }

  @Test func concurrentBatchesOfDiscoveryAreOneRequest() async throws {
    let tmdb = FakeTMDB(token: ServiceBench.token)
    let services: (ServiceBench) -> FilmServices = { $0.tmdbServices() }
    let (films, requests) = try await callConcurrently(to: services, tmdb.respond) {
      var query = DiscoverQuery(.popular)
      query.type = .series
      return try await $0.discovery.begin(query, in: .online).value.films
    }
    #expect(films.map(\.count) == [20, 20, 20, 20, 20])
    #expect(requests == 1)
  }

  @Test func concurrentFilmLookupsAreOneRequest() async throws {
    let (films, requests) = try await callConcurrently {
      try await $0.lookup.film(Self.quince, in: .online).value
    }
    #expect(films.map(\.title) == Array(repeating: "Quince", count: 5))
    #expect(requests == 1)
  }

  @Test func concurrentRefreshesAreOneRequest() async throws {
    let (films, requests) = try await callConcurrently {
      try await $0.lookup.refresh(Self.quince, in: .online)
    }
    #expect(films.count == 5)
    #expect(requests == 1)
  }

  @Test func concurrentTitleLookupsAreOneRequest() async throws {
    let (films, requests) = try await callConcurrently {
      try await $0.search.films(titled: "Quince", year: nil, in: .online)
    }
    #expect(films.map(\.count) == [1, 1, 1, 1, 1])
    #expect(requests == 1)
  }

  @Test func allCallersReceiveTheError() async throws {
    // The catalog is asked, too: it may know the film.
    let services: (ServiceBench) -> FilmServices = { $0.service(catalog: InMemoryCatalog([])) }
    let (errors, requests) = try await callConcurrently(to: services) { service in
      await #expect(throws: ServiceError.self) {
        try await service.lookup.refresh(FilmID(unchecked: "tt9999999"), in: .online)
      }
    }
    let expected = ServiceError.filmNotAtOMDb(id: "tt9999999")
    #expect(errors == Array(repeating: expected, count: 5))
    #expect(requests == 1)
  }

  @Test func searchCancelledWhileOMDbStallsStoresNothing() async throws {
    try await ServiceBench.with(ResponseQueue([.stall]).respond) { bench in
      let service = bench.service(catalog: UnqueriedCatalog())
      let task = Task { try await service.search.search(Self.lantern, from: .auto, in: .online) }
      try await bench.server.waitForRequests(1)
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - start < .seconds(9), "the response timeout is 10 s")
      #expect(try await service.lookup.database.openForReading().cache.list().isEmpty)
      #expect(!bench.home.exists("cache/films.sqlite"))
      let repeatedSearch = try await service.search.search(Self.lantern, from: .auto, in: .online)
      #expect(repeatedSearch.value.page.films.count == 10)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func cancellingOneCallerDoesNotAffectTheOthers() async throws {
    let server = HeldServer(FakeOMDb(key: ServiceBench.key).respond)
    try await ServiceBench.with(server.respond) { bench in
      let service = bench.service()
      let callers = (1...2).map { _ in
        Task { try await service.search.search(Self.lantern, from: .omdb, in: .online) }
      }
      try await bench.server.waitForRequests(1)
      for _ in 0..<500 { _ = await service.sources.catalogSummary() }
      callers[0].cancel()
      await #expect(throws: CancellationError.self) { try await callers[0].value }
      server.release()
      #expect(try await callers[1].value.value.page.films.count == 10)
      #expect(bench.server.requests.count == 1)
    }
  }
}
