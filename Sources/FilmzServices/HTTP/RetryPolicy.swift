import FilmzDomain

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
    sleep: @escaping @Sendable (Double) async throws -> Void = { try await Task.sleep(for: .seconds($0)) },
    jitter: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.sleep = sleep
    self.jitter = jitter
  }

  /// Waits until a retry is due; if there is to be no retry, returns `false` immediately.
  ///
  /// - Parameters:
  ///   - retry: The number of the retry, starting from 1; retries according to `rateLimit` are counted
  ///     separately.
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

/// A counter of the consecutive failed attempts of one request.
///
/// So that long downloads over an unreliable connection can complete, an attempt that
/// advances a download by ``minimumProgress`` bytes or more resets the count. Downloading the same
/// bytes again does not reset the count.
struct RetryBudget {
  /// The number of bytes by which an attempt must advance to reset the count.
  static let minimumProgress = 1 << 18

  private(set) var failures = 0
  /// The number of attempts that the service refused according to its ``RateLimitRule``; they are not part of
  /// ``failures``.
  private(set) var refusals = 0
  /// The highest position that the download has reached; `nil` if the request is not a download.
  private var highestPosition: Int?
  private var start = ContinuousClock.now

  /// Creates a budget.
  ///
  /// - Parameter initialBytes: The bytes stored before the first attempt; `nil` if the request is
  ///   not a download.
  init(initialBytes: Int? = nil) { highestPosition = initialBytes }

  /// The seconds since the first attempt began; for a download, since the first of the consecutive
  /// failures.
  var elapsed: Double { start.duration(to: .now).seconds }

  /// Records a failed attempt; for a download, `bytes` is the number of bytes that were stored when
  /// the attempt failed.
  mutating func recordFailure(at bytes: Int? = nil) {
    if let bytes, let highestPosition {
      if bytes >= highestPosition + Self.minimumProgress { failures = 0 }
      self.highestPosition = max(highestPosition, bytes)
      if failures == 0 { start = .now }
    }
    failures += 1
  }

  /// Records an attempt that the service refused according to its ``RateLimitRule``.
  mutating func recordRefusal() { refusals += 1 }
}

/// The rule for retrying a request that a service refused with status 429, because it received too many: the
/// request is retried once.
package struct RateLimitRule: Sendable, Hashable {
  /// The seconds to wait if the response has no `Retry-After`.
  let defaultSeconds: Double
  /// The maximum number of seconds to wait, even if `Retry-After` is longer.
  let maximumSeconds: Double
}
