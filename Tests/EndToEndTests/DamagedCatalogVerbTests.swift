import FilmzTestSupport
import Foundation
import Testing

/// A catalog's file that cannot be used, or that goes while it is in use.
struct DamagedCatalogVerbTests {
  enum Damage: String, CaseIterable, Sendable { case text, empty, half, zeros, foreign }

  private static let file = "home/data/catalog.sqlite"

  @Test(arguments: Damage.allCases)
  func oneWarningAndTheStarterAnswers(damage: Damage) async throws {
    try await FilmzProcess.withCatalog(of: PaperDatasets.many(3000)) { filmz in
      try await Self.damage(damage, filmz)
      let found = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      #expect(found.status == 0)
      #expect(try found.json.each("id").first == "tt0068646")
      #expect(found.errorLines.count == 1, "\(found.stderr)")
      #expect(found.stderr.contains("catalog.sqlite is damaged or no catalog; import it again"))
      let info = try await filmz.run("catalog", "info")
      #expect(info.status == 74 && info.errorLines.count == 1, "\(info.stderr)")
      let doctor = try await filmz.run("--offline", "--format", "json", "doctor")
      let check = try doctor.json.array.first { $0["check"] == "catalog" }
      #expect(check?["state"] == "fail" && check?["remedy"] != .null)
      try await filmz.makeCatalog(of: PaperDatasets.plain)
      #expect(try await filmz.found("search lighthouse year:1961") == ["tt9100001"])
    }
  }

  @Test func aDamagedCatalogCanBeRemoved() async throws {
    try await FilmzProcess.withCatalog(of: PaperDatasets.plain) { filmz in
      try await Self.damage(.text, filmz)
      let removed = try await filmz.run("catalog", "remove", "--yes")
      #expect(removed.status == 0 && removed.stderr == "", "\(removed.stderr)")
      let found = try await filmz.run("--offline", "--format", "json", "search", "godfather")
      #expect(found.status == 0 && found.stderr == "")
    }
  }

  @Test func theCollectionIsNotTouchedByIt() async throws {
    try await FilmzProcess.withCatalog(of: PaperDatasets.plain) { filmz in
      _ = try await filmz.answer(to: "add tt9100001")
      try await Self.damage(.half, filmz)
      #expect(try await filmz.answer(to: "ls").each("title") == ["The Paper Lighthouse"])
      #expect(try await filmz.answer(to: "rate tt9100001 8")[0]?["myRating"] == 8)
    }
  }

  @Test func aFileThatIsRemovedWhileAShellRunsIsNotMissed() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let shell = try await filmz.openShell(["--offline"])
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      try FileManager.default.removeItem(at: filmz.folder.url(of: Self.file))
      #expect(try await shell.answer(to: "search godfather").contains("The Godfather"))
      let seen = try await shell.answer(to: "search paper lighthouse --source catalog")
      #expect(!seen.contains("1961") && !seen.contains("damaged"))
      try await filmz.makeCatalog(of: PaperDatasets.plain)
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func aFileThatIsDamagedWhileAShellRunsIsOneWarning() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      #expect(try await shell.answer(to: "search lighthouse").contains("The Paper Lighthouse"))
      try await Self.damage(.text, filmz)
      let seen = try await shell.answer(to: "search godfather")
      #expect(seen.contains("The Godfather") && seen.contains("is damaged or no catalog"))
      #expect(try await shell.quit() == 0)
    }
  }

  /// Puts something else in the place of the catalog's file, as a restored backup would.
  private static func damage(_ damage: Damage, _ filmz: FilmzProcess) async throws {
    let place = filmz.folder.url(of: file)
    let whole = try Data(contentsOf: place)
    let broken: Data =
      switch damage {
      case .text: Data("this is no database, and never was".utf8)
      case .empty: Data()
      case .half: whole.prefix(whole.count / 2)
      case .zeros: whole.prefix(100) + Data(count: whole.count - 100)
      case .foreign: try await collection(of: filmz)
      }
    try broken.write(to: place, options: .atomic)
  }

  /// A sound database that is no catalog.
  private static func collection(of filmz: FilmzProcess) async throws -> Data {
    _ = try await filmz.answer(to: "add tt0068646")
    return try Data(contentsOf: filmz.folder.url(of: "home/data/collection.sqlite"))
  }
}
