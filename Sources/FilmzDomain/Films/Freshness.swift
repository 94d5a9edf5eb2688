package import Foundation

/// Rules for the age of fetched data.
package enum Freshness {
  private static let day = 86_400.0

  /// The number of days for which facts of TMDB may be kept.
  ///
  /// Source: contract, TMDB as a source; the terms of TMDB's API permit six months.
  package static let maximumDaysOfTMDB = 180

  /// Returns the number of days for which fetched data of a source is fresh, given the user's setting.
  package static func days(_ days: Int, for origin: Film.Origin?) -> Int {
    origin == .tmdb ? min(days, maximumDaysOfTMDB) : days
  }

  /// Returns whether fetched data is less than `days` days old.
  ///
  /// Data whose date is more than a day in the future, because of a wrong clock, is not fresh.
  package static func isFresh(fetchedAt: Date, at moment: Date, days: Int) -> Bool {
    let period = freshPeriod(at: moment, days: days)
    return fetchedAt > period.lowerBound && fetchedAt <= period.upperBound
  }

  /// Returns the period in which data that is fresh at a moment was fetched, excluding the lower bound.
  package static func freshPeriod(at moment: Date, days: Int) -> ClosedRange<Date> {
    moment.addingTimeInterval(-Double(days) * day)...moment.addingTimeInterval(day)
  }

  /// Returns the age of fetched data in periods of 24 hours: `today`, `yesterday`, `40 days ago`.
  package static func age(of fetchedAt: Date, at moment: Date) -> String {
    switch Int(min(max(0, moment.timeIntervalSince(fetchedAt) / day), 1_000_000)) {
    case ...0: "today"
    case 1: "yesterday"
    case let days: "\(days) days ago"
    }
  }
}
