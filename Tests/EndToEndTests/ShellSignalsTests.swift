import FilmzTestSupport
import Glibc
import Testing

/// Signals in the shell: none but those that end programs end it, and they leave all in order.
struct ShellSignalsTests {
  @Test func ctrlCNeverEndsTheShell() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let shell = try await filmz.openShell(["--offline"])
      for _ in 1...5 {
        try await shell.send("\u{3}")
        #expect(try await shell.expectPrompt().contains("^C\n"))
      }
      try await shell.send("rate\r")
      try await shell.expectKeyPrompt()
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      try await shell.send("rm tt0068646\r")
      try await shell.expect("[y/N] ")
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      // Not by the prompt, which may be drawn anew after a Ctrl-C.
      try await shell.send("ls\r")
      try await shell.expect("The Godfather")
      try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
    }
  }

  /// The fastest of some, because the machine is busy with other tests.
  @Test func ctrlCIsHeardAtOnce() async throws {
    try await FilmzProcess.withOMDb(answering: .stall) { filmz, server in
      let shell = try await filmz.openShell()
      var times: [Duration] = []
      for count in 1...5 {
        try await shell.send("show tt9000001\r")
        try await server.waitForRequests(count)
        let start = ContinuousClock.now
        try await shell.send("\u{3}")
        try await shell.expectPrompt()
        times.append(start.duration(to: .now))
      }
      #expect(try #require(times.min()) < .milliseconds(100))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func aSignalEndsWhatRunsAndAllIsKept(signal: CInt, status: Int32) async throws {
    let omdb = SwitchedOMDb(isHeld: true)
    defer { omdb.open() }
    try await FilmzProcess.withOMDb(omdb.answer) { filmz, server in
      let shell = try await filmz.openShell()
      _ = try await shell.answer(to: "search godfather --source catalog")
      try await shell.send("search lantern --source omdb\r")
      try await server.waitForRequests(1)
      shell.kill(signal)
      #expect(try await shell.waitForExit() == status)
      #expect(try shell.isCanonical && shell.isEchoing)
      let kept = try filmz.folder.read("home/state/history")
      #expect(kept == "search godfather --source catalog\nsearch lantern --source omdb\n")
      let next = try await filmz.openShell(["--offline"])
      #expect(try await next.answer(to: "results").contains("The Godfather"))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func aSignalEndsARatingRoundAndAQuestion(signal: CInt, status: Int32) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      for (line, prompt) in [("rate", "? help: "), ("rm tt0068646", "[y/N] ")] {
        let shell = try await filmz.openShell(["--offline"])
        try await shell.send(line + "\r")
        try await shell.expect(prompt)
        shell.kill(signal)
        #expect(try await shell.waitForExit() == status, "\(line)")
        #expect(try shell.isCanonical && shell.isEchoing, "\(line)")
      }
      #expect(try await filmz.answer(to: "ls").array.count == 3)
    }
  }

  @Test func aReaderThatGoesEndsTheShellWithoutAWord() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal([
        "-c", "\(filmz.executable) --offline | head -1; echo ended ${PIPESTATUS[0]}",
      ])
      try await terminal.expectPrompt()
      try await terminal.send("search heat\r")
      try await terminal.expect("Title")
      // Somewhere in these `head` has gone.
      try await terminal.send(String(repeating: "search matrix\r", count: 40))
      #expect(try await terminal.waitForExit() == 0)
      let seen = terminal.screen.seen
      #expect(seen.contains("ended 141\n") && !seen.contains("filmz: "), "\(seen)")
      #expect(try terminal.isCanonical && terminal.isEchoing)
      let results = try await filmz.openShell(["--offline"]).answer(to: "results")
      #expect(results.contains(/Heat|Matrix/))
    }
  }
}
