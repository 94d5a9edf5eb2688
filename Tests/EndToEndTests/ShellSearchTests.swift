import FilmzTestSupport
import Testing

/// Waiting for an answer in the shell.
struct ShellSearchTests {
  @Test(arguments: ["search lantern", "show tt9000001", "refresh tt9000001", "show quince"])
  func aSlowAnswerIsWaitedForUnderASign(line: String) async throws {
    try await held { filmz, _, omdb in
      let terminal = try await filmz.openShell()
      try await terminal.send(line + "\r")
      let seen = try await terminal.expect(/waiting \d\.\d s, Ctrl-C stops it/)
      #expect(seen.split(separator: "\n").last?.hasPrefix("waiting") == true)
      omdb.open()
      try await terminal.expectPrompt()
      #expect(!terminal.screen.window.contains("waiting"))
      #expect(!terminal.screen.window.contains("Ctrl-C"))
    }
  }

  @Test func theAnswerStandsWhereTheSignWas() async throws {
    try await held { filmz, _, omdb in
      let terminal = try await filmz.openShell(columns: 30)
      try await terminal.send("show tt9000001\r")
      try await terminal.expect("waiting")
      omdb.open()
      let seen = try await terminal.expectPrompt()
      #expect(seen.contains("show tt9000001\nLantern (1957)\n"))
      // The poster's address alone is left to the terminal's own wrapping.
      #expect(terminal.screen.overrun.allSatisfy { $0.contains("https://") })
    }
  }

  @Test func aCallInATerminalHasTheSignTooAndItsErrorStandsAlone() async throws {
    try await held { filmz, _, omdb in
      let terminal = try filmz.openTerminal(["show", "tt9999999"])
      try await terminal.expect("waiting")
      omdb.open()
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.window.hasPrefix("filmz: nothing is known of tt9999999"))
    }
  }

  /// A second terminal tells when the sign would be due.
  @Test func aTerminalThatCanEraseNothingGetsNoSign() async throws {
    try await held { filmz, server, omdb in
      let dumb = try await filmz.openShell(environment: ["TERM": "dumb"])
      let other = try await filmz.openShell()
      try await dumb.send("show tt9000001\r")
      try await server.waitForRequests(1)
      try await other.send("show tt9000002\r")
      try await other.expect("waiting")
      omdb.open()
      #expect(try await dumb.expectPrompt().contains("Lantern (1957)"))
      #expect(!dumb.screen.raw.contains("waiting") && !dumb.screen.raw.contains("Ctrl-C"))
    }
  }

  @Test func aPipeGetsNoSign() async throws {
    try await held { filmz, server, omdb in
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
  func controlCEndsTheWaitingAndTheNextCommandWorks(line: String) async throws {
    try await held { filmz, _, omdb in
      let terminal = try await filmz.openShell()
      try await terminal.send(line + "\r")
      try await terminal.expect("waiting")
      try await terminal.send("\u{3}")
      try await terminal.expectPrompt()
      #expect(!terminal.screen.window.contains("waiting"))
      omdb.open()
      #expect(try await terminal.answer(to: "search quince").contains("Quince"))
      #expect(try await terminal.answer(to: line).contains("Lantern"))
    }
  }

  @Test func retryWorksInAShell() async throws {
    try await FilmzProcess.withOMDb(SwitchedOMDb(failures: 1).answer) { filmz, _ in
      let terminal = try await filmz.openShell()
      let failed = try await terminal.answer(to: "search lantern")
      #expect(failed.contains("OMDb: Invalid response"))
      let seen = try await terminal.answer(to: "ret")
      #expect(seen.contains("Again: search lantern") && seen.contains("1–10 of 25"))
      #expect(try await terminal.answer(to: "retry").contains("nothing to run again"))
    }
  }

  private func held(
    _ body: (FilmzProcess, LoopbackServer, SwitchedOMDb) async throws -> Void
  ) async throws {
    let omdb = SwitchedOMDb(isHeld: true)
    defer { omdb.open() }
    try await FilmzProcess.withOMDb(omdb.answer) { try await body($0, $1, omdb) }
  }
}
