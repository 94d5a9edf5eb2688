import FilmzTestSupport
import Testing

struct PagerTests {
  /// A pager that writes its input to the file `paged`, and waits for a line of input.
  private static let pager = "sh -c 'cat > paged; echo ready; read x < /dev/tty; echo done'"

  @Test(arguments: ["help", "ls --limit 40", "show tt0068646"])
  func outputLongerThanTheScreenIsPaged(line: String) async throws {
    try await withShell(pager: Self.pager, rows: 10) { filmz, shell async throws in
      try await shell.send(line + "\r")
      try await shell.expect("ready\n")
      try await shell.send("\r")
      let output = try await shell.expectPrompt()
      #expect(output.contains("done\n"))
      let text = try filmz.folder.read("paged")
      #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count > 10)
    }
  }

  @Test func colorIsKept() async throws {
    try await withShell(pager: Self.pager, rows: 10) { filmz, shell async throws in
      try await shell.send("show tt0068646\r")
      try await shell.expect("ready\n")
      #expect(try filmz.folder.read("paged").contains("\u{1B}["))
    }
  }

  @Test(arguments: [
    "version", "ls --limit 40 --format csv", "ls --limit 40 > films", "ls --limit 40 | cat",
    "source long", "ls --limit 2",
  ])
  func otherOutputIsNotPaged(line: String) async throws {
    try await withShell(pager: "touch paged; cat", rows: 10) { filmz, shell async throws in
      try filmz.folder.write("ls\n", to: "long")
      _ = try await shell.answer(to: line)
      #expect(!filmz.folder.exists("paged"))
    }
  }

  @Test func outputOutsideTheShellIsNotPaged() async throws {
    try await FilmzProcess.with(environment: ["PAGER": "touch paged; cat"]) { filmz async throws in
      for call in [["help"], ["-c", "help"]] {
        let terminal = try filmz.openTerminal(call, rows: 10)
        #expect(try await terminal.waitForExit() == 0)
      }
      #expect(!filmz.folder.exists("paged"))
    }
  }

  @Test(arguments: ["", "cat"])
  func emptyPagerAndCatTurnPagingOff(pager: String) async throws {
    try await withShell(pager: pager, rows: 10) { _, shell async throws in
      #expect(try await shell.answer(to: "help").contains("`help COMMAND` explains"))
    }
  }

  @Test(arguments: [("no-such-pager", "was not found"), ("/no/such -x", "cannot be run")])
  func unusablePagerIsReportedOnceAndTheTextIsPrinted(
    pager: String, reason: String
  ) async throws {
    try await withShell(pager: pager, rows: 10) { _, shell async throws in
      let first = try await shell.answer(to: "help")
      #expect(first.replacing("\n", with: "").contains("the pager \(pager) \(reason); set PAGER"))
      #expect(first.contains("`help COMMAND` explains"))
      let second = try await shell.answer(to: "help")
      #expect(!second.contains("the pager") && second.contains("`help COMMAND` explains"))
    }
  }

  @Test func controlCInThePagerReturnsToThePrompt() async throws {
    let pager = "sh -c 'cat > paged; stty raw -echo isig < /dev/tty; echo ready; exec sleep 60'"
    try await withShell(pager: pager, rows: 10) { _, shell async throws in
      try await shell.send("help\r")
      try await shell.expect("ready")
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
      #expect(try await shell.quit() == 0)
      #expect(try shell.isCanonical && shell.isEchoing)
    }
  }

  /// Tests `less` if it is installed.
  @Test(arguments: ["q", "\u{3}"])
  func lessShowsAPageAndQuits(key: String) async throws {
    try await withShell(pager: nil, rows: 10) { filmz, shell async throws in
      guard try await filmz.has("less") else { return }
      try await shell.send("help\r")
      try await shell.expect(/\n:$/)
      // `less` shows its prompt before it reads a key, and ignores Ctrl-C in between.
      try await shell.wait(for: "less that reads a key") { try shell.isSleeping("less") }
      try await shell.send(key)
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  @Test func historyOpensAtItsEndInLess() async throws {
    try await FilmzProcess.with { filmz async throws in
      let less = "#!/bin/sh\ncat > paged\necho \"less $*\"\n"
      try filmz.folder.write(less, to: "less")
      let pager = try filmz.makeExecutable("less")
      let lines = (1...30).map { "version # \($0)" }.joined(separator: "\n")
      try filmz.folder.write(lines + "\n", to: "home/state/history")
      let shell = try filmz.openTerminal(
        ["--offline"], rows: 10, environment: ["PAGER": pager + " -R"])
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "history").contains("less -R +G\n"))
      #expect(try filmz.folder.read("paged").contains("version # 30"))
      #expect(try await shell.answer(to: "help").contains("less -R\n"))
    }
  }

  // MARK: - Automatic page size

  @Test(arguments: [10, 7, 15])
  func automaticPageSizeFitsTheScreen(rows: Int) async throws {
    try await withShell(pager: "cat", rows: rows) { _, shell async throws in
      _ = try await shell.answer(to: "config set page.size auto")
      let output = try await shell.answer(to: "ls")
      #expect(output.contains("1–\(rows - 4) of 41"))
      #expect(shell.screen.visibleText.hasPrefix("[All (41)]"))
      let next = try await shell.answer(to: "next")
      #expect(next.contains("\(rows - 3)–\(2 * rows - 8) of 41"))
      #expect(shell.screen.visibleText.contains("#"))
    }
  }

  @Test func automaticPageSizeFollowsAResize() async throws {
    try await withShell(pager: "cat", rows: 10) { _, shell async throws in
      _ = try await shell.answer(to: "config set page.size auto")
      #expect(try await shell.answer(to: "ls").contains("1–6 of 41"))
      try shell.resize(rows: 20, columns: 80)
      // The resize may redraw the prompt, so waiting for a prompt would not wait for `ls`.
      try await shell.send("ls\r")
      try await shell.expect("1–16 of 41")
    }
  }

  private func withShell(
    pager: String?, rows: Int, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz async throws in
      let films = (1...40).map { "add tt\(9_100_000 + $0)" }.joined(separator: "; ")
      _ = try await filmz.answer(to: films + "; add tt0068646")
      let shell = try filmz.openTerminal(
        ["--offline"], rows: rows, environment: ["PAGER": pager, "NO_COLOR": nil])
      try await shell.expectPrompt()
      try await body(filmz, shell)
    }
  }
}

extension FilmzProcess {
  /// Returns whether a program is installed.
  fileprivate func has(_ program: String) async throws -> Bool {
    let shell = try FilmzProcess(in: folder, executable: "/bin/sh")
    return try await shell.run("-c", "command -v \(program)").status == 0
  }
}
