import FilmzTestSupport
import Glibc
import Testing

/// The results that a shell saves for the next one.
struct ShellResultsTests {
  private static let file = "home/state/session.json"

  @Test func resultsAreRestoredInTheNextShell() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let first = try await filmz.openShell()
      _ = try await first.answer(to: "search lantern --limit 4")
      let shown = try await first.answer(to: "next")
      #expect(shown.contains("5–8 of 25 · page 2/7 · next"))
      #expect(try await first.quit() == 0)
      let requestCount = server.requests.count
      let second = try await filmz.openShell(["--offline"])
      #expect(try await second.answer(to: "results").contains("5–8 of 25 · page 2/7 · next"))
      let third = try await filmz.openShell(["--offline"])
      let message = "the results of the last session are not on the screen"
      for line in ["rate 2 8", "add 1-2", "tag 2 noir", "watched 1 yesterday"] {
        #expect(try await third.answer(to: line).contains(message), "\(line)")
      }
      #expect(try await filmz.answer(to: "ls") == [])
      _ = try await third.answer(to: "results")
      #expect(
        try await third.answer(to: "rate 2 8").contains(/Rated .*Lantern \(\d+\) 8, and added/))
      #expect(server.requests.count == requestCount)
    }
  }

  @Test func filmsOfRestoredResultsAreShownByNumber() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let first = try await filmz.openShell()
      #expect(try await first.answer(to: "search quince --source omdb").contains("Quince"))
      let found = try await first.answer(to: "search lantern")
      let row = try #require(found.firstMatch(of: /\n +2 +(\S.*?) +(\d{4})/))
      #expect(try await first.quit() == 0)
      let second = try await filmz.openShell()
      let seen = try await second.answer(to: "show 2")
      #expect(seen.contains("\(row.1) (\(row.2))\n") && seen.contains("filmz (\(row.1))> "))
    }
  }

  @Test func restoredListsShowCurrentMarks() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; add tt0071562")
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "ls --sort year")
      #expect(try await first.quit() == 0)
      _ = try await filmz.answer(to: "rm tt0068646 --yes; watched tt0071562; add tt0133093")
      let second = try await filmz.openShell(["--offline"])
      let seen = try await second.answer(to: "results")
      #expect(seen.contains(/1 +The Godfather\b/) && seen.contains(/2 +✓ +The Godfather/))
      #expect(!seen.contains("Matrix"))
    }
  }

  @Test(arguments: [SIGHUP, SIGTERM])
  func resultsAreSavedWhenASignalEndsTheShell(signal: CInt) async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search godfather")
      first.kill(signal)
      _ = try await first.waitForExit()
      let second = try await filmz.openShell(["--offline"])
      #expect(try await second.answer(to: "results").contains("1–3 of 3"))
    }
  }

  @Test func scriptsAndSingleCallsIgnoreSavedResults() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      _ = try await terminal.answer(to: "search godfather")
      #expect(try await terminal.quit() == 0)
      let savedResults = try filmz.folder.read(Self.file)
      let script = try await filmz.run(["--offline"], script: "results\nshow 2\n")
      #expect(script.errorLines.count == 2 && script.stdout == "")
      for call in [["results"], ["next"], ["show", "2"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(result.status == 1)
        #expect(
          result.stderr.contains(/there are no results|a single command has no results/))
      }
      _ = try await filmz.run("--offline", "-c", "search matrix; next")
      #expect(try filmz.folder.read(Self.file) == savedResults)
    }
  }

  @Test func theFileIsPrivateAndContainsNoKey() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let terminal = try await filmz.openShell()
      _ = try await terminal.answer(to: "search lantern")
      #expect(try await terminal.quit() == 0)
      #expect(try filmz.folder.mode(of: Self.file) == 0o600)
      let text = try filmz.folder.read(Self.file)
      #expect(text.contains("tt9000001") && !text.contains(FilmzProcess.key))
    }
  }

  @Test func noFileIsWrittenWithoutResults() async throws {
    try await FilmzProcess.with { filmz async throws in
      #expect(try await filmz.openShell(["--offline"]).quit() == 0)
      #expect(!filmz.folder.exists(Self.file))
    }
  }

  @Test(arguments: [
    ("", ""), ("{", ""), ("\"pageSize\":10", "\"pageSize\":0"), ("\"total\":3", "\"total\":-3"),
    ("\"total\":3", "\"total\":3e18"), ("\"page\":1", "\"page\":9"), ("\"page\":1", "\"page\":-1"),
    ("\"pages\"", "\"leaves\""),
  ])
  func aDamagedFileIsIgnored(from: String, to: String) async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search godfather --limit 10")
      #expect(try await first.quit() == 0)
      let text = try filmz.folder.read(Self.file)
      try #require(from.isEmpty || text.contains(from))
      try filmz.folder.write(from.isEmpty ? "junk" : text.replacing(from, with: to), to: Self.file)
      let second = try filmz.openTerminal(["--offline"])
      let greeting = try await second.expectPrompt()
      #expect(!greeting.contains("results") && !greeting.contains("session"))
      #expect(try await second.answer(to: "results").contains("there are no results"))
      #expect(try await second.answer(to: "search matrix").contains("The Matrix"))
      #expect(try await second.quit() == 0)
    }
  }
}
