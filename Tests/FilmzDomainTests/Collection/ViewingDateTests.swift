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
    // The day is a Wednesday.
    ("friday", "2024-05-10"), ("last friday", "2024-05-10"), ("On Friday", "2024-05-10"),
    ("fri", "2024-05-10"), ("tuesday", "2024-05-14"), ("wednesday", "2024-05-08"),
    ("last wed", "2024-05-08"), ("thursday", "2024-05-09"), ("sunday", "2024-05-12"),
    ("this morning", "2024-05-15"), ("this evening", "2024-05-15"), ("last night", "2024-05-14"),
    ("yesterday evening", "2024-05-14"), ("2 weeks ago", "2024-05-01"), ("a week ago", "2024-05-08"),
    ("two days ago", "2024-05-13"), ("1 month ago", "2024-04"), ("5 months ago", "2023-12"),
    ("17 months ago", "2022-12"), ("last month", "2024-04"), ("last year", "2023"),
    ("10 years ago", "2014"), ("on 3 march", "2024-03-03"), ("3 march", "2024-03-03"),
    ("march 3", "2024-03-03"), ("March 3rd, 2020", "2020-03-03"),
    ("21st mar 2020", "2020-03-21"), ("1. sept", "2023-09-01"), ("15 may", "2024-05-15"),
    ("16 may", "2023-05-16"), ("29 february", "2024-02-29"), ("31 december 1999", "1999-12-31"),
    ("in march", "2024-03"), ("in may", "2024-05"), ("in june", "2023-06"), ("march", "2024-03"),
    ("in march 2019", "2019-03"), ("march 2019", "2019-03"), ("in 2019", "2019"),
    ("on 2024-05-01", "2024-05-01"), ("on 1.5.2020", "2020-05-01"), ("in 2024-05", "2024-05"),
  ])
  func datesAndWordsAreParsed(text: String, expected: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now)?.text == expected)
  }

  @Test(arguments: ["unknown", "Unknown"])
  func unknownDateIsNil(text: String) throws {
    #expect(try PartialDate.viewing(text, now: Self.now) == nil)
  }

  @Test(arguments: [
    "2024-05-16", "2024-06", "2024-06-01", "2025", "2025-01-01", "9999", "16.5.2024", "1.1.2025",
    "in june 2024", "on 16 may 2024", "march 2025", "in 2025",
  ])
  func futureDateIsRejected(text: String) {
    #expect(throws: DomainError.futureDate(text)) {
      try PartialDate.viewing(text, now: Self.now)
    }
  }

  @Test(arguments: [
    "", "tomorrow", "2024-13", "2023-02-29", "29.2.2023", "13.13.2020", "5.2020", "1.5.20",
    "1.5.1869",
    "2 days", "-2 days ago", "99999 days ago", "999999 days ago", "99999 weeks ago",
    "99999 months ago", "99999 years ago", "days ago", "2 days ago today", "2 fortnights ago",
    "next friday", "fryday", "on fryday", "last", "on", "in", "ago", "fr", "3x march", "march march", "3 4 march",
    "2049 may",
    "3 march 2020 2021", "in 3 march 1869",
  ])
  func invalidDateIsRejected(text: String) {
    #expect(throws: DomainError.invalidDate(text)) {
      try PartialDate.viewing(text, now: Self.now)
    }
  }

  @Test(arguments: ["30 february", "31 april 2020", "0 march", "32 march"])
  func dayThatNoMonthHasIsNamed(text: String) {
    #expect(throws: DomainError.missingDay(text)) { try PartialDate.viewing(text, now: Self.now) }
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
        + "\"last friday\", \"2 weeks ago\", \"3 march\" or unknown")
  }

  @Test(
    arguments: [
      ("heat today", "2024-05-15", 1), ("heat Yesterday", "2024-05-14", 1),
      ("today", "2024-05-15", 1),
      ("heat 2 days ago", "2024-05-13", 3), ("1 day ago", "2024-05-14", 3),
      ("heat 2024-05-01", "2024-05-01", 1), ("heat 1.5.2020", "2020-05-01", 1),
      ("28 days later 2 days ago", "2024-05-13", 3), ("a day ago", "2024-05-14", 3),
      ("heat", nil, 0), ("", nil, 0), ("blade runner 2049", nil, 0), ("heat 1995", nil, 0),
      ("heat 2024-05", nil, 0), ("heat last week", "2024-05-08", 2), ("heat unknown", nil, 0),
      ("today heat", nil, 0), ("2 days ago heat", nil, 0), ("days ago", nil, 0),
      ("heat 8.5", nil, 0),
      ("long long ago", nil, 0),
      ("heat friday", "2024-05-10", 1), ("heat last friday", "2024-05-10", 2),
      ("heat on friday", "2024-05-10", 2), ("heat on sun", "2024-05-12", 2),
      ("heat last night", "2024-05-14", 2), ("heat this morning", "2024-05-15", 2),
      ("heat 2 weeks ago", "2024-05-01", 3), ("heat on 3 march", "2024-03-03", 3),
      ("heat 3 march 2020", "2020-03-03", 3), ("heat on march 3, 2020", "2020-03-03", 4),
      ("heat in march", "2024-03", 2), ("heat in march 2019", "2019-03", 3),
      ("heat in 2019", "2019", 2), ("heat last month", "2024-04", 2),
      ("heat on 2024-05-01", "2024-05-01", 2),
      ("heat sun", nil, 0), ("heat march", nil, 0), ("heat march 2019", nil, 0),
      ("blade runner 2049 may", nil, 0), ("heat next friday", nil, 0), ("heat this friday", nil, 0),
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
