import FilmzTerminal
import Testing

struct RightToLeftTextTests {
  private static let films = Table(
    columns: [Column("Title", isFlexible: true), Column("Year")],
    rows: [["שלום", "1999"], ["سلام علیکم", "2001"], ["Heat", "1995"], ["Amélie 千", "2001"]])

  @Test func rightToLeftTextIsIsolatedOnATerminal() {
    let lines = Self.films.rendered(on: RenderTarget(isTerminal: true)).split(separator: "\n")
    #expect(lines[1] == "\u{200E}שלום\u{200E}        1999")
    #expect(lines[2] == "\u{200E}سلام علیکم\u{200E}  2001")
    #expect(lines[3] == "Heat        1995")
    #expect(lines[4] == "Amélie 千   2001")
  }

  @Test func marksAreWrittenOnlyToATerminal() {
    #expect(!Self.films.rendered(on: RenderTarget()).unicodeScalars.contains("\u{200E}"))
    #expect(!Self.films.markdown().unicodeScalars.contains("\u{200E}"))
  }

  @Test(arguments: [1, 5, 8, 9, 12, 40])
  func marksDoNotChangeTheLayout(width: Int) {
    func text(_ isTerminal: Bool) -> String {
      Self.films.rendered(on: RenderTarget(width: width, isTerminal: isTerminal))
    }
    #expect(text(true).replacing("\u{200E}", with: "") == text(false))
  }

  @Test func labelsOfBarsAreIsolatedAsWell() {
    let chart = BarChart("Directors", [("שלום", 2), ("Ann", 1)])
    let lines = chart.rendered(on: RenderTarget(width: 20, isTerminal: true)).split(separator: "\n")
    #expect(lines[1].hasPrefix("\u{200E}שלום\u{200E}  █"))
    #expect(lines[2].hasPrefix("Ann   █"))
  }
}
