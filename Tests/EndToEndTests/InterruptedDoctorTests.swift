import FilmzTestSupport
import Glibc
import Testing

/// Ctrl-C while `doctor` waits for an OMDb that says nothing.
struct InterruptedDoctorTests {
  @Test func aSingleCallEndsWith130AndReportsNothing() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal(["doctor"])
      try await server.waitForRequests(1)
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      #expect(!terminal.screen.seen.contains("omdb.apiKey"))
      #expect(!terminal.screen.seen.contains("collection"))
    }
  }

  @Test func theShellSaysInterruptedAndTakesTheNextLine() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try await filmz.openShell()
      try await terminal.send("doctor\r")
      try await server.waitForRequests(1)
      terminal.kill(SIGINT)
      let seen = try await terminal.expectPrompt()
      #expect(seen.contains("interrupted"))
      #expect(!seen.contains("omdb.apiKey") && !seen.contains("collection.sqlite"))
      #expect(try await terminal.answer(to: "version").contains("filmz 0."))
      #expect(try await terminal.quit() == 0)
    }
  }
}
