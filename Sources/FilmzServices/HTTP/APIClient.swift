package import FilmzDomain
import FilmzStore
package import Foundation

/// A question to a service.
package struct APIRequest: Sendable {
  let url: URL
  /// Header fields such as `Authorization`; they are never shown.
  let fields: [(String, String)]
  /// Whether a body refuses to answer today, whatever the status is.
  let isRefusal: @Sendable (Data) -> Bool

  package init(
    _ url: URL, fields: [(String, String)] = [],
    isRefusal: @escaping @Sendable (Data) -> Bool = { _ in false }
  ) {
    self.url = url
    self.fields = fields
    self.isRefusal = isRefusal
  }
}

/// Asks services over HTTP.
///
/// Requests are counted for their account, traced without secrets, and made again if the trouble can
/// pass. On a day on which an account reached its limit no more requests are made for it.
package struct APIClient: Sendable {
  /// How one attempt went.
  struct Attempt<Value: Sendable>: Sendable {
    let result: Result<Value, any Error>
    /// `true` if the same question may be answered a moment later.
    var canPass = false
    /// Seconds that the service asks to be left alone for.
    var retryAfter: Double?
  }

  private let fetcher: HTTPFetcher
  private let counter: RequestCounter
  private let retry: RetryPolicy
  private let trace: RequestTrace

  package init(
    fetcher: HTTPFetcher, counter: RequestCounter, retry: RetryPolicy = RetryPolicy(),
    trace: RequestTrace = RequestTrace()
  ) {
    self.fetcher = fetcher
    self.counter = counter
    self.retry = retry
    self.trace = trace
  }

  // MARK: - Accounts

  /// Returns what an account used of the day.
  package func usage(of account: ServiceAccount) async -> RequestUsage {
    await counter.usage(of: account.mark)
  }

  /// Notes that a service does not answer any more today.
  package func reachLimit(of account: ServiceAccount) async {
    await counter.reachLimit(of: account.mark)
  }

  // MARK: - Requests

  /// Gets the whole answer to one question.
  ///
  /// - Throws: A ``ServiceError``; `CancellationError`.
  package func reply(
    to request: APIRequest, for account: ServiceAccount
  ) async throws -> HTTPReply {
    try await retrying(RetryBudget()) {
      guard await counter.count(for: account.mark) else {
        throw ServiceError(account.service, .dailyLimitExceeded)
      }
      return try await attempt(request, for: account)
    }
  }

  private func attempt(
    _ request: APIRequest, for account: ServiceAccount
  ) async throws -> Attempt<HTTPReply> {
    let start = ContinuousClock.now
    let address = account.masking(request.url.absoluteString)
    func tell(_ summary: String) { report(address, summary, since: start) }
    do {
      let reply = try await fetcher.get(request.url, fields: request.fields)
      tell("\(reply.status), \(reply.body.count) bytes")
      return Attempt(
        result: .success(reply),
        canPass: Self.canPass(reply.status) && !request.isRefusal(reply.body),
        retryAfter: reply.retryAfterSeconds)
    } catch let failure as HTTPFailure {
      tell(failure.cause)
      if failure.isUnsent { await counter.takeBack(for: account.mark) }
      let error = ServiceError(account.service, .networkError(failure.cause))
      return Attempt(result: .failure(error), canPass: failure.isDropped)
    } catch {
      tell("cancelled")
      throw CancellationError()
    }
  }

  /// Gets one address in pieces, in one attempt that is not counted.
  ///
  /// - Throws: An ``HTTPFailure``; what the closure throws; `CancellationError`.
  func stream<Value: Sendable>(
    _ url: URL, fields: [(String, String)], timeouts: DownloadTimeouts,
    _ receive: @escaping @Sendable (HTTPHead, HTTPBody) async throws -> Value
  ) async throws -> Value {
    try await fetcher.stream(url, fields: fields, timeouts: timeouts, receive)
  }

  /// Makes attempts until the trouble of one cannot pass.
  ///
  /// - Parameters:
  ///   - budget: Counts the failures.
  ///   - position: Returns how many bytes of a download are here.
  ///   - attempt: Makes one attempt; what it throws ends the request.
  /// - Returns: The result of the last attempt.
  /// - Throws: The error of the last attempt; what an attempt throws; `CancellationError`.
  func retrying<Value: Sendable>(
    _ budget: RetryBudget, position: @autoclosure () -> Int? = nil,
    _ attempt: () async throws -> Attempt<Value>
  ) async throws -> Value {
    var budget = budget
    while true {
      let last = try await attempt()
      guard last.canPass else { return try last.result.get() }
      budget.fail(at: position())
      guard
        try await retry.wait(
          forRetry: budget.failures, retryAfter: last.retryAfter, elapsed: budget.elapsed)
      else { return try last.result.get() }
    }
  }

  /// Whether an answer of that status may be another one a moment later.
  static func canPass(_ status: Int) -> Bool { status == 429 || (500...599).contains(status) }

  /// Traces one request, by the address as it may be shown.
  func report(_ address: String, _ summary: String, since start: ContinuousClock.Instant) {
    trace.tell {
      let milliseconds = Int(start.duration(to: .now).seconds * 1000)
      return "GET \(address): \(summary), \(milliseconds) ms"
    }
  }
}

/// Counts the attempts of one request that fail in a row.
///
/// A download that gets on by a good piece begins the count anew, so that a long one over a bad line
/// ends; one that fetches the same bytes again and again gets nowhere.
struct RetryBudget {
  /// Bytes by which an attempt has to get on.
  static let piece = 1 << 18

  private(set) var failures = 0
  /// The furthest that the download came; `nil` for a request without progress.
  private var reached: Int?
  private var start = ContinuousClock.now

  /// Creates a budget.
  ///
  /// - Parameter bytes: The bytes that are here before the first attempt; `nil` if it is no download.
  init(from bytes: Int? = nil) { reached = bytes }

  /// Seconds since the first attempt began; of a download, since the first failure of the row.
  var elapsed: Double { start.duration(to: .now).seconds }

  /// Notes that an attempt failed, with so many bytes here.
  mutating func fail(at bytes: Int? = nil) {
    if let bytes, let reached {
      if bytes >= reached + Self.piece { failures = 0 }
      self.reached = max(reached, bytes)
      if failures == 0 { start = .now }
    }
    failures += 1
  }
}
