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
      ("Sun Jan 29 00:00:00 2017", "2017-01-29"),
    ])
  func dateIsRead(text: String, date: String) {
    #expect(ImportedDate.date(text)?.text == date)
  }

  @Test(arguments: [
    "5/1/2020", "05/01/2020", "1-5-2020", "01-05-2020", "1.5.20", "5/1/20", "2024.5.1", "30.2.2024",
    "29.2.2023", "2024-13-1", "2024/0/1", "2024/5/32", "2024-5/1", "2024/5", "2024-5-1-1",
    "2024--1",
    "..2020", "+1.5.2020", "1.+5.2020", "2024-٥-1", "1.5.1869", "May 2020", "",
  ])
  func otherTextIsNotADate(text: String) {
    #expect(ImportedDate.date(text) == nil)
  }

  @Test(
    arguments: [
      ("2024/5/1", "2024-05-01"), ("1.5.2024", "2024-05-01"), ("5/1/2024", nil),
    ] as [(String, String?)])
  func rowWithAnAmbiguousDateIsAProblem(date: String, read: String?) throws {
    let header = "imdbID,reason,candidate1,viewing,viewingDate"
    for (header, values) in [
      ("imdbID,Title,WatchedDate", "tt0113277,Heat,"), (header, "tt0113277,,,true,"),
    ] {
      let file = try ReadFile("\(header)\n\(values)\(date)\n")
      #expect(file.rows.map(\.viewing?.date?.text) == [read].compactMap(\.self))
      #expect(file.problems.count == (read == nil ? 1 : 0))
    }
  }
}
