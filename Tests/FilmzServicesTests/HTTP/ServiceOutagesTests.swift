import FilmzDomain
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzServices

/// A source that did not respond in time is not asked again for a while.
struct ServiceOutagesTests {
  /// A clock that only changes when it is advanced.
  private final class Clock: Sendable {
    private let time = Mutex(ServiceBench.today)

    var now: Date { time.withLock { $0 } }

    func advance(seconds: Double) { time.withLock { $0 += seconds } }
  }

  private static let account = ServiceAccount(service: .omdb, baseURL: "http://x.test/", key: "k")
  private static let quince = FilmID(unchecked: "tt9000026")

  private func timedOut(_ secondsLeft: Int?) -> ServiceError {
    ServiceError(.omdb, .timedOut("x.test did not respond", secondsLeft: secondsLeft))
  }

  @Test func pauseLastsForAMinute() {
    let clock = Clock()
    let outages = ServiceOutages { clock.now }
    #expect(outages.error(for: Self.account) == nil)
    let error = outages.beginPause(of: Self.account, "x.test did not respond")
    #expect(error == timedOut(60))
    clock.advance(seconds: 17.5)
    #expect(outages.error(for: Self.account) == timedOut(43))
    clock.advance(seconds: 42)
    #expect(outages.error(for: Self.account) == timedOut(1))
    clock.advance(seconds: 1)
    #expect(outages.error(for: Self.account) == nil)
  }

  @Test func pauseAppliesOnlyToItsAccount() {
    let outages = ServiceOutages()
    _ = outages.beginPause(of: Self.account, "x.test did not respond")
    for (baseURL, key) in [("http://y.test/", "k"), ("http://x.test/", "l")] {
      let other = ServiceAccount(service: .omdb, baseURL: baseURL, key: key)
      #expect(outages.error(for: other) == nil)
    }
  }

  @Test func singleCommandsDoNotAskAgain() {
    let clock = Clock()
    let outages = ServiceOutages(pauseSeconds: nil) { clock.now }
    #expect(outages.beginPause(of: Self.account, "x.test did not respond") == timedOut(nil))
    clock.advance(seconds: 100_000)
    #expect(outages.error(for: Self.account) == timedOut(nil))
  }

  @Test func pausesCanBeEnded() {
    let outages = ServiceOutages()
    _ = outages.beginPause(of: Self.account, "x.test did not respond")
    outages.endPauses()
    #expect(outages.error(for: Self.account) == nil)
  }

  @Test(arguments: [
    LastingState.noResponse(service: "OMDb"), .dailyLimit(service: "OMDb"), .offline,
  ])
  func stateIsReportedOnceUntilTheServiceResponds(state: LastingState) {
    let outages = ServiceOutages()
    #expect(outages.report(state) && !outages.report(state))
    #expect(outages.report(.noResponse(service: "Other")))
    outages.responseReceived(from: Self.account)
    #expect(outages.report(state) == (state != .offline))
    #expect(!outages.report(.noResponse(service: "Other")))
  }

  @Test func anotherPauseIsReportedAgain() {
    let clock = Clock()
    let outages = ServiceOutages { clock.now }
    let state = LastingState.noResponse(service: "OMDb")
    for _ in 1...2 {
      _ = outages.beginPause(of: Self.account, "x.test did not respond")
      #expect(outages.report(state))
      // A concurrent request ends later; the user knows of the outage.
      _ = outages.beginPause(of: Self.account, "x.test did not respond")
      #expect(!outages.report(state))
      clock.advance(seconds: 61)
      #expect(outages.error(for: Self.account) == nil)
    }
  }

  @Test func noRequestIsSentDuringAPause() async throws {
    try await ServiceBench.with { bench in
      let client = bench.client()
      let source = bench.omdb(key: ServiceBench.key, client: client)
      let account = try await source.requiredAccount()
      let error = client.outages.beginPause(of: account, "x.test did not respond")
      #expect(await !source.isAvailable())
      await #expect(throws: error) { try await source.film(id: Self.quince) }
      #expect(bench.server.requests.isEmpty)
      #expect(await client.usage(of: account).requests == 0)
      client.outages.endPauses()
      #expect(try await source.film(id: Self.quince) != nil)
      #expect(await source.isAvailable())
    }
  }

  @Test func probeEndsThePause() async throws {
    try await ServiceBench.with { bench in
      let client = bench.client()
      let source = bench.omdb(key: ServiceBench.key, client: client)
      _ = client.outages.beginPause(
        of: try await source.requiredAccount(), "x.test did not respond")
      _ = try await source.probe(in: .online)
      #expect(bench.server.requests.count == 1)
      #expect(await source.isAvailable())
    }
  }

  @Test(.timeLimit(.minutes(10))) func missingResponseBeginsAPause() async throws {
    try await ServiceBench.with(response: .stall) { bench in
      let source = bench.source()
      for _ in 1...2 {
        let error = await #expect(throws: ServiceError.self) {
          try await source.film(id: Self.quince)
        }
        guard case .timedOut("127.0.0.1 did not respond within 10 s", _) = error?.cause else {
          Issue.record("\(error?.message ?? "")")
          return
        }
      }
      #expect(bench.server.requests.count == 1)
    }
  }
}
