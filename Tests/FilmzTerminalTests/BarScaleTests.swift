import FilmzTerminal
import Testing

struct BarScaleTests {
  @Test(arguments: [
    (0, ""), (1, "▏"), (2, "▎"), (3, "▍"), (4, "▌"), (5, "▋"), (6, "▊"), (7, "▉"), (8, "█"),
    (9, "█▏"), (16, "██"), (99, "██"), (-3, ""),
  ])
  func cellsAreDividedIntoEighths(count: Int, bar: String) {
    #expect(BarScale(maximum: 16, cells: 2, isUTF8: true).bar(count) == bar)
  }

  @Test(arguments: [(0, ""), (1, "#"), (7, "#"), (8, "#"), (12, "##"), (16, "##")])
  func cellsAreNotDividedIfTheLocaleIsNotUTF8(count: Int, bar: String) {
    #expect(BarScale(maximum: 16, cells: 2, isUTF8: false).bar(count) == bar)
  }

  @Test(arguments: [true, false])
  func everyPositiveCountHasAVisibleBar(isUTF8: Bool) {
    let scale = BarScale(maximum: .max, cells: 40, isUTF8: isUTF8)
    #expect(scale.bar(1).count == 1)
    #expect(scale.bar(.max).count == 40)
  }

  @Test func barIsEmptyIfTheMaximumOrTheNumberOfCellsIsZero() {
    #expect(BarScale(maximum: 0, cells: 10, isUTF8: true).bar(3) == "")
    #expect(BarScale(maximum: 5, cells: 0, isUTF8: true).bar(3) == "")
  }
}
