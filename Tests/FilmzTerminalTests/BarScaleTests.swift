import FilmzTerminal
import Testing

struct BarScaleTests {
  @Test(arguments: [
    (0, ""), (1, "▏"), (2, "▎"), (3, "▍"), (4, "▌"), (5, "▋"), (6, "▊"), (7, "▉"), (8, "█"),
    (9, "█▏"), (16, "██"), (99, "██"), (-3, ""),
  ])
  func aCellHasEightParts(count: Int, bar: String) {
    #expect(BarScale(most: 16, cells: 2, isUTF8: true).bar(count) == bar)
  }

  @Test(arguments: [(0, ""), (1, "#"), (7, "#"), (8, "#"), (12, "##"), (16, "##")])
  func whereTheLocaleIsNotUTF8ACellIsWhole(count: Int, bar: String) {
    #expect(BarScale(most: 16, cells: 2, isUTF8: false).bar(count) == bar)
  }

  @Test(arguments: [true, false])
  func aCountThatIsNotNothingIsSeen(isUTF8: Bool) {
    let scale = BarScale(most: .max, cells: 40, isUTF8: isUTF8)
    #expect(scale.bar(1).count == 1)
    #expect(scale.bar(.max).count == 40)
  }

  @Test func withoutCellsOrCountsThereIsNoBar() {
    #expect(BarScale(most: 0, cells: 10, isUTF8: true).bar(3) == "")
    #expect(BarScale(most: 5, cells: 0, isUTF8: true).bar(3) == "")
  }
}
