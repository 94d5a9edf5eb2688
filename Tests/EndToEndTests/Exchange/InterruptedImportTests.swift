import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Imports over an existing catalog that are killed, interrupted, or concurrent with other commands.
@Suite(.processes)
struct InterruptedImportTests {
  private static let draft = "home/data/catalog.sqlite.new"

  /// The stage of an import at which a test intervenes.
  enum Stage: String, CaseIterable, Sendable {
    case launched, begun, reading, late, indexing

    /// The output that shows that the import has reached this stage.
    var output: Regex<Substring>? {
      switch self {
      case .launched, .begun: nil
      case .reading: /title\.(?:basics|ratings)\.tsv/
      case .late: /basics\.tsv [^\n]*[5-9]\d %/
      case .indexing: /writing the index/
      }
    }
  }

  @Test(arguments: Stage.allCases)
  func killedImportKeepsTheOldCatalogAndCanBeRepeated(stage: Stage) async throws {
    try await Self.withLargeDatasets { filmz, oldInfo in
      let terminal = try await Self.startImport(filmz, until: stage)
      terminal.kill()
      guard try await terminal.waitForExit() != 0 else { return false }
      try await Self.expectOldCatalog(filmz, oldInfo)
      try Self.expectNoLeftovers(filmz)
      try await filmz.importCatalog(of: SampleDatasets.withoutPeople, named: "next")
      let info = try await filmz.answer(to: "catalog info")
      #expect(info["titles"] == 6 && info["people"] == 0)
      #expect(!filmz.folder.exists(Self.draft))
      return true
    }
  }

  @Test(arguments: Stage.allCases.dropFirst())
  func controlCExitsWith130AndKeepsTheOldCatalog(stage: Stage) async throws {
    try await Self.withLargeDatasets { filmz, oldInfo in
      let terminal = try await Self.startImport(filmz, until: stage)
      try await terminal.send("\u{3}")
      let status = try await terminal.waitForExit()
      guard status != 0 else { return false }
      #expect(status == 130)
      #expect(!terminal.screen.visibleText.contains("Imported"))
      try await Self.expectOldCatalog(filmz, oldInfo)
      #expect(!filmz.folder.exists(Self.draft))
      return true
    }
  }

  @Test func controlCInTheShellReturnsToThePrompt() async throws {
    try await Self.withLargeDatasets { filmz, oldInfo in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("catalog import many\r")
      try await shell.expect(/title\.(basics|ratings)\.tsv [^\n]*%/)
      try await shell.send("\u{3}")
      guard try await !shell.expectPrompt().contains("Imported") else { return false }
      let output = try await shell.answer(to: "search paper lighthouse")
      #expect(output.contains("The Paper Lighthouse"))
      try await Self.expectOldCatalog(filmz, oldInfo)
      return true
    }
  }

  @Test func secondImportFailsWhileAnotherRuns() async throws {
    try await Self.withLargeDatasets { filmz, oldInfo in
      guard let terminal = try await Self.stoppedImport(filmz) else { return false }
      let second = try await filmz.run("catalog", "import", "imdb")
      #expect(second.status == 1)
      #expect(second.errorLines.count == 1 && second.stderr.contains("another filmz is importing"))
      try await Self.expectOldCatalog(filmz, oldInfo)
      terminal.kill(SIGCONT)
      #expect(try await terminal.waitForExit() == 0)
      #expect(
        try await filmz.answer(to: "catalog info")["titles"]?.number
          == Double(SampleDatasets.largeCount))
      return true
    }
  }

  @Test func removingTheOldCatalogDoesNotAllowASecondImport() async throws {
    try await Self.withLargeDatasets { filmz, _ in
      guard let terminal = try await Self.stoppedImport(filmz) else { return false }
      _ = try await filmz.run("catalog", "remove", "--yes")
      #expect(try await filmz.run("catalog", "import", "imdb").status == 1)
      terminal.kill(SIGCONT)
      #expect(try await terminal.waitForExit() == 0)
      #expect(
        try await filmz.answer(to: "catalog info")["titles"]?.number
          == Double(SampleDatasets.largeCount))
      return true
    }
  }

  @Test func searchesUseTheOldCatalogUntilTheImportIsDone() async throws {
    try await Self.withLargeDatasets { filmz, _ in
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
      other.closeInput()
      #expect(try await other.waitForExit() == 0)
      return true
    }
  }

  // MARK: - Helpers

  /// Runs `body` with a small catalog, and with datasets of many films in the folder `many`.
  ///
  /// `body` returns `false` if the import ended before the test could intervene, for example on a busy
  /// computer. Then it is run again, up to five times.
  private static func withLargeDatasets(
    _ body: (FilmzProcess, JSON) async throws -> Bool
  ) async throws {
    for _ in 1...5 {
      var hasIntervened = false
      try await FilmzProcess.withCatalog { filmz in
        try filmz.writeLargeDatasets(to: "many")
        hasIntervened = try await body(filmz, filmz.answer(to: "catalog info"))
      }
      if hasIntervened { return }
    }
    Issue.record("the import ended too early each time")
  }

  /// Starts an import and stops it while it runs, or returns `nil` if it had already ended.
  private static func stoppedImport(_ filmz: FilmzProcess) async throws -> PseudoTerminal? {
    let terminal = try await startImport(filmz, until: .reading)
    terminal.kill(SIGSTOP)
    if filmz.folder.exists(draft) { return terminal }
    terminal.kill(SIGCONT)
    return nil
  }

  /// Starts an import of the many films and waits until it reaches `stage`.
  private static func startImport(
    _ filmz: FilmzProcess, until stage: Stage
  ) async throws -> PseudoTerminal {
    let terminal = try filmz.openTerminal(["catalog", "import", "many"])
    if stage == .begun {
      try await terminal.wait(for: "a draft") { filmz.folder.exists(draft) }
    }
    if let output = stage.output { try await terminal.expect(output) }
    return terminal
  }

  private static func expectOldCatalog(_ filmz: FilmzProcess, _ oldInfo: JSON) async throws {
    #expect(try await filmz.answer(to: "catalog info") == oldInfo)
    #expect(try await filmz.searchResultIDs("search paper lighthouse").first == "tt9100001")
    #expect(try await filmz.searchResultIDs("search director:vance") == ["tt9100001"])
  }

  /// Expects no large files other than the catalog and its draft.
  private static func expectNoLeftovers(_ filmz: FilmzProcess) throws {
    for name in try filmz.folder.files() where name.hasPrefix("home/") {
      let size = try FileManager.default.attributesOfItem(
        atPath: filmz.folder.path(of: name))[.size]
      let isSmall = (size as? Int ?? 0) < 1_000_000
      #expect(isSmall || name.hasPrefix("home/data/catalog.sqlite"), "\(name)")
    }
  }
}
