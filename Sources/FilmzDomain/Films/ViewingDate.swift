package import Foundation

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
