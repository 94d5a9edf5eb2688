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

/// The dates of viewings as users write them.
extension PartialDate {
  /// Parses the date of a viewing; returns `nil` for `unknown`.
  ///
  /// Accepts `today`, `yesterday`, `2 days ago`, `last week` (seven days ago), days such as
  /// `1.5.2020` (day, month, year), and dates in ISO 8601.
  ///
  /// - Throws: ``DomainError/invalidDate(_:)``, ``DomainError/futureDate(_:)``.
  package static func viewing(_ text: String, now: Date) throws(DomainError) -> PartialDate? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words == ["unknown"] { return nil }
    let relativeDate =
      words == ["last", "week"] ? day(7, before: now) : relativeDay(words, now: now)
    guard let date = relativeDate ?? PartialDate(text) ?? PartialDate(dayMonthYear: text) else {
      throw .invalidDate(text)
    }
    return try date.notAfter(now, text)
  }

  /// Finds the date of a viewing in the last words of a command.
  ///
  /// Accepts `today`, `yesterday`, `2 days ago`, and full dates such as `2024-05-01` and `1.5.2020`;
  /// a year or a month may be part of a title.
  ///
  /// - Returns: The date and the number of its words; `nil` if the last words are no such date.
  /// - Throws: ``DomainError/futureDate(_:)``; ``DomainError/invalidDate(_:)`` for a day that does not
  ///   exist, such as `2023-02-29`.
  package static func trailingViewingDate(
    in words: [String], now: Date
  ) throws(DomainError) -> (date: PartialDate, wordCount: Int)? {
    for wordCount in [3, 1] where words.count >= wordCount {
      let lastWords = words.suffix(wordCount).map { $0.lowercased() }
      if let date = relativeDay(lastWords, now: now) { return (date, wordCount) }
    }
    guard let text = words.last, isFullDate(text) else { return nil }
    guard let date = PartialDate(text) ?? PartialDate(dayMonthYear: text) else {
      throw .invalidDate(text)
    }
    return (try date.notAfter(now, text), 1)
  }

  /// Parses a day such as `1.5.2020` or `01.05.2020`: day, month, year.
  private init?(dayMonthYear text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard Self.hasNumbers(parts, digits: [1...2, 1...2, 4...4]) else { return nil }
    let padded = parts.prefix(2).map { $0.count == 1 ? "0" + $0 : String($0) }
    self.init("\(parts[2])-\(padded[1])-\(padded[0])")
  }

  /// Returns the date unless it is later than today.
  private func notAfter(_ now: Date, _ typedText: String) throws(DomainError) -> PartialDate {
    guard text <= PartialDate(day: now).text.prefix(text.count) else {
      throw .futureDate(typedText)
    }
    return self
  }

  /// Parses `today`, `yesterday`, and `2 days ago` in lowercase words.
  private static func relativeDay(_ words: [String], now: Date) -> PartialDate? {
    switch words.count {
    case 1 where words[0] == "today": return day(0, before: now)
    case 1 where words[0] == "yesterday": return day(1, before: now)
    case 3 where words[2] == "ago" && ["day", "days"].contains(words[1]):
      guard hasNumbers([words[0][...]], digits: [1...5]) else { return nil }
      return Int(words[0]).flatMap { day($0, before: now) }
    default: return nil
    }
  }

  /// Returns the day that is some days before the current day; `nil` if it is before 1870.
  ///
  /// Counts days of the calendar, which are not always 24 hours long.
  private static func day(_ count: Int, before now: Date) -> PartialDate? {
    Calendar(identifier: .gregorian).date(byAdding: .day, value: -count, to: now)
      .flatMap { PartialDate(PartialDate(day: $0).text) }
  }

  /// Returns whether a text has the form of a day, of one that does not exist too.
  private static func isFullDate(_ text: String) -> Bool {
    hasNumbers(
      text.split(separator: "-", omittingEmptySubsequences: false), digits: [4...4, 2...2, 2...2])
      || hasNumbers(
        text.split(separator: ".", omittingEmptySubsequences: false), digits: [1...2, 1...2, 4...4])
  }

  private static func hasNumbers(_ parts: [Substring], digits: [ClosedRange<Int>]) -> Bool {
    parts.count == digits.count
      && zip(parts, digits).allSatisfy { part, digits in
        digits.contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit)
      }
  }
}
