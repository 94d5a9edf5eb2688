package import Foundation

/// How long what was fetched counts as new.
package enum Freshness {
  private static let day = 86_400.0

  /// Whether something that was fetched is less than so many days old.
  ///
  /// What seems to come from more than a day ahead was fetched under a wrong clock, and is not fresh.
  package static func holds(since fetchedAt: Date, at moment: Date, days: Int) -> Bool {
    let span = span(at: moment, days: days)
    return fetchedAt > span.lowerBound && fetchedAt <= span.upperBound
  }

  /// The moments at which something that is fresh was fetched, without the first.
  package static func span(at moment: Date, days: Int) -> ClosedRange<Date> {
    moment.addingTimeInterval(-Double(days) * day)...moment.addingTimeInterval(day)
  }

  /// Whole days since something was fetched, in words: `today`, `yesterday`, `40 days ago`.
  package static func age(of fetchedAt: Date, at moment: Date) -> String {
    switch Int(min(max(0, moment.timeIntervalSince(fetchedAt) / day), 1_000_000)) {
    case ...0: "today"
    case 1: "yesterday"
    case let days: "\(days) days ago"
    }
  }
}
