package import Foundation

/// How long what was fetched counts as new.
package enum Freshness {
  /// Whether something that was fetched is less than so many days old.
  ///
  /// What seems to come from more than a day ahead was fetched under a wrong clock, and is not fresh.
  package static func holds(since fetchedAt: Date, at moment: Date, days: Int) -> Bool {
    let age = moment.timeIntervalSince(fetchedAt)
    return age >= -86_400 && age < Double(days) * 86_400
  }

  /// Whole days since something was fetched, in words: `today`, `yesterday`, `40 days ago`.
  package static func age(of fetchedAt: Date, at moment: Date) -> String {
    switch Int(moment.timeIntervalSince(fetchedAt) / 86_400) {
    case ...0: "today"
    case 1: "yesterday"
    case let days: "\(days) days ago"
    }
  }
}
