import FilmzDomain
import Foundation
import Testing

/// The formats of viewing dates that the user can enter.
struct ViewingDateTests {
  /// Noon of a day in the middle of a month, in the local time zone.
  private static var now: Date {
    get throws {
      var parts = DateComponents()
      (parts.year, parts.month, parts.day, parts.hour) = (2024, 5, 15, 12)
      return try #require(Calendar(identifier: .gregorian).date(from: parts))
    }
  }

  @Test(arguments: [
    ("today", "2024-05-15"), ("TODAY", "2024-05-15"), ("yesterday", "2024-05-14"),
    ("Yesterday", "2024-05-14"), ("2024-05-15", "2024-05-15"), ("2024-05", "2024-05"),
    ("2024", "2024"), ("2023-12-31", "2023-12-31"), ("1999", "1999"),
    ("2 days ago", "2024-05-13"), ("1 day ago", "2024-05-14"), ("0 days ago", "2024-05-15"),
    ("15 Days  AGO", "2024-04-30"), ("last week", "2024-05-08"), ("Last Week", "2024-05-08"),
    ("1.5.2020", "2020-05-01"), ("01.05.2020", "2020-05-01"), ("15.5.2024", "2024-05-15"),
    ("31.12.1999", "1999-12-31"), ("29.2.2020", "2020-02-29"),
  ])
  func datesAndRelativeDaysAreParsed(text: String, expected: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now)?.text == expected)
  }

  @Test(arguments: ["unknown", "Unknown"])
  func unknownDateIsNil(text: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now) == nil)
  }

  @Test(arguments: [
    "2024-05-16", "2024-06", "2024-06-01", "2025", "2025-01-01", "9999", "16.5.2024", "1.1.2025",
  ])
  func futureDateIsRejected(text: String) {
    #expect(throws: DomainError.futureDate(text)) {
      try PartialDate.viewing(text, now: Self.now)
    }
  }

  @Test(arguments: [
    "", "tomorrow", "2024-13", "2023-02-29", "29.2.2023", "13.13.2020", "5.2020", "1.5.20",
    "1.5.1869",
    "2 days", "-2 days ago", "two days ago", "2 weeks ago", "99999 days ago", "999999 days ago",
    "last month", "days ago", "2 days ago today",
  ])
  func invalidDateIsRejected(text: String) {
    #expect(throws: DomainError.invalidDate(text)) {
      try PartialDate.viewing(text, now: Self.now)
    }
  }

  @Test(arguments: [
    (DomainError.invalidDate("x"), "\"x\" is not a date"),
    (.futureDate("2099"), "2099 is in the future"),
  ])
  func errorMessageContainsTheDate(error: DomainError, prefix: String) {
    #expect(error.message.hasPrefix(prefix))
    #expect(error.exitCategory == .usage)
  }

  @Test func errorMessageListsTheForms() {
    #expect(
      DomainError.invalidDate("soon").message
        == "\"soon\" is not a date; use 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, "
        + "\"2 days ago\", \"last week\" or unknown")
  }

  @Test(
    arguments: [
      ("heat today", "2024-05-15", 1), ("heat Yesterday", "2024-05-14", 1),
      ("today", "2024-05-15", 1),
      ("heat 2 days ago", "2024-05-13", 3), ("1 day ago", "2024-05-14", 3),
      ("heat 2024-05-01", "2024-05-01", 1), ("heat 1.5.2020", "2020-05-01", 1),
      ("28 days later 2 days ago", "2024-05-13", 3), ("a day ago", nil, 0),
      ("heat", nil, 0), ("", nil, 0), ("blade runner 2049", nil, 0), ("heat 1995", nil, 0),
      ("heat 2024-05", nil, 0), ("heat last week", nil, 0), ("heat unknown", nil, 0),
      ("today heat", nil, 0), ("2 days ago heat", nil, 0), ("days ago", nil, 0),
      ("heat 8.5", nil, 0),
      ("long long ago", nil, 0),
    ] as [(String, String?, Int)])
  func dateAtTheEndOfWordsIsFound(line: String, date: String?, wordCount: Int) throws {
    let words = line.split(separator: " ").map(String.init)
    let found = try PartialDate.trailingViewingDate(in: words, now: Self.now)
    #expect(found?.date.text == date)
    #expect(found?.wordCount ?? 0 == wordCount)
  }

  @Test(arguments: [
    ("heat 2027-01-01", DomainError.futureDate("2027-01-01")),
    ("heat 16.5.2024", .futureDate("16.5.2024")),
    ("heat 2023-02-29", .invalidDate("2023-02-29")), ("heat 31.4.2020", .invalidDate("31.4.2020")),
  ])
  func impossibleDateAtTheEndOfWordsIsAnError(line: String, error: DomainError) {
    let words = line.split(separator: " ").map(String.init)
    #expect(throws: error) { try PartialDate.trailingViewingDate(in: words, now: Self.now) }
  }

  @Test func todayDependsOnTheTimeZone() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      let now = try Date("2024-03-31T22:30:00Z", strategy: .iso8601)
      let today = try PartialDate.viewing("today", now: now)
      exit(today?.text == "2024-04-01" ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }

  @Test func yesterdayIsThePreviousDayAcrossADaylightSavingChange() async {
    await #expect(processExitsWith: .success) {
      setenv("TZ", "Europe/Berlin", 1)
      let now = try Date("2024-03-31T22:30:00Z", strategy: .iso8601)
      let yesterday = try PartialDate.viewing("yesterday", now: now)
      exit(yesterday?.text == "2024-03-31" ? EXIT_SUCCESS : EXIT_FAILURE)
    }
  }
}
