import FilmzTestSupport
import Glibc
import Testing

/// An interruption of a script that changes the collection with each line.
@Suite(.processes)
struct InterruptedScriptTests {
  @Test(arguments: 1...5)
  func scriptExitsWith130AndTheCollectionIsIntact(round: Int) async throws {
    try await FilmzProcess.with { filmz in
      let lines = (0..<20_000).map { "rate tt0068646 \(Double($0 % 100) / 10)\n" }
      try filmz.folder.write(lines.joined(), to: "script")
      let terminal = try filmz.openTerminal(
        ["--offline", "--format", "jsonl", "-f", "script"], columns: 1000)
      try await terminal.expect("\"myRating\":\(round)")
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      #expect(try filmz.integrityCheck() == ["ok"])
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }
}
