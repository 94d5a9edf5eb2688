import FilmzTestSupport
import Glibc
import Testing

/// Ctrl-T, which puts films into the line, and candidates for a title in a panel.
struct LiveLineTests {
  private static let ctrlT = "\u{14}"

  private static func withShell(
    editrc: String = "", columns: Int = 80, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      try await body(filmz, try await filmz.openShell(["--offline"], columns: columns))
    }
  }

  @Test(arguments: [("", "\u{14}"), ("bind -v\n", "\u{14}"), ("bind \"^O\" filmz-live\n", "\u{F}")])
  func theChosenFilmReplacesTheWordAtTheCursor(editrc: String, key: String) async throws {
    try await Self.withShell(editrc: editrc) { _, shell in
      try await shell.press("show godf" + key) { $0.shows("The Godfather", for: "godf") }
      #expect(shell.filmPanel?.query == "film> godf")
      try await shell.send("\r")
      try await shell.wait(for: "line") {
        shell.screen.visibleRows.last == "filmz> show \"The Godfather (1972)\"" && shell.filmPanel == nil
      }
      #expect(try await shell.answer(to: "").contains("The Godfather (1972)"))
      try await shell.send("\u{1B}[A")
      try await shell.expect("show \"The Godfather (1972)\"")
    }
  }

  @Test func theWordMayBeInTheMiddleOfTheLine() async throws {
    try await Self.withShell { filmz, shell in
      try await shell.press("rate \"godf\" 9\u{1B}[D\u{1B}[D\u{1B}[D\u{14}") { $0.shows("The Godfather", for: "godf") }
      try await shell.send("\r")
      try await shell.wait(for: "line") { shell.screen.visibleRows.last == "filmz> rate \"The Godfather (1972)\" 9" }
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("Rated The Godfather (1972) 9"))
    }
  }

  @Test func allMarkedFilmsArePutIntoTheLine() async throws {
    try await Self.withShell(columns: 120) { filmz, shell in
      try await shell.press("add " + Self.ctrlT) { $0.query == "film>" }
      try await shell.press("godfather") { $0.shows("The Godfather", for: "godfather") }
      try await shell.press("\t\t") { $0.status.hasPrefix("2 marked") }
      try await shell.send("\r")
      try await shell.wait(for: "line") {
        shell.screen.visibleRows.last == "filmz> add \"The Godfather (1972)\" \"The Godfather Part II (1974)\""
      }
      try await shell.send("\r")
      try await shell.expectPrompt()
      #expect(try await filmz.answer(to: "ls").array.count == 2)
    }
  }

  @Test func filmsOfTheSameNameArePutIntoTheLineById() async throws {
    try await FilmzProcess.with { filmz in
      for _ in 1...2 {
        let result = try await filmz.run(["--offline", "--yes", "-c", "record new title=Twin year=2001"])
        #expect(result.status == 0, "\(result.stderr)")
      }
      let shell = try await filmz.openShell(["--offline"])
      try await shell.press("show twin" + Self.ctrlT) { $0.shows("Twin", for: "twin") }
      try await shell.send("\r")
      try await shell.wait(for: "line") { shell.screen.visibleRows.last?.hasPrefix("filmz> show own:") == true }
      #expect(try await shell.answer(to: "").contains("Twin (2001)"))
    }
  }

  /// A line of several rows stays as it is.
  @Test(arguments: ["\u{1B}", "\u{3}", "\u{7}"], ["", "bind -v\n"])
  func leavingKeepsTheLine(key: String, editrc: String) async throws {
    try await Self.withShell(editrc: editrc, columns: 60) { _, shell in
      _ = try await shell.answer(to: "search heat")
      let line = "list add \"A list with a name that is longer than one row\" godf"
      try await shell.send(line)
      try await shell.expect("godf")
      let before = shell.screen
      try await shell.press(Self.ctrlT) { $0.shows("The Godfather", for: "godf") }
      try await shell.send(key)
      try await shell.wait(for: "no panel") {
        shell.filmPanel == nil && shell.screen.cursor.column == before.cursor.column
      }
      #expect(shell.screen.visibleRows.suffix(3) == before.visibleRows.suffix(3))
      #expect(shell.screen.privateModes[2004] == true && shell.screen.privateModes[25] != false)
      try await shell.send("\u{15}version\r")
      #expect(try await shell.expectPrompt().contains(/filmz \d/))
      #expect(try await shell.answer(to: "results").contains("Heat"))
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signalsEndTheShellWhileFilmsAreChosen(signal: CInt, status: Int32) async throws {
    try await Self.withShell { _, shell in
      try await shell.press("show godf" + Self.ctrlT) { $0.shows("The Godfather", for: "godf") }
      shell.kill(signal)
      #expect(try await shell.waitForExit() == status)
      #expect(try shell.isCanonical && shell.isEchoing)
      #expect(shell.filmPanel == nil && shell.screen.privateModes[2004] == false)
    }
  }

  @Test func ctrlZAndFgKeepPanelAndLine() async throws {
    try await FilmzProcess.with { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal(["--norc", "--noprofile", "-i"], environment: ["PS1": "bash: "])
      try await terminal.expect("bash: ")
      try await terminal.send("\(filmz.executable) --offline\r")
      try await terminal.expectPrompt()
      try await terminal.press("show godf" + Self.ctrlT) { $0.shows("The Godfather", for: "godf") }
      try await terminal.send("\u{1A}")
      try await terminal.expect(/Stopped[^\n]*\n.*bash: $/.dotMatchesNewlines())
      #expect(terminal.filmPanel == nil)
      let resumed = try await terminal.press("fg\r") { $0.shows("The Godfather", for: "godf") }
      let rows = terminal.screen.visibleRows
      #expect(rows.prefix { $0 != resumed.query }.last == "filmz> show godf")
      try await terminal.send("\u{1B}")
      try await terminal.wait(for: "line") { terminal.screen.visibleRows.last == "filmz> show godf" }
      #expect(try await terminal.answer(to: "ather").contains("The Godfather (1972)"))
      try await terminal.send("quit\rexit\r")
      _ = try await terminal.waitForExit()
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  @Test func actionsAndTheirQuestionsKeepTheLine() async throws {
    try await Self.withShell { filmz, shell in
      try await shell.press("show godf" + Self.ctrlT) { $0.shows("The Godfather", for: "godf") }
      try await shell.press("\u{1B}s") { $0.status.hasPrefix("The Godfather (1972) is seen") }
      try await shell.press("\u{1B}l") { $0.query == "List:" }
      try await shell.press("\u{3}") { $0.shows("The Godfather", for: "godf") }
      try await shell.press("\u{1B}lNoir\r") { $0.query == "List: Noir" && $0.status.contains("creates it") }
      try await shell.press("\r") { $0.query == "film> godf" && $0.status.contains("Noir") }
      try await shell.send("\u{1B}")
      try await shell.wait(for: "line") {
        shell.screen.visibleRows.last == "filmz> show godf" && shell.filmPanel == nil
      }
      #expect(try await shell.answer(to: "ather").contains("The Godfather (1972)"))
      #expect(try await filmz.answer(to: "list show Noir").array.count == 1)
      // The steps are those of this shell, so that `undo` does not ask.
      #expect(try await shell.answer(to: "undo").contains("Undid `list add"))
    }
  }

  @Test(arguments: [("live.keys", 24, 80), ("", 7, 80), ("", 24, 39)])
  func otherwiseCtrlTTransposesCharacters(setting: String, rows: Int, columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      if !setting.isEmpty { #expect(try await filmz.run("config", "set", setting, "off").status == 0) }
      let shell = try filmz.openTerminal(["--offline"], rows: rows, columns: columns)
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "versino\u{14}").contains(/filmz \d/))
      #expect(!shell.screen.rawOutput.contains("?2026"))
    }
  }

  @Test func bareSearchIsLiveWithoutTheKeys() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("config", "set", "live.keys", "off").status == 0)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("search\r")
      try await shell.wait(for: "panel") { shell.filmPanel != nil }
      try await shell.leavePanel()
    }
  }

  // MARK: - Candidates

  private static func withTwins(
    _ count: Int, setting: String = "on", _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let lines = (0..<count).map { "record new title=Quince year=\(2000 + $0)" }
      let result = try await filmz.run(["--offline", "--yes"], script: lines.joined(separator: "\n"))
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.run("config", "set", "live.keys", setting).status == 0)
      try await body(filmz, try await filmz.openShell(["--offline"]))
    }
  }

  @Test func manyFilmsOfATitleOpenAPanel() async throws {
    try await Self.withTwins(12) { filmz, shell in
      let panel = try await shell.press("add quince\r") { $0.status.contains("12 of 12") }
      #expect(panel.query == "which film>")
      try await shell.send("\u{1B}")
      #expect(try await shell.expectPrompt().contains("Nothing was done."))
      try await shell.press("add quince\r") { $0.status.contains("12 of 12") }
      let chosen = try await shell.press("\u{1B}[B") { $0.selected.contains("Quince") && $0.films[1].hasPrefix(">") }
      let year = try #require(chosen.selected.firstMatch(of: /20\d\d/)).0
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().contains("Added Quince (\(year))"))
      #expect(try await filmz.answer(to: "log")[0]?["command"]?.string?.hasPrefix("add own:") == true)
    }
  }

  @Test(arguments: [(9, "on"), (12, "off")])
  func fewFilmsOfATitleAreNumbered(count: Int, setting: String) async throws {
    try await Self.withTwins(count, setting: setting) { _, shell in
      try await shell.send("add quince\r")
      try await shell.expect("1–9, or another key to cancel: ")
      try await shell.send("3")
      #expect(try await shell.expectPrompt().contains("Added Quince (20"))
    }
  }
}
