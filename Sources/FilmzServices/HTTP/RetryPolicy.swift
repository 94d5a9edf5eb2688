/// The rule of a service for requests that it refuses with status 429, because it received too many: they
/// are retried once.
package struct RateLimitRule: Sendable, Hashable {
  /// The seconds to wait if the service does not say how long.
  let defaultSeconds: Double
  /// The maximum number of seconds to wait, even if the service says longer.
  let maximumSeconds: Double

  package init(defaultSeconds: Double, maximumSeconds: Double) {
    self.defaultSeconds = defaultSeconds
    self.maximumSeconds = maximumSeconds
  }
}

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
  ///   - retry: The number of the retry, starting from 1; retries according to `rateLimit` are counted apart
  ///     from the others.
  ///   - retryAfter: The seconds to wait, as the service requested; `nil` if it did not.
  ///   - elapsed: The seconds since the first attempt, as in ``RetryBudget/elapsed``.
  ///   - rateLimit: The rule of the service if it refused the request with status 429; `nil` after other
  ///     failures, and for a service without a rule.
  /// - Returns: Whether to retry.
  /// - Throws: `CancellationError`.
  func wait(
    forRetry retry: Int, retryAfter: Double?, elapsed: Double, rateLimit: RateLimitRule? = nil
  ) async throws -> Bool {
    if let rateLimit {
      guard retry == 1 else { return false }
      try await sleep(min(retryAfter ?? rateLimit.defaultSeconds, rateLimit.maximumSeconds))
      return true
    }
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
