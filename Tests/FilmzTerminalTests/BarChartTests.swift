import FilmzTerminal
import Testing

struct BarChartTests {
  private static let people = BarChart(
    "Directors",
    [("Akira Kurosawa", 16), ("千と千尋", 9), ("Agnès Varda", 4), ("x", 0)])

  @Test func largestCountFillsTheAvailableWidth() {
    #expect(
      Self.people.rendered(on: RenderTarget(width: 30)) == """
        Directors
        Akira Kurosawa  ███████████ 16
        千と千尋        ██████▎ 9
        Agnès Varda     ██▊ 4
        x               0
        """)
  }

  @Test func labelsAreCutToHalfTheLine() {
    #expect(
      Self.people.rendered(on: RenderTarget(width: 20)) == """
        Directors
        Akira Kur…  █████ 16
        千と千尋    ██▉ 9
        Agnès Var…  █▎ 4
        x           0
        """)
  }

  @Test func chartIsASCIIIfTheLocaleIsNotUTF8() {
    #expect(
      Self.people.rendered(on: RenderTarget(width: 20, isUTF8: false)) == """
        Directors
        Akira K...  ##### 16
        ????        ### 9
        Agnes V...  # 4
        x           0
        """)
  }

  @Test func onlyCountsAreShownIfBarsDoNotFit() {
    #expect(
      Self.people.rendered(on: RenderTarget(width: 12)) == """
        Directors
        Akira K…  16
        千と千尋   9
        Agnès V…   4
        x          0
        """)
  }

  @Test func withoutAWidthNothingIsCutAndTheLongestBarHasFortyCells() {
    let lines = Self.people.rendered(on: RenderTarget()).split(separator: "\n")
    #expect(lines[1] == "Akira Kurosawa  " + String(repeating: "█", count: 40) + " 16")
  }

  @Test func widthOfTheChartIsLimitedOnAWideTerminal() {
    let text = Self.people.rendered(on: RenderTarget(width: 200))
    #expect(text.split(separator: "\n").map(\.displayWidth).max() == 76)
  }

  @Test func labelsCanBeRightAligned() {
    let chart = BarChart("R", [("10", 2), ("9", 2)], alignment: .trailing)
    #expect(chart.rendered(on: RenderTarget(width: 10)) == "R\n10  ████ 2\n 9  ████ 2")
  }

  @Test(arguments: 1...60, [false, true])
  func noLineIsWiderThanTheTarget(width: Int, isUTF8: Bool) {
    for style in [Style.plain, Style(usesColor: true)] {
      let text = Self.people.rendered(on: RenderTarget(width: width, style: style, isUTF8: isUTF8))
      for line in text.split(separator: "\n") {
        #expect(line.withoutCodes.displayWidth <= width, "\(line)")
        #expect(isUTF8 || line.utf8.allSatisfy { $0 < 0x80 })
      }
    }
  }

  @Test func headingAndBarsAreColored() {
    let style = Style(usesColor: true)
    let chart = BarChart("R", [("a", 1), ("b", 0)], emphasis: .green)
    #expect(
      chart.rendered(on: RenderTarget(width: 9, style: style))
        == style.bold("R") + "\na  " + style.emphasized("████", .green) + " 1\nb  " + style.dim("0")
    )
  }

  @Test func headingAndLabelsAreSanitized() {
    let chart = BarChart("R\u{1B}[2J", [("a\u{1B}[31m\nb", 1)])
    #expect(!chart.rendered(on: RenderTarget(width: 40)).unicodeScalars.contains("\u{1B}"))
    #expect(chart.rendered(on: RenderTarget()).split(separator: "\n").count == 2)
  }

  @Test func chartWithoutBarsConsistsOfItsHeading() {
    #expect(BarChart("R", []).rendered(on: RenderTarget(width: 40)) == "R")
  }
}
