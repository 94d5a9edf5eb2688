import FilmzTestSupport
import Testing

/// `back` in the shell.
struct ShellBackTests {
  @Test func eachBackShowsTheResultsBefore() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for line in ["search the --limit 2", "next", "search godfather", "search matrix"] {
        _ = try await shell.answer(to: line)
      }
      let godfather = try await shell.answer(to: "back")
      #expect(godfather.contains("Back to the results for \"godfather\"\n"))
      #expect(godfather.contains("The Godfather Part II") && godfather.contains("1–3 of 3"))
      #expect(try await shell.answer(to: "show 2").contains("(The Godfather Part II)> "))
      #expect(try await shell.answer(to: "back").contains(/3–4 of \d+ · page 2/))
      let error = try await shell.answer(to: "back")
      #expect(error.contains("there are no earlier results; try `search TITLE` or `ls`"))
      #expect(try await shell.answer(to: "results").contains(/3–4 of \d+ · page 2/))
    }
  }

  @Test func aSearchAfterBackReplacesTheResultsThatWereLeft() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for line in ["search godfather", "search matrix", "back", "search alien"] {
        _ = try await shell.answer(to: line)
      }
      #expect(try await shell.answer(to: "back").contains("for \"godfather\""))
      #expect(try await shell.answer(to: "back").contains("no earlier results"))
    }
  }

  @Test func repeatedSearchesAndEmptyResultsAreNotKept() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for line in ["search godfather", "ls", "search matrix", "search matrix", "search zzzzqq"] {
        _ = try await shell.answer(to: line)
      }
      #expect(try await shell.answer(to: "back").contains("for \"matrix\""))
      #expect(try await shell.answer(to: "back").contains("for \"godfather\""))
    }
  }

  @Test func tenResultSetsAreKeptAndNoneAfterARestart() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for year in 1990...2001 { _ = try await shell.answer(to: "search year:\(year)") }
      for year in (1991...2000).reversed() {
        #expect(try await shell.answer(to: "back").contains("for \"year:\(year)\""))
      }
      #expect(try await shell.answer(to: "back").contains("no earlier results"))
      #expect(try await shell.quit() == 0)
      let next = try await filmz.openShell(["--offline"])
      #expect(try await next.answer(to: "results").contains("1–"))
      #expect(try await next.answer(to: "back").contains("no earlier results"))
    }
  }

  @Test func theListBeforeAFailedSearchIsShown() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let shell = try await filmz.openShell()
      _ = try await shell.answer(to: "search godfather --source catalog")
      _ = try await shell.answer(to: "search matrix --source catalog")
      server.stop()
      _ = try await shell.answer(to: "search quince --source omdb")
      #expect(try await shell.answer(to: "back").contains("for \"matrix\""))
    }
  }
}
