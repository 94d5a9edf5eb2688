import FilmzTestSupport
import Testing

/// Keys that act on films in a panel.
struct LiveActionTests {
  private static func withPanel(
    _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("search\r")
      try await shell.wait(for: "panel") { shell.filmPanel != nil }
      try await shell.press("godfather") { $0.shows("The Godfather", for: "godfather") }
      try await body(filmz, shell)
    }
  }

  @Test(arguments: [
    ("a", "Added The Godfather (1972)", "+", "add tt0068646"),
    ("s", "The Godfather (1972) is seen", "✓", "seen tt0068646"),
    ("k", "The Godfather (1972) is skipped", "×", "skip tt0068646"),
    ("w", "The Godfather (1972) is on your watchlist", "+", "watchlist add tt0068646"),
    ("8", "Rated The Godfather (1972) 8", "✓", "rate tt0068646 8"),
    ("0", "Rated The Godfather (1972) 10", "✓", "rate tt0068646 10"),
  ])
  func aKeyIsAStepThatAltUUndoes(key: String, status: String, mark: String, command: String) async throws {
    try await Self.withPanel { filmz, shell in
      for prefix in ["\u{1B}", "\u{F}"] {
        try await shell.press(prefix + key) { $0.status.hasPrefix(status) && $0.films[0].contains(mark) }
        #expect(try await filmz.answer(to: "log")[0]?["command"]?.string == command)
        try await shell.press("\u{1B}u") { panel in
          panel.status.hasPrefix("Undone: The Godfather (1972) is no longer ") && !panel.films[0].contains(mark)
        }
      }
      try await shell.press("\u{1B}u") { $0.status == "There is nothing to undo in this panel." }
      try await shell.press("\u{1B}" + key) { $0.status.hasPrefix(status) }
      #expect(try await shell.leavePanel().hasSuffix("filmz> "), "no film is selected")
      // What was done stays, and `undo` does not ask.
      #expect(try await shell.answer(to: "undo").contains("Undid `\(command)`"))
    }
  }

  @Test func actionsAreForTheMarkedFilms() async throws {
    try await Self.withPanel { filmz, shell in
      try await shell.press("\t\t") { $0.status.hasPrefix("2 marked") }
      try await shell.press("\u{1B}s") { panel in panel.films.count { $0.contains("✓") } == 2 }
      try await shell.press("\u{1B}u") { panel in !panel.films.contains { $0.contains("✓") } }
      #expect(try await filmz.answer(to: "ls") == [])
      try await shell.leavePanel()
    }
  }

  @Test func errorsAreInTheStatusLine() async throws {
    try await Self.withPanel { _, shell in
      try await shell.press("\u{1B}a") { $0.status.hasPrefix("Added") }
      try await shell.press("\u{1B}a") { $0.status.contains("is already in your collection") }
      try await shell.press("\u{1B}[B") { $0.selected.contains("Part II") && $0.status.contains(" of ") }
      try await shell.leavePanel()
    }
  }

  @Test func whatChangesNothingIsNotUndone() async throws {
    try await Self.withPanel { _, shell in
      for (key, status) in [("8", "Rated"), ("8", "Rated"), ("a", "The Godfather is already")] {
        try await shell.press("\u{1B}" + key) { $0.status.hasPrefix(status) }
        try await shell.press("\u{1B}[B") { $0.status.contains(" of ") }
        try await shell.press("\u{1B}[A") { $0.selected.contains("1972") }
      }
      try await shell.press("\u{1B}u") { $0.status.hasPrefix("Undone:") && !$0.films[0].contains("✓") }
      try await shell.press("\u{1B}u") { $0.status == "There is nothing to undo in this panel." }
      try await shell.leavePanel()
    }
  }

  @Test(arguments: ["k", "w"]) func refusalsNameNoOptions(key: String) async throws {
    try await Self.withPanel { _, shell in
      try await shell.press("\u{1B}s") { $0.status.hasPrefix("The Godfather (1972) is seen") }
      try await shell.press("\u{1B}" + key) { $0.status == "The Godfather (1972) is already seen" }
      try await shell.leavePanel()
    }
  }

  @Test func altLAddsToAListWhoseNameIsAskedFor() async throws {
    try await Self.withPanel { filmz, shell in
      try await shell.press("\u{1B}l") { $0.query == "List:" }
      try await shell.press("Noir\r") {
        $0.query == "List: Noir" && $0.status == "There is no list \"Noir\"; Enter creates it, Esc cancels."
      }
      try await shell.press("\r") {
        $0.query == "search> godfather" && $0.status.contains("Noir") && $0.films[0].contains("+")
      }
      try await shell.press("\u{1B}[B") { $0.selected.contains("Part II") }
      try await shell.press("\u{1B}l") { $0.query == "List:" && $0.status.contains("Noir") }
      try await shell.press("no\t") { $0.query == "List: Noir" }
      try await shell.press("\r") { $0.query == "search> godfather" && $0.status.contains("Part II") }
      #expect(try await filmz.answer(to: "list show Noir").array.count == 2)
      try await shell.press("\u{1B}l") { $0.query == "List:" }
      try await shell.press("\r") { $0.query == "search> godfather" }
      try await shell.press("\u{1B}u") { $0.status.hasPrefix("Undone: The Godfather Part II (1974)") }
      #expect(try await filmz.answer(to: "list show Noir").array.count == 1)
      try await shell.leavePanel()
      #expect(!shell.screen.visibleText.contains("List:"))
    }
  }

  /// Leaving the question returns to the panel, which Ctrl-C leaves then; earlier lines are no names.
  @Test(arguments: ["\u{1B}", "\u{7}", "\u{3}", "\u{4}"])
  func theQuestionForAListCanBeLeft(key: String) async throws {
    try await Self.withPanel { filmz, shell in
      try await shell.press("\u{1B}l") { $0.query == "List:" }
      try await shell.press("\u{1B}[A") { $0.query == "List:" }
      if key != "\u{4}" { try await shell.press("Noir") { $0.query == "List: Noir" } }
      try await shell.press(key) { $0.shows("The Godfather", for: "godfather") }
      #expect(try await filmz.answer(to: "list ls").array.isEmpty)
      try await shell.press("\u{1B}[B") { $0.selected.contains("Part II") }
      try await shell.send("\u{3}")
      try await shell.expectPrompt()
      #expect(shell.filmPanel == nil)
      #expect(try await shell.answer(to: "version").contains(/filmz \d/))
    }
  }

  @Test(arguments: [
    ("a", "Added 4 films"), ("s", "4 films are seen"), ("k", "4 films are skipped"),
    ("w", "4 films are on your watchlist"), ("8", "Rated 4 films 8"), ("lNoir\r\r", "4 films are in \"Noir\""),
  ])
  func manyFilmsAreCounted(keys: String, status: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.press("search --live the\r") { $0.shows("The ", for: "the") }
      try await shell.press("\t\t\t\t") { $0.status.hasPrefix("4 marked ·") }
      try await shell.press("\u{1B}" + keys) { $0.status == status }
      if keys == "s" {
        try await shell.press("\t") { $0.status.hasPrefix("5 marked ·") }
        try await shell.press("\u{1B}k") { $0.status == "1 film is skipped; 4 are not" }
      }
      try await shell.press("\u{15}heat") {
        $0.status.hasPrefix(keys == "s" ? "5 marked, 5 not shown" : "4 marked, 4 not shown")
      }
      try await shell.leavePanel()
    }
  }

  @Test func altQuestionMarkListsTheKeys() async throws {
    try await Self.withPanel { _, shell in
      try await shell.press("\u{1B}?") { $0.films.contains { $0.contains("Alt-S seen") } }
      try await shell.press("\u{1B}") { $0.shows("The Godfather", for: "godfather") }
      try await shell.leavePanel()
    }
  }

  @Test func keysRateWithStarsAfterTheScaleWasSet() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("config", "set", "rating.scale", "5").status == 0)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.press("search --live heat year:1995\r") { $0.films.count >= 1 && $0.films[0].contains("Heat") }
      try await shell.press("\u{1B}4") { $0.status.hasPrefix("Rated Heat (1995) ") }
      #expect(try await filmz.answer(to: "ls")[0]?["myRating"] == 8)
      try await shell.leavePanel()
    }
  }
}
