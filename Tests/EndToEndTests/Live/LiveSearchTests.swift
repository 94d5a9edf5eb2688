import FilmzTestSupport
import Foundation
import Testing

/// `search`, `find`, `ls` and `list show` with results while one types.
struct LiveSearchTests {
  private static func withShell(
    columns: Int = 80, _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "watched tt0068646 --on 2024-05-01 --rating 9; add tt0113277; list add Noir tt0113277 --create")
      try await body(filmz, try await filmz.openShell(["--offline"], columns: columns))
    }
  }

  // MARK: - Where

  @Test func bareSearchShowsTheResultsOfEachKey() async throws {
    try await Self.withShell { _, shell in
      let empty = try await shell.press("search\r") { !$0.films.isEmpty }
      #expect(empty.query == "search>" && empty.films.contains { $0.contains("Heat") })
      let panel = try await shell.press("godfather") { $0.shows("The Godfather", for: "godfather") }
      #expect(panel.status.contains(/^\d+ of \d+ · .*catalog · \d+ ms$/), "\(panel.status)")
      #expect(panel.films[0].contains(#/^> +1  ✓ +The Godfather +1972 +movie/#), "\(panel.films[0])")
      try await shell.leavePanel()
      let listed = try await shell.answer(to: "search godfather")
      let titles = ["The Godfather ", "The Godfather Part II ", "The Godfather Part III "]
      #expect(titles.allSatisfy { title in panel.films.contains { $0.contains(title) } && listed.contains(title) })
    }
  }

  @Test func bareFindShowsTheCollection() async throws {
    try await Self.withShell { _, shell in
      let empty = try await shell.press("find\r") { $0.films.count == 2 }
      #expect(empty.query == "find>" && empty.films.contains { $0.contains("The Godfather") })
      try await shell.press("heat") { $0.shows("Heat", for: "heat") && $0.films.count == 1 }
      try await shell.send("\r")
      #expect(try await shell.expectPrompt().hasSuffix("filmz (Heat)> "))
    }
  }

  @Test(arguments: [
    ("search --live --genre crime", "search>", "The Godfather"),
    ("search --live heat year:1995", "search> heat year:1995", "Heat"),
    ("find --live heat", "find> heat", "Heat"), ("ls --live --unwatched", "ls>", "Heat"),
    ("ls @seen --live", "ls> @seen", "The Godfather"), ("list show noir --live", "ls>", "Heat"),
  ])
  func liveBeginsWithWordsAndFilters(line: String, query: String, title: String) async throws {
    try await Self.withShell { _, shell in
      try await shell.press(line + "\r") { panel in
        panel.query == query && panel.films.contains { $0.contains(title) }
          && (line.hasPrefix("search") || panel.films.count == 1)
      }
      try await shell.leavePanel()
    }
  }

  @Test(arguments: [
    "search", "search --format json", "search --format table", "search > films.txt", "search | cat", "find",
    "find --format csv", "source search.filmz",
  ])
  func otherOutputsHaveNoPanel(line: String) async throws {
    try await Self.withShell { filmz, _ in
      try filmz.folder.write("search\n", to: "search.filmz")
      let isPlain = ["search", "find"].contains(line)
      let shell = try filmz.openTerminal(["--offline"], environment: isPlain ? ["TERM": "dumb"] : [:])
      try await shell.expectPrompt()
      let output = try await shell.answer(to: line)
      #expect(
        output.contains(line.hasPrefix("find") ? "find needs text or a filter" : "search needs a title or a filter"))
      #expect(!shell.screen.rawOutput.contains("?2026"))
      #expect(!FileManager.default.fileExists(atPath: filmz.folder.path(of: "films.txt")))
    }
  }

  @Test func liveIsRefusedWhereThereIsNoPanel() async throws {
    try await Self.withShell { filmz, shell in
      for line in ["search --live heat", "find --live heat", "ls --live", "list show noir --live"] {
        for result in [
          try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init)),
          try await filmz.run(["--offline"], script: line),
        ] {
          #expect(result.status != 0 && result.stdout.isEmpty && result.stderr.contains("--live needs a shell"))
        }
        #expect(try await shell.answer(to: line + " > x").contains("--live needs a shell"))
      }
    }
  }

  // MARK: - Leaving and choosing

  @Test(arguments: ["\u{1B}", "\u{3}", "\u{7}"])
  func leavingKeepsResultsAndSelection(key: String) async throws {
    try await Self.withShell { _, shell in
      _ = try await shell.answer(to: "search heat")
      _ = try await shell.answer(to: "show 1")
      try await shell.press("search\r") { !$0.films.isEmpty }
      try await shell.press("godfather") { $0.shows("The Godfather", for: "godfather") }
      try await shell.send(key)
      #expect(try await shell.expectPrompt().hasSuffix("filmz (Heat)> "))
      #expect(shell.filmPanel == nil)
      let results = try await shell.answer(to: "results")
      #expect(results.contains("Heat") && !results.contains("Godfather"))
    }
  }

  @Test func enterShowsTheFilmAndKeepsTheRows() async throws {
    try await Self.withShell { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      let panel = try await shell.press("godfather") { $0.shows("The Godfather", for: "godfather") }
      try await shell.press("\u{1B}[B") { $0.selected.contains("Part II") }
      try await shell.send("\r")
      let card = try await shell.expectPrompt()
      #expect(card.contains("The Godfather Part II (1974)") && card.hasSuffix("filmz (The Godfather Part II)> "))
      #expect(shell.filmPanel == nil)
      let results = try await shell.answer(to: "results")
      for row in panel.films {
        let start = try #require(row.firstMatch(of: #/\d+ .*?(\w.*?)  /#))
        #expect(results.contains(start.1), "\(row)")
      }
      try await shell.send("\u{1B}[A\u{1B}[A")
      try await shell.expect("search godfather")
    }
  }

  @Test func enterAfterTabShowsTheMarkedFilmsAsResults() async throws {
    try await Self.withShell { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      try await shell.press("heat 1995") { $0.shows("Heat", for: "heat 1995") }
      try await shell.press("\t") { $0.films.contains { $0.contains(#/^.\* *1 /#) } && $0.status.hasPrefix("1 marked") }
      try await shell.press("\u{15}godfather") { $0.shows("The Godfather", for: "godfather") }
      try await shell.press("\t") { $0.status.hasPrefix("2 marked") }
      try await shell.send("\r")
      let results = try await shell.expectPrompt()
      #expect(results.contains(/1 .*Heat .*\n2 .*The Godfather .*\n1–2 of 2/), "\(results)")
      #expect(try await shell.answer(to: "show 2").contains("The Godfather (1972)"))
    }
  }

  // MARK: - Rows

  @Test func unfinishedFiltersEmptyNothing() async throws {
    try await Self.withShell { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      for query in ["godfather year:19", "godfather year:1974", "godfather genre:cri"] {
        try await shell.press("\u{15}" + query) { panel in
          panel.query == "search> " + query && panel.films.contains { $0.contains("The Godfather Part II") }
        }
      }
      try await shell.leavePanel()
    }
  }

  @Test func unfinishedFiltersAloneShowTheFilmsLookedAtLast() async throws {
    try await Self.withShell { _, shell in
      let recent = try await shell.press("search\r") { $0.films.contains { $0.contains("Heat") } }
      try await shell.press("-type:mo") { $0.query == "search> -type:mo" && $0.films == recent.films }
      try await shell.press(" godf") { $0.shows("The Godfather", for: "-type:mo godf") }
      try await shell.leavePanel()
    }
  }

  @Test func listsAreSearchedLikeTheCollection() async throws {
    try await Self.withShell { _, shell in
      try await shell.press("find\r") { $0.films.count == 2 }
      try await shell.press("pacino") { $0.query == "find> pacino" && $0.films.count == 2 }
      try await shell.leavePanel()
      try await shell.press("list show noir --live\r") { $0.query == "ls>" && $0.films.count == 1 }
      try await shell.press("pacino") { $0.shows("Heat", for: "pacino") && $0.films.count == 1 }
      try await shell.press("\u{15}godfather") { $0.query == "ls> godfather" && $0.films.isEmpty }
      try await shell.leavePanel()
    }
  }

  @Test func wideTerminalsShowTheCardOfTheSelectedFilm() async throws {
    try await Self.withShell(columns: 120) { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      try await shell.press("godfather") { panel in
        panel.shows("The Godfather", for: "godfather") && panel.films.contains { $0.contains("│ The Godfather (1972)") }
      }
      try await shell.press("\u{1B}[B") { $0.films.contains { $0.contains("│ The Godfather Part II (1974)") } }
      try await shell.leavePanel()
    }
  }

  @Test(arguments: [60, 100]) func rowsHaveTheSameColumnsBesideTheCard(columns: Int) async throws {
    try await Self.withShell(columns: columns) { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      let panel = try await shell.press("godfather") { panel in
        panel.shows("The Godfather", for: "godfather") && panel.films[0].contains("│") == (columns == 100)
      }
      #expect(panel.films[0].contains(#/^> +1  ✓  The Godfather +1972  movie +9\.2 +9( |$)/#), "\(panel.films[0])")
      #expect(panel.films[2].contains(#/^ +3 +The Godfather Part III +1990  movie +7\.6( |$)/#), "\(panel.films[2])")
      try await shell.press("\u{15}weiße hai") { panel in
        panel.films.first?.contains(#/Jaws  aka Der weiße Hai +1975  movie +8\.0/#) == true
      }
      try await shell.leavePanel()
    }
  }

  @Test func matchingLettersAreSetOff() async throws {
    try await Self.withShell { _, shell in
      try await shell.press("search\r") { !$0.films.isEmpty }
      try await shell.press("godf") { $0.shows("The Godfather", for: "godf") }
      #expect(shell.screen.rawOutput.contains("\u{1B}[1mGodf\u{1B}[22mather"))
      try await shell.leavePanel()
    }
  }

  @Test func theStatusCountsHiddenFilms() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("config", "set", "kids.on", "on").status == 0)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.press("search\r") { $0.query == "search>" }
      try await shell.press("godfather") { $0.status.contains(/\d hidden by the kids filter/) }
      #expect(shell.filmPanel?.films == [])
      try await shell.leavePanel()
    }
  }

  @Test func servicesAreAskedAfterThreeLetters() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let shell = try await filmz.openShell()
      try await shell.send("search\r")
      try await shell.wait(for: "panel") { shell.filmPanel?.query == "search>" }
      try await shell.press("lantern") { $0.status.contains("OMDb ·") }
      #expect(shell.filmPanel?.selected.contains("Lantern") == true)
      try await shell.press("\u{7F}") { $0.query == "search> lanter" }
      try await shell.press("n") { $0.query == "search> lantern" && $0.status.contains("OMDb ·") }
      #expect(server.requests.count { $0.query["s"] == "lantern*" } == 1)
      try await shell.leavePanel()
    }
  }

  @Test func errorsOfServicesAreAFewWords() async throws {
    try await FilmzProcess.withOMDb(FakeOMDb(key: "another").respond) { filmz, _ in
      let shell = try await filmz.openShell()
      try await shell.send("search\r")
      try await shell.wait(for: "panel") { shell.filmPanel?.query == "search>" }
      try await shell.press("heat") { $0.status.hasSuffix(" ms · OMDb: key not accepted") }
      #expect(shell.filmPanel?.shows("Heat", for: "heat") == true)
      try await shell.leavePanel()
    }
  }

  @Test func filmsOfServicesDoNotReplaceTheSelectedFilm() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let shell = try await filmz.openShell()
      try await shell.send("search\r")
      try await shell.wait(for: "panel") { shell.filmPanel?.query == "search>" }
      let panel = try await shell.press("iron") { $0.status.hasSuffix(" · OMDb: 1 · Alt-O") }
      #expect(!panel.films[0].contains("Iron Lantern II"))
      try await shell.press("\u{1B}o") { $0.films.count == 1 && $0.selected.contains("Iron Lantern II") }
      try await shell.leavePanel()
    }
  }

  @Test func doctorSaysWhetherThereAreLiveResults() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("--offline", "doctor").stdout.contains("none without a terminal"))
      for (columns, text) in [(80, "in a shell: `search` alone"), (39, "they need 40 columns and 8 rows")] {
        let terminal = try filmz.openTerminal(["--offline", "doctor", "--format", "json"], columns: columns)
        _ = try await terminal.waitForExit()
        #expect(terminal.screen.newText.replacing("\n", with: "").contains(text))
      }
    }
  }

  @Test(arguments: [("live", "Alt-A"), ("keys", "Ctrl-T")])
  func helpExplainsLiveResultsAndKeys(topic: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("help", topic)
      #expect(result.status == 0 && result.stdout.contains(text))
    }
  }
}
