import FilmzTestSupport
import Glibc
import Testing

/// Typing ahead, Ctrl-Z, resizing, and terminals without capabilities.
struct ShellTerminalTests {
  // MARK: - Typing ahead

  @Test func inputTypedDuringACommandIsShownOnceAfterThePrompt() async throws {
    let omdb = GatedOMDb(isClosed: true)
    try await FilmzProcess.withOMDb(omdb.respond) { filmz, server in
      let shell = try await filmz.openShell()
      try await shell.send("search lantern --source omdb\r")
      try await server.waitForRequests(1)
      #expect(try !shell.isEchoing)
      try await shell.send("version\rhistory --limit 1\rvers\u{7f}\u{1b}[Dx")
      omdb.open()
      try await shell.expect("filmz> vex")
      let seen = shell.screen.newText
      #expect(seen.ranges(of: "version\n").count == 1, "\(seen)")
      #expect(
        seen.contains(/filmz> version\nfilmz \d+\.\d+\.\d+\nfilmz> history --limit 1\n/), "\(seen)")
      #expect(seen.hasSuffix("filmz> vex"), "\(seen)")
      #expect(shell.screen.visibleText.contains("filmz> vexr"))
    }
  }

  // MARK: - Ctrl-Z

  @Test func afterCtrlZAndFgTheLineIsShownAndCanBeEdited() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal(
        ["--norc", "--noprofile", "-i"], environment: ["PS1": "bash: "])
      try await terminal.expect("bash: ")
      try await terminal.send("\(filmz.executable) --offline\r")
      try await terminal.expectPrompt()
      try await terminal.send("vrs")
      try await terminal.expect("vrs")
      try await terminal.send("\u{1a}")
      try await terminal.expect(/Stopped[^\n]*\n.*bash: $/.dotMatchesNewlines())
      try await terminal.send("fg\r")
      try await terminal.expect("filmz> vrs")
      try await terminal.send("\u{1}\u{1b}[Ce\u{5}ion\r")
      #expect(try await terminal.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await terminal.send("quit\rexit\r")
      _ = try await terminal.waitForExit()
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  // MARK: - Resizing

  @Test func longLinesAreRedrawnAfterEachResize() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 60)
      let text = String(repeating: "word ", count: 20)
      try await shell.send("note tt0068646 '\(text)")
      try await shell.expect(text.dropLast().suffix(10) + " ")
      for columns in [40, 100, 60] {
        try shell.resize(rows: 24, columns: columns)
        try await shell.send("x")
        try await shell.expect("x")
      }
      try await shell.send("'\r")
      _ = try await shell.expectPrompt()
      let note = try await filmz.answer(to: "show tt0068646")["notes"]
      #expect(note?.string == text + "xxx")
    }
  }

  // MARK: - Terminals without capabilities

  @Test(arguments: ["dumb", "", "no-such-terminal", nil])
  func limitedTerminalsWorkAndLibeditPrintsNoWarnings(name: String?) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try filmz.openTerminal(["--offline"], environment: ["TERM": name])
      let banner = try await shell.expectPrompt()
      #expect(!banner.contains("terminal") && !banner.contains("termcap"), "\(banner)")
      try await shell.send("vrsionx\u{7f}\u{1}\u{6}e\r")
      // Ctrl-A moves the cursor to the end of the prompt, so the output must be awaited first.
      try await shell.expect(/filmz \d+\.\d+\.\d+\n/)
      try await shell.expectPrompt()
      try await shell.send("\u{10}\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d+\.\d+\.\d+\n/))
      try await shell.send("\u{4}")
      #expect(try await shell.waitForExit() == 0)
    }
  }
}
