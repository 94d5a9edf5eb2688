import FilmzDomain
import Foundation

/// The dates of exports.
enum ImportedDate {
  /// Returns the date in a text, or `nil` for another text.
  ///
  /// Accepts dates in ISO 8601; moments such as `2014-04-05T15:27:00.000Z`, of which it returns the day in the current
  /// time zone; local times such as `2014-04-05 15:27:00`; days such as `2024-5-1`, `2024/05/01` and `1.5.2024`; and the
  /// form of IMDb's exports before 2017, `Sun Jan 29 00:00:00 2017`. Other orders of day and month, such as `5/1/2024`,
  /// are ambiguous and not accepted.
  static func date(_ text: String) -> PartialDate? {
    if let date = PartialDate(text) { return date }
    if text.count > 10, let moment = moment(text) {
      return PartialDate(PartialDate(day: moment).text)
    }
    return numericDay(text) ?? dayWithTime(text) ?? weekdayDate(text)
  }

  /// Returns a moment in ISO 8601, with or without fractions of seconds.
  private static func moment(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }

  /// Returns the day in a text such as `2024-5-1`, `2024/05/01` or, with the day first, `1.5.2024`.
  private static func numericDay(_ text: String) -> PartialDate? {
    for separator in ["-", "/", "."] as [Character] {
      var parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if separator == "." { parts.reverse() }
      return PartialDate(parts.map { $0.utf8.count == 1 ? "0" + $0 : $0 }.joined(separator: "-"))
    }
    return nil
  }

  /// Returns the day in a text such as `2014-04-05 15:27:00` or `2014-04-05 15:27`.
  private static func dayWithTime(_ text: String) -> PartialDate? {
    text.wholeMatch(of: /(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}(:\d{2})?/)
      .flatMap { PartialDate(String($0.output.1)) }
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
