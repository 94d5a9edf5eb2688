import FilmzTestSupport
import Glibc
import Testing

/// Interruptions while `doctor` waits for an OMDb that does not respond.
@Suite(.processes)
struct InterruptedDoctorTests {
  @Test func singleCommandExitsWith130WithoutAReport() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal(["doctor"])
      try await server.waitForRequests(1)
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      #expect(!terminal.screen.newText.contains("omdb.apiKey"))
      #expect(!terminal.screen.newText.contains("collection"))
    }
  }

  @Test func shellReportsTheInterruptionAndContinues() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try await filmz.openShell()
      try await terminal.send("doctor\r")
      try await server.waitForRequests(1)
      terminal.kill(SIGINT)
      let output = try await terminal.expectPrompt()
      #expect(output.contains("interrupted"))
      #expect(!output.contains("omdb.apiKey") && !output.contains("collection.sqlite"))
      #expect(try await terminal.answer(to: "version").contains("filmz 0."))
      #expect(try await terminal.quit() == 0)
    }
  }
}
