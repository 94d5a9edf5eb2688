import FilmzDomain
import Foundation
import Testing

struct PartialDateTests {
  @Test(arguments: [
    "2024-05-01", "2024-05", "2024", "1870", "2024-12-31", "2024-02-29", "2000-02-29", "2024-04-30",
    "2024-01-31", "9999-12-31",
  ])
  func validDaysMonthsAndYearsAreParsed(text: String) throws {
    #expect(try #require(PartialDate(text)).text == text)
  }

  @Test(arguments: [
    "", "24", "2024-5", "2024-5-1", "2024-00", "2024-13", "2024-05-00", "2024-05-32", "2024-04-31",
    "2024-06-31", "2024-09-31", "2024-11-31", "2023-02-29", "1900-02-29", "2100-02-29",
    "2024-02-30", "1869", "0000", "2024-", "-2024", "2024-05-", "2024--01", "2024-05-01-01",
    "2024/05/01",
    "01.05.2024", "20240501", "２０２４", "٢٠٢٤", "2024-05-01T10:00:00Z", " 2024", "2024 ", "+024",
    "today",
  ])
  func invalidDatesAreRejected(text: String) {
    #expect(PartialDate(text) == nil)
  }

  @Test(arguments: [
    ("1999-12-31T23:30:00Z", 0, "1999-12-31"), ("1999-12-31T23:30:00Z", 1, "2000-01-01"),
    ("2024-03-01T00:30:00Z", -1, "2024-02-29"),
  ])
  func dayDependsOnTheTimeZone(moment: String, hours: Int, day: String) throws {
    let moment = try Date(moment, strategy: .iso8601)
    let zone = try #require(TimeZone(secondsFromGMT: hours * 3600))
    #expect(PartialDate(day: moment, in: zone).text == day)
  }

  @Test(arguments: [
    "1870", "1900-02-28", "1900-03", "1969-12-31", "1970", "2000-02-29", "2000-03-01", "2023-12-31",
    "2024", "2024-02-29", "2024-05", "2100-03-01", "9999-12-31",
  ])
  func datesBeginInUTC(text: String) throws {
    let day = String((text + "-01-01").prefix(10))
    let start = try Date("\(day)T00:00:00Z", strategy: .iso8601)
    #expect(try #require(PartialDate(text)).startInUTC == start)
  }

  @Test func yearsSortBeforeTheirMonthsAndDays() throws {
    let texts = ["2024-05-01", "2024", "2023-12-31", "2024-05", "2024-10", "2025"]
    let dates = try texts.map { try #require(PartialDate($0)) }
    #expect(
      dates.sorted().map(\.text)
        == ["2023-12-31", "2024", "2024-05", "2024-05-01", "2024-10", "2025"])
  }

  @Test func dateIsEncodedAsText() throws {
    let date = try #require(PartialDate("2024-05"))
    let data = try JSONEncoder().encode([date])
    #expect(String(decoding: data, as: UTF8.self) == #"["2024-05"]"#)
    #expect(try JSONDecoder().decode([PartialDate].self, from: data) == [date])
  }

  @Test func invalidDateInJSONIsADecodingError() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([PartialDate].self, from: Data(#"["2024-13"]"#.utf8))
    }
  }
}
