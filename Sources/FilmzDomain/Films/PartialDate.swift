package import Foundation

/// A date whose day, or month and day, may be unknown, in ISO 8601: `2024-05-01`, `2024-05`, `2024`.
///
/// Dates are ordered by their text, so that a whole year precedes its months.
package struct PartialDate: Hashable, Sendable, Codable, Comparable {
  /// The date in ISO 8601.
  package let text: String

  /// Parses a date in ISO 8601.
  ///
  /// Returns `nil` if the string has another form, or the date does not exist or is before 1870.
  package init?(_ text: String) {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard (1...3).contains(parts.count), Self.isNumber(parts[0], digits: 4),
      parts.dropFirst().allSatisfy({ Self.isNumber($0, digits: 2) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    guard numbers[0] >= 1870 else { return nil }
    if numbers.count > 1, !(1...12).contains(numbers[1]) { return nil }
    if numbers.count > 2, !(1...Self.days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2])
    {
      return nil
    }
    self.text = text
  }

  /// `true` if the day is known.
  package var isDay: Bool { text.utf8.count == 10 }

  /// Creates the date of the day that contains a moment, according to a time zone.
  package init(day moment: Date, in timeZone: TimeZone = .current) {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let day = calendar.dateComponents([.year, .month, .day], from: moment)
    text = [(day.year ?? 1970, 4), (day.month ?? 1, 2), (day.day ?? 1, 2)]
      .map { number, length in number.zeroPadded(toLength: length) }
      .joined(separator: "-")
  }

  /// The beginning of the date in UTC; that of a month or year is the beginning of its first day.
  package var startInUTC: Date {
    let (year, month, day) = firstDay
    return Date(timeIntervalSince1970: Double(Self.days(from1970To: year, month, day)) * 86_400)
  }

  /// The beginning of the date in the current time zone, like ``startInUTC``.
  package var startOfDay: Date {
    let (year, month, day) = firstDay
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    return calendar.date(from: DateComponents(year: year, month: month, day: day)) ?? .distantPast
  }

  /// The year, month, and day of the first day.
  private var firstDay: (year: Int, month: Int, day: Int) {
    let numbers = text.split(separator: "-").compactMap { Int($0) }
    return (
      numbers[0], numbers.count > 1 ? numbers[1] : 1, numbers.count > 2 ? numbers[2] : 1
    )
  }

  /// Returns the number of days from 1970-01-01 to a date of the Gregorian calendar.
  ///
  /// Years begin in March here, so that a leap day is the last of its year.
  private static func days(from1970To year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month > 2 ? year : year - 1
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    guard let date = PartialDate(text) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a date: \(text)")
    }
    self = date
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(text)
  }

  package static func < (left: Self, right: Self) -> Bool { left.text < right.text }

  private static func isNumber(_ text: Substring, digits: Int) -> Bool {
    text.utf8.count == digits && text.utf8.allSatisfy(\.isDigit)
  }

  private static func days(inMonth month: Int, of year: Int) -> Int {
    switch month {
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    case 4, 6, 9, 11: 30
    default: 31
    }
  }
}
