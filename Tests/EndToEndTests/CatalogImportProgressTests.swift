import FilmzTestSupport
import Testing

/// What is shown while a catalog is made.
struct CatalogImportProgressTests {
  @Test(arguments: [60, 80, 200])
  func aTerminalShowsFileShareAndPaceAndThenTheClosingLineAlone(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      for (table, rows) in PaperDatasets.many(60_000) { try datasets.write(table, rows) }
      let terminal = try filmz.openTerminal(["catalog", "import", "imdb"], columns: columns)
      let seen = try await terminal.expect(
        /title\.(basics|ratings)\.tsv .*\d+ % .*(\d k\/s|\d\/s|s left)/)
      #expect(seen.split(separator: "\n").count == 1, "\(seen)")
      #expect(seen.trimmingPrefix("\n").count < columns)
      if columns > 60 { #expect(seen.contains(/\d lines ·/) && seen.contains("▕")) }
      #expect(try await terminal.waitForExit() == 0)
      let left = terminal.screen.seen.split(separator: "\n")
      #expect(left.count == 1, "\(left)")
      #expect(left.first?.hasPrefix("Imported 60,000 titles from 120,000 lines in ") == true)
      #expect(terminal.screen.overrun.isEmpty)
    }
  }

  @Test func aPipeGetsOneLineHoweverLongItTakes() async throws {
    try await FilmzProcess.with { filmz in
      let datasets = DatasetFolder(in: filmz.folder)
      for (table, rows) in PaperDatasets.many() { try datasets.write(table, rows) }
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 0 && result.stdout == "")
      let line = #/Imported 40,000 titles from 80,000 lines in \d+(\.\d)? s\n/#
      #expect(result.stderr.wholeMatch(of: line) != nil, "\(result.stderr)")
    }
  }
}
