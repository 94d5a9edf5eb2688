import FilmzTestSupport
import Testing

/// The films of lists: `list add`, `remove`, `move`, `show`, `share`, and `share`.
struct FilmListFilmsTests {
  private static let setup = FilmListVerbTests.setup
  private static let (heat, godfather, matrix) = ("tt0113277", "tt0068646", "tt0133093")
  private static let alien = "tt0078748"

  private static func ids(_ filmz: FilmzProcess) async throws -> [String] {
    try await filmz.answer(to: "list show Noir").each("id").compactMap { $0?.string }
  }

  /// Each case has a command, its notices, and the films of the list after it.
  @Test(arguments: [
    (
      "list add Noir alien", ["Added Alien (1979) to \"Noir\" (place 4), and to your watchlist"],
      [heat, godfather, matrix, alien]
    ),
    (
      "list add noir tt0078748 --at 1",
      ["Added Alien (1979) to \"Noir\" (place 1), and to your watchlist"],
      [alien, heat, godfather, matrix]
    ),
    (
      "list add Noir alien heat --at 4",
      [
        "Added Alien (1979) to \"Noir\" (place 4), and to your watchlist",
        "Heat (1995) is already in \"Noir\" (place 1)",
      ], [heat, godfather, matrix, alien]
    ),
    (
      "list add Noir heat", ["Heat (1995) is already in \"Noir\" (place 1)"],
      [heat, godfather, matrix]
    ),
    (
      "list remove Noir heat", ["Removed Heat (1995) from \"Noir\""], [godfather, matrix]
    ),
    (
      "list move Noir 3 1", ["Moved The Matrix (1999) in \"Noir\" to place 1"],
      [matrix, heat, godfather]
    ),
    (
      "list move Noir 1-2 end",
      [
        "Moved Heat (1995) in \"Noir\" to place 2",
        "Moved The Godfather (1972) in \"Noir\" to place 3",
      ], [matrix, heat, godfather]
    ),
    (
      "list move Noir 1 3", ["Moved Heat (1995) in \"Noir\" to place 2"],
      [godfather, heat, matrix]
    ),
    (
      "list move Noir 2 2", ["The Godfather (1972) is there already in \"Noir\" (place 2)"],
      [heat, godfather, matrix]
    ),
  ])
  func changesAreConfirmedAndCanBeUndone(
    command: String, notices: [String], ids: [String]
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let before = try await Self.ids(filmz)
      let steps = try await filmz.answer(to: "log").array.count
      let arguments = command.split(separator: " ").map(String.init)
      let result = try await filmz.run(
        ["--offline", "--verbose", "--format", "json"] + arguments)
      #expect(result.status == 0 && result.errorLines == notices, "\(result.stderr)")
      #expect(try result.json.array.count == notices.count)
      #expect(try await Self.ids(filmz) == ids)
      let changes = try await filmz.answer(to: "log").array.count - steps
      #expect(changes == (ids == before ? 0 : 1))
      guard changes > 0 else { return }
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.ids(filmz) == before)
      _ = try await filmz.answer(to: "redo")
      #expect(try await Self.ids(filmz) == ids)
    }
  }

  @Test func addedFilmIsWantedAndUndoRemovesItAgain() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "skip alien")
      let result = try await filmz.run(
        "--offline", "--verbose", "list", "add", "Space", "alien", "--create")
      #expect(
        result.errorLines == [
          "Created the list \"Space\"",
          "Added Alien (1979) to \"Space\" (place 1), and to your watchlist; it is no longer skipped",
        ])
      let card = try await filmz.answer(to: "show alien")
      #expect([card["inCollection"], card["watched"], card["skipped"]] == [true, false, false])
      #expect(try await filmz.answer(to: "log").array.count == 2)
      #expect(try await filmz.answer(to: "undo; list") == [])
      #expect(try await filmz.answer(to: "show alien")["skipped"] == true)
    }
  }

  @Test func filmsThatAreNotInTheListAreReported() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "\(Self.setup); add alien")
      let none = try await filmz.run("--offline", "list", "remove", "Noir", "alien")
      #expect(none.status == 1 && none.stdout == "")
      #expect(none.errorLines == ["filmz: Alien (1979) is not in the list \"Noir\""])
      let some = try await filmz.run(
        "--offline", "--verbose", "list", "remove", "Noir", Self.alien, Self.heat)
      #expect(some.status == 0)
      #expect(some.errorLines.contains("Removed Heat (1995) from \"Noir\""))
      #expect(some.errorLines.contains("filmz: Alien (1979) is not in the list \"Noir\""))
      #expect(try await Self.ids(filmz) == [Self.godfather, Self.matrix])
      #expect(try await filmz.answer(to: "ls").array.count == 4)
    }
  }

  @Test func numbersOfTheListAreItsPlaces() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "\(Self.setup); list show Noir; list remove Noir 2")
      #expect(try await Self.ids(filmz) == [Self.heat, Self.matrix])
      let rows = try await filmz.answer(to: "list show Noir")
      #expect(rows.each("index") == [1, 2])
    }
  }

  @Test func listIsAResultSetWithPages() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let page = try await filmz.answer(
        to: "list show Noir --limit 2; next; list add Other 3 --create")
      #expect(page.each("id") == [.string(Self.matrix)])
      let second = try await filmz.answer(to: "list show Noir --limit 2 --page 2")
      #expect(second.each("index") == [3])
      let result = try await filmz.run(
        "--offline", "--verbose", "-c",
        "list describe Noir \"Rain and shadows\"; seen heat; list show Noir --limit 2")
      #expect(
        result.errorLines.suffix(3) == [
          "Noir · 3 films, 1 seen", "Rain and shadows", "1–2 of 3 · page 1/2 · next",
        ])
    }
  }

  @Test func emptyListHasAHint() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "list create 'To lend'")
      let result = try await filmz.run("--offline", "--verbose", "list", "show", "to lend")
      #expect(result.status == 0 && result.stdout == "")
      #expect(
        result.errorLines == [
          "The list \"To lend\" has no films yet. `list add \"To lend\" TITLE` adds one."
        ])
      #expect(
        try await filmz.run("--offline", "list", "share", "To lend").stdout == "To lend · 0 films\n"
      )
      let move = try await filmz.run("--offline", "list", "move", "to lend", "1", "end")
      #expect(move.status == 1 && move.stderr.contains("the list \"To lend\" has no films"))
    }
  }

  @Test func selectedFilmIsTheDefault() async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await filmz.answer(
        to: "list create Noir; show heat; list add Noir; list show Noir"
      ).each("id")
      #expect(ids == [.string(Self.heat)])
    }
  }

  @Test func listOfSomeHundredFilms() async throws {
    try await FilmzProcess.with { filmz in
      let added = try await filmz.answer(
        to: "search year:1970-2020 --limit 400; list add Many 1-300 --create")
      #expect(added.array.count == 300)
      let before = try await filmz.answer(to: "list show Many").each("id")
      #expect(before.count == 300)
      _ = try await filmz.answer(to: "list move Many 291-300 1")
      let moved = try await filmz.answer(to: "list show Many").each("id")
      #expect(moved == Array(before[290...] + before[..<290]))
      let rest = try await filmz.answer(
        to: "list show Many; list remove Many 11-300; list show Many")
      #expect(rest.each("id") == Array(moved[..<10]))
      let restored = try await filmz.answer(to: "undo 2; list show Many")
      #expect(restored.each("id") == before)
    }
  }

  // MARK: - Sharing

  @Test func listIsSharedAsText() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "\(Self.setup); rate heat 9; rate tt0133093 7.4")
      let expected = """
        Noir · 3 films

        • Heat (1995) ★★★★½
        • The Godfather (1972)
        • The Matrix (1999) ★★★½

        """
      #expect(try await filmz.run("--offline", "list", "share", "noir").stdout == expected)
      let json = try await filmz.answer(to: "list share Noir")
      #expect(json == ["text": .string(String(expected.dropLast()))])
      let film = try await filmz.run("--offline", "share", "heat").stdout
      #expect(film == "1 film\n\n• Heat (1995) ★★★★½\n")
      let numbers = try await filmz.answer(to: "list show Noir; share 1-2")
      #expect(numbers["text"]?.string?.hasPrefix("2 films\n\n• Heat") == true)
    }
  }

  @Test func nameWithAnEscapeIsRefused() async throws {
    try await FilmzProcess.with { filmz in
      for call in [["create", "Red\u{1B}[31m"], ["share", "Red\u{1B}[31m"]] {
        let result = try await filmz.run(["--offline", "list"] + call)
        #expect(result.status != 0 && result.errorLines.count == 1)
        #expect(!(result.stdout + result.stderr).contains("\u{1B}"))
      }
    }
  }
}
