import FilmzTestSupport
import Testing

/// The progress shown during an import.
struct CatalogImportProgressTests {
  @Test(arguments: [60, 80, 200])
  func aTerminalShowsProgressAndThenOnlyTheSummary(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.writeLargeDatasets(to: "imdb")
      let terminal = try filmz.openTerminal(["catalog", "import", "imdb"], columns: columns)
      #expect(try await terminal.waitForExit() == 0)
      // All of the output may have arrived at once, when the progress line was erased again.
      let lines = terminal.screen.rawOutput.replacing(/\u{1B}\[\d*[Km]/, with: "").split(
        separator: "\r")
      let progress = try #require(
        lines.last {
          $0.contains(/title\.(basics|ratings)\.tsv .*\d+ % ·/)
        }, "\(lines)")
      #expect(progress.split(whereSeparator: \.isNewline).count == 1, "\(progress)")
      #expect(progress.count < columns)
      if columns > 60 { #expect(progress.contains(/\d lines/) && progress.contains("▕")) }
      let remainingLines = terminal.screen.newText.split(separator: "\n")
      #expect(remainingLines.count == 1, "\(remainingLines)")
      #expect(
        remainingLines.first?.hasPrefix("Imported 300,000 titles from 600,000 lines in ") == true)
      #expect(terminal.screen.wrappedLines.isEmpty)
    }
  }

  @Test func aPipeGetsOnlyTheSummary() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.write(SampleDatasets.many(), to: "imdb")
      let result = try await filmz.run("catalog", "import", "imdb")
      #expect(result.status == 0 && result.stdout == "")
      let line = #/Imported 40,000 titles from 80,000 lines in \d+(\.\d)? s\n/#
      #expect(result.stderr.wholeMatch(of: line) != nil, "\(result.stderr)")
    }
  }
}
