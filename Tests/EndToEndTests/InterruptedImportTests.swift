import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Imports over a catalog that are stopped, killed, or go on beside others.
struct InterruptedImportTests {
  private static let draft = "home/data/catalog.sqlite.new"

  /// When something happens to an import.
  enum Moment: String, CaseIterable, Sendable {
    case atOnce, begun, reading, late, indexing

    /// What is on the terminal by then.
    var sign: Regex<Substring>? {
      switch self {
      case .atOnce, .begun: nil
      case .reading: /title\.(?:basics|ratings)\.tsv/
      case .late: /basics\.tsv [^\n]*[5-9]\d %/
      case .indexing: /writing the index/
      }
    }
  }

  @Test(arguments: Moment.allCases)
  func aKilledImportLeavesTheOldCatalogAndTheNextOneWorks(moment: Moment) async throws {
    try await Self.inTime { filmz, old in
      let terminal = try await Self.importing(filmz, until: moment)
      terminal.kill()
      guard try await terminal.waitForExit() != 0 else { return false }
      try await Self.expectOld(filmz, old)
      try Self.expectNoLitter(filmz)
      try await filmz.makeCatalog(of: PaperDatasets.plain, named: "next")
      let info = try await filmz.answer(to: "catalog info")
      #expect(info["titles"] == 6 && info["people"] == 0)
      #expect(!filmz.folder.exists(Self.draft))
      return true
    }
  }

  @Test(arguments: Moment.allCases.dropFirst())
  func ctrlCIs130AndTheOldCatalogStays(moment: Moment) async throws {
    try await Self.inTime { filmz, old in
      let terminal = try await Self.importing(filmz, until: moment)
      try await terminal.send("\u{3}")
      let status = try await terminal.waitForExit()
      guard status != 0 else { return false }
      #expect(status == 130)
      #expect(!terminal.screen.window.contains("Imported"))
      try await Self.expectOld(filmz, old)
      #expect(!filmz.folder.exists(Self.draft))
      return true
    }
  }

  @Test func ctrlCInTheShellLeadsBackToThePrompt() async throws {
    try await Self.inTime { filmz, old in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("catalog import many\r")
      try await shell.expect(/title\.(basics|ratings)\.tsv [^\n]*%/)
      try await shell.send("\u{3}")
      guard try await !shell.expectPrompt().contains("Imported") else { return false }
      let seen = try await shell.answer(to: "search paper lighthouse")
      #expect(seen.contains("The Paper Lighthouse"))
      try await Self.expectOld(filmz, old)
      return true
    }
  }

  @Test func aSecondImportMeanwhileIsOneLineAndStatus1() async throws {
    try await Self.inTime { filmz, old in
      guard let terminal = try await Self.stoppedImport(filmz) else { return false }
      let second = try await filmz.run("catalog", "import", "imdb")
      #expect(second.status == 1)
      #expect(second.errorLines.count == 1 && second.stderr.contains("another filmz is importing"))
      try await Self.expectOld(filmz, old)
      terminal.kill(SIGCONT)
      #expect(try await terminal.waitForExit() == 0)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 40_000)
      return true
    }
  }

  @Test func removingTheOldCatalogMeanwhileLetsNoSecondImportIn() async throws {
    try await Self.inTime { filmz, _ in
      guard let terminal = try await Self.stoppedImport(filmz) else { return false }
      _ = try await filmz.run("catalog", "remove", "--yes")
      #expect(try await filmz.run("catalog", "import", "imdb").status == 1)
      terminal.kill(SIGCONT)
      #expect(try await terminal.waitForExit() == 0)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 40_000)
      return true
    }
  }

  @Test func whoeverSearchesMeanwhileFindsTheOldFilmsAndThenTheNewOnes() async throws {
    try await Self.inTime { filmz, _ in
      let other = try filmz.openPipes(["--offline", "--format", "jsonl"])
      let search = "search paper lighthouse --source catalog --limit 1\n"
      try await other.send(search)
      #expect(try await other.lines(atLeast: 1).count == 1)
      guard let terminal = try await Self.stoppedImport(filmz) else { return false }
      try await other.send(search)
      let old = try await other.lines(atLeast: 2)
      #expect(old.count == 2 && old[0] == old[1] && old[1].contains("tt9100001"))
      terminal.kill(SIGCONT)
      #expect(try await terminal.waitForExit() == 0)
      try await other.send("show tt8000007\nsearch cardboard 8000008 --limit 1\n")
      let new = try await other.lines(atLeast: 4)
      let errors = try filmz.folder.read("stderr")
      #expect(new.count == 4, "\(errors)")
      #expect(new.dropFirst(2).first?.contains("Cardboard 8000007") == true)
      #expect(new.last?.contains("Cardboard 8000008") == true)
      other.endScript()
      #expect(try await other.waitForExit() == 0)
      return true
    }
  }

  // MARK: -

  /// Begins anew where the import was over before anything could be done to it, as the machine was
  /// busy elsewhere; the home has a small catalog, and datasets of many films in `many`.
  private static func inTime(
    _ body: (FilmzProcess, JSON) async throws -> Bool
  ) async throws {
    for _ in 1...5 {
      var isInTime = false
      try await FilmzProcess.withCatalog { filmz in
        try filmz.write(PaperDatasets.many(), to: "many")
        isInTime = try await body(filmz, filmz.answer(to: "catalog info"))
      }
      if isInTime { return }
    }
    Issue.record("the import was over before each time")
  }

  /// An import that stands still in mid-work; nothing where it was over before.
  private static func stoppedImport(_ filmz: FilmzProcess) async throws -> PseudoTerminal? {
    let terminal = try await importing(filmz, until: .reading)
    terminal.kill(SIGSTOP)
    if filmz.folder.exists(draft) { return terminal }
    terminal.kill(SIGCONT)
    return nil
  }

  /// An import of the many films that has come to a moment.
  private static func importing(
    _ filmz: FilmzProcess, until moment: Moment
  ) async throws -> PseudoTerminal {
    let terminal = try filmz.openTerminal(["catalog", "import", "many"])
    if moment == .begun {
      try await terminal.wait(for: "a draft") { filmz.folder.exists(draft) }
    }
    if let sign = moment.sign { try await terminal.expect(sign) }
    return terminal
  }

  private static func expectOld(_ filmz: FilmzProcess, _ old: JSON) async throws {
    #expect(try await filmz.answer(to: "catalog info") == old)
    #expect(try await filmz.found("search paper lighthouse").first == "tt9100001")
    #expect(try await filmz.found("search director:vance") == ["tt9100001"])
  }

  /// Nothing large is left but the catalog and its draft.
  private static func expectNoLitter(_ filmz: FilmzProcess) throws {
    for name in try filmz.folder.files() where name.hasPrefix("home/") {
      let size = try FileManager.default.attributesOfItem(
        atPath: filmz.folder.path(of: name))[.size]
      let isSmall = (size as? Int ?? 0) < 1_000_000
      #expect(isSmall || name.hasPrefix("home/data/catalog.sqlite"), "\(name)")
    }
  }
}
