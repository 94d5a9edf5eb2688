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
    if numbers.count > 2, !(1...Self.days(inMonth: numbers[1], of: numbers[0])).contains(numbers[2]) { return nil }
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
    let numbers = text.split(separator: "-").compactMap { Int($0) } + [1, 1]
    return (numbers[0], numbers[1], numbers[2])
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

  package func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }

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

/// Dates as days, counted from 1970-01-01.
extension PartialDate {
  /// The days that dates can have.
  static let allDays = days(from1970To: 1870, 1, 1)...days(from1970To: 9999, 12, 31)

  /// The days of the date: one day, or all days of the month or year.
  var days: ClosedRange<Int> {
    let parts = text.split(separator: "-").count
    let (year, month, day) = firstDay
    let lastMonth = parts > 1 ? month : 12
    let lastDay = parts > 2 ? day : Self.days(inMonth: lastMonth, of: year)
    return Self.days(from1970To: year, month, day)...Self.days(from1970To: year, lastMonth, lastDay)
  }

  /// Creates the date of a day.
  init(days: Int) { self.init(day: Date(timeIntervalSince1970: Double(days) * 86_400), in: .gmt) }

  /// Returns the shortest date that begins with the first day, and the shortest one that ends with the last day: for
  /// all days of 2019, `2019` and `2019`.
  package static func bounds(ofDays days: ClosedRange<Int>) -> (first: PartialDate, last: PartialDate) {
    func shortest(_ day: Int, _ isBound: (PartialDate) -> Bool) -> PartialDate {
      let date = PartialDate(days: day)
      return [4, 7].lazy.compactMap { PartialDate(String(date.text.prefix($0))) }.first(where: isBound) ?? date
    }
    return (
      shortest(days.lowerBound) { $0.days.lowerBound == days.lowerBound },
      shortest(days.upperBound) { $0.days.upperBound == days.upperBound }
    )
  }

  /// Returns days as a user could type them, `2019`, `2019-03..2019-06` or `>=2019-05-01`.
  static func text(ofDays days: ClosedRange<Int>) -> String {
    let bounds = bounds(ofDays: days)
    let length = max(bounds.first.text.count, bounds.last.text.count)
    return FilterBounds.text(of: days, in: allDays) { String(PartialDate(days: $0).text.prefix(length)) }
  }
}

/// The dates of viewings as users write them.
extension PartialDate {
  /// The forms of the dates of viewings, for help and errors.
  package static let viewingForms =
    "2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"last friday\", \"2 weeks ago\", \"3 march\" or unknown"

  /// Parses the date of a viewing; returns `nil` for `unknown`.
  ///
  /// Accepts dates in ISO 8601, days such as `1.5.2020` (day, month, year), and dates in words, such as `last friday`.
  ///
  /// - Throws: ``DomainError/invalidDate(_:)``, ``DomainError/missingDay(_:)``, ``DomainError/futureDate(_:)``.
  package static func viewing(_ text: String, now: Date) throws(DomainError) -> PartialDate? {
    let words = text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
    if words == ["unknown"] { return nil }
    guard let date = inWords(words, now: now) else {
      throw isMissingDay(words, now: now) ? .missingDay(text) : .invalidDate(text)
    }
    return try date.notAfter(now, text)
  }

