import FilmzDomain
import FilmzStore
package import Foundation

/// How often a service was asked today.
package struct RequestUsage: Sendable, Hashable, Codable {
  package var requests: Int
  /// `true` if the service refused to answer any more until tomorrow.
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
    requests = min(max(0, try container.decode(Int.self, forKey: .requests)), 1_000_000)
    isLimitReached = try container.decode(Bool.self, forKey: .isLimitReached)
  }

  /// Returns how many requests are left of a day's allowance.
  package func left(of allowance: Int) -> Int {
    isLimitReached ? 0 : max(0, allowance - requests)
  }
}

/// Counts requests per UTC day, apart from the cache: a service has no way to ask what is left.
///
/// Where the file cannot be written, the count lives as long as the program.
package actor RequestCounter {
  private struct Day: Codable, Sendable {
    let day: String
    var accounts: [String: RequestUsage] = [:]
  }

  private let file: JSONFile<Day>
  private let now: @Sendable () -> Date
  /// What could not be written.
  private var unwritten: Day?

  package init(url: URL, now: @escaping @Sendable () -> Date) {
    file = JSONFile(url: url)
    self.now = now
  }

  /// What an account has used of the day.
  package func usage(of account: String) -> RequestUsage {
    (unwritten ?? file.load()).flatMap { $0.day == today ? $0.accounts[account] : nil }
      ?? RequestUsage()
  }

  /// Counts one request, unless the limit of the day is reached.
  ///
  /// - Returns: Whether the request may be made.
  @discardableResult
  package func count(for account: String) -> Bool {
    var isAllowed = false
    change(account) { usage in
      isAllowed = !usage.isLimitReached
      if isAllowed { usage.requests += 1 }
    }
    return isAllowed
  }

  /// Takes back one request that no server got.
  package func takeBack(for account: String) {
    change(account) { $0.requests = max(0, $0.requests - 1) }
  }

  /// Remembers for the rest of the day that the service will not answer any more.
  package func reachLimit(of account: String) {
    change(account) { $0.isLimitReached = true }
  }

  private var today: String { PartialDate(day: now(), in: .gmt).text }

  private func change(_ account: String, _ change: (inout RequestUsage) -> Void) {
    let today = today
    func apply(_ stored: inout Day?) {
      var day = stored.flatMap { $0.day == today ? $0 : nil } ?? Day(day: today)
      change(&day.accounts[account, default: RequestUsage()])
      stored = day
    }
    if unwritten == nil, (try? file.update(apply)) != nil { return }
    unwritten = unwritten ?? file.load()
    apply(&unwritten)
  }
}
