import FilmzTestSupport
import Testing

struct ShellEditingTests {
  @Test func arrowUpRecallsPreviousLines() async throws {
    try await withShell { terminal in
      for line in ["search godfather", "version"] {
        try await terminal.send(line + "\r")
        try await terminal.expectPrompt()
      }
      try await terminal.send("\u{1b}[A")
      try await terminal.expect("version")
      try await terminal.send("\u{1b}[A")
      try await terminal.expect("search godfather")
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("The Godfather"))
    }
  }

  @Test func linesWithLeadingSpaceAreNotStored() async throws {
    try await withShell { terminal in
      for line in ["version", " stats"] {
        try await terminal.send(line + "\r")
        try await terminal.expectPrompt()
      }
      try await terminal.send("\u{1b}[A\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
    }
  }

  @Test func linesCanBeEditedInTheMiddle() async throws {
    try await withShell { terminal in
      try await terminal.send("vrsion\u{1}\u{1b}[Ce\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await terminal.send("xversion\u{1}\u{1b}[3~\u{5};\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await terminal.send("stats\u{15}version\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
    }
  }

  @Test func linesCanContainWideCharacters() async throws {
    try await withShell { terminal in
      try await terminal.send("note tt0068646 千と千x\u{7f}尋\r")
      #expect(try await terminal.expectPrompt().contains("Note of The Godfather (1972) saved"))
      try await terminal.send("show tt0068646\r")
      #expect(try await terminal.expectPrompt().contains("千と千尋"))
    }
  }

  @Test func resizingKeepsTheLine() async throws {
    try await withShell { terminal in
      try await terminal.send("vers")
      try await terminal.expect("vers")
      try terminal.resize(rows: 24, columns: 40)
      try await terminal.send("ion\r")
      try await terminal.expect(/filmz \d+\.\d+\.\d+\n/)
    }
  }

  @Test func linesTypedAheadRunInOrder() async throws {
    try await withShell { terminal in
      try await terminal.send("version\rhelp time\rquit\r")
      #expect(try await terminal.waitForExit() == 0)
      let seen = terminal.screen.newText
      #expect(seen.contains(/filmz \d+\.\d+\.\d+\n/))
      #expect(seen.contains("time: show or hide the elapsed time of each command"))
    }
  }

  /// Compares the shortest of three times, because other tests run at the same time.
  @Test(arguments: ["show tt9000001", "search lantern", "show quince"])
  func ctrlCCancelsARequestAndTheShellContinues(line: String) async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let terminal = try filmz.openTerminal()
      try await terminal.expectPrompt()
      var times: [Duration] = []
      for count in 1...3 {
        try await terminal.send(line + "\r")
        try await server.waitForRequests(count)
        let start = ContinuousClock.now
        try await terminal.send("\u{3}")
        try await terminal.expectPrompt()
        times.append(start.duration(to: .now))
      }
      #expect(try #require(times.min()) < .seconds(2))
      try await terminal.send("version\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
    }
  }

  private func withShell(_ body: (PseudoTerminal) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await body(terminal)
    }
  }
}
