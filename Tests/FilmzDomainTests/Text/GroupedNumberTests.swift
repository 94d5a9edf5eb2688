import FilmzDomain
import Testing

struct GroupedNumberTests {
  @Test(arguments: [
    (0, "0"), (1, "1"), (7, "7"), (999, "999"), (1000, "1,000"), (12_265_715, "12,265,715"),
    (-1234, "-1,234"), (100_000, "100,000"),
  ])
  func thousandsAreSeparated(number: Int, text: String) {
    #expect(number.grouped == text)
    #expect(number.grouped("film") == text + (number == 1 ? " film" : " films"))
  }
}
