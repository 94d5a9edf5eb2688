import FilmzDomain
import Testing

@testable import FilmzServices

struct OMDbFieldParserTests {
  @Test(
    arguments: [
      ("1999", 1999, nil), ("2011–2019", 2011, 2019), ("2014–", 2014, nil),
      ("2011-2019", 2011, 2019),
      ("–2019", nil, 2019), ("2011–2014–2019", 2011, nil), ("N/A", nil, nil), ("", nil, nil),
      ("199", nil, nil), ("0999", nil, nil), (nil, nil, nil),
    ] as [(String?, Int?, Int?)])
  func yearsAreParsedWithHyphenOrDash(text: String?, first: Int?, last: Int?) {
    let years = OMDbFieldParser.years(text)
    #expect(years.first == first)
    #expect(years.last == last)
  }

  @Test(arguments: [
    ("2014–", true), ("2014-", true), ("2014", false), ("2014–2019", false), ("–", false),
    ("N/A", false), ("", false), (nil, false),
  ])
  func seriesWithoutALastYearIsRunning(text: String?, isRunning: Bool) {
    #expect(OMDbFieldParser.isRunning(text) == isRunning)
  }

  @Test(
    arguments: [
      ("94 min", 94), ("1,440 min", 1440), ("1 min", 1), ("0 min", nil), ("-5 min", nil),
      ("N/A", nil), ("94", nil), ("min", nil),
      (" min", nil), ("1 h 34 min", nil), ("", nil), (nil, nil),
    ] as [(String?, Int?)])
  func minutesAreParsedFromARuntime(text: String?, minutes: Int?) {
    #expect(OMDbFieldParser.minutes(text) == minutes)
  }

  @Test(
    arguments: [
      ("842", 842), ("12,408", 12_408), ("1,204,377", 1_204_377), ("0", 0), ("N/A", nil), ("", nil),
      (",", nil), ("many", nil), ("1.5", nil), ("99,999,999,999,999,999,999", nil), (nil, nil),
    ] as [(String?, Int?)])
  func integersMayHaveThousandsSeparators(text: String?, number: Int?) {
    #expect(OMDbFieldParser.integer(text) == number)
  }

  @Test(
    arguments: [
      ("14 Dec 1974", "1974-12-14"), ("08 Mar 1957", "1957-03-08"), ("8 Mar 1957", "1957-03-08"),
      ("29 Feb 2000", "2000-02-29"), ("29 Feb 1999", nil), ("31 Foo 1999", nil), ("1974", nil),
      ("Dec 1974", nil), ("14 Dec 74", nil), ("N/A", nil), ("", nil), (nil, nil),
    ] as [(String?, String?)])
  func datesAreParsedFromDayMonthYear(text: String?, date: String?) {
    #expect(OMDbFieldParser.date(text)?.text == date)
  }

  @Test(
    arguments: [
      ("Drama", ["Drama"]), ("Action, Crime, Drama", ["Action", "Crime", "Drama"]),
      ("Éloïse Båth, Jun Arai", ["Éloïse Båth", "Jun Arai"]), (nil, []),
      ("American Sign , English", ["American Sign", "English"]), ("Drama,  ", ["Drama"]),
      (" Drama , , Crime", ["Drama", "Crime"]), (", ", []), ("", []),
    ] as [(String?, [String])])
  func listsAreSplitAtCommas(text: String?, list: [String]) {
    #expect(OMDbFieldParser.list(text) == list)
  }

  @Test(
    arguments: [
      ("Heat", "Heat"), ("n/a movie", "n/a movie"), ("N/A", nil), ("", nil),
    ] as [(String, String?)])
  func emptyAndUnavailableValuesAreNil(text: String, value: String?) {
    #expect(OMDbFieldParser.nonEmpty(text) == value)
  }
}
