import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(1)))
struct SharedRequestsTests {
  private static let lantern = SearchQuery(text: "lantern")
  private static let quince = FilmID(canonical: "tt9000026")

  /// A server that answers once it is let.
  private final class Held: Sendable {
    private let door = DispatchSemaphore(value: 0)

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Response {
      door.wait()
      door.signal()
      return OMDbReplay(key: ServiceBench.key).answer(request)
    }

    func open() { door.signal() }
  }

  /// Asks five times at once; what came, and how many requests that made.
  private func askAtOnce<Value: Sendable>(
    _ ask: @escaping @Sendable (FilmServices) async throws -> Value
  ) async throws -> (values: [Value], requests: Int) {
    let held = Held()
    var values: [Value] = []
    var requests = 0
    try await ServiceBench.with(held.answer) { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      let callers = (1...5).map { _ in Task { try await ask(service) } }
      try await bench.server.waitForRequests(1)
      for _ in 0..<500 { _ = await service.sources.catalogSummary() }
      held.open()
      for caller in callers { values.append(try await caller.value) }
      requests = bench.server.requests.count
    }
    return (values, requests)
  }

  @Test func searchesAtTheSameTimeAreOneRequest() async throws {
    let (pages, requests) = try await askAtOnce {
      try await $0.search.search(Self.lantern, from: .auto, in: .online).value.page
    }
    #expect(pages.map(\.films.count) == [10, 10, 10, 10, 10])
    #expect(Set(pages).count == 1)
    #expect(requests == 1)
  }

  @Test func filmsAtTheSameTimeAreOneRequest() async throws {
    let (films, requests) = try await askAtOnce {
      try await $0.lookup.film(Self.quince, in: .online).value
    }
    #expect(films.map(\.title) == Array(repeating: "Quince", count: 5))
    #expect(requests == 1)
  }

  @Test func refreshesAtTheSameTimeAreOneRequest() async throws {
    let (films, requests) = try await askAtOnce {
      try await $0.lookup.refreshed(Self.quince, in: .online)
    }
    #expect(films.count == 5)
    #expect(requests == 1)
  }

  @Test func titlesAtTheSameTimeAreOneRequest() async throws {
    let (films, requests) = try await askAtOnce {
      try await $0.lookup.networkFilms(titled: "Quince", year: nil, in: .online)
    }
    #expect(films.map(\.count) == [1, 1, 1, 1, 1])
    #expect(requests == 1)
  }

  @Test func aFailureIsToldToAllWhoWait() async throws {
    let (failures, requests) = try await askAtOnce { service in
      await #expect(throws: ServiceError.self) {
        try await service.lookup.refreshed(FilmID(canonical: "tt9999999"), in: .online)
      }
    }
    let unknown = ServiceError.filmNotAtOMDb(id: "tt9999999")
    #expect(failures == Array(repeating: unknown, count: 5))
    #expect(requests == 1)
  }

  @Test func aSearchThatIsCancelledWhileOMDbStallsLeavesNothingBehind() async throws {
    try await ServiceBench.with(AnswerList([.stall]).answer) { bench in
      let service = bench.service(catalog: UnaskedCatalog())
      let task = Task { try await service.search.search(Self.lantern, from: .auto, in: .online) }
      try await bench.server.waitForRequests(1)
      let start = ContinuousClock.now
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ContinuousClock.now - start < .seconds(5))
      #expect(try await service.cache.list().isEmpty)
      #expect(!bench.home.exists("cache/films.sqlite"))
      let again = try await service.search.search(Self.lantern, from: .auto, in: .online)
      #expect(again.value.page.films.count == 10)
      #expect(bench.server.requests.count == 2)
    }
  }

  @Test func whoIsCancelledDoesNotTakeTheAnswerFromTheOthers() async throws {
    let held = Held()
    try await ServiceBench.with(held.answer) { bench in
      let service = bench.service()
      let callers = (1...2).map { _ in
        Task { try await service.search.search(Self.lantern, from: .omdb, in: .online) }
      }
      try await bench.server.waitForRequests(1)
      for _ in 0..<500 { _ = await service.sources.catalogSummary() }
      callers[0].cancel()
      await #expect(throws: CancellationError.self) { try await callers[0].value }
      held.open()
      #expect(try await callers[1].value.value.page.films.count == 10)
      #expect(bench.server.requests.count == 1)
    }
  }
}
