import FilmzTerminal
import Testing

struct ProgressBarTests {
  private static let bar = ProgressBar(
    "title.basics.tsv.gz", fraction: 0.625,
    details: ["1,234,567 lines", "3.1 M/s", "12 s left"], dropOrder: [1, 0, 2])

  @Test(arguments: [
    (
      200,
      "title.basics.tsv.gz ▕█████████████████████████░░░░░░░░░░░░░░░▏ 62 % · 1,234,567 lines"
        + " · 3.1 M/s · 12 s left"
    ),
    (80, "title.basics.tsv.gz ▕████████░░░░░▏ 62 % · 1,234,567 lines · 3.1 M/s · 12 s left"),
    (70, "title.basics.tsv.gz ▕████████░░░░░▏ 62 % · 1,234,567 lines · 12 s left"),
    (60, "title.basics.tsv.gz ▕█████████████░░░░░░░░▏ 62 % · 12 s left"),
    (40, "title.basics.tsv.gz ▕████████░░░░░▏ 62 %"),
    (34, "title.basics.tsv.gz 62 %"),
    (12, "title.… 62 %"), (4, "62 %"), (2, "6…"), (0, ""),
  ])
  func detailsAreDroppedBeforeTheBarOnANarrowTerminal(width: Int, line: String) {
    #expect(Self.bar.rendered(width: width, isUTF8: true) == line)
  }

  @Test(arguments: 0...220)
  func lineIsNeverTooWide(width: Int) {
    for isUTF8 in [true, false] {
      for fraction in [nil, 0, 0.5, 1] {
        let bar = ProgressBar(
          "七人の侍.tsv", fraction: fraction, details: ["1 line", "2 s left"], dropOrder: [0])
        #expect(bar.rendered(width: width, isUTF8: isUTF8).displayWidth <= width)
      }
    }
  }

  @Test func lineIsASCIIIfTheLocaleIsNotUTF8() {
    #expect(
      Self.bar.rendered(width: 79, isUTF8: false)
        == "title.basics.tsv.gz [#######-----] 62 % - 1,234,567 lines - 3.1 M/s - 12 s left")
    let barWithoutFraction = ProgressBar("writing the index", fraction: nil, details: ["3 lines"])
    #expect(barWithoutFraction.rendered(width: 79, isUTF8: false) == "writing the index - 3 lines")
  }

  @Test(arguments: [(0.0, "0 %", 0), (0.999, "99 %", 9), (1, "100 %", 10)])
  func barIsFullOnlyAtTheEnd(fraction: Double, percent: String, fullCells: Int) {
    let line = ProgressBar("x", fraction: fraction).rendered(
      width: 14 + percent.count + 1, isUTF8: true)
    #expect(line.hasSuffix(" " + percent))
    #expect(
      line.count { $0 == "█" } == (fraction == 1 ? line.count { "█░".contains($0) } : fullCells))
  }

  @Test func thereIsNoBarIfTheFractionIsUnknown() {
    let bar = ProgressBar("writing the index", fraction: nil, details: ["12 lines", "4 s"])
    #expect(bar.rendered(width: 79, isUTF8: true) == "writing the index · 12 lines · 4 s")
  }

  @Test func labelIsSanitized() {
    let bar = ProgressBar("a\u{1B}[2Jb", fraction: nil)
    #expect(!bar.rendered(width: 79, isUTF8: true).unicodeScalars.contains("\u{1B}"))
  }
}