  /// Finds the date of a viewing in the last words of a command.
  ///
  /// Accepts full dates and dates in words. A year, a month, or a shortened weekday is accepted only after a word such
  /// as `in` or `on`, because `2024`, `march` or `sun` may be part of a title.
  ///
  /// - Returns: The date and the number of its words; `nil` if the last words are not such a date.
  /// - Throws: ``DomainError/futureDate(_:)``; ``DomainError/invalidDate(_:)`` for a day that does not exist, such as
  ///   `2023-02-29`; ``DomainError/missingDay(_:)`` for such a day in words.
  package static func trailingViewingDate(
    in words: [String], now: Date
  ) throws(DomainError) -> (date: PartialDate, wordCount: Int)? {
    for wordCount in (1...4).reversed() where words.count >= wordCount {
      let lastWords = words.suffix(wordCount).map { $0.lowercased() }
      let wordBefore = words.dropLast(wordCount).last?.lowercased()
      guard !["next", "this"].contains(wordBefore), let date = inWords(lastWords, now: now),
        date.isDay || month(named: lastWords[0]) == nil,
        wordCount > 1 || weekdays.contains(lastWords[0]) || daysBefore[lastWords[0]] != nil
      else { continue }
      return (try date.notAfter(now, lastWords.joined(separator: " ")), wordCount)
    }
    for wordCount in 2...4 where words.count > wordCount || words.first?.lowercased() == "on" {
      let lastWords = words.suffix(wordCount).map { $0.lowercased() }
      if isMissingDay(lastWords, now: now) { throw .missingDay(lastWords.filter { $0 != "on" }.joined(separator: " ")) }
    }
    guard let text = words.last, isFullDate(text) else { return nil }
    guard let date = PartialDate(text) ?? PartialDate(dayMonthYear: text) else { throw .invalidDate(text) }
    return (try date.notAfter(now, text), 1)
  }

  /// Parses a day such as `1.5.2020` or `01.05.2020`: day, month, year.
  private init?(dayMonthYear text: String) {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard Self.hasNumbers(parts, digits: [1...2, 1...2, 4...4]) else { return nil }
    let padded = parts.prefix(2).map { $0.count == 1 ? "0" + $0 : String($0) }
    self.init("\(parts[2])-\(padded[1])-\(padded[0])")
  }

  /// Returns the date.
  ///
  /// - Throws: ``DomainError/futureDate(_:)`` if it is later than today.
  private func notAfter(_ now: Date, _ typedText: String) throws(DomainError) -> PartialDate {
    guard text <= PartialDate(day: now).text.prefix(text.count) else { throw .futureDate(typedText) }
    return self
  }

  // MARK: - Dates in words

  /// Parses a date in lowercase words, such as `last friday`, `2 weeks ago`, or a key of ``daysBefore``, or in digits;
  /// `nil` for any other words.
  ///
  /// `on` or `in` may precede a weekday, a month with or without a day, and digits: `on 3 march`, `in 2024`.
  ///
  /// Weekdays and months without a year are the newest ones in the past; the weekday of today means the day a week ago.
  private static func inWords(_ words: [String], now: Date) -> PartialDate? {
    guard let first = words.first, let last = words.last else { return nil }
    if let days = daysBefore[words.joined(separator: " ")] { return day(days, before: now) }
    if words.count == 3, last == "ago" { return number(first).flatMap { ago($0, words[1], now: now) } }
    if words.count == 2, first == "last" { return weekday(last, now: now) ?? ago(1, last, now: now) }
    let date = ["on", "in"].contains(first) ? Array(words.dropFirst()) : words
    guard date.count == 1 else { return monthDate(date, now: now) }
    return weekday(last, now: now) ?? monthDate(date, now: now) ?? PartialDate(last) ?? PartialDate(dayMonthYear: last)
  }

  /// The words for today and yesterday, with the number of days before today.
  private static let daysBefore = [
    "today": 0, "this morning": 0, "this afternoon": 0, "this evening": 0, "yesterday": 1, "yesterday morning": 1,
    "yesterday afternoon": 1, "yesterday evening": 1, "last evening": 1, "last night": 1,
  ]

