import FilmzDomain
import Foundation

/// The order of the day and the month in dates such as `05/06/2024`; the raw value is the value of an option.
package enum DateOrder: String, Sendable, CaseIterable {
  case dayFirst = "dmy"
  case monthFirst = "mdy"
}

/// A date in a text of an export, with both days that it can mean.
struct ImportedDate {
  /// The date with the day before the month; `nil` if there is no such day.
  private var dayFirst: PartialDate?
  /// The date with the month before the day; `nil` if there is no such day.
  ///
  /// It equals ``dayFirst`` if texts of this form have only one order, such as `1 May 2024`.
  private var monthFirst: PartialDate?

  /// `true` if the day and the month cannot be distinguished, as in `05/06/2024`.
  var isAmbiguous: Bool { dayFirst != nil && monthFirst != nil && dayFirst != monthFirst }

  /// The order that the text shows, such as the month first in `05/13/2024`; `nil` if it shows none.
  var shownOrder: DateOrder? {
    guard (dayFirst == nil) != (monthFirst == nil) else { return nil }
    return dayFirst == nil ? .monthFirst : .dayFirst
  }

  /// Returns the date; `nil` if it is unknown, or ambiguous without an order.
  func date(_ order: DateOrder?) -> PartialDate? {
    guard isAmbiguous else { return dayFirst ?? monthFirst }
    return order.map { $0 == .dayFirst ? dayFirst : monthFirst } ?? nil
  }

  /// The first year that a date can have; earlier years mean an unknown date.
  private static let firstYear = 1880

  /// Parses a date; returns `nil` for another text.
  ///
  /// - Dates in ISO 8601, also without hyphens, are accepted.
  /// - Days such as `2024-5-1`, `2024/05/01`, `1.5.2024`, `1.5.24`, `13/05/2024`, `05-13-2024`, `May 1, 2024`,
  ///   `1 May 2024` and `1-May-2024` are accepted, also with a weekday. A year of two digits is from 1970 to 2069.
  /// - A time may follow the day, with or without seconds, AM or PM, and a time zone.
  ///
  /// A time with a zone is converted to the day in the current time zone, unless it is midnight, which means the day as
  /// it is written. The moment 1970-01-01T00:00:00Z, and days before 1880, are unknown dates.
  init?(_ text: String) {
    if let date = PartialDate(text) {
      set(date, date)
      return
    }
    let bytes = Array(text.utf8)
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      guard setDay(text) else { return nil }
      return
    }
    let start = bytes[..<colon].lastIndex { !$0.isDigit }.map { $0 + 1 } ?? 0
    guard let end = bytes[..<start].lastIndex(where: { !" ,Tt".utf8.contains($0) }), end + 1 < start,
      let time = TimeOfDay(bytes[start...]),
      setDay(String(decoding: bytes[...end], as: UTF8.self) + (time.year.map { " \($0)" } ?? ""))
    else { return nil }
    convert(time)
  }

  private mutating func set(_ dayFirst: PartialDate?, _ monthFirst: PartialDate?) {
    let known = [dayFirst, monthFirst].map { date in
      date.flatMap { $0.text >= String(Self.firstYear) ? $0 : nil }
    }
    (self.dayFirst, self.monthFirst) = (known[0], known[1])
  }

  /// Converts the days at a time with a zone to days in the current time zone.
  private mutating func convert(_ time: TimeOfDay) {
    func converted(_ date: PartialDate?) -> PartialDate? {
      guard let date else { return nil }
      let moment = date.startInUTC + Double(time.seconds - 60 * (time.offset ?? 0))
      if moment.timeIntervalSince1970 == 0 { return nil }
      guard time.offset != nil, time.seconds != 0 else { return date }
      return PartialDate(PartialDate(day: moment).text)
    }
    (dayFirst, monthFirst) = (converted(dayFirst), converted(monthFirst))
  }

  // MARK: - Days

  /// Sets the days that a text can mean; returns `false` if it is not a day.
  private mutating func setDay(_ text: String) -> Bool {
    if let date = PartialDate(text) ?? Self.compactDay(text) {
      set(date, date)
      return true
    }
    var parts = text.split { " ,-/.".contains($0) }
    if parts.count == 4, Self.isWeekday(parts[0]) { parts.removeFirst() }
    guard parts.count == 3 else { return false }
    if let index = parts.firstIndex(where: { Self.month(named: $0) != nil }) {
      return setDay(parts, namedMonth: index)
    }
    let separators = Set(text.filter("-/.".contains))
    guard separators.count == 1, parts.allSatisfy({ $0.utf8.allSatisfy(\.isDigit) }) else { return false }
    if parts[0].utf8.count == 4 { return setDays((parts[2], parts[1], parts[0]), nil) }
    let isDayFirst = separators == ["."]
    return setDays((parts[0], parts[1], parts[2]), isDayFirst ? nil : (parts[1], parts[0], parts[2]))
  }

  private mutating func setDay(_ parts: [Substring], namedMonth index: Int) -> Bool {
    guard let month = Self.month(named: parts[index]) else { return false }
    switch index {
    case 0: return setDays((parts[1], month, parts[2]), nil)
    case 1 where parts[0].utf8.count == 4: return setDays((parts[2], month, parts[0]), nil)
    case 1: return setDays((parts[0], month, parts[2]), nil)
    default: return false
    }
  }

  private typealias Parts = (day: Substring, month: Substring, year: Substring)

  /// Sets the days with the day first and, if there is another reading, with the month first; returns `false` if
  /// neither exists, unless the year is before ``firstYear``.
  private mutating func setDays(_ first: Parts, _ second: Parts?) -> Bool {
    let days = [first, second ?? first].map(Self.day)
    set(days[0], days[1])
    return days[0] != nil || days[1] != nil || Self.isEarlyYear(first.year)
  }

  private static func day(_ parts: Parts) -> PartialDate? {
    let (day, month, year) = parts
    guard day.utf8.count <= 2, month.utf8.count <= 2, [2, 4].contains(year.utf8.count) else { return nil }
    let century = year.utf8.count == 4 ? "" : year < "70" ? "20" : "19"
    return PartialDate("\(century)\(year)-\(twoDigits(month))-\(twoDigits(day))")
  }

  private static func isEarlyYear(_ year: Substring) -> Bool {
    year.utf8.count == 4 && Int(year).map { $0 < firstYear } ?? false
  }

  private static func twoDigits(_ number: Substring) -> String {
    number.utf8.count == 1 ? "0" + number : String(number)
  }

  /// Returns the day in a text such as `20240501`.
  private static func compactDay(_ text: String) -> PartialDate? {
    guard text.utf8.count == 8 else { return nil }
    return PartialDate("\(text.prefix(4))-\(text.dropFirst(4).prefix(2))-\(text.suffix(2))")
  }

  /// Returns the number of a month from its English name or the first three letters of it.
  private static func month(named text: Substring) -> Substring? {
    index(of: text, in: months).map { Substring(String($0 + 1)) }
  }

  private static func isWeekday(_ text: Substring) -> Bool { index(of: text, in: weekdays) != nil }

  private static func index(of text: Substring, in names: [String]) -> Int? {
    guard text.utf8.count >= 3 else { return nil }
    let word = text.lowercased()
    return names.firstIndex { $0 == word || word.utf8.count == 3 && $0.hasPrefix(word) }
  }

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
}

