import Dispatch
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Synchronization
import Testing

/// Refreshing the facts of films.
struct RefreshTests {
  /// Returns the first of the 24 films that the server has.
  private func lanterns(_ count: Int, _ bench: ViewModelBench) async throws -> [FilmItem] {
    try await bench.targetResolver.resolve(
      (1...count).map { .id(FilmID(unchecked: "tt\(9_000_000 + $0)")) }, scope: .local,
      in: .offline)
  }

  private func refresh(
    _ items: [FilmItem], offline: Bool = false, _ bench: ViewModelBench
  ) async throws -> RefreshOutcome {
    try await bench.filmDetail.refresh(items, in: .context(isOffline: offline))
  }

  @Test func refreshedFilmsKeepTheirOrder() async throws {
    try await ViewModelBench.with { bench in
      let items = try await bench.items("tt9000027", "tt9000001", "tt9000026", "tt9000002")
      _ = try await refresh(items, bench)
      bench.clock.advance(days: 3)
      let progress = Mutex<[Int]>([])
      let outcome = try await bench.filmDetail.refresh(items, in: .online) { count in
        progress.withLock { $0.append(count) }
      }
      #expect(outcome.items.map(\.id) == items.map(\.id))
      #expect(outcome.items.map { $0.film?.fetchedAt } == items.map { _ in bench.clock.now })
      #expect(outcome.failures.isEmpty)
      #expect(progress.withLock { $0 } == [4])
      #expect(try await bench.cachedFilm("tt9000026")?.fetchedAt == bench.clock.now)
      #expect(bench.server.requests.count == 8)
    }
  }

  @Test func atMostFourFilmsAreRequestedAtATime() async throws {
    let counter = ConcurrencyCounter()
    let entered = DispatchSemaphore(value: 0)
    let mayRespond = DispatchSemaphore(value: 0)
    let handler: LoopbackServer.Handler = {
      counter.enter()
      entered.signal()
      defer { counter.leave() }
      _ = mayRespond.wait(timeout: .now() + 30)
      return FakeOMDb().respond(to: $0)
    }
    try await ViewModelBench.with(handler) { bench in
      let items = try await lanterns(9, bench)
      let task = Task { try await refresh(items, bench) }
      for _ in 1...2 {
        #expect(await entered.waitForFourSignals())
        for _ in 1...4 { mayRespond.signal() }
      }
      mayRespond.signal()
      #expect(try await task.value.items.map(\.id) == items.map(\.id))
      #expect(counter.maximum == 4)
      #expect(counter.total == 9)
    }
  }

  @Test func failedFilmsAreReportedAndOthersAreRefreshed() async throws {
    try await ViewModelBench.with { bench in
      let items = try await bench.items(
        "tt9999991", "tt9000001", "tt9999992", "tt9000002", "tt9000003", "tt9999993")
      let outcome = try await refresh(items, bench)
      #expect(
        outcome.items.map(\.id.rawValue) == ["tt9000001", "tt9000002", "tt9000003"])
      let failedIDs = outcome.failures.map(\.item.id.rawValue)
      #expect(failedIDs == ["tt9999991", "tt9999992", "tt9999993"])
      for (item, failure) in outcome.failures {
        #expect(failure as? ServiceError == .filmNotAtOMDb(id: item.id.rawValue))
      }
    }
  }

  @Test(arguments: [
    ("Invalid API key!", ServiceError.invalidAPIKey),
    ("Request limit reached!", .dailyLimitExceeded),
  ])
  func errorThatConcernsAllFilmsStopsRequests(text: String, failure: ServiceError) async throws {
    let errorResponse = #"{"Response":"False","Error":"\#(text)"}"#
    try await ViewModelBench.with(response: .json(errorResponse, status: 401)) { bench in
      let items = try await lanterns(12, bench)
      let progress = Mutex(0)
      let outcome = try await bench.filmDetail.refresh(items, in: .online) { count in
        progress.withLock { $0 = count }
      }
      #expect(outcome.items.isEmpty)
      #expect(outcome.failures.map(\.item.id) == items.map(\.id))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect((1...4).contains(bench.server.requests.count))
      #expect(
        await bench.filmDetail.exhaustedServices()
          == (failure == .dailyLimitExceeded ? ["OMDb"] : []))
    }
  }

  @Test(
    arguments: [
      (true, "k3y", .offline), (false, nil, .noAPIKey), (true, nil, .offline),
    ] as [(Bool, String?, ServiceError)])
  func allFilmsFailIfNoServiceCanBeQueried(
    offline: Bool, key: String?, failure: ServiceError
  ) async throws {
    try await ViewModelBench.with(key: key) { bench in
      let items = try await lanterns(6, bench)
      let outcome = try await refresh(items, offline: offline, bench)
      #expect(outcome.items.isEmpty)
      #expect(outcome.failures.map(\.item.id) == items.map(\.id))
      #expect(outcome.failures.allSatisfy { $0.failure as? ServiceError == failure })
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test func refreshingNoFilmsSucceeds() async throws {
    try await ViewModelBench.with { bench in
      let outcome = try await refresh([], bench)
      #expect(outcome.items.isEmpty && outcome.failures.isEmpty)
    }
  }

  @Test(.timeLimit(.minutes(10))) func cancelledRefreshEndsImmediately() async throws {
    try await ViewModelBench.with(response: .stall) { bench in
      let items = try await lanterns(9, bench)
      let task = Task { try await refresh(items, bench) }
      try await bench.server.waitForRequests(4)
      let elapsed = await ContinuousClock().measure {
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(elapsed < .seconds(9), "the response timeout is 10 s")
      #expect(bench.server.requests.count == 4)
    }
  }
}

extension DispatchSemaphore {
  /// Waits on a separate thread for four signals, and returns whether each came within 30 seconds.
  fileprivate func waitForFourSignals() async -> Bool {
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let isSignaled = (1...4).allSatisfy { _ in self.wait(timeout: .now() + 300) == .success }
        continuation.resume(returning: isSignaled)
      }
    }
  }
}
