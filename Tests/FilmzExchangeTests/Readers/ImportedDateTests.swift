import FilmzDomain
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
      ("05/05/2021", "2021-05-05"),
    ])
  func dateIsRead(text: String, date: String) {
    #expect(ImportedDate.date(text)?.text == date)
  }

  @Test(arguments: [
    "5/1/2020", "05/01/2020", "1-5-2020", "01-05-2020", "1.5.20", "5/1/20", "2024.5.1", "30.2.2024",
    "29.2.2023", "2024-13-1", "2024/0/1", "2024/5/32", "2024-5/1", "2024/5", "2024-5-1-1",
    "2024--1",
    "..2020", "+1.5.2020", "1.+5.2020", "2024-٥-1", "1.5.1869", "May 2020", "",
    "05/06/2021", "5/6/2021", "12/11/2021", "13/13/2021", "31/04/2021", "04/31/2021", "02/29/2021",
    "05/13/21", "20241301", "20240230", "2024051", "202405011", "2024٠٥01", "May 32, 2020",
    "1 Mayo 2020", "1 Ma 2020", "Sept 1, 2020", "1 May 20", "May 1,, 2020", "1  May 2020",
    "1 May, 2020", "Mai 1, 2020", "May May 2020",
  ])
  func otherTextIsNotADate(text: String) {
    #expect(ImportedDate.date(text) == nil)
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

  /// Each case has a date that costs its row, and whether that is because it is ambiguous.
  @Test(arguments: [
    ("5/1/2024", true), ("05/06/2021", true), ("05/06/21", false), ("30.2.2024", false),
    ("soon", false),
  ])
  func badDateCostsTheRowAndIsNamed(text: String, isAmbiguous: Bool) throws {
    for (header, values) in Self.tables {
      let file = try ReadFile("\(header)\n\n\(values),\"\(text)\"\n")
      let column = String(header.split(separator: ",").last ?? "")
      #expect(file.rows.isEmpty)
      #expect(file.problems == [3: Self.problem(text, in: column, isAmbiguous)])
    }
    let json = #"[{"title":"Heat","inCollection":true,"myRating":9,"dateRated":"\#(text)"}]"#
    #expect(try ReadFile(json).problems == [1: Self.problem(text, in: "dateRated", isAmbiguous)])
  }

  @Test func otherValuesAreNoAmbiguousDates() throws {
    let file = try ReadFile("Title,Year\nHeat,05/06/2021\n")
    #expect(file.problems == [2: .invalidValue(column: "Year", value: "05/06/2021")])
  }

  private static func problem(
    _ value: String, in column: String, _ isAmbiguous: Bool
  ) -> RowProblem {
    isAmbiguous
      ? .ambiguousDate(column: column, value: value) : .invalidValue(column: column, value: value)
  }
}
