import FilmzTestSupport
import Testing

/// Completion with Tab, and the option `--complete`, by which other shells complete.
struct ShellCompletionTests {
  @Test func tabCompletesVerbsOptionsAndValues() async throws {
    try await withShell { terminal in
      try await terminal.send("sea\t")
      try await terminal.expect(/search $/)
      try await terminal.send("godfather\r")
      #expect(try await terminal.expectPrompt().contains("The Godfather Part II"))
      try await terminal.send("ls --for\tjson\t")
      try await terminal.expect("ls --format json")
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("[]"))
    }
  }

  @Test func tabCompletesTitlesWithAndWithoutQuotes() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "search godfather")
      try await terminal.send("show \"The Godf\t")
      try await terminal.expect(/show "The Godfather$/)
      try await terminal.send(" P\tI\t\r")
      #expect(try await terminal.expectPrompt().contains("Francis Ford Coppola"))
      try await terminal.send("add shawsh\t")
      try await terminal.expect(/add "The Shawshank Redemption" $/)
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("Added The Shawshank Redemption (1994)"))
      try await terminal.send("rm shaw\t")
      try await terminal.expect(/rm "The Shawshank Redemption" $/)
    }
  }

  /// The catalog has `&` as a word, and the collection has not.
  @Test(arguments: [
    ("show fast & furious p", "show \"Fast & Furious Presents: Hobbs & Shaw\""),
    ("show fast and furious p", "show \"Fast & Furious Presents: Hobbs & Shaw\""),
    ("show hobbs & s", "show Hobbs+Shaw"), ("show hobbs and s", "show Hobbs+Shaw"),
    ("show hobbs+s", "show Hobbs+Shaw"), ("search hobbs + s", "search Hobbs+Shaw"),
  ])
  func signsForAndAreCompleted(line: String, completed: String) async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "record new title=Hobbs+Shaw year=2019 --add")
      try await Self.complete(line, to: completed, terminal)
    }
  }

  @Test func completedTitlesReplaceTextTypedInAnotherCase() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "add tt0245429; note tt0245429 x")
      try await terminal.send("show SPIRITED\t")
      try await terminal.expect(/show "Spirited Away" $/)
    }
  }

  @Test func candidatesAreListedBelowTheUnchangedLine() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "search godfather")
      try await terminal.send("audience 2 \t")
      let seen = try await terminal.expect(
        /partner[\s\S]*Part III \(1990\)\n2 Fast 2 Furious[^\n]*\nfilmz> audience 2 $/)
      #expect(seen.contains(/\n2 +The Godfather Part II \(1974\)\n/))
      try await terminal.send("partn\t\r")
      #expect(try await terminal.expectPrompt().contains("Me and partner"))
    }
  }

  @Test func verbsAreListedWithTheirSummaries() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"], rows: 50)
      try await terminal.expectPrompt()
      try await terminal.send("\t")
      let seen = try await terminal.expect(/watched +Record that[\s\S]*\nfilmz> $/)
      #expect(seen.contains(/add +Add films/))
      #expect(seen.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }
  }

  @Test(arguments: [("n", false), ("y", true), ("\u{3}", false)])
  func moreThanAScreenfulOfCandidatesNeedsConfirmation(key: String, isShown: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"], rows: 8)
      try await terminal.expectPrompt()
      try await terminal.send("show the \t")
      try await terminal.expect(/Show all \d+ lines\? \[y\/N\] $/)
      try await terminal.send(key)
      let seen = try await terminal.expect(/filmz> (show the )?$/)
      #expect(seen.contains("The Matrix") == isShown)
    }
  }

  @Test(arguments: ["\u{1b}[A", "\u{1b}[3~", "\u{1b}[1;5C"], ["", "bind -v\n"])
  func arrowKeysAnswerNoAndAreNotInserted(key: String, settings: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write(settings, to: ".editrc")
      let terminal = try filmz.openTerminal(["--offline"], rows: 8)
      try await terminal.expectPrompt()
      try await terminal.send("show the ")
      try await terminal.expect("show the ")
      // With a high system load, the candidates may arrive too late for the first Tab.
      for _ in 1...5 where !terminal.screen.newText.contains("Show all") {
        try await terminal.send("\t")
        _ = try? await terminal.expect(/Show all \d+ lines\? \[y\/N\] $/, timeout: .seconds(10))
      }
      try await terminal.send(key + "qzx\r")
      #expect(try await !terminal.expectPrompt().contains("The Matrix"))
      #expect(try filmz.folder.read("home/state/history") == "show the qzx\n")
    }
  }

  @Test func unskipCompletesTheTitlesOfSkippedFilms() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "skip heat; add alien")
      try await terminal.send("unskip h\t")
      try await terminal.expect("unskip Heat ")
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("Heat (1995) is no longer skipped"))
    }
  }

  @Test(arguments: [
    ("ls @fa", "ls @favorites "), ("ls @decade:199", "ls @decade:1990s "),
    ("rate @GENRE:cri", "rate @genre:Crime "), ("rm @rai", "rm @rainy "),
    ("note @person:al-pa", "note @person:al-pacino "), ("ls --platform", "ls --platform "),
    ("collections rm r", "collections rm rainy "),
  ])
  func tabCompletesSmartCollections(typed: String, completed: String) async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(
        to: "seen heat --rating 9; seen tt0071562; collections save rainy genre:crime")
      try await terminal.send(typed + "\t")
      try await terminal.expect(completed)
    }
  }

  @Test(arguments: [
    ("record edit Heat ti", "record edit Heat title="), ("record new ye", "record new year="),
    ("edit . type=mov", "edit . type=movie "), ("edit . genres=Thr", "edit . genres=Thriller "),
    ("record new title=Graz genres=Crime, Thr", "genres=Crime, Thriller "),
  ])
  func tabCompletesFieldsOfRecordsAndTheirValues(typed: String, completed: String) async throws {
    try await withShell { terminal in
      try await terminal.send(typed + "\t")
      try await terminal.expect(completed)
    }
  }

  @Test func resizingCancelsTheQuestion() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"], rows: 8)
      try await terminal.expectPrompt()
      try await terminal.send("show the \t")
      try await terminal.expect(/Show all \d+ lines\? \[y\/N\] $/)
      try terminal.resize(rows: 8, columns: 60)
      try await terminal.expect(/\n(filmz> show the )$/)
      try await terminal.send("godf\t\"\r")
      #expect(try await terminal.expectPrompt().contains("Francis Ford Coppola"))
    }
  }

  @Test func tabDoesNotCompleteAnswersToQuestions() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "search godfather; add 1")
      try await terminal.send("rm 1\r")
      try await terminal.expect("[y/N]")
      try await terminal.send("\ty\r")
      #expect(try await terminal.expectPrompt().contains("Removed The Godfather (1972)"))
    }
  }

  // MARK: - Other shells

  @Test(arguments: [
    (["sea"], ["search\tSearch for films and series by title or person."]),
    (["--format", "js"], ["json\t", "jsonl\t"]),
    (["--offline", "ls", "--genre", "Dr"], ["Drama\t"]),
    (["audience", "1", "partn"], ["partner\t"]),
    (["show", "The Godfather Part III"], ["The Godfather Part III\t1990"]),
    (["config", "get", "page"], ["page.size\t"]),
    (["xyzzy", "a"], []), (["--hom"], ["--home\tThe folder for all of filmz's files."]),
  ])
  func completeOptionListsCandidatesForTheLastWord(
    words: [String], expected: [String]
  ) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--complete"] + words)
      #expect(result.status == 0)
      #expect(result.stdout.split(separator: "\n").map(String.init) == expected)
      #expect(result.stderr.isEmpty)
    }
  }

  @Test(arguments: [
    ("show die verurt", "show \"Die Verurteilten\""), ("search stirb l", "search Stirb langsam"),
    ("search director:kuros", "search director:\"Akira Kurosawa\""),
    ("search director:\"akira kur", "search director:\"Akira Kurosawa\""),
    ("find actor:\"toshiro mif", "find actor:\"Toshirô Mifune\""),
    ("ls --person kuros", "ls --person \"Akira Kurosawa\""),
    ("ls --person \"akira k", "ls --person \"Akira Kurosawa\""),
  ])
  func tabCompletesPeopleAndLocalTitles(line: String, completed: String) async throws {
    try await withShell { try await Self.complete(line, to: completed, $0) }
  }

  @Test func completedLocalTitleNamesTheFilm() async throws {
    try await withShell { terminal in
      try await Self.complete("show die verurt", to: "show \"Die Verurteilten\"", terminal)
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("The Shawshank Redemption (1994)"))
    }
  }

  @Test func importedLocalTitleIsCompleted() async throws {
    try await FilmzProcess.withCatalog { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await Self.complete(
        "show der leuchtturm a", to: "show \"Der Leuchtturm aus Papier\"", terminal)
      try await terminal.send("\r")
      #expect(try await terminal.expectPrompt().contains("Le Phare de papier"))
    }
  }

  /// Types a line, and presses Tab until it is completed: with a high system load, the candidates may
  /// arrive too late for the first Tab.
  private static func complete(
    _ line: String, to completed: String, _ terminal: PseudoTerminal
  ) async throws {
    try await terminal.send(line)
    try await terminal.expect(line)
    var isCompleted: Bool { terminal.screen.visibleText.contains("> " + completed) }
    for _ in 1...20 where !isCompleted {
      try await terminal.send("\t")
      try? await terminal.wait(for: completed, timeout: .seconds(10)) { isCompleted }
    }
    #expect(isCompleted)
  }

  @Test func numbersPrecedeNone() async throws {
    try await withShell { terminal in
      _ = try await terminal.answer(to: "search godfather")
      try await terminal.send("rate \t")
      let seen = try await terminal.expect(/none\s*\nfilmz> rate $/)
      #expect(seen.contains(/\n1 +The Godfather \(1972\)\n[\s\S]*\nnone/))
    }
  }

  private func withShell(_ body: (PseudoTerminal) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"])
      try await terminal.expectPrompt()
      try await body(terminal)
    }
  }
}
