package import FilmzDomain
import FilmzStore
package import Foundation

/// A GET request to a service.
package struct APIRequest: Sendable {
  let url: URL
  /// Additional header fields such as `Authorization`; they are never logged or shown.
  let fields: [(String, String)]
  /// Returns whether a response body is a refusal, such as an exceeded daily limit.
  ///
  /// A refused request is not retried, whatever the status code.
  let isRefusal: @Sendable (Data) -> Bool

  package init(
    _ url: URL, fields: [(String, String)] = [],
    isRefusal: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) {
    (self.url, self.fields, self.isRefusal) = (url, fields, isRefusal)
  }
}

/// A client that sends requests to services over HTTP.
///
/// Requests are counted per account, traced without secrets, and retried after transient failures.
/// After ``reachLimit(of:)``, no more requests are sent for the account until the next day (UTC).
package struct APIClient: Sendable {
  /// The outcome of one attempt to send a request.
  struct Attempt<Value: Sendable>: Sendable {
    let result: Result<Value, any Error>
    /// `true` if the attempt failed for a transient reason; `result` may then be a response, such
    /// as one with status 503.
    var isRetryable = false
    /// The seconds to wait before the next attempt, as the service requested; `nil` if it did not.
    var retryAfter: Double?
    /// The rule of the service if it refused the request with status 429; `nil` otherwise.
    var rateLimit: RateLimitRule?
  }

  private let fetcher: HTTPFetcher
  private let counter: RequestCounter
  private let retry: RetryPolicy
  private let trace: RequestTrace
  package let outages: ServiceOutages

  package init(
    fetcher: HTTPFetcher, counter: RequestCounter, retry: RetryPolicy = RetryPolicy(),
    trace: RequestTrace = RequestTrace(), outages: ServiceOutages = ServiceOutages()
  ) {
    (self.fetcher, self.counter, self.retry, self.trace) = (fetcher, counter, retry, trace)
    self.outages = outages
  }

  // MARK: - Accounts

  /// Returns the number of requests that an account has used today, and whether its limit is
  /// reached.
  package func usage(of account: ServiceAccount) async -> RequestUsage {
    await counter.usage(of: account.fingerprint)
  }

  /// Records that an account has reached its daily limit.
  ///
  /// - Returns: The error for it.
  package func reachLimit(of account: ServiceAccount) async -> ServiceError {
    await counter.reachLimit(of: account.fingerprint)
    return await limitError(for: account)
  }

  private func limitError(for account: ServiceAccount) async -> ServiceError {
    ServiceError(
      account.service, .dailyLimitExceeded(minutesLeft: await counter.minutesUntilReset))
  }

  // MARK: - Requests

  /// Returns the complete response to a request.
  ///
  /// Sends no request to a service that did not respond in time a short time ago.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  package func response(
    to request: APIRequest, for account: ServiceAccount
  ) async throws -> HTTPResponse {
    if let error = outages.error(for: account) { throw error }
    return try await retrying(RetryBudget()) {
      guard await counter.count(for: account.fingerprint) else {
        throw await limitError(for: account)
      }
      return try await attempt(request, for: account)
    }
  }

  private func attempt(
    _ request: APIRequest, for account: ServiceAccount
  ) async throws -> Attempt<HTTPResponse> {
    let start = ContinuousClock.now
    let address = account.masking(request.url.absoluteString)
    func trace(_ summary: String) { traceRequest(to: address, summary, since: start) }
    do {
      let response = try await fetcher.get(request.url, fields: request.fields)
      trace("\(response.status), \(response.body.count) bytes")
      if !request.isRefusal(response.body) { outages.responseReceived(from: account) }
      return Attempt(
        result: .success(response),
        isRetryable: Self.isRetryable(response.status) && !request.isRefusal(response.body),
        retryAfter: response.retryAfterSeconds,
        rateLimit: response.status == 429 ? account.service.rateLimit : nil)
    } catch let failure as HTTPFailure {
      trace(failure.cause)
      if failure.isUnsent { await counter.uncount(for: account.fingerprint) }
      return Attempt(
        result: .failure(error(failure, of: account)), isRetryable: failure.isConnectionLost)
    } catch {
      trace("canceled")
      throw CancellationError()
    }
  }

  private func error(_ failure: HTTPFailure, of account: ServiceAccount) -> ServiceError {
    if let error = failure.missingLibrary {
      return ServiceError(account.service, .missingLibrary(error))
    }
    return failure.isTimeout
      ? outages.beginPause(of: account, failure.cause)
      : ServiceError(account.service, .networkError(failure.cause))
  }

  /// Streams the content of a URL in one attempt, without counting the request.
  ///
  /// - Throws: An ``HTTPFailure``; errors thrown by the closure; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    try await fetcher.stream(url, fields: fields, timeouts: timeouts, receive)
  }

  /// Repeats an operation until it succeeds, fails permanently, or exhausts its retries.
  ///
  /// - Parameters:
  ///   - budget: The counter of failed attempts.
  ///   - position: The number of bytes that a download has stored; `nil` for other requests.
  ///   - attempt: Makes one attempt; after an error that it throws, there is no retry.
  /// - Returns: The value of the last attempt.
  /// - Throws: The error of the last attempt; errors thrown by `attempt`; `CancellationError`.
  func retrying<Value: Sendable>(
    _ budget: RetryBudget, position: @autoclosure () -> Int? = nil,
    _ attempt: () async throws -> Attempt<Value>
  ) async throws -> Value {
    var budget = budget
    while true {
      let last = try await attempt()
      guard last.isRetryable else { return try last.result.get() }
      if last.rateLimit == nil {
        budget.recordFailure(at: position())
      } else {
        budget.recordRefusal()
      }
      guard
        try await retry.wait(
          forRetry: last.rateLimit == nil ? budget.failures : budget.refusals,
          retryAfter: last.retryAfter, elapsed: budget.elapsed, rateLimit: last.rateLimit)
      else { return try last.result.get() }
    }
  }

  /// Returns whether a request whose response has this status code may succeed later.
  static func isRetryable(_ status: Int) -> Bool { status == 429 || (500...599).contains(status) }

  /// Writes a line about a request to the trace; the address must not contain secrets.
  func traceRequest(
    to address: String, _ summary: String, since start: ContinuousClock.Instant
  ) {
    trace.report {
      let milliseconds = Int(start.duration(to: .now).seconds * 1000)
      return "GET \(address): \(summary), \(milliseconds) ms"
    }
  }
}

/// A counter of the consecutive failed attempts of one request.
///
/// Long downloads over an unreliable connection are to complete. Therefore, an attempt that
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
