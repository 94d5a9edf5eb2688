import FilmzTerminal
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogMeterTests {
  private func line(
    _ step: CatalogViewModel.Step, _ seconds: Double, bytesBefore: Int = 0, width: Int = 100
  ) -> String {
    CatalogMeter.bar(step, seconds: seconds, bytesBefore: bytesBefore)
      .rendered(width: width, isUTF8: false)
  }

  @Test func readingShowsLinesRateAndTimeLeft() {
    let step = CatalogViewModel.Step.reading(
      name: "title.basics.tsv.gz", lines: 1_234_567, bytes: 62, total: 100)
    #expect(
      line(step, 0.4, width: 60)
        == "title.basics.tsv.gz [#########------] 62 % - 1,234,567 lines")
    #expect(
      line(step, 2, width: 80)
        == "title.basics.tsv.gz [########------] 62 % - 1,234,567 lines - 617 k/s - 2 s left")
    #expect(line(step, 2, width: 60).hasSuffix("] 62 % - 2 s left"))
  }

  @Test func aDownloadShowsBytes() {
    let step = CatalogViewModel.Step.downloading(
      name: "a.gz", bytes: 50_000_000, total: 100_000_000)
    #expect(line(step, 10).hasSuffix("50 % - 50.0 MB - 5.0 MB/s - 10 s left"))
    let unknown = CatalogViewModel.Step.downloading(name: "a.gz", bytes: 2000, total: nil)
    #expect(line(unknown, 10) == "a.gz - 2.0 kB - 200 B/s")
  }

  @Test func whatWasThereBeforeADownloadWentOnCountsForNoPace() {
    let step = CatalogViewModel.Step.downloading(name: "a.gz", bytes: 60_000, total: 100_000)
    #expect(
      line(step, 10, bytesBefore: 50_000).hasSuffix("60 % - 60.0 kB - 1.0 kB/s - 40 s left"))
  }

  @Test func theIndexHasNoEndToForetell() {
    #expect(line(.indexing(lines: 3000), 7.9) == "writing the index - 3,000 lines - 7 s")
  }
}
