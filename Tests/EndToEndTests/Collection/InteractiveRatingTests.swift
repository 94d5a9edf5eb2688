import FilmzTestSupport
import Glibc
import Testing

/// The start, end and resumption of rating sessions with The Godfather, The Matrix and Heat.
struct InteractiveRatingTests {
  @Test func cardOfAFilmThatWasNotWatchedHasTheMarkOfTables() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0113277")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press("rate --unwatched\r").contains("Watched –\n"))
    }
  }

  // MARK: - Ending

  @Test(arguments: [("q", "q\n"), ("\u{4}", "\n"), ("\u{3}", "^C\n"), ("=\u{3}", "^C\n")])
  func shellPrintsASummaryAndContinues(key: String, echo: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.press("8")
      if key.hasPrefix("=") {
        try await terminal.send("=")
        try await terminal.expect("Rating: ")
      }
      try await terminal.send(String(key.suffix(1)))
      let output = try await terminal.expectPrompt()
      #expect(output.contains(echo + "Rated 1 film; 2 left\n"))
      #expect(try await terminal.answer(to: "version").contains(/filmz \d/))
      #expect(try await filmz.ratings() == [8, .null, .null])
      #expect(try await terminal.quit() == 0)
    }
  }

  @Test(arguments: [
    ("876\r", 0, "Rated 3 films; none left"), ("8\rq", 0, "Rated 1 film, skipped 1; 1 left"),
    ("q", 0, "Rated nothing; 3 left"), ("8\u{4}", 0, "Rated 1 film; 2 left"),
    ("8\u{3}", 130, "Rated 1 film; 2 left"),
  ])
  func singleCommandRestoresTheTerminal(keys: String, status: Int32, end: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let otherTerminal = try filmz.openTerminal(["version"])
      _ = try await otherTerminal.waitForExit()
      let defaultModes = try otherTerminal.terminalModes
      let terminal = try filmz.openTerminal(["--offline", "rate"])
      try await terminal.expectKeyPrompt()
      for key in keys {
        try await terminal.send(String(key))
        if key != keys.last { try await terminal.expectKeyPrompt() }
      }
      #expect(try await terminal.waitForExit() == status)
      #expect(terminal.screen.newText.hasSuffix(end + "\n"), "\(terminal.screen.newText)")
      let modes = try terminal.terminalModes
      #expect(modes.c_lflag == defaultModes.c_lflag && modes.c_iflag == defaultModes.c_iflag)
      #expect(modes.c_oflag == defaultModes.c_oflag && modes.c_cflag == defaultModes.c_cflag)
    }
  }

  @Test func unknownPersonSuggestsSimilarNames() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline", "rate", "--actor", "pacinno"])
      #expect(try await terminal.waitForExit() == 64)
      let output = terminal.screen.newText
      #expect(output.contains("did you mean Al Pacino"), "\(output)")
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP], [[], ["rate"]])
  func signalEndsTheSessionAndRestoresTheTerminal(signal: CInt, arguments: [String]) async throws {
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
      #expect(terminal.screen.newText.contains("Rated 1 film; 2 left"))
      #expect(try terminal.isCanonical && terminal.isEchoing)
      #expect(try await filmz.ratings() == [8, .null, .null])
    }
  }

  @Test func controlCCancelsTheRestOfTheLineAndQDoesNot() async throws {
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

  @Test func machineFormatsPrintTheChangedRowsAtTheEnd() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try filmz.openTerminal(["--offline", "--format", "csv", "rate"])
      try await terminal.expectKeyPrompt()
      try await terminal.press("8")
      try await terminal.press("7")
      try await terminal.press("u")
      try await terminal.send("\u{4}")
      #expect(try await terminal.waitForExit() == 0)
      #expect(terminal.screen.newText.contains("tt0068646,tt0068646,The Godfather,1972"))
      #expect(!terminal.screen.newText.contains("tt0133093,"))
    }
  }

  /// What another program, or sync, has changed is shown, and not overwritten unseen.
  @Test func ratingsFromElsewhereAreShownBeforeTheyAreReplaced() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      _ = try await filmz.answer(to: "rate tt0068646 5; rate tt0133093 4")
      let changed = try await terminal.press("8")
      #expect(changed.contains("The Godfather was changed elsewhere"), "\(changed)")
      #expect(changed.contains(/1\/3\nThe Godfather \(1972\)[\s\S]*Mine 5\/10/), "\(changed)")
      #expect(try await filmz.ratings() == [5, 4, .null])
      let next = try await terminal.press("8")
      #expect(next.contains(/2\/3\nThe Matrix \(1999\)[\s\S]*Mine 4\/10/), "\(next)")
      try await terminal.send("q")
      try await terminal.expectPrompt()
      #expect(try await filmz.ratings() == [8, 4, .null])
      #expect(try await terminal.quit() == 0)
    }
  }

  // MARK: - Resuming

  @Test func nextSessionShowsSkippedFilmsLast() async throws {
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
      try await next.press("8")
      try await next.send("\r")
      #expect(try await next.waitForExit() == 0)
      #expect(try await filmz.ratings() == [8, 7, 6])
    }
  }

  @Test func cardIsRedrawnAndKeysWorkAfterStopAndContinue() async throws {
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

  @Test func ctrlZSuspendsTheSessionAndFgShowsTheCardAgain() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let bash = try FilmzProcess(in: filmz.folder, executable: "/bin/bash")
      let terminal = try bash.openTerminal(["--norc", "--noprofile", "-i"], environment: ["PS1": "bash: "])
      try await terminal.expect("bash: ")
      try await terminal.press("\(filmz.executable) --offline rate\r")
      try await terminal.press("8")
      try await terminal.send("\u{1A}")
      try await terminal.expect(/Stopped[^\n]*\n.*bash: $/.dotMatchesNewlines())
      #expect(try await terminal.press("fg\r").contains("2/3\nThe Matrix (1999)"))
      #expect(try await terminal.press("7").contains("3/3\n"))
      #expect(try await filmz.ratings() == [8, 7, .null])
      try await terminal.send("q")
      try await terminal.expect(/bash: $/)
      try await terminal.send("exit\r")
      _ = try await terminal.waitForExit()
    }
  }

  /// Bracketed paste mode is on during the session.
  @Test func theTerminalMarksPastesOnlyDuringTheSession() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      for signal in [nil, SIGTERM, SIGHUP] as [CInt?] {
        let terminal = try filmz.openTerminal(["--offline", "rate"])
        try await terminal.expectKeyPrompt()
        #expect(terminal.screen.privateModes[2004] == true)
        if let signal { terminal.kill(signal) } else { try await terminal.send("q") }
        _ = try await terminal.waitForExit()
        #expect(terminal.screen.privateModes[2004] == false)
        #expect(try terminal.isCanonical && terminal.isEchoing)
      }
    }
  }

  // MARK: - Selection of films

  @Test(arguments: [
    ("rate --unwatched", "1/2\nAlien"),
    ("rate --unwatched --sort name --genre Crime", "1/1\nThe G"),
    ("rate --genre action --sort -name", "1/1\nHeat"), ("rate --grep pacino", "1/2\nThe G"),
    ("rate --watched --sort year", "1/2\nThe Godfather"), ("rate --rating 5-6", "1/1\nThe Matrix"),
  ])
  func filtersAndSortKeySelectTheFilms(line: String, card: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      _ = try await filmz.answer(
        to: "add tt0071562; add tt0078748; rate tt0133093 5.5")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press(line + "\r").contains(card))
    }
  }

  @Test(arguments: [
    ("", "rate", "your collection is empty"),
    ("add tt0068646", "rate", "you have not watched any film"),
    ("watched tt0068646 --rating 8", "rate", "every watched film has a rating"),
    ("add tt0068646 --rating 8", "rate --unwatched", "every unwatched film has a rating"),
    ("watched tt0068646", "rate --genre Horror", "no film matches"),
  ])
  func reasonIsGivenIfThereIsNothingToRate(
    before: String, line: String, text: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      if !before.isEmpty { _ = try await filmz.answer(to: before) }
      let terminal = try await filmz.openShell(["--offline"])
      let output = try await terminal.answer(to: line)
      #expect(output.contains("Nothing to rate: \(text)"))
    }
  }

  @Test(arguments: [
    ("rate 1 8 --watched", "a rating and filters cannot be used together"),
    ("rate --watched --unwatched", "--watched and --unwatched cannot be used together"),
    ("rate --rating x", "--rating x is not valid"),
  ])
  func invalidOptionsAreReported(line: String, text: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.answer(to: line).contains(text))
    }
  }

  @Test(arguments: [["rate"], ["rate", "--unwatched"]])
  func withoutATerminalTheOtherFormIsSuggested(arguments: [String]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let single = try await filmz.run(["--offline"] + arguments)
      let message = "interactive rating needs a terminal; use `rate TARGET RATING`"
      #expect(single.status == 64)
      #expect(single.errorLines == ["filmz: \(message)"])
      let script = try await filmz.run(
        ["--offline"], script: arguments.joined(separator: " ") + "\n")
      #expect(script.status == 1)
      #expect(script.errorLines == ["line 1: \(message)"])
      let terminal = try filmz.openTerminal(["--offline", "-c", arguments.joined(separator: " ")])
      #expect(try await terminal.waitForExit() == 1)
      #expect(terminal.screen.newText.contains("needs a terminal"))
    }
  }

  // MARK: - Drawing

  @Test(arguments: [60, 80, 200])
  func linesFitTheTerminalAndControlCharactersAreEscaped(columns: Int) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let note = "\u{1b}[2J" + String(repeating: "千と千尋の神隠し great ", count: 60)
      _ = try await filmz.run("--offline", "note", "tt0068646", note)
      let terminal = try await filmz.openShell(["--offline"], columns: columns)
      let card = try await terminal.press("rate\r")
      #expect(card.contains("␛[2J"))
      #expect(card.split(separator: "\n").count < 14)
      #expect(terminal.screen.wrappedLines == [])
      for key in ["?", "i", "x", "+", "u", "\r"] {
        try await terminal.press(key)
        #expect(terminal.screen.wrappedLines == [], "\(key)")
      }
    }
  }

  @Test func nextCardFitsTheNewSize() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try terminal.resize(rows: 24, columns: 60)
      try await terminal.send("8")
      // The first card is drawn again with the new width.
      try await terminal.expect(/2\/3\nThe Matrix \(1999\)(.|\n)*\? = help: $/)
      #expect(terminal.screen.wrappedLines == [])
    }
  }
}
