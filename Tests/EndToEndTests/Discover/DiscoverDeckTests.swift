import FilmzTestSupport
import Foundation
import Glibc
import Testing

/// The deck of `discover` in a terminal, with the films of a loopback TMDB.
struct DiscoverDeckTests {
  /// A query whose cards are in the order of TMDB's list.
  static let line = "discover trending --type movie"

  /// Runs `body` with a TMDB that has no details except at one path, and the titles of the deck in their order.
  ///
  /// Details are drawn into a card when they arrive, at any time. Without them, the text after a key is known.
  private static func withTitles(
    details path: String? = nil,
    _ body: (FilmzProcess, LoopbackServer, [String]) async throws -> Void
  ) async throws {
    let fake = FakeTMDB(token: FilmzProcess.token)
    let handler: LoopbackServer.Handler = { request in
      request.query["append_to_response"] == nil || request.path == path
        ? fake.respond(to: request) : FakeTMDB.notFound
    }
    try await FilmzProcess.withTMDB(handler) { filmz, server in
      let arguments = line.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--format", "json"] + arguments)
      #expect(result.status == 0, "\(result.stderr)")
      try await body(filmz, server, try result.json.each("title").compactMap { $0?.string })
    }
  }

  // MARK: - Keys

  @Test(
    "keys mark films at once (T48-T50, S1-S3)",
    arguments: [
      (["s", "\r"], "seen", [0: "seen"]), (["s", "8"], "8\n\n2 · Trending", [0: "seen 8"]),
      (["\u{1b}[C", "\r"], "seen", [0: "seen"]), (["\u{1b}OC", "=8.3\r"], "8.3", [0: "seen 8.3"]),
      (["8"], "seen, 8", [0: "seen 8"]), (["0"], "seen, 10", [0: "seen 10"]),
      (["10"], " 10\n", [0: "seen 10"]), (["s", "10"], " 10\n", [0: "seen 10"]),
      (["=7.5\r"], "seen, 7.5", [0: "seen 7.5"]), (["8", ".5"], " 8.5\n", [0: "seen 8.5"]),
      ([".5"], "A decimal can only follow", [:]), (["k"], "skipped", [0: "skipped"]),
      (["\u{1b}[D"], "skipped", [0: "skipped"]), (["w"], "wanted", [0: "wanted"]),
      (["\u{1b}[A"], "wanted", [0: "wanted"]),
      (["K", "W"], "wanted", [0: "skipped", 1: "wanted"]),
      (["k", "w", "8"], "seen, 8", [0: "skipped", 1: "wanted", 2: "seen 8"]),
      (["u"], "There is nothing to undo", [:]), (["k", "u"], "is no longer skipped.", [:]),
      (["s", "u"], "is no longer seen.", [:]), (["s", "8", "u"], "is no longer seen.", [:]),
      (["k", "k", "u", "u", "w"], "wanted", [0: "wanted"]),
      (["?"], "u undoes the last mark", [:]), (["s", "?", "\r"], "2 · Trending", [0: "seen"]),
      (["x"], "s or → marks the film as seen", [:]), (["\u{1b}[B"], "s or → marks the film as seen", [:]),
      (["n"], "later\n\n2 · Trending", [:]), (["b"], "This is the first card.", [:]),
      (["k", "b"], "1 · Trending", [0: "skipped"]), (["8", "b", "9"], "2 · Trending", [0: "seen 9"]),
      (["k", "w", "b", "b", "8"], "seen, 8", [0: "seen 8", 1: "wanted"]),
      // F1 of the Linux console ends like the arrow up.
      (["\u{1b}[[A"], "s or → marks the film as seen", [:]),
      (["=99\r\r"], "Rating must be between 0 and 10", [:]), (["=\r"], "Rating:", [:]),
    ] as [([String], String, [Int: String])])
  func keysMarkFilmsAtOnce(keys: [String], text: String, marks: [Int: String]) async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      #expect(try await terminal.press(Self.line + "\r").contains("1 · Trending\n\(titles[0])"))
      for key in keys.dropLast() { try await terminal.press(key) }
      try await terminal.send(keys.last ?? "")
      try await terminal.expect(text)
      try await terminal.expectKeyPrompt()
      #expect(try await filmz.marks() == marks.reduce(into: [:]) { $0[titles[$1.key]] = $1.value })
    }
  }

  @Test func keysShowMoreAboutTheFilm() async throws {
    try await Self.withTitles(details: "/movie/101") { filmz, _, titles in
      _ = try await filmz.run("show", "tmdb:movie:101")
      let terminal = try await filmz.openShell()
      let output = try await terminal.press("discover trending --type movie --genre thriller\r")
      #expect(output.contains("The Glass Harbor") && output.contains("Watch"), "\(output)")
      #expect(output.contains("Dora Vink"))
      let plot = try await terminal.press("i")
      #expect(plot.contains("A harbor is blown from glass, and then it rains."))
      let poster = try await terminal.press("o")
      #expect(poster.contains("https://image.tmdb.org/t/p/w500/poster101.jpg"))
    }
  }

  // T51; FlickSwiper undid at most ten marks.
  @Test func undoHasNoLimit() async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      try await terminal.press(Self.line + "\r")
      for _ in 1...12 { try await terminal.press("k") }
      #expect(try await filmz.marks().count == 12)
      for _ in 1...12 { try await terminal.press("u") }
      #expect(terminal.screen.visibleText.contains("1 · Trending\n\(titles[0])"))
      #expect(try await terminal.press("u").contains("There is nothing to undo"))
      #expect(try await filmz.marks().isEmpty)
    }
  }

  @Test func ratingBelongsToTheStepOfTheMark() async throws {
    try await Self.withTitles { filmz, _, _ in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "s", "8"] { try await terminal.press(key) }
      try await terminal.send("q")
      try await terminal.expectPrompt()
      #expect(try await filmz.answer(to: "log").array.count == 1)
      _ = try await terminal.answer(to: "undo")
      #expect(try await filmz.marks().isEmpty)
    }
  }

  // T52, T60.
  @Test func methodCanBeChanged() async throws {
    try await Self.withTitles { filmz, _, _ in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "k"] { try await terminal.press(key) }
      try await terminal.send("m")
      try await terminal.expect("Method: ")
      try await terminal.send("imax\r")
      try await terminal.expect(/no method "imax"(.|\n)*Method: $/)
      #expect(try await terminal.press("netflix\r").contains("1 · Netflix\n"))
      try await terminal.press("w")
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("1 on your watchlist, 1 skipped"))
      let platforms = try await filmz.answer(to: "ls").each("platform")
      #expect(platforms == ["Netflix"])
      #expect(try await filmz.answer(to: "ls --skipped").each("platform") == [.null])
    }
  }

  @Test func marksOfTheMethodBeforeCanBeUndone() async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "k", "w"] { try await terminal.press(key) }
      try await terminal.send("m")
      try await terminal.expect("Method: ")
      for key in ["netflix\r", "8"] { try await terminal.press(key) }
      #expect(try await terminal.press("u").contains("1 · Netflix\n"))
      #expect(try await filmz.marks() == [titles[0]: "skipped", titles[1]: "wanted"])
      #expect(try await terminal.press("u").contains("2 · Trending\n\(titles[1])"))
      #expect(try await terminal.press("u").contains("1 · Trending\n\(titles[0])"))
      #expect(try await terminal.press("u").contains("There is nothing to undo"))
      #expect(try await filmz.marks().isEmpty)
      try await terminal.press("8")
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("1 seen\n"))
      #expect(try await filmz.marks() == [titles[0]: "seen 8"])
    }
  }

  // MARK: - Sessions

  // T47, T49.
  @Test func marksDoNotComeBackAndTheDeckIsContinued() async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      #expect(try await terminal.press(Self.line + "\r").contains("s or → seen"))
      for key in ["k", "w"] { try await terminal.press(key) }
      try await terminal.send("q")
      try await terminal.expectPrompt()
      #expect(try await terminal.answer(to: "show .").contains(titles[2]))
      let output = try await terminal.press("discover\r")
      #expect(output.contains("1 · Trending\n\(titles[2])"), "\(output)")
      #expect(!output.contains("s or → seen"))
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().contains("Marked nothing"))
      #expect(try await terminal.press(Self.line + " --again\r").contains(titles[0]))
      try await terminal.send("q")
      try await terminal.expectPrompt()
      _ = try await terminal.answer(to: "discover --reset")
      #expect(try await terminal.press("discover\r").contains("1 · Popular\n"))
    }
  }

  @Test func invalidRememberedPositionIsIgnored() async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "k"] { try await terminal.press(key) }
      try await terminal.send("q")
      try await terminal.expectPrompt()
      let path = "home/state/discover.json"
      let text = try filmz.folder.read(path)
      #expect(text.contains("trending"))
      let cursor = """
        "cursor":{"origin":"tmdb","films":{"page":\(Int.max),"offset":0,"isAtEnd":false},\
        "series":{"page":1,"offset":0,"isAtEnd":false}},"query"
        """
      _ = try filmz.folder.write(text.replacing("\"query\"", with: cursor), to: path)
      #expect(try await terminal.press(Self.line + "\r").contains("1 · Trending\n\(titles[1])"))
    }
  }

  @Test(arguments: [("q", "q\n"), ("\u{4}", "\n"), ("\u{3}", "^C\n")])
  func endsWithASummary(key: String, echo: String) async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "8", "k", "s"] { try await terminal.press(key) }
      try await terminal.send(key)
      #expect(try await terminal.expectPrompt().contains(echo + "2 seen, 1 skipped\n"))
      #expect(
        try await filmz.marks() == [titles[0]: "seen 8", titles[1]: "skipped", titles[2]: "seen"])
      #expect(try await terminal.quit() == 0)
    }
  }

  @Test(arguments: [SIGTERM, SIGHUP, SIGKILL])
  func signalsLoseNoMark(signal: CInt) async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      for key in [Self.line + "\r", "8", "k", "w", "s"] { try await terminal.press(key) }
      terminal.kill(signal)
      _ = try await terminal.waitForExit()
      let marks = try await filmz.marks()
      #expect(
        marks == [
          titles[0]: "seen 8", titles[1]: "skipped", titles[2]: "wanted", titles[3]: "seen",
        ])
    }
  }

  @Test func keysTypedAheadAreNotLost() async throws {
    try await Self.withTitles { filmz, _, titles in
      let terminal = try await filmz.openShell()
      try await terminal.send(Self.line + "\rkwuk8s9s\rq" + "version\r")
      try await terminal.expect(/filmz \d[^\n]*\n(.|\n)*filmz[^\n]*> $/)
      #expect(
        try await filmz.marks() == [
          titles[0]: "skipped", titles[1]: "skipped", titles[2]: "seen 8", titles[3]: "seen 9",
          titles[4]: "seen",
        ])
    }
  }

  // MARK: - Drawing

  @Test func detailsAreDrawnIntoTheCardWhenTheyArrive() async throws {
    let gated = GatedTMDB()
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      let terminal = try await filmz.openShell()
      let first = try await terminal.press(Self.line + "\r")
      #expect(first.contains("1 · Trending") && !first.contains("Directed by"))
      gated.open()
      try await terminal.wait(for: "the director and the keys") {
        terminal.screen.visibleText.contains(/Dora Vink(.|\n)*\? = help: *$/)
      }
      let text = terminal.screen.visibleText
      #expect(text.components(separatedBy: "1 · Trending").count == 2, "\(text)")
    }
  }

  @Test func detailsAreDrawnIntoTheCardAboveAnOpenQuestion() async throws {
    let gated = GatedTMDB()
    try await FilmzProcess.withTMDB(gated.respond) { filmz, _ in
      let terminal = try await filmz.openShell()
      try await terminal.press(Self.line + "\r")
      #expect(try await terminal.press("s").contains("Your rating: "))
      gated.open()
      try await terminal.wait(for: "the director and the question") {
        terminal.screen.visibleText
          .contains(/Dora Vink(.|\n)*help: seen\nYour rating: [^\n]*\? = help: *$/)
      }
      let text = terminal.screen.visibleText
      #expect(text.components(separatedBy: "1 · Trending").count == 2, "\(text)")
      try await terminal.press("8")
      #expect(try await filmz.marks().values.first == "seen 8")
    }
  }

  @Test(arguments: [60, 80, 200])
  func cardsFitTheTerminal(columns: Int) async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      let terminal = try await filmz.openShell(columns: columns)
      try await terminal.press(Self.line + "\r")
      for _ in 1...10 { try await terminal.press("k") }
      #expect(terminal.screen.wrappedLines.isEmpty)
    }
  }

  @Test func nextCardHasTheNewWidthOfTheTerminal() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      let terminal = try await filmz.openShell(columns: 120)
      try await terminal.press(Self.line + "\r")
      try terminal.resize(rows: 24, columns: 60)
      for _ in 1...3 { try await terminal.press("k") }
      #expect(terminal.screen.wrappedLines.isEmpty)
    }
  }

  @Test func dumbTerminalsGetNoEscapeSequences() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      let terminal = try await filmz.openShell(environment: ["TERM": "dumb"])
      try await terminal.send(Self.line + "\r")
      try await terminal.expectKeyPrompt()
      #expect(!terminal.screen.rawOutput.contains("\u{1b}"))
    }
  }
}

extension FilmzProcess {
  /// Returns the marks of all films, by title: `seen`, `seen 8`, `wanted`, or `skipped`.
  func marks() async throws -> [String: String] {
    var marks: [String: String] = [:]
    for row in try await answer(to: "ls").array {
      let rating = row["myRating"]?.number.map { " \($0.formatted())" } ?? ""
      marks[row["title"]?.string ?? ""] = (row["watched"] == true ? "seen" : "wanted") + rating
    }
    for row in try await answer(to: "ls --skipped").array {
      marks[row["title"]?.string ?? ""] = "skipped"
    }
    return marks
  }
}
