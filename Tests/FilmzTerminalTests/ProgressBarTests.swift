import FilmzTerminal
import Testing

struct ProgressBarTests {
  private static let bar = ProgressBar(
    "title.basics.tsv.gz", share: 0.625,
    details: ["1,234,567 lines", "3.1 M/s", "12 s left"], dispensable: [1, 0, 2])

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
  func detailsGiveWayToTheBarOnANarrowTerminal(width: Int, line: String) {
    #expect(Self.bar.rendered(width: width, isUTF8: true) == line)
  }

  @Test(arguments: 0...220)
  func theLineIsNeverTooWide(width: Int) {
    for isUTF8 in [true, false] {
      for share in [nil, 0, 0.5, 1] {
        let bar = ProgressBar(
          "七人の侍.tsv", share: share, details: ["1 line", "2 s left"], dispensable: [0])
        #expect(bar.rendered(width: width, isUTF8: isUTF8).displayWidth <= width)
      }
    }
  }

  @Test func aLocaleWithoutUTF8GetsPlainSigns() {
    #expect(
      Self.bar.rendered(width: 79, isUTF8: false)
        == "title.basics.tsv.gz [#######-----] 62 % - 1,234,567 lines - 3.1 M/s - 12 s left")
    let words = ProgressBar("writing the index", share: nil, details: ["3 lines"])
    #expect(words.rendered(width: 79, isUTF8: false) == "writing the index - 3 lines")
  }

  @Test(arguments: [(0.0, "0 %", 0), (0.999, "99 %", 9), (1, "100 %", 10)])
  func itIsFullOnlyWhenAllIsDone(share: Double, percent: String, full: Int) {
    let line = ProgressBar("x", share: share).rendered(
      width: 14 + percent.count + 1, isUTF8: true)
    #expect(line.hasSuffix(" " + percent))
    #expect(line.count { $0 == "█" } == (share == 1 ? line.count { "█░".contains($0) } : full))
  }

  @Test func withoutAShareThereAreWordsOnly() {
    let bar = ProgressBar("writing the index", share: nil, details: ["12 lines", "4 s"])
    #expect(bar.rendered(width: 79, isUTF8: true) == "writing the index · 12 lines · 4 s")
  }

  @Test func foreignTextIsInert() {
    let bar = ProgressBar("a\u{1B}[2Jb", share: nil)
    #expect(!bar.rendered(width: 79, isUTF8: true).unicodeScalars.contains("\u{1B}"))
  }
}
