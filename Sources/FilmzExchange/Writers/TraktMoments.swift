import FilmzDomain
import Foundation

/// Converts days to moments, which Trakt has instead of days.
///
/// The moment is 11:00 UTC, which is on the same day in all time zones from UTC-11 to UTC+12. Where the user's time
/// zone is another one on that day, such as in New Zealand in summer, the moment is noon there.
struct TraktMoments {
  private static let hour = 3600

  let timeZone: TimeZone

  /// Returns the moment of a date, which must be a day.
  func moment(of day: PartialDate) -> String {
    let usual = UTCTime(day, hour: 11)
    let offset = timeZone.secondsFromGMT(for: usual.date)
    guard !(-11 * Self.hour..<13 * Self.hour).contains(offset) else { return usual.millisecond }
    return UTCTime(usual.date.addingTimeInterval(Double(Self.hour - offset))).millisecond
  }
}
