package import FilmzDomain
import FilmzStore
package import Foundation
import Synchronization

/// The description of a network service for errors, settings, and `doctor`.
package struct ServiceDescriptor: Sendable, Hashable {
  /// The API key that a service requires.
  package struct Key: Sendable, Hashable {
    /// The setting that holds the key.
    package let setting: SettingKey
    /// The address of the page where the user gets a key.
    package let signUpAddress: String
    /// The facts that only this service has, as a noun phrase for `doctor`.
    package let benefit: String

    package init(setting: SettingKey, signUpAddress: String, benefit: String) {
      (self.setting, self.signUpAddress, self.benefit) = (setting, signUpAddress, benefit)
    }

    /// The noun for the key in messages, `key` or `token`.
    package var noun: String { setting.credentialNoun }
  }

  /// The name of the service in messages, such as `OMDb`.
  package let name: String
  /// The required key; `nil` if the service does not need one.
  package let key: Key?
  /// The maximum number of requests per day; `nil` if there is no limit.
  package let dailyLimit: Int?
  /// The rule for repeating a request after status 429; `nil` for the one for other transient failures.
  package let rateLimit: RateLimitRule?

  package init(name: String, key: Key?, dailyLimit: Int?, rateLimit: RateLimitRule? = nil) {
    (self.name, self.key, self.dailyLimit, self.rateLimit) = (name, key, dailyLimit, rateLimit)
  }
}

/// The address and key for requests to a service; requests are counted per account.
package struct ServiceAccount: Sendable, Hashable {
  package let service: ServiceDescriptor
  let baseURL: String
  package let key: String

  /// Creates an account; pass an empty key for a service that does not need one.
  package init(service: ServiceDescriptor, baseURL: String, key: String) {
    (self.service, self.baseURL, self.key) = (service, baseURL, key)
  }

  /// A short hash that distinguishes accounts: FNV-1a folded to 16 bits, as hexadecimal digits.
  ///
  /// The key cannot be derived from the hash, because many keys have the same hash.
  package var fingerprint: String {
    let hash = FNV1a.hash32(of: Array("\(baseURL)\n\(key)".utf8).span)
    return ((hash >> 16) ^ (hash & 0xFFFF)).zeroPadded(toLength: 4, radix: 16)
  }

  /// Returns a string, such as an address or a message, with the key masked.
  ///
  /// Mask a string before truncating it. Otherwise, the first bytes of the key could remain at the
  /// end of the truncated string.
  func masking(_ text: String) -> String { SecretMask(key).masking(text) }

  /// Returns the URL of a request; `nil` if the base URL is not a valid http or https address.
  package func url(path: String = "", _ parameters: [(String, String)]) -> URL? {
    let query = parameters.map { name, value in "\(name)=\(value.percentEncoded(except: "*"))" }
      .joined(separator: "&")
    // Without a slash, the path could become part of the host name.
    let base = baseURL + (path.isEmpty || baseURL.hasSuffix("/") ? "" : "/") + path
    return URL(httpAddress: base + (base.contains("?") ? "&" : "?") + query)
  }
}

/// The errors and the responses that all services have in common.
extension ServiceDescriptor {
  func error(_ cause: ServiceError.Cause) -> ServiceError { ServiceError(self, cause) }

  /// Returns the error for a response that is valid JSON but lacks required members.
  func malformed(_ cause: String) -> ServiceError { error(.decodingError(cause)) }

  /// Returns the error for a setting, the base URL of the service, that is not a valid URL or is refused.
  func invalidURL(_ setting: SettingKey) -> ServiceError { error(.invalidAddress(setting)) }

  /// Returns the error for a response with a status code other than 200.
  func failure(_ response: HTTPResponse) -> ServiceError {
    switch response.status {
    case 401: error(.invalidKey)
    case 429 where rateLimit != nil: error(.pauseRequested(retryAfter: response.retryAfterSeconds))
    case 429: error(.tooManyRequests(retryAfter: response.retryAfterSeconds))
    default: invalidStatus(response.status)
    }
  }

