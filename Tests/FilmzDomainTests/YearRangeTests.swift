import FilmzDomain
import Foundation
import Testing

struct YearRangeTests {
  @Test(arguments: [
    ("1999", 1999, 1999), ("1990-1999", 1990, 1999), ("1999-1990", 1990, 1999),
    ("1990..1999", 1990, 1999), ("1990–1999", 1990, 1999), ("1990-", 1990, 9999),
    ("1990..", 1990, 9999), ("-1999", 0, 1999), ("..1999", 0, 1999), ("1870", 1870, 1870),
    ("2199", 2199, 2199),
  ])
  func aYearOrARangeIsRead(text: String, first: Int, last: Int) throws {
    let range = try YearRange(parsing: text)
    #expect(range.first == first)
    #expect(range.last == last)
  }

  @Test(arguments: [
    "", "-", "..", "199", "19999", "1869", "2200", "abcd", "1990-abc", "abc-1999", "1990-99",
    "1990--1999", "1990-1995-1999", "1990s", " 1999", "1990 - 1999", "+999", "١٩٩٩", "1990...1999",
  ])
  func anythingElseIsRefused(text: String) {
    #expect(throws: DomainError.invalidYears(text)) { try YearRange(parsing: text) }
  }

  @Test(arguments: [(1989, false), (1990, true), (1995, true), (1999, true), (2000, false)])
  func bothEndsBelongToARange(year: Int, isInside: Bool) {
    #expect(YearRange(1990, 1999).contains(year) == isInside)
    #expect(YearRange(1999, 1990).contains(year) == isInside)
  }

  @Test func theRefusalNamesTheText() {
    #expect(DomainError.invalidYears("x").message.hasPrefix("\"x\" is no year"))
    #expect(DomainError.invalidYears("x").kind == .usage)
  }

  @Test(arguments: [(1999, 1990, 1990, 1999), (1990, 1999, 1990, 1999), (9999, 0, 0, 9999)])
  func yearsOfAFileAreBroughtIntoTheirOrder(
    first: Int, last: Int, lower: Int, upper: Int
  ) throws {
    let text = #"{"first":\#(first),"last":\#(last)}"#
    let range = try JSONDecoder().decode(YearRange.self, from: Data(text.utf8))
    #expect((range.first, range.last) == (lower, upper))
    #expect(range.contains(1995))
  }
}
