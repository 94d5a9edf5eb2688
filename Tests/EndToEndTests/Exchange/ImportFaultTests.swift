import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// Imports and exports that are killed or interrupted, or whose disk fails: all of it is there, or nothing.
@Suite(.processes)
struct ImportFaultTests {
  private static let rowCount = 30_000

  /// A table in CSV of so many films that a test can intervene, the last of which no source knows.
  private static let table: String = {
    let rows = (0..<rowCount).map { "tt\(9_400_000 + $0),Film \($0),2001,\($0 % 10 + 1)" }
    return (["imdbID,Title,Year,myRating"] + rows + [",An Unknown Film,2001,7"])
      .joined(separator: "\n") + "\n"
  }()

  // MARK: - Killed and interrupted

  /// The output that shows that an import has reached a stage.
  enum Stage: String, CaseIterable, Sendable {
    case launched, reading, saving

    var output: Regex<Substring>? {
      switch self {
      case .launched: nil
      case .reading: /table\.csv|saving/
      case .saving: /saving/
      }
    }
  }

  @Test(arguments: Stage.allCases, [SIGKILL, SIGINT])
  func stoppedImportHasNoEffectAndCanBeRepeated(stage: Stage, signal: Int32) async throws {
    try await Self.withTable { filmz in
      let terminal = try filmz.openTerminal(["import", "table.csv", "--unmatched", "table-unmatched.csv"])
      if let output = stage.output { try await terminal.expect(output) }
      terminal.kill(signal)
      guard try await terminal.waitForExit() != 0 else { return false }
      #expect(!terminal.screen.visibleText.contains("Added"))
      #expect(try await filmz.answer(to: "ls --limit 1") == [])
      #expect(try await filmz.answer(to: "log") == [])
      // A killed process can leave its temporary file.
      let files = try filmz.folder.files().filter { $0.contains("unmatched") }
      #expect(signal == SIGKILL ? !files.contains("table-unmatched.csv") : files == [])
      if filmz.folder.exists("home/data/collection.sqlite") {
        #expect(try filmz.integrityCheck() == ["ok"])
      }
      let result = try await filmz.answer(to: "import table.csv")
      #expect(result["added"] == .number(Double(Self.rowCount + 1)))
      return true
    }
  }

  @Test func controlCInTheShellReturnsToThePrompt() async throws {
    try await Self.withTable { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("import table.csv\r")
      try await shell.expect(/saving/)
      try await shell.send("\u{3}")
      guard try await !shell.expectPrompt().contains("Added") else { return false }
      #expect(try await !shell.answer(to: "ls --limit 1").contains("Film"))
      return true
    }
  }

  /// Runs `body` with the table; if the import ended before the test could intervene, again, up to five times.
  private static func withTable(_ body: (FilmzProcess) async throws -> Bool) async throws {
    for _ in 1...5 {
      var hasIntervened = false
      try await FilmzProcess.with { filmz in
        try filmz.folder.write(table, to: "table.csv")
        hasIntervened = try await body(filmz)
      }
      if hasIntervened { return }
    }
    Issue.record("the import ended too early each time")
  }

  // MARK: - Failing disk

  @Test(arguments: [
    (ENOSPC, "collection.sqlite-wal", "no space left"),
    (EIO, "collection.sqlite-wal", "cannot write"),
  ])
  func importThatCannotBeWrittenHasNoEffect(code: Int32, file: String, message: String)
    async throws
  {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.smallTable, to: "table.csv")
      _ = try await filmz.answer(to: "add tt0068646 --rating 9; backup now")
      let result = try await filmz.run(
        ["--offline", "import", "table.csv", "--unmatched", "unmatched.csv"],
        environment: try Self.preload(fault: "write:\(code):\(file)"))
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stderr.contains(message), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
      #expect(try await filmz.answer(to: "log").array.count == 1)
      #expect(try filmz.folder.files().filter { $0.contains("unmatched") } == [])
    }
  }

  @Test(arguments: ["pipe", "link"])
  func exportIntoSomethingThatIsNoFileIsRefused(name: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9")
      #expect(mkfifo(filmz.folder.path(of: "pipe"), 0o600) == 0)
      try FileManager.default.createSymbolicLink(
        atPath: filmz.folder.path(of: "link"), withDestinationPath: "pipe")
      let result = try await filmz.run("export", name, "--as", "csv", "--force")
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1 && result.stderr.contains("it is not a file"))
      var status = stat()
      #expect(lstat(filmz.folder.path(of: "pipe"), &status) == 0)
      #expect(status.st_mode & S_IFMT == S_IFIFO)
    }
  }

  @Test func exportThroughALinkKeepsTheLink() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9")
      try filmz.folder.write("old", to: "real.csv")
      try FileManager.default.createSymbolicLink(
        atPath: filmz.folder.path(of: "link.csv"), withDestinationPath: "real.csv")
      let result = try await filmz.run("export", "link.csv", "--as", "csv", "--force")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try filmz.folder.read("real.csv").contains("tt0068646"))
    }
  }

  @Test(arguments: ["films.csv", "films.filmz"])
  func exportIntoAFolderThatCannotBeWrittenKeepsTheOldFile(name: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646 --rating 9")
      try filmz.folder.write("old", to: "out/\(name)")
      let format = name.hasSuffix("csv") ? "csv" : "filmz"
      let result = try await filmz.run(
        ["export", "out/\(name)", "--as", format, "--force"],
        environment: try Self.preload(fault: "fsync:\(ENOSPC):"))
      #expect(result.status == 74)
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(try filmz.folder.read("out/\(name)") == "old")
      #expect(try filmz.folder.files().filter { $0.hasPrefix("out/") } == ["out/\(name)"])
    }
  }

  @Test func fileThatVanishesIsNamed() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("import", "missing.csv")
      #expect(result.status == 74)
      #expect(result.stderr.contains("missing.csv") && result.errorLines.count == 1)
    }
  }

  private static let smallTable = "imdbID,Title,Year\ntt9400000,Film,2001\n,An Unknown Film,2001\n"

  private static func preload(fault: String) throws -> [String: String?] {
    ["LD_PRELOAD": try FilmzProcess.builtFile("libFaultInjection.so"), "FILMZ_FAULT": fault]
  }

  // MARK: - Progress

  @Test(arguments: [60, 80, 200])
  func aTerminalShowsProgressAndThenOnlyTheSummary(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(Self.table, to: "table.csv")
      let terminal = try filmz.openTerminal(["import", "table.csv"], columns: columns)
      let progress = try await terminal.expect(/saving .*\d+ %.*(\d k\/s|\d\/s|s left)/)
      #expect(progress.trimmingPrefix("\n").count < columns)
      #expect(try await terminal.waitForExit() == 0)
      let text = terminal.screen.newText
      #expect(text.contains("Added 30,001, by title 1, changed 0, already there 0,"), "\(text)")
      #expect(!text.contains("saving") && !text.contains("▕"))
    }
  }
}
