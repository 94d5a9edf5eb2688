import FilmzTestSupport
import Glibc
import Testing

/// Results that are stored after each command, not only when the shell ends.
@Suite(.processes)
struct KilledShellTests {
  @Test func resultsSurviveAKilledShell() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let first = try await filmz.openShell()
      _ = try await first.answer(to: "search lantern --limit 4")
      first.kill(SIGKILL)
      #expect(try await first.waitForExit() == -SIGKILL)
      let second = try await filmz.openShell(["--offline"])
      #expect(try await second.answer(to: "results").contains("1–4 of 25 · page 1/7 · next"))
    }
  }

  @Test func currentPageSurvivesAKilledShell() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search godfather --limit 2")
      #expect(try await first.answer(to: "next").contains("3 of 3 · page 2/2"))
      first.kill(SIGKILL)
      #expect(try await first.waitForExit() == -SIGKILL)
      let second = try await filmz.openShell(["--offline"])
      #expect(try await second.answer(to: "results").contains("3 of 3 · page 2/2"))
    }
  }
}