  func invalidStatus(_ status: Int) -> ServiceError {
    error(.invalidResponse(detail: "HTTP status \(status)"))
  }

  /// Decodes the body of a response.
  ///
  /// - Parameters:
  ///   - type: The type of the result.
  ///   - body: The body.
  ///   - mismatch: What is wrong with a body that is valid JSON but not of this type.
  /// - Returns: The value.
  /// - Throws: A ``ServiceError``.
  func decode<Value: Decodable>(
    _ type: Value.Type, _ body: Data, mismatch: String
  ) throws(ServiceError) -> Value {
    if let value = try? JSONDecoder().decode(type, from: body) { return value }
    let json = try? JSONSerialization.jsonObject(with: body, options: .fragmentsAllowed)
    guard json == nil else { throw malformed(mismatch) }
    throw error(.invalidResponse(detail: body.isEmpty ? "empty response" : "not JSON"))
  }
}

/// The requests that an account has used on one day.
package struct RequestUsage: Sendable, Hashable, Codable {
  package var requests: Int
  /// `true` if the service reported that the daily limit is exceeded.
  package var isLimitReached: Bool

  package init(requests: Int = 0, isLimitReached: Bool = false) {
    self.requests = requests
    self.isLimitReached = isLimitReached
  }

  private enum CodingKeys: CodingKey {
    case requests
    case isLimitReached
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // The file may be damaged, and a number near the limits of `Int` would overflow.
    requests = min(max(0, try container.decode(Int.self, forKey: .requests)), 1_000_000)
    isLimitReached = try container.decode(Bool.self, forKey: .isLimitReached)
  }

  /// Returns how many requests of a daily limit remain; 0 if the service reported that the limit is
  /// exceeded.
  package func remaining(of dailyLimit: Int) -> Int {
    isLimitReached ? 0 : max(0, dailyLimit - requests)
  }
}

/// A persistent counter of the requests per account on the current UTC day.
///
/// Services do not report how many requests remain. The counts are not stored in the film cache,
/// because the user may clear the cache. If the file of the counts cannot be written, the counts
/// are kept in memory. An account is identified by its ``ServiceAccount/fingerprint``.
package actor RequestCounter {
  /// The counts of one day.
  private struct DailyCounts: Codable, Sendable {
    /// The day, such as `2024-05-01`.
    let day: String
    var accounts: [String: RequestUsage] = [:]
  }

  private let file: JSONFile<DailyCounts>
  private let now: @Sendable () -> Date
  /// The counts in memory, if the file could not be written; `nil` otherwise.
  private var unsavedCounts: DailyCounts?

  package init(url: URL, now: @escaping @Sendable () -> Date) {
    file = JSONFile(url: url)
    self.now = now
  }

  /// Returns the number of requests that an account has used today.
  package func usage(of account: String) -> RequestUsage {
    (unsavedCounts ?? file.load()).flatMap { $0.day == today ? $0.accounts[account] : nil }
      ?? RequestUsage()
  }

  /// Counts one request, unless the account has reached its daily limit.
  ///
  /// - Returns: Whether the request may be sent.
  @discardableResult
  package func count(for account: String) -> Bool {
    var isAllowed = false
    change(account) { usage in
      isAllowed = !usage.isLimitReached
      if isAllowed { usage.requests += 1 }
    }
    return isAllowed
  }

  /// Removes one request from the count because no server received it.
  package func uncount(for account: String) {
    change(account) { $0.requests = max(0, $0.requests - 1) }
  }

  /// Records that an account has reached its limit; no request may be sent for the rest of the day.
  package func reachLimit(of account: String) {
    change(account) { $0.isLimitReached = true }
  }

  /// The minutes until the counts start again at zero, rounded up.
  package var minutesUntilReset: Int {
    let seconds = now().timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
    return Int(((86_400 - seconds) / 60).rounded(.up))
  }

  private var today: String { PartialDate(day: now(), in: .gmt).text }

  private func change(_ account: String, _ change: (inout RequestUsage) -> Void) {
    let today = today
    func apply(_ stored: inout DailyCounts?) {
      var counts = stored.flatMap { $0.day == today ? $0 : nil } ?? DailyCounts(day: today)
      change(&counts.accounts[account, default: RequestUsage()])
      stored = counts
    }
    if unsavedCounts == nil, (try? file.update(apply)) != nil { return }
    unsavedCounts = unsavedCounts ?? file.load()
    apply(&unsavedCounts)
  }
}

