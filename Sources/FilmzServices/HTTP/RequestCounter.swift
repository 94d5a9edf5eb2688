import FilmzDomain
import FilmzStore
package import Foundation

/// The requests that an account has used on one day.
package struct RequestUsage: Sendable, Hashable, Codable {
  package var requests = 0
  /// `true` if the service reported that the daily limit is exceeded.
  package var isLimitReached = false
}

extension RequestUsage {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    // The file may be damaged, and a number near the limits of `Int` would overflow.
    requests = min(max(0, try container.decode(Int.self, forKey: .requests)), 1_000_000)
    isLimitReached = try container.decode(Bool.self, forKey: .isLimitReached)
  }

  /// Returns how many requests of a daily limit remain; 0 if the service reported that the limit is
  /// exceeded.
  package func remaining(of dailyLimit: Int) -> Int { isLimitReached ? 0 : max(0, dailyLimit - requests) }
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
    (unsavedCounts ?? file.load()).flatMap { $0.day == today ? $0.accounts[account] : nil } ?? RequestUsage()
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

  /// Counts one request that is sent in the background, in addition to ``count(for:)``, unless the account has used
  /// `limit` such requests today.
  ///
  /// - Returns: Whether the request may be sent.
  package func countInBackground(for account: String, limit: Int) -> Bool {
    var isAllowed = false
    change("\(account) in the background") { usage in
      isAllowed = usage.requests < limit
      if isAllowed { usage.requests += 1 }
    }
    return isAllowed
  }

  /// Removes one request from the count because no server received it.
  package func uncount(for account: String) { change(account) { $0.requests = max(0, $0.requests - 1) } }

  /// Records that an account has reached its limit; no request may be sent for the rest of the day.
  package func reachLimit(of account: String) { change(account) { $0.isLimitReached = true } }

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
