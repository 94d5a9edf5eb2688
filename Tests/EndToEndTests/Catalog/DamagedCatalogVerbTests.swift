import FilmzTestSupport
import Foundation
import Testing

/// A catalog file that is damaged, or removed while it is in use.
struct DamagedCatalogVerbTests {
  /// The content that replaces the catalog file.
  enum Damage: String, CaseIterable, Sendable { case text, empty, truncated, zeros, foreign }

  private static let catalogPath = "home/data/catalog.sqlite"

  @Test(arguments: Damage.allCases)
  func searchesWarnAndUseTheStarterCatalog(damage: Damage) async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.many(3000)) { filmz in
      try await Self.replaceCatalog(with: damage, in: filmz)
      let search = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      #expect(search.status == 0)
      #expect(try search.json.each("id").first == "tt0068646")
      #expect(search.errorLines.count == 1, "\(search.stderr)")
      #expect(
        search.stderr.contains(
          "catalog.sqlite is damaged or not a catalog; import the catalog again"))
      let info = try await filmz.run("catalog", "info")
      #expect(info.status == 74 && info.errorLines.count == 1, "\(info.stderr)")
      let doctor = try await filmz.run("--offline", "--format", "json", "doctor")
      let check = try doctor.json.array.first { $0["check"] == "catalog" }
      #expect(check?["state"] == "fail" && check?["remedy"] != .null)
      try await filmz.importCatalog(of: SampleDatasets.withoutPeople)
      #expect(try await filmz.searchResultIDs("search lighthouse year:1961") == ["tt9100001"])
    }
  }

  @Test func aDamagedCatalogCanBeRemoved() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      try await Self.replaceCatalog(with: .text, in: filmz)
      let removed = try await filmz.run("catalog", "remove", "--yes")
      #expect(removed.status == 0 && removed.stderr == "", "\(removed.stderr)")
      let search = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      #expect(search.status == 0 && search.stderr == "")
    }
  }

  @Test func theCollectionRemainsUsable() async throws {
    try await FilmzProcess.withCatalog(of: SampleDatasets.withoutPeople) { filmz in
      _ = try await filmz.answer(to: "add tt9100001")
      try await Self.replaceCatalog(with: .truncated, in: filmz)
      #expect(try await filmz.answer(to: "ls").each("title") == ["The Paper Lighthouse"])
      #expect(try await filmz.answer(to: "rate tt9100001 8")[0]?["myRating"] == 8)
    }
  }

  @Test func aRunningShellWorksAfterTheCatalogIsRemoved() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let shell = try await filmz.openShell(["--offline"])
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      try FileManager.default.removeItem(at: filmz.folder.url(of: Self.catalogPath))
      #expect(try await shell.answer(to: "search godfather").contains("The Godfather"))
      let output = try await shell.answer(to: "search paper lighthouse --source catalog")
      #expect(!output.contains("1961") && !output.contains("damaged"))
      try await filmz.importCatalog(of: SampleDatasets.withoutPeople)
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func aRunningShellWarnsAfterTheCatalogIsDamaged() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      try await Self.replaceCatalog(with: .text, in: filmz)
      let output = try await shell.answer(to: "search godfather")
      #expect(output.contains("The Godfather") && output.contains("is damaged or not a catalog"))
      #expect(try await shell.quit() == 0)
    }
  }

  /// Replaces the catalog file with a damaged one, as restoring a backup would.
  private static func replaceCatalog(with damage: Damage, in filmz: FilmzProcess) async throws {
    let url = filmz.folder.url(of: catalogPath)
    let content = try Data(contentsOf: url)
    let damagedContent: Data =
      switch damage {
      case .text: Data("this is no database, and never was".utf8)
      case .empty: Data()
      case .truncated: content.prefix(content.count / 2)
      case .zeros: content.prefix(100) + Data(count: content.count - 100)
      case .foreign: try await collectionContent(filmz)
      }
    try damagedContent.write(to: url, options: .atomic)
  }

  /// Returns the content of an intact database that is not a catalog.
  private static func collectionContent(_ filmz: FilmzProcess) async throws -> Data {
    _ = try await filmz.answer(to: "add tt0068646")
    return try Data(contentsOf: filmz.folder.url(of: "home/data/collection.sqlite"))
  }
}
