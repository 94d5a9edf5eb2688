import FilmzTestSupport
import Testing

/// History search with Ctrl-R, and keys without a binding.
struct ShellHistorySearchTests {
  private static let search = "\u{12}"

  @Test func enterRunsTheFoundLine() async throws {
    try await withShell { terminal in
      try await terminal.send(Self.search + "GODF")
      try await terminal.expect("earlier line with `GODF`: search godfather")
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("The Godfather Part II"))
    }
  }

  @Test func enterAfterAFailedSearchRunsNothing() async throws {
    try await withShell { terminal in
      try await terminal.send("half" + Self.search + "add 3")
      try await terminal.expect("no earlier line with `add 3`:")
      try await terminal.send("\r")
      try await terminal.expect(/filmz> half$/)
      try await terminal.send("\u{15}ls --format json\r")
      #expect(try await terminal.expectPrompt().contains("[]"))
    }
  }

  @Test(arguments: ["\u{1b}[C", "\u{1b}[A", "\u{1b}[H", "\u{1b}[1~", "\t"])
  func otherKeysAcceptTheLineForEditing(key: String) async throws {
    try await withShell { terminal in
      try await terminal.send(Self.search + "god")
      try await terminal.expect("`god`: search godfather")
      try await terminal.send(key)
      try await terminal.expect(/filmz> search godfather ?$|filmz> $/)
      #expect(!terminal.screen.newText.contains("[C"))
      try await terminal.send("\u{5}\r")
      #expect(try await terminal.expectPrompt().contains("The Godfather"))
    }
  }

  @Test func backspaceReturnsToThePreviousMatch() async throws {
    try await withShell { terminal in
      try await terminal.send(Self.search + "godx")
      try await terminal.expect("no earlier line with `godx`")
      try await terminal.send("\u{7f}")
      try await terminal.expect("`god`: search godfather")
    }
  }

  @Test(arguments: [("\u{7}", "filmz> abc"), ("\u{3}", "filmz> abc^C\nfilmz> ")])
  func cancelingLeavesAUsablePrompt(key: String, seen: String) async throws {
    try await withShell { terminal in
      try await terminal.send("abc" + Self.search + "god")
      try await terminal.expect("`god`: search godfather")
      try await terminal.send(key)
      try await terminal.expect(seen)
      try await terminal.send("\u{15}version\r")
      try await terminal.expect(/filmz \d+\.\d+\.\d+\n/)
    }
  }

  @Test func cancelingRestoresALongWrappedLine() async throws {
    try await withShell { terminal in
      let long = "note tt0068646 " + String(repeating: "long words ", count: 12)
      try await terminal.send(long + Self.search + "zzz")
      try await terminal.expect("no earlier line with `zzz`")
      try await terminal.send("\u{7}\r")
      #expect(try await terminal.expectPrompt().contains("Note of The Godfather (1972) saved"))
    }
  }

  @Test func theSearchIsRedrawnAfterAResize() async throws {
    try await withShell { terminal in
      try await terminal.send("abc" + Self.search + "go")
      try await terminal.expect("`go`: search godfather")
      try terminal.resize(rows: 24, columns: 60)
      try await terminal.send("d")
      try await terminal.expect(/earlier line with `god`: search godfather$/)
      try await terminal.send("\u{7}")
      try await terminal.expect(/filmz> abc$/)
    }
  }

  @Test(arguments: [
    "\u{1b}[1;2D", "\u{1b}[1;2A", "\u{1b}[15~", "\u{1b}[24~", "\u{1b}[3;5~", "\u{1b}OP",
    "\u{1b}[1;6C", "\u{1b}[Z", "\u{1b}[5;3~",
  ])
  func unboundKeysInsertNothing(key: String) async throws {
    try await withShell { terminal in
      try await terminal.send("versio" + key)
      try await terminal.send("\u{5}n\r")
      #expect(try await terminal.expectPrompt().contains("filmz 0"))
    }
  }

  @Test(arguments: ["bind -v\n", "bind -e\n", "bind -e\nbind \"^G\" ed-move-to-beg\n"])
  func tabAndCtrlRWorkWithAnyEditrc(editrc: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(editrc, to: ".editrc")
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await terminal.send("vers\t\r")
      #expect(try await terminal.expectPrompt().contains("filmz 0"))
      try await terminal.send(Self.search + "vers")
      try await terminal.expect("earlier line with `vers`: version")
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("filmz 0"))
    }
  }

  /// Runs `body` with a shell whose history contains a search.
  private func withShell(_ body: (PseudoTerminal) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      _ = try await terminal.answer(to: "search godfather")
      try await body(terminal)
    }
  }
}
