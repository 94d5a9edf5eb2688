import FilmzTestSupport
import Glibc
import Testing

/// Ctrl-C, which never ends the shell, and signals, which end it in an orderly way.
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
      // The prompt may be drawn again after Ctrl-C, so waiting for it is not enough.
      try await shell.send("ls\r")
      try await shell.expect("The Godfather")
      try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
    }
  }

  /// Compares the shortest of five times, because other tests run at the same time.
  @Test func ctrlCTakesEffectImmediately() async throws {
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
      #expect(try #require(times.min()) < .seconds(1))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signalsEndTheCommandAndKeepHistoryAndResults(signal: CInt, status: Int32) async throws {
    let omdb = GatedOMDb(isClosed: true)
    defer { omdb.open() }
    try await FilmzProcess.withOMDb(omdb.respond) { filmz, server in
      let shell = try await filmz.openShell()
      _ = try await shell.answer(to: "search godfather --source catalog")
      try await shell.send("search lantern --source omdb\r")
      try await server.waitForRequests(1)
      shell.kill(signal)
      #expect(try await shell.waitForExit() == status)
      #expect(try shell.isCanonical && shell.isEchoing)
      let history = try filmz.folder.read("home/state/history")
      #expect(history == "search godfather --source catalog\nsearch lantern --source omdb\n")
      let next = try await filmz.openShell(["--offline"])
      #expect(try await next.answer(to: "results").contains("The Godfather"))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signalsEndRatingSessionsAndQuestions(signal: CInt, status: Int32) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      for (line, prompt) in [("rate", "? = help: "), ("rm tt0068646", "[y/N] ")] {
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

  @Test func closedOutputEndsTheShellSilently() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal([
        "-c", "\(filmz.executable) --offline | head -1; echo ended ${PIPESTATUS[0]}",
      ])
      try await terminal.expectPrompt()
      try await terminal.send("search heat\r")
      try await terminal.expect("Title")
      // `head` exits while these lines run.
      try await terminal.send(String(repeating: "search matrix\r", count: 40))
      #expect(try await terminal.waitForExit() == 0)
      let seen = terminal.screen.newText
      #expect(seen.contains("ended 141\n") && !seen.contains("filmz: "), "\(seen)")
      #expect(try terminal.isCanonical && terminal.isEchoing)
      let results = try await filmz.openShell(["--offline"]).answer(to: "results")
      #expect(results.contains(/Heat|Matrix/))
    }
  }
}
