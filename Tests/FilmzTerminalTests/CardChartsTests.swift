import FilmzTerminal
import Testing

struct CardChartsTests {
  private static let card = Card(
    title: "T",
    charts: [
      BarChart("A", [("a", 1)]), BarChart("B", [("b", 1), ("bb", 1)]),
      BarChart("C", [("c", 1)]),
    ])

  private func rows(width: Int?) -> [[Substring]] {
    Self.card.rendered(on: RenderTarget(width: width))
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.split(whereSeparator: { " █▏▎▍▌▋▊▉".contains($0) }) }
  }

  @Test(arguments: [99, 60, nil])
  func chartsAreStackedUnlessTheTargetIsWide(width: Int?) {
    #expect(
      rows(width: width)
        == [
          ["T"], [], ["A"], ["a", "1"], [], ["B"], ["b", "1"], ["bb", "1"], [], ["C"], ["c", "1"],
        ])
  }

  @Test(arguments: [100, 120, 200])
  func twoChartsAreSideBySideOnAWideTarget(width: Int) {
    #expect(
      rows(width: width)
        == [
          ["T"], [], ["A", "B"], ["a", "1", "b", "1"], ["bb", "1"], [], ["C"], ["c", "1"],
        ])
    let lines = Self.card.rendered(on: RenderTarget(width: width)).split(separator: "\n")
    let column = lines[1].prefix { $0 != "B" }.count
    #expect(column == min((width - 4) / 2, 76) + 4)
    #expect(lines[3].prefix { $0 == " " }.count == column)
    #expect(lines.allSatisfy { $0.count <= width && !$0.hasSuffix(" ") })
  }

  @Test func colorsDoNotChangeTheLayout() {
    let colored = Self.card.rendered(on: RenderTarget(width: 120, style: Style(usesColor: true)))
    #expect(colored[...].withoutCodes == Self.card.rendered(on: RenderTarget(width: 120)))
  }
}
