import FilmzDomain
import Foundation
import Testing

@testable import FilmzExchange

struct ImportedDateTests {
  @Test(
    arguments: [
      ("2024-05-01", "2024-05-01"), ("2024-05", "2024-05"), ("2024", "2024"),
      ("2024-5-1", "2024-05-01"), ("2024-05-1", "2024-05-01"), ("2024/05/01", "2024-05-01"),
      ("2024/5/1", "2024-05-01"), ("1.5.2020", "2020-05-01"), ("01.05.2020", "2020-05-01"),
      ("29.2.2024", "2024-02-29"), ("2024-05-01T12:00:00Z", "2024-05-01"),
      ("Sun Jan 29 00:00:00 2017", "2017-01-29"), ("20240501", "2024-05-01"),
      ("20240229", "2024-02-29"), ("May 1, 2020", "2020-05-01"), ("may 01, 2020", "2020-05-01"),
      ("SEPTEMBER 30, 2020", "2020-09-30"), ("Sep 30, 2020", "2020-09-30"),
      ("May 1 2020", "2020-05-01"), ("1 May 2020", "2020-05-01"), ("01 May 2020", "2020-05-01"),
      ("31 december 2020", "2020-12-31"), ("31 DEC 2020", "2020-12-31"),
      ("29 February 2024", "2024-02-29"), ("05/13/2021", "2021-05-13"),
      ("13/05/2021", "2021-05-13"), ("5/31/2021", "2021-05-31"), ("31/5/2021", "2021-05-31"),
      ("05/05/2021", "2021-05-05"), ("1.5.20", "2020-05-01"), ("16.08.22", "2022-08-16"),
      ("8/16/22", "2022-08-16"), ("8/16/99", "1999-08-16"), ("16-08-2022", "2022-08-16"),
      ("2024.5.1", "2024-05-01"), ("1. 5. 2020", "2020-05-01"), ("16-Aug-2022", "2022-08-16"),
      ("2022-Aug-16", "2022-08-16"), ("16-Aug-22", "2022-08-16"), ("1  May 2020", "2020-05-01"),
      ("Sat 13/05/2021", "2021-05-13"), ("Saturday, May 13, 2021", "2021-05-13"),
      ("2022-08-16T20:15", "2022-08-16"), ("2022-08-16T20:15:00", "2022-08-16"),
      ("2014-04-05 15:27", "2014-04-05"), ("2014-04-05 15:27:00", "2014-04-05"),
      ("16-08-2022 21:50:41", "2022-08-16"), ("8/16/2022 9:50 PM", "2022-08-16"),
      ("8/16/2022 12:50:41 am", "2022-08-16"), ("Aug 16, 2022, 9:50 PM", "2022-08-16"),
      ("16.08.22 21:50", "2022-08-16"), ("2022-08-16T12:15:00+0200", "2022-08-16"),
      ("2022-08-16T12:15:00.123+02:00", "2022-08-16"), ("2022-08-16 12:15 UTC", "2022-08-16"),
    ])
  func dateIsRead(text: String, date: String) {
    #expect(ImportedDate(text)?.date(nil)?.text == date)
  }

  /// Midnight stands for the day in every time zone, and other moments for the day there.
  @Test(arguments: ["2022-08-16T00:00:00Z", "2022-08-16T00:00:00.000Z", "2022-08-16T00:00:00+0500"])
  func midnightIsTheDay(text: String) {
    #expect(ImportedDate(text)?.date(nil) == PartialDate("2022-08-16"))
  }

  @Test(arguments: ["2022-08-16T23:30:00Z", "2022-08-16T00:30:00Z", "2022-08-16T18:30:00-0500"])
  func momentIsTheDayInTheCurrentTimeZone(text: String) throws {
    let moment = try Date(text, strategy: .iso8601)
    #expect(ImportedDate(text)?.date(nil) == PartialDate(day: moment))
  }

  @Test(arguments: [
    "1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000Z", "1970-01-01 00:00:00", "1970-01-01T01:00:00+0100",
    "0001-01-01T00:00:00", "1601-01-01T00:00:00Z", "0000-00-00", "1879-12-31", "1/1/1601", "1.5.1869",
  ])
  func unknownDateIsNoProblem(text: String) throws {
    let date = try #require(ImportedDate(text))
    #expect(date.date(.dayFirst) == nil && date.date(.monthFirst) == nil && !date.isAmbiguous)
  }

  @Test(arguments: [
    ("05/06/2021", "2021-06-05", "2021-05-06"), ("5-6-21", "2021-06-05", "2021-05-06"),
    ("5/6/2021 10:00 AM", "2021-06-05", "2021-05-06"), ("1-5-2020", "2020-05-01", "2020-01-05"),
  ])
  func orderDecidesAmbiguousDates(text: String, dayFirst: String, monthFirst: String) throws {
    let date = try #require(ImportedDate(text))
    #expect(date.isAmbiguous && date.date(nil) == nil && date.shownOrder == nil)
    #expect(date.date(.dayFirst)?.text == dayFirst && date.date(.monthFirst)?.text == monthFirst)
  }

  @Test(
    arguments: [
      ("13/05/2021", DateOrder.dayFirst), ("05/13/2021", .monthFirst), ("05/05/2021", nil), ("2021-05-13", nil),
      ("13.05.2021", nil),
    ] as [(String, DateOrder?)])
  func dateCanShowTheOrder(text: String, order: DateOrder?) {
    #expect(ImportedDate(text)?.shownOrder == order)
  }