/// The services that do not respond, and the states of services that were reported to the user.
///
/// A service that did not respond in time is not asked again for a while, so that the user does not
/// wait for each command.
package final class ServiceOutages: Sendable {
  /// The time for which a service that did not respond in time is not asked again, in seconds.
  package static let standardPause = 60.0

  private struct Pause {
    let cause: String
    let end: Date
  }

  private struct State {
    /// The pauses by the fingerprint of the account.
    var pauses: [String: Pause] = [:]
    var reported: Set<LastingState> = []
  }

  private let pauseSeconds: Double?
  private let now: @Sendable () -> Date
  private let state = Mutex(State())

  /// Creates a record without outages.
  ///
  /// - Parameters:
  ///   - pauseSeconds: The seconds for which a service is not asked again; `nil` if it is not asked
  ///     again while the program runs.
  ///   - now: The clock.
  package init(
    pauseSeconds: Double? = ServiceOutages.standardPause,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.pauseSeconds = pauseSeconds
    self.now = now
  }

  // MARK: - Pauses

  /// Records that a service did not respond in time, and returns the error for it.
  func beginPause(of account: ServiceAccount, _ cause: String) -> ServiceError {
    let end = pauseSeconds.map { now().addingTimeInterval($0) } ?? .distantFuture
    let pause = Pause(cause: cause, end: end)
    state.withLock {
      // A request of a new attempt failed, for which the user has waited.
      if $0.pauses[account.fingerprint] == nil {
        $0.reported.remove(.noResponse(service: account.service.name))
      }
      $0.pauses[account.fingerprint] = pause
    }
    return error(for: account, pause)
  }

  /// Returns the error for a service that must not be asked yet; `nil` if it can be asked.
  func error(for account: ServiceAccount) -> ServiceError? {
    let now = now()
    let pause = state.withLock { state -> Pause? in
      guard let pause = state.pauses[account.fingerprint] else { return nil }
      if pause.end > now { return pause }
      state.pauses[account.fingerprint] = nil
      return nil
    }
    return pause.map { error(for: account, $0) }
  }

  private func error(for account: ServiceAccount, _ pause: Pause) -> ServiceError {
    let seconds = pause.end.timeIntervalSince(now()).rounded(.up)
    return ServiceError(
      account.service,
      .timedOut(pause.cause, secondsLeft: pauseSeconds == nil ? nil : max(1, Int(seconds))))
  }

  /// Records that a service responded, other than by a refusal.
  func responseReceived(from account: ServiceAccount) {
    state.withLock {
      $0.pauses[account.fingerprint] = nil
      $0.reported.remove(.noResponse(service: account.service.name))
      $0.reported.remove(.dailyLimit(service: account.service.name))
    }
  }

  /// Ends the pause of an account, so that its service is asked again.
  func endPause(of account: ServiceAccount) {
    state.withLock { $0.pauses[account.fingerprint] = nil }
  }

  /// Ends all pauses, so that the services are asked again.
  package func endPauses() { state.withLock { $0.pauses = [:] } }

  // MARK: - Reports

  /// Records that a state is reported to the user.
  ///
  /// - Returns: Whether it has not been reported before, since the last response of the service.
  package func report(_ reportedState: LastingState) -> Bool {
    state.withLock { $0.reported.insert(reportedState).inserted }
  }
}
