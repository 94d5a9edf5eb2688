import FilmzTestSupport
import Glibc
import Testing

/// How a rating session begins, ends and goes on; its films are The Godfather, The Matrix, Heat.
struct InteractiveRatingTests {
  // MARK: - Ends

  @Test(arguments: [("q", "q\n"), ("\u{4}", "\n"), ("\u{3}", "^C\n"), ("=\u{3}", "^C\n")])
  func theShellGoesOnWithALineThatSaysWhatWasDone(key: String, echo: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.press("8")
      if key.hasPrefix("=") {
        try await terminal.send("=")
        try await terminal.expect("Rating: ")
      }
      try await terminal.send(String(key.suffix(1)))
      let seen = try await terminal.expectPrompt()
      #expect(seen.contains(echo + "Rated 1 film; 2 left\n"))
      #expect(try await terminal.answer(to: "version").contains(/filmz \d/))
      #expect(try await filmz.ratings() == [8, .null, .null])
      #expect(try await terminal.quit() == 0)
    }
  }

  @Test(arguments: [
    ("876", 0, "Rated 3 films; none left"), ("8\rq", 0, "Rated 1 film, skipped 1; 1 left"),
    ("q", 0, "Rated nothing; 3 left"), ("8\u{4}", 0, "Rated 1 film; 2 left"),
    ("8\u{3}", 130, "Rated 1 film; 2 left"),
  ])
  func aSingleCallLeavesTheTerminalAsItWas(keys: String, status: Int32, end: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let before = try filmz.openTerminal(["version"])
      _ = try await before.waitForExit()
      let usual = try before.terminalModes
      let terminal = try filmz.openTerminal(["--offline", "rate"])
      try await terminal.expectKeyPrompt()
      for key in keys {
        try await terminal.send(String(key))
        if key != keys.last { try await terminal.expectKeyPrompt() }
      }
      #expect(try await terminal.waitForExit() == status)
      #expect(terminal.screen.seen.hasSuffix(end + "\n"), "\(terminal.screen.seen)")
      let modes = try terminal.terminalModes
      #expect(modes.c_lflag == usual.c_lflag && modes.c_iflag == usual.c_iflag)
      #expect(modes.c_oflag == usual.c_oflag && modes.c_cflag == usual.c_cflag)
    }
  }

  @Test func anUnknownPersonIsAnErrorThatNamesNearOnes() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline", "rate", "--actor", "pacinno"])
      #expect(try await terminal.waitForExit() == 64)
      #expect(terminal.screen.seen.contains("did you mean Al Pacino"), "\(terminal.screen.seen)")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP], [[], ["rate"]])
  func aSignalEndsItWithTheTerminalAsItWas(signal: CInt, arguments: [String]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline"] + arguments)
      if arguments.isEmpty {
        try await terminal.expectPrompt()
        try await terminal.send("rate\r")
      }
      try await terminal.expectKeyPrompt()
      try await terminal.press("8")
      terminal.kill(signal)
      #expect([130, 143, 128 + signal].contains(try await terminal.waitForExit()))
      #expect(terminal.screen.seen.contains("Rated 1 film; 2 left"))
      #expect(try terminal.isCanonical && terminal.isEchoing)
      #expect(try await filmz.ratings() == [8, .null, .null])
    }
  }

  @Test func controlCDropsTheRestOfTheLineAndQDoesNot() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate; about\r")
      try await terminal.send("\u{3}")
      #expect(try await !terminal.expectPrompt().contains("OMDb"))
      try await terminal.press("rate; about\r")
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("OMDb"))
    }
  }

  @Test func machinesGetTheChangedRowsAtTheEnd() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline", "--format", "csv", "rate"])
      try await terminal.expectKeyPrompt()
      try await terminal.press("8")
      try await terminal.press("7")
      try await terminal.press("u")
      try await terminal.send("\u{4}")
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.seen.contains("tt0068646,tt0068646,The Godfather,1972"))
      #expect(!terminal.screen.seen.contains("tt0133093,"))
    }
  }

  // MARK: - Goes on

  @Test func itResumesWithWhatIsLeftAndTheSkippedFilmsLast() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.press("\r")
      try await terminal.send("q")
      try await terminal.expectPrompt()
      #expect(!filmz.folder.exists("home/state/rating.json"))
      let next = try filmz.openTerminal(["--offline", "rate"])
      #expect(try await next.expectKeyPrompt().contains("1/3\nThe Matrix (1999)"))
      #expect(try await next.press("7").contains("2/3\nHeat (1995)"))
      #expect(try await next.press("6").contains("3/3\nThe Godfather (1972)"))
      try await next.send("8")
      #expect(try await next.waitForExit() == 0)
      #expect(try await filmz.ratings() == [8, 7, 6])
    }
  }

  @Test func afterStopAndContinueTheCardIsDrawnAgainAndKeysWork() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.press("8")
      try await terminal.send("")
      terminal.kill(SIGSTOP)
      terminal.kill(SIGCONT)
      #expect(try await terminal.expectKeyPrompt().contains("2/3\nThe Matrix (1999)"))
      #expect(try !terminal.isCanonical)
      #expect(try await terminal.press("7").contains("3/3\n"))
      #expect(try await filmz.ratings() == [8, 7, .null])
    }
  }

  // MARK: - Which films

  @Test(arguments: [
    ("rate --unwatched", "1/2\nAlien"),
    ("rate --unwatched --sort name --genre Crime", "1/1\nThe G"),
    ("rate --genre action --sort -name", "1/1\nHeat"), ("rate --grep pacino", "1/2\nThe G"),
    ("rate --watched --sort year", "1/2\nThe Godfather"), ("rate --rating 5-6", "1/1\nThe Matrix"),
  ])
  func filtersSayWhichFilmsComeAndInWhichOrder(line: String, card: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      _ = try await filmz.answer(
        to: "add tt0071562; add tt0078748; rate tt0133093 5.5")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press(line + "\r").contains(card))
    }
  }

  @Test(arguments: [
    ("", "rate", "your collection is empty"), ("add tt0068646", "rate", "no film was watched"),
    ("watched tt0068646 --rating 8", "rate", "every watched film has a rating"),
    ("add tt0068646 --rating 8", "rate --unwatched", "every unwatched film has a rating"),
    ("watched tt0068646", "rate --genre Horror", "no film like that is left"),
  ])
  func whereNothingIsToBeRatedThatIsSaid(
    before: String, line: String, text: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      if !before.isEmpty { _ = try await filmz.answer(to: before) }
      let terminal = try await filmz.openShell(["--offline"])
      let seen = try await terminal.answer(to: line)
      #expect(seen.contains("Nothing to rate: \(text)"))
    }
  }

  @Test(arguments: [
    ("rate 1 8 --watched", "films with a rating take no filters"),
    ("rate --watched --unwatched", "--watched and --unwatched exclude each other"),
    ("rate --rating x", "--rating x cannot be read"),
  ])
  func whatDoesNotGoTogetherIsSaid(line: String, text: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: line).contains(text))
    }
  }

  @Test(arguments: [["rate"], ["rate", "--unwatched"]])
  func withoutATerminalTheOtherWayIsNamed(arguments: [String]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let single = try await filmz.run(["--offline"] + arguments)
      let words = "rating film by film needs a terminal; use `rate TARGET R`"
      #expect(single.status == 64)
      #expect(single.errorLines == ["filmz: \(words)"])
      let script = try await filmz.run(
        ["--offline"], script: arguments.joined(separator: " ") + "\n")
      #expect(script.status == 1)
      #expect(script.errorLines == ["line 1: \(words)"])
      let terminal = try filmz.openTerminal(["--offline", "-c", arguments.joined(separator: " ")])
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.seen.contains("needs a terminal"))
    }
  }

  // MARK: - Drawing

  @Test(arguments: [60, 80, 200])
  func noLineIsWiderThanTheTerminalAndForeignTextIsInert(columns: Int) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let note = "\u{1b}[2J" + String(repeating: "千と千尋の神隠し great ", count: 60)
      _ = try await filmz.run("--offline", "note", "tt0068646", note)
      let terminal = try await filmz.openShell(["--offline"], columns: columns)
      let card = try await terminal.press("rate\r")
      #expect(card.contains("␛[2J"))
      #expect(card.split(separator: "\n").count < 14)
      #expect(terminal.screen.overrun == [])
      for key in ["?", "i", "x", "+", "u", "\r"] {
        try await terminal.press(key)
        #expect(terminal.screen.overrun == [], "\(key)")
      }
    }
  }

  @Test func aResizeChangesTheNextCard() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try terminal.resize(rows: 24, columns: 60)
      let seen = try await terminal.press("8")
      #expect(seen.contains("2/3\nThe Matrix (1999)"))
      #expect(terminal.screen.overrun == [])
    }
  }
}
