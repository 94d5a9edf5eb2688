import FilmzTestSupport
import Testing

/// Scripts that are read from a FIFO, and Ctrl-C while they wait for a line.
struct FIFOScriptTests {
  /// Compares the shortest of five times, because other tests run at the same time.
  @Test(arguments: [true, false])
  func ctrlCStopsWaitingImmediately(hasWriter: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let pipe = hasWriter ? try NamedPipe("fifo", in: filmz.folder) : nil
      if !hasWriter { try NamedPipe.make("fifo", in: filmz.folder) }
      try filmz.folder.write("version\nsource fifo\nabout\n", to: "one")
      let shell = try await filmz.openShell(["--offline"])
      var times: [Duration] = []
      for _ in 1...5 {
        try await shell.send("source one\r")
        try await shell.expect(/filmz \d[^\n]*\n/)
        let start = ContinuousClock.now
        try await shell.send("\u{3}")
        let seen = try await shell.expectPrompt()
        times.append(start.duration(to: .now))
        #expect(!seen.contains("OMDb"))
      }
      #expect(try #require(times.min()) < .seconds(1))
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      try pipe?.close()
    }
  }

  @Test func linesRunAsTheyArriveUntilTheWriterCloses() async throws {
    try await FilmzProcess.with { filmz in
      let pipe = try NamedPipe("fifo", in: filmz.folder)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("source fifo\r")
      for line in ["version", "ver"] {
        try pipe.write(line + "\n")
        try await shell.expect(line == "ver" ? "fifo:2: unknown command" : "filmz 0.")
      }
      try pipe.write("about")
      try pipe.close()
      #expect(try await shell.expectPrompt().contains("OMDb"))
    }
  }

  @Test(arguments: [["-f", "fifo"], ["source", "fifo"], ["-c", "source fifo"]])
  func outsideTheShellCtrlCExitsWith130(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let pipe = try NamedPipe("fifo", in: filmz.folder)
      try pipe.write("version\n")
      let terminal = try filmz.openTerminal(["--offline"] + arguments)
      try await terminal.expect(/filmz \d[^\n]*\n/)
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 130)
      #expect(!terminal.screen.newText.contains("unexpected error"))
    }
  }

  @Test func processSubstitutionsAreReadToTheEnd() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      for input in ["<(echo version)", "<(printf 'about\\nversion'; sleep 0.2)"] {
        let call = "\(filmz.executable) --offline -f \(input)"
        let result = try await bash.run("-c", call)
        #expect(result.status == 0 && result.stdout.contains("filmz 0."), "\(result.stderr)")
      }
    }
  }

  @Test(arguments: [["source", "/dev/tty"], ["-f", "/dev/tty"]])
  func terminalsAreNotReadAsScripts(arguments: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"] + arguments)
      #expect(try await terminal.waitForExit() == 74)
      let seen = terminal.screen.newText
      #expect(seen.contains("cannot read the script /dev/tty: it is a terminal"), "\(seen)")
    }
  }
}
