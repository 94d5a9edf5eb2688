import FilmzDomain
import FilmzTestSupport
import Testing

@testable import FilmzStore
@testable import FilmzSync

/// Installations whose copies of a folder are carried badly have the same data in the end.
///
/// The ids of changes and installations are new in each run, so a run with the same seed makes the same
/// events, but may order equal clocks differently.
struct SyncConvergenceTests {
  @Test(arguments: Seeds.of(1...36))
  func allInstallationsConverge(seed: UInt64) async throws {
    try await ScratchFolder.with { scratch in
      var run = try await SyncRun(seed: seed, in: scratch)
      do {
        for _ in 0..<run.eventCount { try await run.performEvent() }
        try await run.finish()
      } catch {
        Issue.record(error, "seed \(seed)\n\(run.events.suffix(60).joined(separator: "\n"))")
      }
    }
  }
}
