import FilmzTestSupport
import Glibc
import Testing

struct ShellSessionTests {
  @Test func theBannerCountsTheFilms() async throws {
    try await FilmzProcess.with { filmz in
      let empty = try filmz.openTerminal(["--offline"])
      let emptyBanner = try await empty.expectPrompt()
      #expect(emptyBanner.hasPrefix("0 films in your collection: 0 watched, 0 unwatched\n"))
      _ = try await filmz.answer(to: "add tt0068646 --watched; add tt0071562; add tt0133093")
      let full = try filmz.openTerminal(["--offline"])
      let banner = try await full.expectPrompt()
      #expect(banner.hasPrefix("3 films in your collection: 1 watched, 2 unwatched\n"))
    }
  }

  @Test func scriptsShowNeitherBannerNorPrompt() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline", "-c", "version"])
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.newText.wholeMatch(of: /filmz \d+\.\d+\.\d+\n/) != nil)
    }
  }

  @Test func ctrlCClearsTheLineAndTheShellContinues() async throws {
    try await withShell { terminal async throws in
      try await terminal.send("rm everything\u{3}")
      #expect(try await terminal.expectPrompt().contains("^C"))
      #expect(try await answer(of: terminal, to: "version").contains("filmz 0."))
      #expect(terminal.status == nil)
    }
  }

  @Test(arguments: ["\u{4}", "quit\r", "exit\r", "q\r", "version; quit\r"])
  func theShellExitsWith0AndRestoresTheTerminal(keys: String) async throws {
    try await FilmzProcess.with { filmz in
      let otherTerminal = try filmz.openTerminal(["version"])
      _ = try await otherTerminal.waitForExit()
      let originalModes = try otherTerminal.terminalModes
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      #expect(try !terminal.isCanonical)
      try await terminal.send(keys)
      #expect(try await terminal.waitForExit() == 0)
      let modes = try terminal.terminalModes
      #expect(modes.c_lflag == originalModes.c_lflag && modes.c_iflag == originalModes.c_iflag)
      #expect(modes.c_oflag == originalModes.c_oflag && modes.c_cflag == originalModes.c_cflag)
    }
  }

  @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(CInt, Int32)])
  func signalsEndTheShellAndRestoreTheTerminal(signal: CInt, status: Int32) async throws {
    try await withShell { terminal async throws in
      try await terminal.send("half a line")
      try await terminal.expect("half a line")
      terminal.kill(signal)
      #expect(try await terminal.waitForExit() == status)
      #expect(try terminal.isCanonical && terminal.isEchoing)
    }
  }

  @Test func thePromptShowsTheSelectedFilm() async throws {
    try await withShell { terminal async throws in
      try await terminal.send("show the godfather\r")
      try await terminal.expect("filmz (The Godfather)> ")
      try await terminal.expectPrompt()
      let rated = try await answer(of: terminal, to: "rate 9")
      #expect(rated.contains("Rated The Godfather (1972) 9, and added it to the collection"))
    }
  }

  @Test func footersAndNoticesAreShown() async throws {
    try await withShell { terminal async throws in
      let found = try await answer(of: terminal, to: "search godfather --limit 2")
      #expect(found.contains("1–2 of 3 · page 1/2 · next"))
      #expect(try await answer(of: terminal, to: "n").contains("3 of 3 · page 2/2"))
      #expect(try await answer(of: terminal, to: "next").contains("No more results."))
      #expect(try await answer(of: terminal, to: "p").contains("1–2 of 3"))
      #expect(try await answer(of: terminal, to: "add 1").contains("Added The Godfather (1972)"))
    }
  }

  @Test func listsArePagedInTheShell() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search the --limit 12; add 1-12; config set page.size 5")
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      #expect(try await answer(of: terminal, to: "ls").contains("1–5 of 12 · page 1/3 · next"))
      #expect(try await answer(of: terminal, to: "next").contains("6–10 of 12"))
      #expect(try await filmz.answer(to: "ls").array.count == 12)
    }
  }

  @Test func verbPrefixesRunAndAmbiguousOnesListTheirCandidates() async throws {
    try await withShell { terminal async throws in
      #expect(try await answer(of: terminal, to: "sea godfather").contains("The Godfather"))
      #expect(try await answer(of: terminal, to: "s matrix").contains("The Matrix"))
      #expect(try await answer(of: terminal, to: "wat x").contains("\"wat\" could be watched or watchlist"))
      #expect(try await answer(of: terminal, to: "serach x").contains("did you mean `search`?"))
      #expect(try await answer(of: terminal, to: "post").contains("comes later"))
    }
  }

  @Test func theShellContinuesAfterAFailedCommand() async throws {
    try await withShell { terminal async throws in
      let seen = try await answer(of: terminal, to: "show 9; version; add \"x")
      #expect(seen.contains("the quote \" is not closed"))
      #expect(try await answer(of: terminal, to: "show 9; version").contains("filmz 0."))
    }
  }

  @Test func noLineIsWiderThanTheTerminal() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"], columns: 48)
      try await terminal.expectPrompt()
      #expect(terminal.screen.wrappedLines == [])
      for line in ["help", "search the", "next", "show 1", "ls", "config", "stats", "about"] {
        try await terminal.send(line + "\r")
        try await terminal.expectPrompt()
        #expect(terminal.screen.wrappedLines == [], "\(line)")
      }
    }
  }

  private func withShell(_ body: (PseudoTerminal) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await body(terminal)
    }
  }

  private func answer(of terminal: PseudoTerminal, to line: String) async throws -> String {
    try await terminal.send(line + "\r")
    return try await terminal.expectPrompt()
  }
}