/// A time of day such as `20:15`, `21:50:41`, `9:50 PM` or `15:27:00.000Z`.
private struct TimeOfDay {
  private(set) var seconds: Int
  /// The minutes by which the time zone is ahead of UTC; `nil` if there is no time zone.
  private(set) var offset: Int?
  /// The year after the time, as in `Sun Jan 29 00:00:00 2017`.
  private(set) var year: Int?
  private var rest: ArraySlice<UInt8>

  init?(_ bytes: ArraySlice<UInt8>) {
    (seconds, rest) = (0, bytes)
    guard var hour = number(1...2), skip(":"), let minute = number(2...2) else { return nil }
    let second = skip(":") ? number(2...2) : 0
    if skip(".") || skip(",") { rest = rest.drop(while: \.isDigit) }
    _ = skip(" ")
    if let isAfternoon = readHalfOfDay() {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    guard hour < 24, minute < 60, let second, second <= 60 else { return nil }
    seconds = hour * 3600 + minute * 60 + second
    _ = skip(" ")
    readZone()
    if skip(" ") { year = number(4...4) }
    if year == nil, offset == nil { year = number(4...4) }
    guard rest.isEmpty else { return nil }
  }

  /// Reads `AM` or `PM`; returns `true` for `PM`, and `nil` if there is neither.
  private mutating func readHalfOfDay() -> Bool? {
    let word = String(decoding: rest.prefix(2), as: UTF8.self).lowercased()
    guard word == "am" || word == "pm" else { return nil }
    rest = rest.dropFirst(2)
    return word == "pm"
  }

  private mutating func readZone() {
    if skip("Z") || skip("z") || skip("UTC") || skip("GMT") { offset = 0 }
    let isWest = rest.first == UInt8(ascii: "-")
    guard isWest || rest.first == UInt8(ascii: "+") else { return }
    let digits = rest.dropFirst().filter { $0 != UInt8(ascii: ":") }
    guard digits.count >= 2, digits.prefix(4).allSatisfy(\.isDigit), rest.count <= 6 else { return }
    let (hours, minutes) = (String(decoding: digits.prefix(2), as: UTF8.self), digits.dropFirst(2))
    offset = (isWest ? -1 : 1) * ((Int(hours) ?? 0) * 60 + (Int(String(decoding: minutes, as: UTF8.self)) ?? 0))
    rest = []
  }

  private mutating func number(_ lengths: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(while: \.isDigit)
    guard lengths.contains(digits.count) else { return nil }
    rest = rest.dropFirst(digits.count)
    return Int(String(decoding: digits, as: UTF8.self))
  }

  private mutating func skip(_ text: String) -> Bool {
    guard rest.starts(with: text.utf8) else { return false }
    rest = rest.dropFirst(text.utf8.count)
    return true
  }
}

extension RowProblem {
  /// Returns the problem of a row with a value that is not valid.
  static func invalid(_ value: String, column: String, isDate: Bool) -> RowProblem {
    isDate && ImportedDate(value)?.isAmbiguous == true
      ? .ambiguousDate(column: column, value: value) : .invalidValue(column: column, value: value)
  }
}
