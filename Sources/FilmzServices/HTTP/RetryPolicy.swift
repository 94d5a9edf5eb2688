/// The policy for retrying a request after a transient failure: up to two retries with exponential
/// backoff and jitter.
///
/// A `Retry-After` of the service takes precedence over the backoff.
package struct RetryPolicy: Sendable {
  private static let maximumRetries = 2
  /// The maximum `Retry-After` to wait for, and the time after which a request is not retried, in
  /// seconds.
  private static let maximumSeconds = 10.0

  /// Sleeps for some seconds; tests replace it to avoid waiting.
  private let sleep: @Sendable (Double) async throws -> Void
  /// Returns a random number in 0..<1.
  ///
  /// The number varies the backoff, so that many clients do not retry at the same time.
  private let jitter: @Sendable () -> Double

  package init(
    sleep: @escaping @Sendable (Double) async throws -> Void = {
      try await Task.sleep(for: .seconds($0))
    },
    jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.sleep = sleep
    self.jitter = jitter
  }

  /// Waits until a retry is due; if there is to be no retry, returns `false` immediately.
  ///
  /// - Parameters:
  ///   - retry: The number of the retry, starting from 1.
  ///   - retryAfter: The seconds to wait, as the service requested; `nil` if it did not.
  ///   - elapsed: The seconds since the first attempt, as in ``RetryBudget/elapsed``.
  /// - Returns: Whether to retry.
  /// - Throws: `CancellationError`.
  func wait(forRetry retry: Int, retryAfter: Double?, elapsed: Double) async throws -> Bool {
    guard retry <= Self.maximumRetries, elapsed < Self.maximumSeconds else { return false }
    if let retryAfter {
      guard retryAfter <= Self.maximumSeconds else { return false }
      try await sleep(retryAfter)
    } else {
      try await sleep(0.2 * Double(1 << retry) * (0.5 + jitter()))
    }
    return true
  }
}
