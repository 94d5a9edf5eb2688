import FilmzTestSupport
import Testing

/// The number of rows on a page, and the messages about pages that do not exist.
struct PageSizeTests {
  /// Returns the number of the last film that `search the` and `ls` show.
  private static func lastNumber(_ text: String) -> Int? {
    text.matches(of: #/(?:^|\n)1–(\d+) of /#).last.flatMap { Int($0.1) }
  }

  @Test(arguments: [(24, 20), (12, 8), (7, 3), (5, 3)])
  func pageFillsTheScreenOfTheShell(rows: Int, size: Int) async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await filmz.answer(to: "search the --limit 30").each("id")
      _ = try await filmz.run(
        ["--offline", "add"] + ids.compactMap { $0?.string })
      let terminal = try filmz.openTerminal(["--offline"], rows: rows)
      try await terminal.expectPrompt()
      for command in ["search the", "ls"] {
        let seen = try await terminal.answer(to: command)
        #expect(Self.lastNumber(seen) == size, "\(command)")
      }
    }
  }

  @Test func pageHasTenRowsInScriptsAndSingleCalls() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "search the").array.count == 10)
      let call = try filmz.openTerminal(["--offline", "search", "the"], rows: 40)
      #expect(try await call.waitForExit() == 0)
      #expect(Self.lastNumber(call.screen.newText) == 10)
      let value = try await filmz.run("config", "get", "page.size")
      #expect(value.stdout == "auto\n")
    }
  }

  @Test func aNumberInTheSettingsIsThePageSize() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("config", "set", "page.size", "6")
      let terminal = try filmz.openTerminal(["--offline"], rows: 24)
      try await terminal.expectPrompt()
      #expect(Self.lastNumber(try await terminal.answer(to: "search the")) == 6)
    }
  }

  @Test(arguments: [
    ("search godfather --limit 2; page 9", "There is no page 9: the results have 2 pages.\n"),
    ("search godfather; page 3", "There is no page 3: the results have 1 page.\n"),
    ("search godfather --page 2", "There is no page 2: the results have 1 page.\n"),
    ("add tt0068646; ls --limit 1 --page 2", "There is no page 2: the results have 1 page.\n"),
    ("search godfather; next", "No more results.\n"),
  ])
  func missingPagesAreReportedWithTheNumberOfPages(
    script: String, message: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "-c", script)
      #expect(result.status == 0)
      #expect(result.stderr.hasSuffix(message), "\(result.stderr)")
    }
  }
}
