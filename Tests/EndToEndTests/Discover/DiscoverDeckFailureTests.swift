import FilmzTestSupport
import Foundation
import Testing

/// What the deck of `discover` does when TMDB is slow or fails.
struct DiscoverDeckFailureTests {
  // T61.
  @Test func cardsAtHandGoOnWithoutNetworkAndRetryFetches() async throws {
    let gated = GatedTMDB(isOpen: true)
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      let terminal = try await filmz.openShell()
      try await terminal.press(DiscoverDeckTests.line + "\r")
      gated.fail()
      var cards = 0
      var output = ""
      while !output.contains("Enter = try again") {
        output = try await terminal.press("k")
        cards += 1
      }
      #expect(cards == 20)
      #expect(output.contains("TMDB"), "\(output)")
      #expect(try await terminal.press("\r").contains("Enter = try again"))
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("20 skipped"))
      gated.recover()
      #expect(try await terminal.press("retry\r").contains("1 · Trending"))
      for _ in 1...3 { try await terminal.press("k") }
      #expect(try await filmz.marks().count == 23)
    }
  }

  @Test func wrongTokenIsReportedAndThePopularFilmsAreLocal() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      let terminal = try await filmz.openShell(environment: ["TMDB_API_TOKEN": "wr0ng-t0k3n"])
      let output = try await terminal.press("discover popular\r")
      #expect(output.contains("Invalid TMDB token") && output.contains("1 · Popular\n"))
      #expect(!output.contains("wr0ng"))
    }
  }

  @Test func deckWorksWithoutAnyService() async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("discover top-rated --type movie --genre drama\r")
      for key in ["w", "k", "9"] { try await terminal.press(key) }
      #expect(try await filmz.marks().values.sorted() == ["seen 9", "skipped", "wanted"])
    }
  }

  // T61.
  @Test func retryAsksTMDBAgainAfterADeckOfTheLocalCatalog() async throws {
    let gated = GatedTMDB(isOpen: true)
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      let terminal = try await filmz.openShell()
      gated.fail()
      let local = try await terminal.press("discover popular --type movie\r")
      #expect(local.contains("starter catalog") && local.contains(/IMDb \d/), "\(local)")
      try await terminal.send("q")
      try await terminal.expectPrompt()
      gated.recover()
      let fetched = try await terminal.press("retry\r")
      #expect(!fetched.contains("starter catalog"), "\(fetched)")
      #expect(fetched.contains("1 · Popular\n") && fetched.contains(/TMDB \d/), "\(fetched)")
    }
  }

  // MARK: - Waiting

  /// Opens a deck whose second page is kept back, and goes to the end of its first page.
  private static func withAwaitedPage(
    _ body: (FilmzProcess, GatedTMDB, PseudoTerminal) async throws -> Void
  ) async throws {
    let gated = GatedTMDB { $0.query["page"] == "2" }
    defer { gated.open() }
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      defer { gated.open() }
      let terminal = try await filmz.openShell()
      try await terminal.press(DiscoverDeckTests.line + "\r")
      for _ in 1...19 { try await terminal.press("k") }
      try await terminal.send("k")
      try await terminal.expect("Waiting for more films; Ctrl-C ends.")
      try await body(filmz, gated, terminal)
    }
  }

  @Test func keysTypedWhileAPageIsLoadedActOnItsCards() async throws {
    try await Self.withAwaitedPage { filmz, gated, terminal in
      try await terminal.send("w=7.5\rqversion\r")
      gated.open()
      try await terminal.expect(/1 seen, 1 on your watchlist, 20 skipped/)
      try await terminal.expectPrompt()
      let marks = try await filmz.marks()
      #expect(marks.count == 22 && marks.values.contains("seen 7.5"), "\(marks)")
    }
  }

  @Test(arguments: [("\u{3}", "^C\n20 skipped"), ("\u{4}", "\n20 skipped")])
  func waitForAPageCanBeInterrupted(key: String, text: String) async throws {
    try await Self.withAwaitedPage { filmz, gated, terminal in
      try await terminal.send("w" + key)
      #expect(try await terminal.expectPrompt().contains(text))
      #expect(try await filmz.marks().count == 20)
      #expect(try await terminal.answer(to: "version").contains("filmz "))
    }
  }

  @Test func keysTypedWhileThePlotIsFetchedActAfterwards() async throws {
    let gated = GatedTMDB()
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      defer { gated.open() }
      let terminal = try await filmz.openShell()
      try await terminal.press(DiscoverDeckTests.line + "\r")
      try await terminal.send("i")
      try await terminal.expect("Waiting for the plot; Ctrl-C ends.")
      try await terminal.send("w")
      gated.open()
      try await terminal.expect(/2 · Trending/)
      #expect(try await filmz.marks().values.map(\.self) == ["wanted"])
    }
  }

  @Test func waitForThePlotCanBeInterrupted() async throws {
    let gated = GatedTMDB()
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      defer { gated.open() }
      let terminal = try await filmz.openShell()
      try await terminal.press(DiscoverDeckTests.line + "\r")
      try await terminal.send("i")
      try await terminal.expect("Waiting for the plot; Ctrl-C ends.")
      try await terminal.send("\u{3}")
      #expect(try await terminal.expectPrompt().contains("^C\nMarked nothing"))
    }
  }
}
