import FilmzTestSupport
import Testing

/// Text that the terminal marks as pasted.
struct ShellPastedLinesTests {
  private static func pasted(_ text: String) -> String { "\u{1b}[200~" + text + "\u{1b}[201~" }

  @Test(arguments: ["", "bind -v\n"], ["\n", "\r\n", "\r"])
  func severalLinesWaitForEnterAndRunInOrder(editrc: String, lineBreak: String) async throws {
    try await withShell(editrc: editrc) { filmz, shell in
      let lines = ["add tt0068646", "rate tt0068646 9", "version"]
      try await shell.send(Self.pasted(lines.joined(separator: lineBreak) + lineBreak))
      let pending = try await shell.expect("version")
      #expect(pending.contains("add tt0068646⏎") && pending.contains("⏎version"), "\(pending)")
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
      try await shell.send("\r")
      let seen = try await shell.expect(/filmz \d+\.\d+\.\d+\n/)
      #expect(
        seen.contains("filmz> add tt0068646\n") && seen.contains("filmz> version\n"), "\(seen)")
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
      try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
      #expect(
        try filmz.folder.read("home/state/history")
          == "add tt0068646\nrate tt0068646 9\nversion\nquit\n")
    }
  }

  @Test func oneLineIsInsertedAtTheCursorAndWaits() async throws {
    try await withShell { _, shell in
      try await shell.send("verx\u{1b}[D" + Self.pasted("si\u{1b}on\n"))
      try await shell.expect("version")
      #expect(try await shell.answer(to: "\u{5}\u{7f}").contains(/filmz \d/))
    }
  }

  @Test func quotedTextTakesInTheFollowingLines() async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "add tt0068646")
      try await shell.send(Self.pasted("note tt0068646 \"one\nrm 1\nthree\"\nversion\n") + "\r")
      try await shell.expect(/filmz \d+\.\d+\.\d+\n/)
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "show tt0068646")["notes"] == "one\nrm 1\nthree")
    }
  }

  /// Each case is whether the terminal marks the text as pasted.
  @Test(arguments: [true, false])
  func linesAfterAnOpenQuoteAreNotRun(isMarked: Bool) async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "add tt0068646")
      let text = "note tt0068646 \"one\rrm tt0068646\ry\radd tt0133093\r"
      let seen = try await shell.answer(to: isMarked ? Self.pasted(text) : String(text.dropLast()))
      #expect(seen.contains("quote") && !seen.contains("[y/N]"), "\(seen)")
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      #expect(try await filmz.answer(to: "ls").each("id") == ["tt0068646"])
    }
  }

  @Test func pendingLinesCanBeDiscarded() async throws {
    try await withShell { filmz, shell in
      try await shell.send(Self.pasted("add tt0068646\nls\n"))
      try await shell.expect("⏎ls")
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
    }
  }

  @Test(arguments: ["\u{12}god", "\u{12}zzz"])
  func pasteDuringAHistorySearchRunsNothing(keys: String) async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "search godfather")
      try await shell.send(keys)
      try await shell.expect("earlier line with `\(keys.dropFirst())`")
      try await shell.send(Self.pasted("\nadd tt0068646\nadd tt0133093\n"))
      try await shell.expect("add tt0133093")
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
    }
  }

  @Test func pastedLinesDoNotAnswerAQuestion() async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "add tt0068646")
      try await shell.send("rm tt0068646\r")
      try await shell.expect("[y/N] ")
      #expect(try await shell.answer(to: Self.pasted("y\nls\n")).contains("Nothing was removed."))
    }
  }

  @Test func theModeIsOnOnlyWhileALineIsEdited() async throws {
    try await withShell { _, shell in
      try await shell.send("!stty -a > /dev/null; echo on\"\"ly\r")
      try await shell.expect(/only\n[^\n]*filmz> $/)
      let output = shell.screen.rawOutput
      let off = try #require(output.firstRange(of: "\u{1b}[?2004l"))
      let program = try #require(output.firstRange(of: "only\r\n"))
      #expect(off.upperBound <= program.lowerBound)
      #expect(output[program.upperBound...].contains("\u{1b}[?2004h"))
      try await shell.send("quit\r")
      #expect(try await shell.waitForExit() == 0)
      #expect(!shell.screen.rawOutput.contains("\u{1b}[?2004h"))
    }
  }

  private func withShell(
    editrc: String = "", _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      try await body(filmz, try await filmz.openShell(["--offline"]))
    }
  }
}
