import FilmzTerminal
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogProgressReporterTests {
  private func line(
    _ step: CatalogViewModel.ImportProgress, _ seconds: Double,
    after first: CatalogViewModel.ImportProgress? = nil,
    width: Int = 100
  ) -> String {
    let start = ContinuousClock.now
    let baseline = CatalogProgressReporter.RateBaseline(
      of: first ?? Self.beginning(of: step), after: nil, at: start)
    return CatalogProgressReporter.bar(step, since: baseline, at: start + .seconds(seconds))
      .rendered(width: width, isUTF8: false)
  }

  /// Returns the progress at the start of a stage if nothing was done before.
  private static func beginning(of step: CatalogViewModel.ImportProgress)
    -> CatalogViewModel.ImportProgress
  {
    switch step {
    case .downloading(let name, _, let total): .downloading(name: name, bytes: 0, total: total)
    case .reading(let name, _, _, let total): .reading(name: name, lines: 0, bytes: 0, total: total)
    case .indexing: .indexing(lines: 0)
    }
  }

  @Test func readingShowsLinesRateAndTimeLeft() {
    let step = CatalogViewModel.ImportProgress.reading(
      name: "title.basics.tsv.gz", lines: 1_234_567, bytes: 62, total: 100)
    #expect(
      line(step, 0.4, width: 60)
        == "title.basics.tsv.gz [#########------] 62 % - 1,234,567 lines")
    #expect(
      line(step, 2, width: 80)
        == "title.basics.tsv.gz [########------] 62 % - 1,234,567 lines - 617 k/s - 2 s left")
    #expect(line(step, 2, width: 60).hasSuffix("] 62 % - 617 k/s - 2 s left"))
    #expect(line(step, 2, width: 50).hasSuffix("] 62 % - 2 s left"))
  }

  @Test func aDownloadShowsBytes() {
    let step = CatalogViewModel.ImportProgress.downloading(
      name: "a.gz", bytes: 50_000_000, total: 100_000_000)
    #expect(line(step, 10).hasSuffix("50 % - 50.0 MB - 5.0 MB/s - 10 s left"))
    let unknown = CatalogViewModel.ImportProgress.downloading(name: "a.gz", bytes: 2000, total: nil)
    #expect(line(unknown, 10) == "a.gz - 2.0 kB - 200 B/s")
  }

  @Test func bytesOfAPreviousDownloadDoNotCountForTheRate() {
    let step = CatalogViewModel.ImportProgress.downloading(
      name: "a.gz", bytes: 60_000, total: 100_000)
    let first = CatalogViewModel.ImportProgress.downloading(
      name: "a.gz", bytes: 50_000, total: 100_000)
    #expect(
      line(step, 10, after: first).hasSuffix("60 % - 60.0 kB - 1.0 kB/s - 40 s left"))
  }

  /// Crews and casts are read after the index of titles is written.
  @Test func linesReadBeforeIndexingDoNotCountForTheRate() {
    let start = ContinuousClock.now
    let steps: [(CatalogViewModel.ImportProgress, Double)] = [
      (.reading(name: "a.gz", lines: 0, bytes: 0, total: 1000), 0),
      (.reading(name: "a.gz", lines: 10_000, bytes: 600, total: 1000), 60),
      (.indexing(lines: 10_000), 61), (.indexing(lines: 10_000), 90),
      (.reading(name: "b.gz", lines: 10_000, bytes: 600, total: 1000), 100),
      (.reading(name: "c.gz", lines: 10_500, bytes: 700, total: 1000), 110),
    ]
    var baselines: [CatalogProgressReporter.RateBaseline] = []
    for (step, seconds) in steps {
      baselines.append(.init(of: step, after: baselines.last, at: start + .seconds(seconds)))
    }
    let starts = baselines.map { start.duration(to: $0.start) }
    #expect(starts == [0, 0, 61, 61, 100, 100].map(Duration.seconds))
    #expect(baselines.map(\.bytes) == [0, 0, 0, 0, 600, 600])
    #expect(baselines.map(\.lines) == [0, 0, 10_000, 10_000, 10_000, 10_000])
    let bar = CatalogProgressReporter.bar(
      steps[5].0, since: baselines[5], at: start + .seconds(110))
    #expect(
      bar.rendered(width: 100, isUTF8: false)
        .hasSuffix("] 70 % - 10,500 lines - 50/s - 30 s left"))
  }

  @Test func indexingHasNoFractionAndNoRemainingTime() {
    #expect(line(.indexing(lines: 3000), 7.9) == "writing the index - 3,000 lines - 7 s")
  }
}
