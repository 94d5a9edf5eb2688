import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzServices

@Suite(.timeLimit(.minutes(10)))
struct RetryPolicyTests {
  private static let quince = FilmID(unchecked: "tt9000026")

  /// Returns a source that waits by calling `sleep`.
  private func source(
    _ bench: ServiceBench, sleep: @escaping @Sendable (Double) async throws -> Void
  ) -> OMDbSource {
    bench.omdb(
      key: ServiceBench.key, client: bench.client(retry: RetryPolicy(sleep: sleep)))
  }

  /// Returns a date in the format of HTTP header fields.
  private static func httpDate(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = .gmt
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }

  @Test(arguments: [
    (1, 0.0, 0.2), (1, 0.5, 0.4), (1, 1.0, 0.6), (2, 0.0, 0.4), (2, 0.5, 0.8), (2, 1.0, 1.2),
  ])
  func backoffGrowsAndHasJitter(retry: Int, jitter: Double, seconds: Double) async throws {
    let waits = WaitRecorder()
    let policy = RetryPolicy(sleep: waits.record, jitter: { jitter })
    #expect(try await policy.wait(forRetry: retry, retryAfter: nil, elapsed: 0))
    let waited = try #require(waits.seconds.first)
    #expect(abs(waited - seconds) < 1e-9)
  }

  @Test func backoffIsRandom() async throws {
    let waits = WaitRecorder()
    let policy = RetryPolicy(sleep: waits.record)
    for _ in 1...50 { _ = try await policy.wait(forRetry: 1, retryAfter: nil, elapsed: 0) }
    #expect(Set(waits.seconds).count > 1)
    #expect(waits.seconds.allSatisfy { (0.2..<0.6).contains($0) })
  }

  @Test(
    arguments: [
      (1, nil, 9.9, true), (2, nil, 9.9, true), (3, nil, 0, false), (1, nil, 10, false),
      (1, 10, 0, true), (1, 10.1, 0, false), (2, 3, 11, false), (3, 0, 0, false),
    ] as [(Int, Double?, Double, Bool)])
  func noRetryAfterTwoRetriesOrTenSeconds(
    retry: Int, retryAfter: Double?, elapsed: Double, isRetryExpected: Bool
  ) async throws {
    let waits = WaitRecorder()
    let isRetried = try await waits.policy.wait(
      forRetry: retry, retryAfter: retryAfter, elapsed: elapsed)
    #expect(isRetried == isRetryExpected)
    #expect(waits.seconds.count == (isRetryExpected ? 1 : 0))
  }

  @Test(
    arguments: [
      (nil, nil), ("", nil), ("7", 7), ("7.5", 7.5), ("-7", nil), ("infinity", nil),
      ("Fri, 15 Jan 2027 08:00:05 GMT", 5), ("Fri, 15 Jan 2027 07:59:55 GMT", 0),
      ("Sat, 16 Jan 2027 09:00:00 GMT", 86_400), ("Fri, 32 Foo 2027 08:00:05 GMT", nil),
    ] as [(String?, Double?)])
  func retryAfterIsParsedAsSecondsOrDate(field: String?, seconds: Double?) {
    let head = HTTPHead(status: 503, fields: field.map { [("Retry-After", $0)] } ?? [])
    #expect(head.retryAfter(from: ServiceBench.today) == seconds)
  }

  @Test func retryAfterDateInTheNearFutureIsWaitedFor() async throws {
    let busy: LoopbackServer.Handler = { _ in
      let soon = Self.httpDate(Date().addingTimeInterval(9))
      return .text("", status: 429, headers: ["Retry-After": soon])
    }
    try await ServiceBench.with(busy) { bench in
      await #expect(throws: ServiceError.self) { try await bench.source().film(id: Self.quince) }
      #expect(bench.waits.seconds.count == 2)
      #expect(bench.waits.seconds.allSatisfy { $0 > 0 && $0 <= 9 })
    }
  }

  @Test func cancellationEndsWaitingImmediately() async throws {
    let gate = AsyncGate()
    try await ServiceBench.with(response: .text("", status: 503)) { bench in
      let source = source(bench) { _ in
        gate.arrive()
        try await Task.sleep(for: .seconds(600))
      }
      let task = Task { try await source.film(id: Self.quince) }
      await gate.waitForArrivals(1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(bench.server.requests.count == 1)
    }
  }

  @Test func dailyLimitReachedWhileWaitingEndsTheRetries() async throws {
    try await ServiceBench.with(response: .text("", status: 503)) { bench in
      let fingerprint = ServiceAccount(
        service: .omdb, baseURL: bench.server.baseURL, key: ServiceBench.key
      ).fingerprint
      let source = source(bench) { _ in await bench.counter().reachLimit(of: fingerprint) }
      await #expect(throws: ServiceError.dailyLimitExceeded) {
        try await source.film(id: Self.quince)
      }
      #expect(bench.server.requests.count == 1)
    }
  }
}
