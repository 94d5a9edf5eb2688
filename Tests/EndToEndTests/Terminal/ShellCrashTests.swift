import FilmzTestSupport
import Glibc
import Testing

/// Ctrl-\, crashes and signals; all of them restore the terminal.
struct ShellCrashTests {
  private static let signals: [(CInt, Int32)] =
    [(SIGQUIT, 131)]
    + [
      SIGABRT, SIGSEGV, SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSYS, SIGUSR1, SIGUSR2, SIGALRM, SIGXCPU,
      SIGXFSZ, SIGPOLL, SIGVTALRM, SIGPROF, SIGSTKFLT, SIGPWR, 34, 63,
    ].map { ($0, -$0) }

  @Test(arguments: signals)
  func theTerminalIsRestored(signal: CInt, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      let pipe = try NamedPipe("fifo", in: filmz.folder)
      for isRunning in [true, false] {
        let shell = try await filmz.openShell(["--offline"])
        if isRunning {
          try await startScript(pipe, in: shell)
        } else {
          // The echoed key shows that the editor has set the modes and waits for keys.
          try await shell.send("x")
          try await shell.expect(/x$/)
        }
        try #require(try !shell.isEchoing && !shell.isCanonical)
        shell.kill(signal)
        #expect(try await shell.waitForExit() == status)
        #expect(try shell.isCanonical && shell.isEchoing, "running: \(isRunning)")
      }
    }
  }

  @Test func theTerminalIsRestoredDuringARatingSession() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      for signal in [SIGUSR1, SIGXCPU] {
        let terminal = try filmz.openTerminal(["--offline", "rate"])
        try await terminal.expectKeyPrompt()
        try #require(try !terminal.isCanonical)
        terminal.kill(signal)
        #expect(try await terminal.waitForExit() == -signal)
        #expect(try terminal.isCanonical && terminal.isEchoing)
      }
    }
  }

  @Test func ctrlBackslashDoesNothingWhileACommandRuns() async throws {
    try await FilmzProcess.with { filmz in
      let pipe = try NamedPipe("fifo", in: filmz.folder)
      let shell = try await filmz.openShell(["--offline"])
      try await startScript(pipe, in: shell)
      try await shell.send("\u{1c}")
      try pipe.write("about\nquit\n")
      #expect(try await shell.expectPrompt().contains("OMDb"))
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      #expect(try await shell.quit() == 0)
      let modes = try shell.terminalModes
      #expect(withUnsafeBytes(of: modes.c_cc) { $0[Int(VQUIT)] } == 0x1C)
    }
  }

  @Test func ctrlBackslashEndsAProgramStartedByTheUser() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(
        ["--offline"], environment: ["SHELL": "/bin/sh"])
      try await shell.send("!echo ready; exec sleep 60\r")
      try await shell.expect("ready\n")
      try await shell.send("\u{1c}")
      #expect(try await shell.expectPrompt().contains("was terminated by signal 3"))
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
    }
  }

  @Test func ctrlBackslashEndsASingleCallAndRestoresTheTerminal() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline", "rate"])
      try await terminal.expectKeyPrompt()
      try #require(try !terminal.isCanonical)
      try await terminal.send("\u{1c}")
      #expect(try await terminal.waitForExit() == 131)
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  /// Starts a script that reads from a pipe, and waits until its first line has run.
  private func startScript(_ pipe: NamedPipe, in shell: PseudoTerminal) async throws {
    try await shell.send("source fifo\r")
    try pipe.write("version\n")
    try await shell.expect(/filmz \d[^\n]*\n/)
  }
}
