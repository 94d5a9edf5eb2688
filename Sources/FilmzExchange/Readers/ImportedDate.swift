import FilmzDomain
import Foundation

/// The dates of exports.
enum ImportedDate {
  /// Returns the date in a text, or `nil` for another text.
  ///
  /// Accepts dates in ISO 8601, moments such as `2014-04-05T15:27:00.000Z`, of which it returns the day in the current
  /// time zone, and the form of IMDb's exports before 2017, `Sun Jan 29 00:00:00 2017`.
  static func date(_ text: String) -> PartialDate? {
    if let date = PartialDate(text) { return date }
    if text.count > 10, let moment = moment(text) {
      return PartialDate(PartialDate(day: moment).text)
    }
    return weekdayDate(text)
  }

  /// Returns a moment in ISO 8601, with or without fractions of seconds.
  private static func moment(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }

  /// Returns the date in a text such as `Sun Jan 29 00:00:00 2017`.
  private static func weekdayDate(_ text: String) -> PartialDate? {
    let parts = text.split(separator: " ")
    guard parts.count == 5, let month = months.firstIndex(of: parts[1].lowercased()),
      let day = Int(parts[2])
    else { return nil }
    return PartialDate(
      "\(parts[4])-\((month + 1).zeroPadded(toLength: 2))-\(day.zeroPadded(toLength: 2))")
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]
}