  @Test(arguments: [
    "30.2.2024", "29.2.2023", "2024-13-1", "2024/0/1", "2024/5/32", "2024-5/1", "2024/5", "2024-5-1-1",
    "2024--1", "..2020", "+1.5.2020", "1.+5.2020", "2024-٥-1", "May 2020", "", "13/13/2021",
    "31/04/2021", "04/31/2021", "02/29/2021", "20241301", "20240230", "2024051", "202405011",
    "2024٠٥01", "May 32, 2020", "1 Mayo 2020", "1 Ma 2020", "Sept 1, 2020", "Mai 1, 2020",
    "May May 2020", "2022-08-16 25:00", "2022-08-16 20:15:00x", "2022-08-16 13:00 PM", "20:15",
    "2022-08-1620:15", "2022-08-16T20:15:00+2", "soon",
  ])
  func otherTextIsNotADate(text: String) {
    #expect(ImportedDate(text) == nil)
  }

  /// Tables without the value of the last column, which is a date.
  private static let tables = [
    ("imdbID,Title,Your Rating,Watched Date", "tt0113277,Heat,9"),
    ("imdbID,Title,Your Rating,Date Rated", "tt0113277,Heat,9"),
    ("Name,Year,Letterboxd URI,Rating,Watched Date", "Heat,1995,u,4"),
    ("id,title,viewing,viewingNote,dateWatched", "tt0113277,Heat,1,n"),
    ("imdbID,reason,candidate1,viewing,rating,viewingDate", "tt0113277,,,true,9"),
    ("imdbID,reason,candidate1,viewing,viewingDate,rating,date", "tt0113277,,,,,9"),
  ]

  @Test(arguments: [
    ("2024/5/1", "2024-05-01"), ("1.5.2024", "2024-05-01"), ("May 1, 2024", "2024-05-01"),
    ("05/13/2024", "2024-05-13"),
  ])
  func dateOfARowIsRead(text: String, date: String) throws {
    for (header, values) in Self.tables {
      let file = try ReadFile("\(header)\n\(values),\"\(text)\"\n")
      #expect(
        file.rows.map { ($0.viewing?.date ?? $0.date)?.text } == [date] && file.problems.isEmpty)
    }
  }

  @Test(arguments: ["30.2.2024", "soon", "13/13/2024"])
  func badDateCostsOnlyItselfAndIsNamed(text: String) throws {
    for (header, values) in Self.tables {
      let rows = try ReadFile("\(header)\n\n\(values),\"\(text)\"\n").rows
      let column = String(header.split(separator: ",").last ?? "")
      #expect(rows.map(\.leftOut) == [[.invalidValue(column: column, value: text)]])
      #expect(rows.allSatisfy { $0.viewing?.date == nil && $0.date == nil })
    }
    let json = #"[{"title":"Heat","inCollection":true,"myRating":9,"dateRated":"\#(text)"}]"#
    #expect(try ReadFile(json).rows.map(\.leftOut) == [[.invalidValue(column: "dateRated", value: text)]])
  }

  @Test func ambiguousDateOfATableIsAskedAbout() throws {
    for (header, values) in Self.tables {
      let text = "\(header)\n\n\(values),05/06/2021\n"
      let column = String(header.split(separator: ",").last ?? "")
      #expect { try ReadFile(text) } throws: { error in
        guard case ImportError.severalDateOrders(_, column, "05/06/2021") = error else { return false }
        return true
      }
      for (order, date) in [(DateOrder.dayFirst, "2021-06-05"), (.monthFirst, "2021-05-06")] {
        let named = try ReadFile(text, formats: ColumnFormats(dates: order))
        #expect(named.rows.map { ($0.viewing?.date ?? $0.date)?.text } == [date])
        #expect(named.file.usedFormats.dates == order)
        // Another row shows the order.
        let shown = try ReadFile("\(text)\(values),\(order == .dayFirst ? "13/06/2021" : "06/13/2021")\n")
        #expect(shown.rows.first.map { ($0.viewing?.date ?? $0.date)?.text } == date)
      }
    }
    let json = #"[{"title":"Heat","inCollection":true,"dateRated":"05/06/2021"}]"#
    #expect(
      try ReadFile(json).rows.map(\.leftOut) == [[.ambiguousDate(column: "dateRated", value: "05/06/2021")]])
  }

  /// Rows that show different orders decide nothing.
  @Test func columnWithBothOrdersIsAskedAbout() {
    #expect(throws: ImportError.self) {
      try ReadFile("Title,Watched Date\nHeat,13/05/2021\nAlien,05/13/2021\nUp,05/06/2021\n")
    }
  }

  /// Without an ambiguous date, each date of a column with both orders is read in the only way that it has.
  @Test(arguments: [nil, DateOrder.monthFirst])
  func columnWithBothOrdersIsTold(order: DateOrder?) throws {
    var text = "Title,Watched Date,Date Rated\nHeat,13/08/2022,2022-01-02\nAlien,08/14/2022,05/13/2022\n"
    if order != nil { text += "Up,03/04/2022,\n" }
    let read = try ReadFile(text, formats: ColumnFormats(dates: order))
    let days = ["2022-08-13", "2022-08-14"] + (order == nil ? [] : ["2022-03-04"])
    #expect(read.rows.map(\.viewing?.date?.text) == days)
    #expect(
      read.file.mixedDates
        == [MixedDates(column: "Watched Date", dayFirst: "13/08/2022", monthFirst: "08/14/2022")])
  }

  @Test func otherValuesAreNoAmbiguousDates() throws {
    let rows = try ReadFile("Title,Year\nHeat,05/06/2021\n").rows
    #expect(rows.map(\.leftOut) == [[.invalidValue(column: "Year", value: "05/06/2021")]])
  }
}
