import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Testing

/// What `doctor` says of the catalog.
struct DoctorCatalogTests {
  @Test("where nothing was imported it names the starter catalog and the way to more")
  func starter() async throws {
    try await HomeBench.with { bench in
      let check = try await bench.examine(offline: true)["catalog"]
      #expect(check.state == .ok)
      #expect(
        check.detail
          == "the starter catalog, as of 2024; `catalog update` brings all titles of IMDb")
    }
  }

  @Test(
    "an imported catalog has its titles and its age, and after 90 days it is old",
    arguments: [
      (0, "imported today", HealthCheck.State.ok), (90, "imported 90 days ago", .ok),
      (91, "imported 91 days ago", .warn), (400, "imported 400 days ago", .warn),
    ])
  func imported(days: Int, age: String, state: HealthCheck.State) async throws {
    try await HomeBench.with(catalogs: GivenCatalogs(GivenCatalog([]))) { bench in
      let info = CatalogInfo(
        titles: 12_000_000, types: [:], people: 0, files: [], bytes: 480_000_000,
        importedAt: bench.clock.now)
      bench.clock.advance(days: days)
      let check = try await bench.examine(offline: true, catalogInfo: { info })["catalog"]
      #expect(check.detail == "12000000 titles, \(age), 480.0 MB")
      #expect(check.state == state)
      #expect(check.remedy?.contains("catalog update") == (state == .ok ? nil : true))
    }
  }

  @Test("a catalog that cannot be opened fails, and a remedy is named") func damaged()
    async throws
  {
    let file = CatalogFile(GivenCatalog([]))
    file.damage()
    let catalogs = GivenCatalogs(builtIn: StarterCatalog()) { try file.source() }
    try await HomeBench.with(catalogs: catalogs) { bench in
      let check = try await bench.examine(offline: true)["catalog"]
      #expect(check.state == .fail)
      #expect(check.detail == DamagedCatalog().message)
      #expect(check.remedy?.contains("catalog update") == true)
    }
  }

  @Test("a catalog of which nothing can be told fails") func untold() async throws {
    try await HomeBench.with(catalogs: GivenCatalogs(GivenCatalog([]))) { bench in
      let report = try await bench.examine(
        offline: true, catalogInfo: { throw CatalogError.damaged(path: "/c.sqlite") })
      #expect(report["catalog"].state == .fail)
      #expect(report["catalog"].detail.contains("/c.sqlite is damaged"))
      #expect(report["disk"].state == .ok)
    }
  }
}
