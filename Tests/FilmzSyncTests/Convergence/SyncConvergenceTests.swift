import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore
@testable import FilmzSync

/// Installations whose copies of a folder are carried badly have the same data in the end.
///
/// `FILMZ_SYNC_SEEDS=1000..2000` runs other seeds. The ids of changes and installations are new in each
/// run, so a run with the same seed makes the same events, but may order equal clocks differently.
struct SyncConvergenceTests {
  private static var seeds: [UInt64] {
    let text = ProcessInfo.processInfo.environment["FILMZ_SYNC_SEEDS"] ?? "1..36"
    let bounds = text.components(separatedBy: "..").compactMap { UInt64($0) }
    return bounds.count == 2 && bounds[0] <= bounds[1] ? Array(bounds[0]...bounds[1]) : []
  }

  @Test(arguments: seeds)
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

  @Test func seedsAreRead() { #expect(!Self.seeds.isEmpty) }
}
