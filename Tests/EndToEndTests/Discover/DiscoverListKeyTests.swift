import FilmzTestSupport
import Testing

/// The key `l` in the deck of `discover`, which adds the film of the card to a list.
struct DiscoverListKeyTests {
  private static let line = "discover top-rated --type movie --genre drama\r"

  private static func withDeck(
    _ body: (FilmzProcess, PseudoTerminal) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "list create Noir; list create \"To lend\"")
      let terminal = try await filmz.openShell(["--offline"], columns: 120)
      try await terminal.press(line)
      try await body(filmz, terminal)
    }
  }

  /// Sends a key, and waits for the question for a list.
  private static func ask(_ terminal: PseudoTerminal, _ keys: String = "l") async throws {
    try await terminal.send(keys)
    try await terminal.expect(/List: $/)
  }

  private static func films(_ list: String, _ filmz: FilmzProcess) async throws -> Int {
    try await filmz.answer(to: "list show \"\(list)\"").array.count
  }

  @Test func filmIsAddedToTheListThatTabCompletesAndUndoRemovesIt() async throws {
    try await Self.withDeck { filmz, terminal in
      try await Self.ask(terminal)
      try await terminal.send("to\t")
      try await terminal.expect(/To lend$/)
      let output = try await terminal.press("\r")
      #expect(output.contains("is in \"To lend\" and on your watchlist."), "\(output)")
      #expect(output.contains("2 · "))
      #expect(try await Self.films("To lend", filmz) == 1)
      #expect(try await filmz.answer(to: "ls --unwatched").array.count == 1)
      let undone = try await terminal.press("u")
      #expect(undone.contains("is no longer in \"To lend\".") && undone.contains("1 · "))
      #expect(try await Self.films("To lend", filmz) == 0)
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func unknownListIsCreatedByAnotherEnter() async throws {
    try await Self.withDeck { filmz, terminal in
      try await Self.ask(terminal)
      try await terminal.send("Rainy days\r")
      let question = try await terminal.expect(/List: $/)
      #expect(question.contains("There is no list \"Rainy days\"."))
      #expect(try await terminal.press("\r").contains("is in \"Rainy days\""))
      #expect(try await Self.films("Rainy days", filmz) == 1)
      let log = try await filmz.answer(to: "log")
      #expect(log.array.count == 3)
      #expect(log[0]?["command"]?.string?.hasPrefix("list add \"Rainy days\" tt") == true)
      try await terminal.press("u")
      #expect(try await filmz.answer(to: "list").each("name") == ["Noir", "To lend"])
    }
  }

  @Test func anotherNameCanFollowAnUnknownOne() async throws {
    try await Self.withDeck { filmz, terminal in
      try await Self.ask(terminal)
      try await Self.ask(terminal, "Nior\r")
      #expect(try await terminal.press("noir\r").contains("is in \"Noir\""))
      #expect(try await filmz.answer(to: "list").each("films") == [1, 0])
    }
  }

  @Test(arguments: ["\r", "\u{3}", "  \r"])
  func nothingIsAddedWithoutAName(keys: String) async throws {
    try await Self.withDeck { filmz, terminal in
      try await Self.ask(terminal)
      try await terminal.press(keys)
      #expect(try await filmz.answer(to: "log").array.count == 2)
      #expect(try await terminal.press("w").contains("wanted"))
      #expect(try await filmz.answer(to: "ls").array.count == 1)
    }
  }
}
