import FilmzTestSupport
import Testing

@Suite(.processes)
struct ScriptMemoryTests {
  @Test func aLongScriptUsesNoMoreMemoryThanAShortOne() async throws {
    try await FilmzProcess.with { filmz in
      let process = try filmz.openPipes(["--offline", "--format", "jsonl"])
      try await process.send(Self.lines(0..<1_000), timeout: .seconds(120))
      #expect(try await process.lines(atLeast: 1_000, within: .seconds(120)).count == 1_000)
      let initialMemory = try process.peakMemory
      try await process.send(Self.lines(1_000..<4_000), timeout: .seconds(240))
      #expect(try await process.lines(atLeast: 4_000, within: .seconds(240)).count == 4_000)
      let growth = try process.peakMemory - initialMemory
      #expect(growth < 4 << 20, "\(growth / 1024) kB on \(initialMemory / 1024) kB")
      process.closeInput()
      #expect(try await process.waitForExit() == 0)
      let warnings = try filmz.folder.read("stderr").split(separator: "\n")
      let areExpected = warnings.allSatisfy { $0.contains("nothing is known about") }
      #expect(areExpected && warnings.count == 100)
    }
  }

  /// Returns commands that change the ratings of a hundred films in turn.
  private static func lines(_ numbers: Range<Int>) -> String {
    numbers.map { "rate tt\(9_400_000 + $0 % 100) \($0 / 100 % 10)\n" }.joined()
  }
}
