import FilmzTestSupport
import Glibc
import Testing

/// What the panel of live results does to the terminal.
struct LivePanelTests {
  private static let line = "search --live godfather"

  // MARK: - Leaving

  @Test(arguments: ["\u{1B}", "\u{7}", "\u{3}", "\u{15}\u{4}"])
  func leavingRestoresTheScreenAndTheTerminal(keys: String) async throws {
    try await FilmzProcess.with { filmz in
      let otherTerminal = try filmz.openTerminal(["version"])
      _ = try await otherTerminal.waitForExit()
      let shell = try await filmz.openShell(["--offline"])
      let rows = shell.screen.visibleRows
      // The line editor sets the modes in several steps after it has printed the prompt; this one is in the last.
      try await shell.wait(for: "modes of the prompt") { try shell.terminalModes.c_lflag & tcflag_t(IEXTEN) == 0 }
      let modes = try shell.terminalModes
      try await shell.openPanel(Self.line)
      #expect(try !shell.isCanonical && !shell.isEchoing)
      #expect(shell.screen.privateModes[2004] == true)
      for key in keys { try await shell.send(String(key)) }
      try await shell.expectPrompt()
      if keys == "\u{3}" {
        #expect(shell.panelRows.isEmpty)
      } else {
        #expect(shell.screen.visibleRows == rows.dropLast() + ["filmz> \(Self.line)", "filmz>"])
      }
      try await shell.wait(for: "modes of the prompt") { (try? shell.terminalModes.isEqual(to: modes)) == true }
      #expect(shell.screen.privateModes[25] != false && shell.screen.privateModes[7] != false)
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      #expect(try await shell.quit() == 0)
      #expect(try shell.terminalModes.isEqual(to: otherTerminal.terminalModes))
      #expect(shell.screen.privateModes[2004] == false)
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signalsEndThePanel(signal: CInt, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.openPanel(Self.line)
      shell.kill(signal)
      #expect(try await shell.waitForExit() == status)
      #expect(try shell.isCanonical && shell.isEchoing)
      #expect(shell.panelRows.isEmpty)
      #expect(shell.screen.privateModes[2004] == false && shell.screen.privateModes[25] != false)
    }
  }

  @Test func ctrlZRemovesThePanelAndFgShowsItAgain() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal(["--norc", "--noprofile", "-i"], environment: ["PS1": "bash: "])
      try await terminal.expect("bash: ")
      try await terminal.send("\(filmz.executable) --offline\r")
      try await terminal.expectPrompt()
      for _ in 1...2 {
        try await terminal.openPanel(Self.line)
        try await terminal.send("\u{1A}")
        try await terminal.expect(/Stopped[^\n]*\n.*bash: $/.dotMatchesNewlines())
        #expect(terminal.panelRows.isEmpty)
        try await terminal.send("fg\r")
        try await terminal.wait(for: "panel") { !terminal.panelRows.isEmpty }
        try await terminal.send("\u{1B}")
        try await terminal.expectPrompt()
        #expect(terminal.panelRows.isEmpty)
      }
      #expect(try await terminal.answer(to: "version").contains(/filmz \d/))
      try await terminal.send("quit\rexit\r")
      _ = try await terminal.waitForExit()
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  // MARK: - Keys

  @Test func keysBeforeThePanelAndAfterEnterAreKept() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("search --live\rheat\rversion\r")
      try await shell.expect(/Heat.*filmz \d+\.\d+\.\d+\nfilmz \(Heat\)> $/.dotMatchesNewlines())
      #expect(shell.panelRows.isEmpty)
    }
  }

  @Test func longPastesAreOneQuery() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.openPanel(Self.line)
      let text = String(repeating: "word\n", count: 1999) + "end"
      try await shell.send("\u{1B}[200~" + text + "\u{1B}[201~")
      try await shell.wait(for: "pasted text") { shell.screen.visibleRows.contains { $0.hasSuffix("word word end") } }
      try await shell.send("\u{15}heat\r")
      #expect(try await shell.expectPrompt().contains("Heat"))
      #expect(shell.panelRows.isEmpty)
    }
  }

  @Test func resizingAtEachKeyLeavesNothing() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.openPanel("search --live the")
      // After the frame of the new size and the one with another selected row, nothing more is drawn, because the
      // terminal is too narrow for a preview.
      let sizes = [(8, 40), (24, 80), (80, 99), (10, 41), (24, 98), (8, 60), (80, 40), (24, 99), (24, 80)]
      var query = "the"
      for (step, ((rows, columns), key)) in zip(sizes, " godfathe").enumerated() {
        try await shell.send("")
        try shell.resize(rows: rows, columns: columns, wrapping: true)
        try await shell.wait(for: "frame of \(rows) × \(columns)") { shell.screen.rawOutput.contains("\u{1B}[?2026l") }
        query.append(key)
        let downs = 1 + step % 2
        try await shell.send(String(key) + String(repeating: "\u{1B}[B", count: downs))
        let selectedRow = try Regex("^> +\(1 + downs) ")
        try await shell.wait(for: "\(rows) × \(columns)") {
          shell.screen.visibleRows.contains { $0.hasSuffix("> \(query.trimmedAtEnd)") }
            && shell.panelRows.count == 1 && shell.panelRows[0].contains(selectedRow)
            && shell.screen.privateModes[2026] == false
        }
      }
      try await shell.send("\u{1B}")
      try await shell.expectPrompt()
      #expect(shell.panelRows.isEmpty)
      #expect(shell.screen.visibleRows.suffix(2) == ["filmz> search --live the", "filmz>"])
    }
  }

  @Test func framesOfAnotherSizeLeaveAWorkingPanel() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.openPanel("search --live the")
      for ((rows, columns), key) in zip([(8, 40), (80, 300), (10, 41), (24, 100), (8, 300), (24, 80)], " godfa") {
        try shell.resize(rows: rows, columns: columns, wrapping: true)
        try await shell.send(String(key))
      }
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("The Godfather"))
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      #expect(try await shell.quit() == 0)
    }
  }

  // MARK: - Titles

  @Test func titlesOfAnyScriptHaveTheirColumns() async throws {
    try await FilmzProcess.with { filmz in
      let titles = ["Zebra 千と千尋の神隠し", "Zebra שלום עולם", "Zebra e\u{301}e\u{301}", "Zebra"]
      for title in titles { _ = try await filmz.answer(to: "record new title=\"\(title)\" year=2019") }
      for columns in [60, 80, 99] {
        let shell = try await filmz.openShell(["--offline"], columns: columns)
        try await shell.send("search --live zebra\r")
        try await shell.wait(for: "titles") { shell.screen.visibleRows.count { $0.contains("Zebra") } >= titles.count }
        let years = shell.screen.columns(of: "2019")
        #expect(years.count >= titles.count && Set(years).count == 1, "\(shell.screen.visibleText)")
        try await shell.send("\u{1B}")
        try await shell.expectPrompt()
        #expect(shell.panelRows.isEmpty)
      }
    }
  }

  // MARK: - Terminals

  @Test(arguments: ["linux", "vt100", "screen", "tmux", "xterm", "xterm-256color", "xterm-kitty", "no-such-terminal"])
  func panelIsShownOnEachTerminal(name: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], environment: ["TERM": name])
      try await shell.openPanel(Self.line)
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("The Godfather"))
      #expect(shell.panelRows.isEmpty)
      #expect(try await shell.quit() == 0)
    }
  }

  @Test(arguments: [(24, 80, "dumb"), (24, 80, ""), (7, 80, "xterm"), (24, 39, "xterm")])
  func simpleAndSmallTerminalsHaveNoPanel(rows: Int, columns: Int, name: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try filmz.openTerminal(
        ["--offline"], rows: rows, columns: columns, environment: ["TERM": name])
      try await shell.expectPrompt()
      _ = try await shell.answer(to: Self.line)
      #expect(!shell.screen.rawOutput.contains("?2026"))
    }
  }
}

extension PseudoTerminal {
  /// The selected rows of panels on the screen.
  fileprivate var panelRows: [String] { screen.visibleRows.filter { $0.hasPrefix(">") } }

  /// Runs a line that opens a panel, and waits for a film in it.
  fileprivate func openPanel(_ line: String) async throws {
    try await send(line + "\r")
    try await wait(for: "panel") { panelRows.contains { $0.contains("The ") } }
  }
}

extension String {
  /// The string without the spaces at its end, as the screen returns rows.
  fileprivate var trimmedAtEnd: String { String(reversed().drop { $0 == " " }.reversed()) }
}

extension termios {
  /// Returns whether the modes are the same.
  fileprivate func isEqual(to other: termios) -> Bool {
    c_lflag == other.c_lflag && c_iflag == other.c_iflag && c_oflag == other.c_oflag && c_cflag == other.c_cflag
      && withUnsafeBytes(of: c_cc) { characters in withUnsafeBytes(of: other.c_cc, characters.elementsEqual) }
  }
}
