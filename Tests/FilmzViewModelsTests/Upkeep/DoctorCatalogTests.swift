import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// The catalog check of `doctor`.
struct DoctorCatalogTests {
  @Test("without an imported catalog, it describes the starter catalog and suggests an update")
  func starter() async throws {
    try await ViewModelBench.with { bench in
      let check = try await bench.runDoctor(offline: true)["catalog"]
      #expect(check.state == .ok)
      #expect(check.findings == [.problem("the starter catalog, as of 2024", .fetchCatalog)])
    }
  }

  @Test(
    "it describes an imported catalog, and warns if the import is more than 90 days old",
    arguments: [
      (0, "imported today", HealthCheck.State.ok), (90, "imported 90 days ago", .ok),
      (91, "imported 91 days ago", .warn), (400, "imported 400 days ago", .warn),
    ])
  func imported(days: Int, age: String, state: HealthCheck.State) async throws {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(InMemoryCatalog([]))) { bench in
      let info = CatalogInfo(
        titles: 12_000_000, types: [:], people: 0, files: [], bytes: 480_000_000,
        importedAt: bench.clock.now)
      bench.clock.advance(days: days)
      let check = try await bench.runDoctor(offline: true, catalogInfo: { info })["catalog"]
      #expect(check.detail == "12000000 titles, \(age), 480.0 MB")
      #expect(check.state == state)
      let remedy: Remedy? = state == .ok ? nil : .renewCatalog
      #expect(check.remedy == remedy)
    }
  }

  @Test("it fails with a remedy if the catalog cannot be opened") func damaged()
    async throws
  {
    let file = ReplaceableCatalog(InMemoryCatalog([]))
    file.damage()
    let catalogs = AvailableCatalogs(builtIn: StarterCatalog()) { try file.source() }
    try await ViewModelBench.with(catalogs: catalogs) { bench in
      let check = try await bench.runDoctor(offline: true)["catalog"]
      #expect(check.state == .fail)
      #expect(check.detail == DamagedCatalogError().message)
      #expect(check.remedy == .replaceCatalog)
    }
  }

  @Test("it fails if the information about the catalog cannot be read") func unreadable()
    async throws
  {
    try await ViewModelBench.with(catalogs: AvailableCatalogs(InMemoryCatalog([]))) { bench in
      let report = try await bench.runDoctor(
        offline: true, catalogInfo: { throw CatalogError.damaged(path: "/c.sqlite") })
      #expect(report["catalog"].state == .fail)
      #expect(report["catalog"].detail.contains("/c.sqlite is damaged"))
      #expect(report["disk"].state == .ok)
    }
  }
}
