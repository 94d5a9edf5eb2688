import FilmzTerminal
import Testing

@testable import FilmzCommands
@testable import FilmzViewModels

struct CatalogMeterTests {
  private func line(
    _ step: CatalogViewModel.Step, _ seconds: Double, after first: CatalogViewModel.Step? = nil,
    width: Int = 100
  ) -> String {
    let start = ContinuousClock.now
    let phase = CatalogMeter.Phase(of: first ?? Self.beginning(of: step), after: nil, at: start)
    return CatalogMeter.bar(step, in: phase, at: start + .seconds(seconds))
      .rendered(width: width, isUTF8: false)
  }

  /// The step that a phase begins with where nothing was done before.
  private static func beginning(of step: CatalogViewModel.Step) -> CatalogViewModel.Step {
    switch step {
    case .downloading(let name, _, let total): .downloading(name: name, bytes: 0, total: total)
    case .reading(let name, _, _, let total): .reading(name: name, lines: 0, bytes: 0, total: total)
    case .indexing: .indexing(lines: 0)
    }
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
    #expect(line(step, 2, width: 60).hasSuffix("] 62 % - 617 k/s - 2 s left"))
    #expect(line(step, 2, width: 50).hasSuffix("] 62 % - 2 s left"))
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
    let first = CatalogViewModel.Step.downloading(name: "a.gz", bytes: 50_000, total: 100_000)
    #expect(
      line(step, 10, after: first).hasSuffix("60 % - 60.0 kB - 1.0 kB/s - 40 s left"))
  }

  /// Crews and casts are read after the index of titles was written.
  @Test func whatWasReadBeforeTheIndexCountsForNoPace() {
    let start = ContinuousClock.now
    let steps: [(CatalogViewModel.Step, Double)] = [
      (.reading(name: "a.gz", lines: 0, bytes: 0, total: 1000), 0),
      (.reading(name: "a.gz", lines: 10_000, bytes: 600, total: 1000), 60),
      (.indexing(lines: 10_000), 61), (.indexing(lines: 10_000), 90),
      (.reading(name: "b.gz", lines: 10_000, bytes: 600, total: 1000), 100),
      (.reading(name: "c.gz", lines: 10_500, bytes: 700, total: 1000), 110),
    ]
    var phases: [CatalogMeter.Phase] = []
    for (step, seconds) in steps {
      phases.append(.init(of: step, after: phases.last, at: start + .seconds(seconds)))
    }
    let begun = phases.map { start.duration(to: $0.start) }
    #expect(begun == [0, 0, 61, 61, 100, 100].map(Duration.seconds))
    #expect(phases.map(\.bytes) == [0, 0, 0, 0, 600, 600])
    #expect(phases.map(\.lines) == [0, 0, 10_000, 10_000, 10_000, 10_000])
    let bar = CatalogMeter.bar(steps[5].0, in: phases[5], at: start + .seconds(110))
    #expect(
      bar.rendered(width: 100, isUTF8: false)
        .hasSuffix("] 70 % - 10,500 lines - 50/s - 30 s left"))
  }

  @Test func theIndexHasNoEndToForetell() {
    #expect(line(.indexing(lines: 3000), 7.9) == "writing the index - 3,000 lines - 7 s")
  }
}
