import FilmzTestSupport
import Testing

/// Long pasted lines.
struct ShellPasteTests {
  private static let length = 200_000

  /// Pastes a text after some keys.
  ///
  /// Compares processor times, because other tests run at the same time.
  @Test(arguments: [
    ("#", String(repeating: "x", count: length), ""),
    ("#", String(repeating: "x", count: length), "bind -v\n"),
    ("#", String(repeating: "e\u{301}", count: length / 3), ""),
    ("# end\u{1}#", String(repeating: "word ", count: length / 5), ""),
    ("", String(repeating: "x", count: length), ""),
    ("search ", String(repeating: "x", count: length), ""),
  ])
  func pastingTakesLinearTime(keys: String, text: String, editrc: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      let shell = try await filmz.openShell(["--offline"])
      let quarter = try await time(of: keys + text.prefix(text.count / 4), shell)
      let whole = try await time(of: keys + text, shell)
      // Four times the text takes 4 times as long if the time is linear, 16 times if it is quadratic.
      #expect(whole < quarter * 10, "\(whole), \(quarter)")
    }
  }

  /// Returns the processor time of an answer to a line.
  private func time(of line: String, _ shell: PseudoTerminal) async throws -> Duration {
    let start = try shell.processorTime
    _ = try await shell.answer(to: line)
    return try shell.processorTime - start
  }

  @Test(
    arguments: [
      (String(repeating: "Fünf 千と千尋 👍🏽 ", count: 5_000), nil),
      (String(repeating: "e\u{301}o\u{308}x\u{301}", count: 5_000), "\u{e9}\u{f6}x\u{301}"),
    ] as [(String, String?)])
  func pastedTextArrivesCompletely(text: String, composed: String?) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "note tt0068646 \"end\"\u{2}\u{2}\u{2}\u{2}" + text)
      #expect(try await shell.quit() == 0)
      let note = try await filmz.answer(to: "show tt0068646")["notes"]?.string
      let expected = (composed.map { String(repeating: $0, count: 5_000) } ?? text) + "end"
      #expect(note.map { Array($0.unicodeScalars) } == Array(expected.unicodeScalars))
    }
  }

  @Test func inputAfterTheLineIsReadByTheStartedProgram() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      let line = "!head -c 15 > got  # " + String(repeating: "x", count: 3_000)
      try await shell.send(line + "\rfor the programversion\r")
      #expect(try await shell.expect(/filmz \d[^\n]*\n/).contains("filmz 0."))
      #expect(try filmz.folder.read("got") == "for the program")
    }
  }

  @Test func viKeysInPastedTextAreInterpreted() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("bind -v\n", to: ".editrc")
      let text = String(repeating: "x", count: 2_000)
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "#" + text + "\u{1b}[Da\u{1b}Ab")
      #expect(try await shell.quit() == 0)
      let history = try filmz.folder.read("home/state/history")
      #expect(history == "#" + text.dropLast() + "axb\nquit\n")
    }
  }

  @Test func editingKeysInPastedTextAreInterpreted() async throws {
    try await FilmzProcess.with { filmz in
      let text = String(repeating: "x", count: 2_000)
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "#" + text + "\u{17}\u{1}#" + text + "\u{5}e\u{1b}[Dth\u{7f}")
      #expect(try await shell.quit() == 0)
      #expect(try filmz.folder.read("home/state/history") == "#" + text + "#te\nquit\n")
    }
  }
}
