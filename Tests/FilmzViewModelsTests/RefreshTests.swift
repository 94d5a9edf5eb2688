import Dispatch
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Synchronization
import Testing

/// Fetching the facts of films again.
struct RefreshTests {
  /// The first of the 24 films that the server knows.
  private func lanterns(_ count: Int, _ bench: HomeBench) async throws -> [FilmItem] {
    try await bench.resolver.resolve(
      (1...count).map { .id(FilmID(canonical: "tt\(9_000_000 + $0)")) }, scope: .local,
      in: .withoutNetwork)
  }

  private func refresh(
    _ items: [FilmItem], offline: Bool = false, _ bench: HomeBench
  ) async throws -> RefreshOutcome {
    try await bench.detail.refresh(items, in: .context(isOffline: offline))
  }

  @Test func theNewFactsComeInTheOrderOfTheFilms() async throws {
    try await HomeBench.with { bench in
      let items = try await bench.items("tt9000027", "tt9000001", "tt9000026", "tt9000002")
      _ = try await refresh(items, bench)
      bench.clock.advance(days: 3)
      let progress = Mutex<[Int]>([])
      let outcome = try await bench.detail.refresh(items, in: .online) { count in
        progress.withLock { $0.append(count) }
      }
      #expect(outcome.items.map(\.id) == items.map(\.id))
      #expect(outcome.items.map { $0.film?.fetchedAt } == items.map { _ in bench.clock.now })
      #expect(outcome.failures.isEmpty)
      #expect(progress.withLock { $0 } == [4])
      #expect(try await bench.cached("tt9000026")?.fetchedAt == bench.clock.now)
      #expect(bench.server.requests.count == 8)
    }
  }

  @Test func noMoreThanFourAreAskedForAtATime() async throws {
    let gauge = Gauge()
    let entered = DispatchSemaphore(value: 0)
    let thinking = DispatchSemaphore(value: 0)
    let answer: LoopbackServer.Handler = {
      gauge.enter()
      entered.signal()
      defer { gauge.leave() }
      _ = thinking.wait(timeout: .now() + 30)
      return OMDbReplay().answer($0)
    }
    try await HomeBench.with(answer) { bench in
      let items = try await lanterns(9, bench)
      let task = Task { try await refresh(items, bench) }
      for _ in 1...2 {
        #expect(await entered.waitForFour())
        for _ in 1...4 { thinking.signal() }
      }
      thinking.signal()
      #expect(try await task.value.items.map(\.id) == items.map(\.id))
      #expect(gauge.most == 4)
      #expect(gauge.total == 9)
    }
  }

  @Test func filmsThatFailAreToldAndTheOthersAreFetched() async throws {
    try await HomeBench.with { bench in
      let items = try await bench.items(
        "tt9999991", "tt9000001", "tt9999992", "tt9000002", "tt9000003", "tt9999993")
      let outcome = try await refresh(items, bench)
      #expect(
        outcome.items.map(\.id.rawValue) == ["tt9000001", "tt9000002", "tt9000003"])
      let failed = outcome.failures.map(\.item.id.rawValue)
      #expect(failed == ["tt9999991", "tt9999992", "tt9999993"])
      for (item, failure) in outcome.failures {
        #expect(failure as? ServiceError == .filmNotAtOMDb(id: item.id.rawValue))
      }
    }
  }

  @Test(arguments: [
    ("Invalid API key!", ServiceError.invalidAPIKey),
    ("Request limit reached!", .dailyLimitExceeded),
  ])
  func whereOMDbAnswersNobodyTheRestIsNotAskedFor(text: String, failure: ServiceError) async throws
  {
    let refusal = #"{"Response":"False","Error":"\#(text)"}"#
    try await HomeBench.with(answer: .json(refusal, status: 401)) { bench in
      let items = try await lanterns(12, bench)
      let progress = Mutex(0)
      let outcome = try await bench.detail.refresh(items, in: .online) { count in
        progress.withLock { $0 = count }
      }
      #expect(outcome.items.isEmpty)
      #expect(outcome.failures.map(\.item.id) == items.map(\.id))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect((1...4).contains(bench.server.requests.count))
      #expect(
        await bench.detail.exhaustedServices() == (failure == .dailyLimitExceeded ? ["OMDb"] : []))
    }
  }

  @Test(
    arguments: [
      (true, "key", .offline), (false, nil, .noAPIKey), (true, nil, .offline),
    ] as [(Bool, String?, ServiceError)])
  func whereNobodyMayBeAskedAllFilmsFail(
    offline: Bool, key: String?, failure: ServiceError
  ) async throws {
    try await HomeBench.with(key: key) { bench in
      let items = try await lanterns(6, bench)
      let outcome = try await refresh(items, offline: offline, bench)
      #expect(outcome.items.isEmpty)
      #expect(outcome.failures.map(\.item.id) == items.map(\.id))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func nothingToFetchIsNoTrouble() async throws {
    try await HomeBench.with { bench in
      let outcome = try await refresh([], bench)
      #expect(outcome.items.isEmpty && outcome.failures.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(1))) func aRefreshThatIsCancelledEndsAtOnce() async throws {
    try await HomeBench.with(answer: .stall) { bench in
      let items = try await lanterns(9, bench)
      let task = Task { try await refresh(items, bench) }
      try await bench.server.waitForRequests(4)
      let elapsed = await ContinuousClock().measure {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(elapsed < .seconds(5))
      #expect(bench.server.requests.count == 4)
    }
  }
}

extension DispatchSemaphore {
  /// Waits, on a thread of its own, until it was signalled four times.
  fileprivate func waitForFour() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let areIn = (1...4).allSatisfy { _ in self.wait(timeout: .now() + 30) == .success }
        continuation.resume(returning: areIn)
      }
    }
  }
}
