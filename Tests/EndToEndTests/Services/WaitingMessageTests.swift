import FilmzTestSupport
import Testing

/// The message that is shown while a command waits for the network, and `retry` in the shell.
@Suite(.processes)
struct WaitingMessageTests {
  @Test(arguments: ["search lantern", "show tt9000001", "refresh tt9000001", "show quince"])
  func slowResponsesShowTheMessage(line: String) async throws {
    try await withClosedOMDb { filmz, _, omdb in
      let terminal = try await filmz.openShell()
      try await terminal.send(line + "\r")
      let seen = try await terminal.expect(/waiting \d\.\d s, Ctrl-C stops it/)
      #expect(seen.split(separator: "\n").last?.hasPrefix("waiting") == true)
      omdb.open()
      try await terminal.expectPrompt()
      #expect(!terminal.screen.visibleText.contains("waiting"))
      #expect(!terminal.screen.visibleText.contains("Ctrl-C"))
    }
  }

  @Test func outputReplacesTheMessage() async throws {
    try await withClosedOMDb { filmz, _, omdb in
      let terminal = try await filmz.openShell(columns: 30)
      try await terminal.send("show tt9000001\r")
      try await terminal.expect("waiting")
      omdb.open()
      let seen = try await terminal.expectPrompt()
      #expect(seen.contains("show tt9000001\nLantern (1957)\n"))
      // Only the address of the poster is wrapped by the terminal.
      #expect(terminal.screen.wrappedLines.allSatisfy { $0.contains("https://") })
    }
  }

  @Test func errorsOfSingleCallsReplaceTheMessage() async throws {
    try await withClosedOMDb { filmz, _, omdb in
      let terminal = try filmz.openTerminal(["show", "tt9999999"])
      try await terminal.expect("waiting")
      omdb.open()
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.visibleText.hasPrefix("filmz: Movie not found"))
    }
  }

  /// The message in a second terminal shows when it would have been due in the first one.
  @Test func terminalsThatCannotEraseShowNoMessage() async throws {
    try await withClosedOMDb { filmz, server, omdb in
      let dumb = try await filmz.openShell(environment: ["TERM": "dumb"])
      let other = try await filmz.openShell()
      try await dumb.send("show tt9000001\r")
      try await server.waitForRequests(1)
      try await other.send("show tt9000002\r")
      try await other.expect("waiting")
      omdb.open()
      #expect(try await dumb.expectPrompt().contains("Lantern (1957)"))
      #expect(
        !dumb.screen.rawOutput.contains("waiting") && !dumb.screen.rawOutput.contains("Ctrl-C"))
    }
  }

  @Test func pipesReceiveNoMessage() async throws {
    try await withClosedOMDb { filmz, server, omdb in
      let terminal = try await filmz.openShell()
      async let piped = filmz.run("show", "tt9000001")
      try await server.waitForRequests(1)
      try await terminal.send("show tt9000002\r")
      try await terminal.expect("waiting")
      omdb.open()
      let result = try await piped
      #expect(result.status == 0 && result.stderr == "")
      #expect(!result.stdout.contains("waiting"))
    }
  }

  @Test(arguments: ["search lantern", "show tt9000001", "refresh tt9000001"])
  func ctrlCStopsWaitingAndTheNextCommandWorks(line: String) async throws {
    try await withClosedOMDb { filmz, _, omdb in
      let terminal = try await filmz.openShell()
      try await terminal.send(line + "\r")
      try await terminal.expect("waiting")
      try await terminal.send("\u{3}")
      try await terminal.expectPrompt()
      #expect(!terminal.screen.visibleText.contains("waiting"))
      omdb.open()
      #expect(try await terminal.answer(to: "search quince").contains("Quince"))
      #expect(try await terminal.answer(to: line).contains("Lantern"))
    }
  }

  @Test func retryWorksInAShell() async throws {
    try await FilmzProcess.withOMDb(GatedOMDb(failures: 1).respond) { filmz, _ in
      let terminal = try await filmz.openShell()
      let failed = try await terminal.answer(to: "search lantern")
      #expect(failed.contains("Invalid response from server"))
      #expect(failed.contains(/; `retry`\s+runs\s+it\s+again/))
      let seen = try await terminal.answer(to: "ret")
      #expect(seen.contains("Repeating `search lantern`") && seen.contains("1–20 of 25"))
      #expect(try await terminal.answer(to: "retry").contains("nothing to repeat"))
    }
  }

  /// Runs `body` with a fake OMDb that responds only after ``GatedOMDb/open()``.
  private func withClosedOMDb(
    _ body: (FilmzProcess, LoopbackServer, GatedOMDb) async throws -> Void
  ) async throws {
    let omdb = GatedOMDb(isClosed: true)
    defer { omdb.open() }
    try await FilmzProcess.withOMDb(omdb.respond) { try await body($0, $1, omdb) }
  }
}