  private static let weekdays = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]

  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
  ]

  private static let numberWords = ["a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6]

  private static func number(_ word: String) -> Int? {
    numberWords[word] ?? (hasNumbers([word[...]], digits: [1...5]) ? Int(word) : nil)
  }

  /// Returns the index of a name that is written in full or as its first three letters or more.
  private static func index(of word: String, in names: [String]) -> Int? {
    word.utf8.count >= 3 ? names.firstIndex { $0.hasPrefix(word) } : nil
  }

  private static func month(named word: String) -> Int? { index(of: word, in: months).map { $0 + 1 } }

  /// Returns the newest day before today with the name of a weekday; `nil` if the word is not one.
  private static func weekday(_ word: String, now: Date) -> PartialDate? {
    guard let weekday = index(of: word, in: weekdays) else { return nil }
    let today = Calendar(identifier: .gregorian).component(.weekday, from: now) - 1
    return day((today - weekday + 6) % 7 + 1, before: now)
  }

  /// Returns the day some days or weeks ago, the month some months ago, or the year some years ago.
  private static func ago(_ count: Int, _ unit: String, now: Date) -> PartialDate? {
    let today = PartialDate(day: now).firstDay
    let months = today.year * 12 + today.month - 1 - count
    return switch unit.hasSuffix("s") ? String(unit.dropLast()) : unit {
    case "day": day(count, before: now)
    case "week": day(count * 7, before: now)
    case "month" where months > 0:
      PartialDate("\(months / 12)-" + (months % 12 + 1).zeroPadded(toLength: 2))
    case "year": PartialDate("\(today.year - count)")
    default: nil
    }
  }

  /// Parses a month with or without a day and a year: `3 march`, `march 3rd, 2024`, `march 2024`, `march`.
  ///
  /// Without a year, the date is the newest one that is not in the future.
  private static func monthDate(_ words: [String], now: Date) -> PartialDate? {
    guard let index = words.prefix(2).firstIndex(where: { month(named: $0) != nil }), words.count <= 3,
      let month = month(named: words[index])
    else { return nil }
    var numbers = words
    numbers.remove(at: index)
    let year = words.dropFirst(index + 1).last.flatMap { Int(fourDigits: $0) }
    if year != nil { numbers.removeLast() }
    var text = "-" + month.zeroPadded(toLength: 2)
    if let word = numbers.first {
      guard numbers.count == 1, let day = dayOfMonth(word) else { return nil }
      text += "-" + day.zeroPadded(toLength: 2)
    }
    if let year { return PartialDate("\(year)\(text)") }
    let today = PartialDate(day: now)
    // A leap day may be up to eight years ago.
    return (0...8).lazy.compactMap { PartialDate("\(today.firstDay.year - $0)\(text)") }
      .first { $0.text <= today.text.prefix($0.text.count) }
  }

  /// Returns whether lowercase words are a month and a day that the month does not have, such as `on 31 june`.
  private static func isMissingDay(_ words: [String], now: Date) -> Bool {
    guard words.contains(where: { month(named: $0) != nil }), inWords(words, now: now) == nil else { return false }
    let firstOfMonth = words.map { dayOfMonth($0) == nil ? $0 : "1" }
    return firstOfMonth != words && inWords(firstOfMonth, now: now) != nil
  }

  /// Parses a day such as `3`, `3.` or `3rd`, possibly with a comma.
  private static func dayOfMonth(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    let suffix = word.dropFirst(digits.count).filter { $0 != "," }
    return digits.count <= 2 && ["", "st", "nd", "rd", "th", "."].contains(suffix) ? Int(digits) : nil
  }

  /// Returns the day that is some days before the current day; `nil` if it is before 1870.
  ///
  /// Counts days of the calendar, which are not always 24 hours long.
  private static func day(_ count: Int, before now: Date) -> PartialDate? {
    Calendar(identifier: .gregorian).date(byAdding: .day, value: -count, to: now)
      .flatMap { PartialDate(PartialDate(day: $0).text) }
  }

  /// Returns whether a text has the form of a day, even if there is no such day.
  private static func isFullDate(_ text: String) -> Bool {
    hasNumbers(text.split(separator: "-", omittingEmptySubsequences: false), digits: [4...4, 2...2, 2...2])
      || hasNumbers(text.split(separator: ".", omittingEmptySubsequences: false), digits: [1...2, 1...2, 4...4])
  }

  private static func hasNumbers(_ parts: [Substring], digits: [ClosedRange<Int>]) -> Bool {
    parts.count == digits.count
      && zip(parts, digits).allSatisfy { part, digits in
        digits.contains(part.utf8.count) && part.utf8.allSatisfy(\.isDigit)
      }
  }
}
