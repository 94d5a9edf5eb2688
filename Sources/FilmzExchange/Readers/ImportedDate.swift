import FilmzDomain
import Foundation

/// The dates of exports.
enum ImportedDate {
  /// Returns the date in a text, or `nil` for another text.
  ///
  /// Accepts dates in ISO 8601, also without hyphens; moments such as `2014-04-05T15:27:00.000Z`, of which it returns
  /// the day in the current time zone; local times such as `2014-04-05 15:27:00`; days such as `2024-5-1`,
  /// `2024/05/01`, `1.5.2024`, `May 1, 2024` and `1 May 2024`; days such as `05/13/2024` and `13/05/2024` unless they
  /// are ambiguous; and the form of IMDb's exports before 2017, `Sun Jan 29 00:00:00 2017`.
  static func date(_ text: String) -> PartialDate? {
    if let date = PartialDate(text) { return date }
    if text.count > 10, let moment = moment(text) {
      return PartialDate(PartialDate(day: moment).text)
    }
    return numericDay(text) ?? compactDay(text) ?? dayOfNamedMonth(text) ?? dayWithTime(text)
      ?? weekdayDate(text)
  }

  /// Returns whether a text is a date whose day and month cannot be distinguished, such as `05/06/2024`.
  static func isAmbiguous(_ text: String) -> Bool { daysWithYearAtEnd(text).count > 1 }

  /// Returns a moment in ISO 8601, with or without fractions of seconds.
  private static func moment(_ text: String) -> Date? {
    (try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: true)))
      ?? (try? Date(text, strategy: .iso8601))
  }

  /// Returns the day in a text such as `2024-5-1`, `2024/05/01`, `05/13/2024` or, with the day first, `1.5.2024`.
  private static func numericDay(_ text: String) -> PartialDate? {
    let days = daysWithYearAtEnd(text)
    if let day = days.first { return days.count == 1 ? day : nil }
    for separator in ["-", "/", "."] as [Character] {
      var parts = text.split(separator: separator, omittingEmptySubsequences: false)
      guard parts.count == 3 else { continue }
      if separator == "." { parts.reverse() }
      return PartialDate(parts.map(twoDigits).joined(separator: "-"))
    }
    return nil
  }

  /// Returns the days that a text such as `05/13/2024` can mean: with the month or with the day first.
  private static func daysWithYearAtEnd(_ text: String) -> Set<PartialDate> {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map(twoDigits)
    guard parts.count == 3 else { return [] }
    let (first, second, year) = (parts[0], parts[1], parts[2])
    return Set(
      ["\(year)-\(first)-\(second)", "\(year)-\(second)-\(first)"].compactMap { PartialDate($0) })
  }

  private static func twoDigits(_ number: Substring) -> String {
    number.utf8.count == 1 ? "0" + number : String(number)
  }

  /// Returns the day in a text such as `20240501`.
  private static func compactDay(_ text: String) -> PartialDate? {
    guard text.utf8.count == 8 else { return nil }
    return PartialDate("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
  }

  /// Returns the day in a text such as `2014-04-05 15:27:00` or `2014-04-05 15:27`.
  private static func dayWithTime(_ text: String) -> PartialDate? {
    text.wholeMatch(of: /(\d{4}-\d{2}-\d{2}) \d{2}:\d{2}(:\d{2})?/)
      .flatMap { PartialDate(String($0.output.1)) }
  }

  /// Returns the day in a text such as `May 1, 2024` or `1 May 2024`.
  private static func dayOfNamedMonth(_ text: String) -> PartialDate? {
    var parts = text.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    if let month = month(named: parts[0]) {
      if parts[1].last == "," { parts[1].removeLast() }
      return PartialDate("\(parts[2])-\(month)-\(twoDigits(parts[1]))")
    }
    return month(named: parts[1]).flatMap {
      PartialDate("\(parts[2])-\($0)-\(twoDigits(parts[0]))")
    }
  }

  /// Returns the date in a text such as `Sun Jan 29 00:00:00 2017`.
  private static func weekdayDate(_ text: String) -> PartialDate? {
    let parts = text.split(separator: " ")
    guard parts.count == 5, let month = month(named: parts[1]) else { return nil }
    return PartialDate("\(parts[4])-\(month)-\(twoDigits(parts[2]))")
  }

  /// Returns the number of a month, in two digits, from its English name or the first three letters of it.
  private static func month(named text: Substring) -> String? {
    let word = text.lowercased()
    let index = months.firstIndex { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }
    return index.map { ($0 + 1).zeroPadded(toLength: 2) }
  }

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

extension RowProblem {
  /// Returns the problem of a row with a value that is not valid.
  static func invalid(_ value: String, column: String, isDate: Bool) -> RowProblem {
    isDate && ImportedDate.isAmbiguous(value)
      ? .ambiguousDate(column: column, value: value) : .invalidValue(column: column, value: value)
  }
}
