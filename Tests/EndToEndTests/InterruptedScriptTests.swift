import FilmzTestSupport
import Glibc
import Testing

/// Ctrl-C for a script that changes the collection line by line.
struct InterruptedScriptTests {
  @Test(arguments: 1...5)
  func itEndsWith130AndLeavesASoundCollection(round: Int) async throws {
    try await FilmzProcess.with { filmz in
      let lines = (0..<20_000).map { "rate tt0068646 \(Double($0 % 100) / 10)\n" }
      try filmz.folder.write(lines.joined(), to: "script")
      let terminal = try filmz.openTerminal(
        ["--offline", "--format", "jsonl", "-f", "script"], columns: 1000)
      try await terminal.expect("\"myRating\":\(round)")
      terminal.kill(SIGINT)
      #expect(try await terminal.waitForExit() == 130)
      #expect(try filmz.integrity() == ["ok"])
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }
}
