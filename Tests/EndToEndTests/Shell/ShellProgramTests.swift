import FilmzTestSupport
import Testing

/// Programs that are run with `!` in the shell.
struct ShellProgramTests {
  @Test(arguments: [
    ("!echo one; echo two", "one\ntwo\n"), ("  ! echo $((6*7)) | tr 4 x", "x2\n"),
    ("!printf '%s\\n' \"a  b\" > out; cat out", "a  b\n"),
  ])
  func theWholeLineIsPassedToTheUsersShell(line: String, output: String) async throws {
    try await withShell { _, shell async throws in
      #expect(try await shell.answer(to: line).contains(output))
    }
  }

  @Test func failuresOfProgramsAreReported() async throws {
    try await withShell { _, shell async throws in
      #expect(try await shell.answer(to: "!exit 3").contains("`exit 3` ended with status 3"))
      #expect(try await shell.answer(to: "!kill -9 $$").contains("was terminated by signal 9"))
      #expect(try await shell.answer(to: "!true").hasSuffix("\nfilmz> "))
    }
  }

  @Test func theProgramUsesTheTerminal() async throws {
    try await withShell { _, shell async throws in
      try await shell.send("!test -t 0 && test -t 1 && echo ready; read x; echo \"<$x>\"\r")
      try await shell.expect("ready\n")
      try await shell.send("typed\r")
      #expect(try await shell.expectPrompt().contains("<typed>"))
    }
  }

  @Test(arguments: [
    "!echo ready; stty -echo; exec sleep 60",
    "ls | sh -c 'echo ready; stty -echo < /dev/tty; exec sleep 60'",
  ])
  func ctrlCEndsTheProgramAndTheShellContinues(line: String) async throws {
    try await withShell { _, shell async throws in
      for _ in 1...3 {
        try await shell.send(line + "\r")
        try await shell.expect("ready\n")
        try await shell.send("\u{3}")
        try await shell.expectPrompt()
        #expect(try await shell.answer(to: "version").contains("filmz 0."))
      }
      #expect(try await shell.quit() == 0)
      #expect(try shell.isCanonical && shell.isEchoing)
    }
  }

  /// Without a parent shell, Ctrl-Z is ignored; neither the shell nor the program must hang.
  @Test func ctrlZWithoutJobControlIsIgnored() async throws {
    try await withShell { _, shell async throws in
      try await shell.send("!echo ready; read x; echo \"<$x>\"\r")
      try await shell.expect("ready\n")
      try await shell.send("\u{1A}")
      try await shell.send("on\r")
      #expect(try await shell.expectPrompt().contains("<on>"))
    }
  }

  @Test func ctrlZStopsShellAndProgramAndFgContinuesThem() async throws {
    try await FilmzProcess.with { filmz async throws in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal(["--norc", "--noprofile", "-i"])
      try await terminal.send("\(filmz.executable) --offline\r")
      try await terminal.expectPrompt()
      try await terminal.send("!echo ready; read x; echo \"<$x>\"\r")
      try await terminal.expect("ready\n")
      try await terminal.send("\u{1A}")
      try await terminal.expect("Stopped")
      try await terminal.send("fg\r")
      try await terminal.expect("--offline\n")
      try await terminal.send("on\r")
      #expect(try await terminal.expectPrompt().contains("<on>"))
      #expect(try await terminal.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test func exclamationMarkAloneStartsTheUsersShell() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("#!/bin/sh\necho \"alone: $#\"; read x; echo \"<$x>\"\n", to: "mysh")
      let shell = try await filmz.openShell(
        ["--offline"], environment: ["SHELL": try filmz.makeExecutable("mysh")])
      try await shell.send("!\r")
      try await shell.expect("alone: 0\n")
      try await shell.send("typed\r")
      #expect(try await shell.expectPrompt().contains("<typed>"))
    }
  }

  @Test func theTerminalIsReclaimedFromAnInteractiveShell() async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"], environment: ["SHELL": "/bin/bash"])
      try await shell.send("!\r")
      try await shell.expect(/[#$] $/)
      try await shell.send("echo in $((6*7))\r")
      try await shell.expect("in 42\n")
      try await shell.send("exit\r")
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
      try await shell.send("half\u{3}")
      #expect(try await shell.expectPrompt().contains("^C"))
    }
  }

  @Test(arguments: ["/no/such/shell", "no-such-shell"])
  func missingShellsAreReported(name: String) async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"], environment: ["SHELL": name])
      for line in ["!date", "!", "version | cat"] {
        let seen = try await shell.answer(to: line).replacing("\n", with: "")
        #expect(seen.contains("the shell \(name) cannot be started; set SHELL"))
      }
    }
  }

  @Test func exclamationMarkElsewhereIsAnError() async throws {
    try await FilmzProcess.with { filmz async throws in
      let message = "`!` works in the shell only"
      let single = try await filmz.run("!touch ran")
      #expect(single.status == 64 && single.stderr.hasPrefix("filmz: \(message)"))
      let script = try await filmz.run([], script: "!touch ran; touch ran\nversion\n")
      #expect(script.status == 1 && script.errorLines.count == 1)
      #expect(script.stderr.hasPrefix("line 1: \(message)"))
      #expect(!filmz.folder.exists("ran"))
      let shell = try await filmz.openShell(["--offline"])
      let laterInLine = try await shell.answer(to: "version; !touch ran")
      #expect(laterInLine.contains("`!` runs a program only at the beginning of a line"))
    }
  }

  private func withShell(
    _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz async throws in
      try await body(filmz, try await filmz.openShell(["--offline"]))
    }
  }
}
