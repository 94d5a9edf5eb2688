package import FilmzDomain
package import Foundation

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

  let fetcher: HTTPFetcher
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
  package func usage(of account: ServiceAccount) async -> RequestUsage { await counter.usage(of: account.fingerprint) }

  /// Counts a request in the background, and returns whether it may be sent; see
  /// ``RequestCounter/countInBackground(for:limit:)``.
  func countInBackground(for account: ServiceAccount, limit: Int) async -> Bool {
    await counter.countInBackground(for: account.fingerprint, limit: limit)
  }

  /// Records that an account has reached its daily limit.
  ///
  /// - Returns: The error for it.
  package func reachLimit(of account: ServiceAccount) async -> ServiceError {
    await counter.reachLimit(of: account.fingerprint)
    return await limitError(for: account)
  }

  private func limitError(for account: ServiceAccount) async -> ServiceError {
    ServiceError(account.service, .dailyLimitExceeded(minutesLeft: await counter.minutesUntilReset))
  }

  // MARK: - Requests

  /// Returns the complete response to a GET request.
  ///
  /// Sends no request during the pause after a timeout; see ``ServiceOutages``.
  ///
  /// - Parameters:
  ///   - url: The requested URL.
  ///   - fields: Additional header fields such as `Authorization`; they are never logged or shown.
  ///   - account: The account of the service.
  ///   - isRefusal: Returns whether a response body is a refusal, such as an exceeded daily limit. A refused request
  ///     is not retried, whatever the status code.
  /// - Returns: The response, whatever its status code is.
  /// - Throws: A ``ServiceError``; `CancellationError`.
  package func response(
    to url: URL, fields: [(String, String)] = [], for account: ServiceAccount,
    isRefusal: (Data) -> Bool = { _ in false }
  ) async throws -> HTTPResponse {
    if let error = outages.error(for: account) { throw error }
    return try await retrying(RetryBudget()) {
      guard await counter.count(for: account.fingerprint) else { throw await limitError(for: account) }
      return try await attempt(url, fields, for: account, isRefusal)
    }
  }

  private func attempt(
    _ url: URL, _ fields: [(String, String)], for account: ServiceAccount, _ isRefusal: (Data) -> Bool
  ) async throws -> Attempt<HTTPResponse> {
    let start = ContinuousClock.now
    let address = account.masking(url.absoluteString)
    func trace(_ summary: String) { traceRequest(to: address, summary, since: start) }
    do {
      let response = try await fetcher.get(url, fields: fields)
      trace("\(response.status), \(response.body.count) bytes")
      let isRefused = isRefusal(response.body)
      if !isRefused { outages.responseReceived(from: account) }
      return Attempt(
        result: .success(response), isRetryable: Self.isRetryable(response.status) && !isRefused,
        retryAfter: response.head.retryAfter(from: Date()),
        rateLimit: response.status == 429 ? account.service.rateLimit : nil)
    } catch let failure as HTTPFailure {
      trace(failure.cause)
      if failure.isUnsent { await counter.uncount(for: account.fingerprint) }
      return Attempt(result: .failure(error(failure, of: account)), isRetryable: failure.isConnectionLost)
    } catch {
      trace("canceled")
      throw CancellationError()
    }
  }

  private func error(_ failure: HTTPFailure, of account: ServiceAccount) -> ServiceError {
    if let error = failure.missingLibrary { return ServiceError(account.service, .missingLibrary(error)) }
    return failure.isTimeout
      ? outages.beginPause(of: account, failure.cause) : ServiceError(account.service, .networkError(failure.cause))
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
    _ budget: RetryBudget, position: @autoclosure () -> Int? = nil, _ attempt: () async throws -> Attempt<Value>
  ) async throws -> Value {
    var budget = budget
    while true {
      let last = try await attempt()
      guard last.isRetryable else { return try last.result.get() }
      if last.rateLimit == nil { budget.recordFailure(at: position()) } else { budget.recordRefusal() }
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
  func traceRequest(to address: String, _ summary: String, since start: ContinuousClock.Instant) {
    trace.report {
      let milliseconds = Int(start.duration(to: .now).seconds * 1000)
      return "GET \(address): \(summary), \(milliseconds) ms"
    }
  }
}

/// A JSON object of a service's response, whose members are decoded one by one.
///
/// A member with an unexpected type counts as absent, so that one wrong field does not make the other
/// fields unusable. Only the members that are read are decoded, because the lists of credits and of
/// services can be long.
struct JSONObject: Decodable {
  private let members: KeyedDecodingContainer<AnyKey>

  init(from decoder: any Decoder) throws { members = try decoder.container(keyedBy: AnyKey.self) }

  /// Decodes a body; returns `nil` if it is not an object.
  ///
  /// In strings, escapes that JSON does not have, unescaped control characters, and invalid UTF-8 are read as text.
  init?(_ body: Data) {
    let json = Data(Self.escapingInvalidCharacters(Array(String(decoding: body, as: UTF8.self).utf8)))
    guard let object = try? JSONDecoder().decode(Self.self, from: json) else { return nil }
    self = object
  }

  /// Returns JSON with the control characters, and the backslashes of invalid escapes, in strings escaped.
  private static func escapingInvalidCharacters(_ json: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var (start, index, isInString) = (0, 0, false)
    while index < json.count {
      let byte = json[index]
      if byte == UInt8(ascii: "\"") { isInString.toggle() }
      let length = isInString && byte == UInt8(ascii: "\\") ? lengthOfEscape(json[index...]) : 1
      if length == 0 || (isInString && byte < 0x20) {
        result += json[start..<index]
        result += (length == 0 ? #"\\"# : "\\u00\(byte.zeroPadded(toLength: 2, radix: 16))").utf8
        start = index + 1
      }
      index += max(1, length)
    }
    return result + json[start...]
  }

  /// Returns the number of bytes of the escape at the beginning of `bytes`; 0 if JSON has no such escape.
  ///
  /// Source: RFC 8259, Strings. A surrogate that is not part of a pair counts as invalid.
  private static func lengthOfEscape(_ bytes: ArraySlice<UInt8>) -> Int {
    guard let unit = codeUnit(bytes) else {
      return bytes.dropFirst().first.map(Array(#""\/bfnrt"#.utf8).contains) == true ? 2 : 0
    }
    if UTF16.isTrailSurrogate(unit) { return 0 }
    guard UTF16.isLeadSurrogate(unit) else { return 6 }
    return codeUnit(bytes.dropFirst(6)).map(UTF16.isTrailSurrogate) == true ? 12 : 0
  }

  /// Returns the code unit of an escape such as `\u00E9`; `nil` if the bytes do not begin with one.
  private static func codeUnit(_ bytes: ArraySlice<UInt8>) -> UInt16? {
    let escape = String(decoding: bytes.prefix(6), as: UTF8.self)
    guard escape.utf8.count == 6, escape.hasPrefix("\\u"), escape.dropFirst(2).allSatisfy(\.isHexDigit) else {
      return nil
    }
    return UInt16(escape.dropFirst(2), radix: 16)
  }

  /// Returns whether the object has a member with a name and a value other than `null`.
  func hasMember(_ name: String) -> Bool { (try? members.decodeNil(forKey: AnyKey(name))) == false }

  private func value<Value: Decodable>(_ name: String) -> Value? {
    try? members.decode(Value.self, forKey: AnyKey(name))
  }

  /// Returns a string without surrounding whitespace; `nil` if it is absent or empty.
  func text(_ name: String) -> String? { string(name).map(\.trimmed).flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns a string unchanged; `nil` if it is absent.
  func string(_ name: String) -> String? { value(name) }

  func integer(_ name: String) -> Int? { value(name) }

  func number(_ name: String) -> Double? { value(name) }

  func flag(_ name: String) -> Bool? { value(name) }

  func object(_ name: String) -> JSONObject? { value(name) }

  /// Returns the elements of a list, with `nil` for each element of another type; `nil` if there is no list.
  func elements<Value: Decodable>(_ name: String, of type: Value.Type) -> [Value?]? {
    let list: [OptionalElement<Value>]? = value(name)
    return list?.map(\.value)
  }

  /// Returns the objects in a list; none if there is no list.
  func objects(_ name: String) -> [JSONObject] { elements(name, of: JSONObject.self)?.compactMap(\.self) ?? [] }

  /// Returns the integers in a list; none if there is no list.
  func integers(_ name: String) -> [Int] { elements(name, of: Int.self)?.compactMap(\.self) ?? [] }
}
