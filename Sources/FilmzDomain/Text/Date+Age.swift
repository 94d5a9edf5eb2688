package import Foundation

extension Date {
  /// Returns how long ago the time was: `just now`, `5 minutes ago`, `yesterday`, `3 days ago`, `2 years ago`.
  ///
  /// A day has 24 hours, a month 30 days, and a year 365. For a time more than a day in the future, which a wrong clock
  /// may have set, the result is its date.
  package func age(at moment: Date) -> String {
    let seconds = moment.timeIntervalSince(self)
    guard seconds > -86_400 else { return PartialDate(day: self).text }
    let days = Int(min(seconds / 86_400, 1_000_000))
    switch days {
    case 365...: return (days / 365).counted("year") + " ago"
    case 60...: return (days / 30).counted("month") + " ago"
    case 2...: return days.counted("day") + " ago"
    case 1: return "yesterday"
    default: break
    }
    let minutes = Int(seconds / 60)
    guard minutes > 0 else { return "just now" }
    return (minutes < 60 ? minutes.counted("minute") : (minutes / 60).counted("hour")) + " ago"
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) / 1e18 }

  /// The duration in whole microseconds, rounded towards zero.
  package var microseconds: Int64 { components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000 }
}
