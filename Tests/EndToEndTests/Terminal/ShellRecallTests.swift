import FilmzTestSupport
import Testing

/// Up and Down in the shell, and the color of its prompt.
struct ShellRecallTests {
  private static let up = "\u{1b}[A"
  private static let down = "\u{1b}[B"

  @Test(arguments: ["", "bind -v\n"])
  func upFindsLinesThatBeginWithTheTypedText(editrc: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      let shell = try await filmz.openShell(["--offline"])
      for line in ["version", "search godfather", "time off", "search matrix", "ls"] {
        _ = try await shell.answer(to: line)
      }
      try await shell.send("sea" + Self.up)
      try await shell.expectLine("search matrix")
      try await shell.send(Self.up)
      try await shell.expectLine("search godfather")
      try await shell.send(Self.up + Self.down)
      try await shell.expectLine("search matrix")
      try await shell.send(Self.down)
      try await shell.expectLine("sea")
      try await shell.send("\u{15}" + Self.up + Self.up + Self.up)
      try await shell.expectLine("time off")
      try await shell.send(Self.up + "\r")
      #expect(try await shell.expectPrompt().contains("The Godfather"))
    }
  }

  @Test(arguments: [30, 60])
  func longRecalledLinesAreRedrawn(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: columns)
      let note = "note tt0068646 \"" + String(repeating: "word ", count: 20) + "end\""
      _ = try await shell.answer(to: note)
      _ = try await shell.answer(to: "version")
      try await shell.send("no" + Self.up)
      try await shell.expect("end\"")
      try await shell.send(Self.down)
      try await shell.expectLine("no")
      try await shell.send("\u{15}\r")
      try await shell.expectPrompt()
    }
  }

  @Test(
    arguments: [
      (["--color", "always"], nil, true), ([], nil, true), (["--color", "never"], nil, false),
      ([], "1", false),
    ] as [([String], String?, Bool)])
  func thePromptHasColorUnlessItIsOff(
    options: [String], noColor: String?, hasColor: Bool
  ) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try filmz.openTerminal(
        ["--offline"] + options, environment: ["NO_COLOR": noColor])
      try await shell.expectPrompt()
      #expect(shell.screen.rawOutput.contains("\u{1b}[36mf") == hasColor)
      #expect(shell.screen.rawOutput.contains("\u{1b}[39m ") == hasColor)
      _ = try await shell.answer(to: "show tt0068646")
      #expect(shell.screen.rawOutput.contains("\u{1b}[36mfilmz (The Godfather)>") == hasColor)
    }
  }

  @Test(arguments: [24, 40, 60])
  func linesAfterAPromptWithColorWrapAtTheEdge(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(
        ["--offline", "--color", "always"], columns: columns, environment: ["NO_COLOR": nil])
      _ = try await shell.answer(to: "show tt0113277")
      let text = "# " + String((0..<columns * 2).map { Character(String($0 % 10)) }) + "end"
      try await shell.send(text)
      try await shell.expect("end")
      let typed = shell.screen.visibleText.split(separator: "\n").joined()
      #expect(typed.hasSuffix("filmz (Heat)> " + text), "\(typed)")
      #expect(try await shell.answer(to: "").hasSuffix("\nfilmz (Heat)> "))
    }
  }
}

extension PseudoTerminal {
  /// Waits until the line being edited is `line`.
  ///
  /// The editor redraws only a part of the line, so the new text need not contain the whole line.
  fileprivate func expectLine(_ line: String) async throws {
    try await wait(for: line) {
      screen.visibleText.split(separator: "\n").last?.hasSuffix("> " + line) == true
    }
  }
}
