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
  ])
  func datesAndRelativeDaysAreParsed(text: String, expected: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now)?.text == expected)
  }

  @Test(arguments: ["unknown", "Unknown"])
  func unknownDateIsNil(text: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now) == nil)
  }

  @Test(arguments: ["2024-05-16", "2024-06", "2024-06-01", "2025", "2025-01-01", "9999"])
  func futureDateIsRejected(text: String) {
    #expect(throws: DomainError.futureDate(text)) {
      try PartialDate.viewing(text, now: Self.now)
    }
  }

  @Test(arguments: ["", "tomorrow", "2024-13", "2023-02-29", "15.5.2024", "last week"])
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
