import FilmzTestSupport
import Testing

/// The commands that set the marks seen, wanted, and skipped, and remove them.
struct MarkVerbTests {
  private static let heat = "tt0113277"

  /// A mark, with the commands that set it on a film that has none.
  enum State: String, CaseIterable, Sendable {
    case none, skipped, wanted, seen

    var command: String {
      switch self {
      case .none: "version"
      case .skipped: "skip heat"
      case .wanted: "watchlist add heat"
      case .seen: "seen heat"
      }
    }

    /// The values of `inCollection`, `watched`, and `skipped` in JSON.
    var flags: [JSON?] {
      [.bool(self == .wanted || self == .seen), .bool(self == .seen), .bool(self == .skipped)]
    }
  }

  private static func flags(_ row: JSON?) -> [JSON?] {
    [row?["inCollection"], row?["watched"], row?["skipped"]]
  }

  /// Each case has a mark, a command, the mark after it, and the notice of the command.
  @Test(arguments: [
    (State.none, "seen heat", State.seen, "Heat (1995) is seen; added to the collection"),
    (.none, "watchlist add heat", .wanted, "Heat (1995) is on your watchlist; added to the collection"),
    (.none, "skip heat", .skipped, "Heat (1995) is skipped"),
    (.skipped, "seen heat", .seen, "Heat (1995) is seen; added to the collection"),
    // T58.
    (.skipped, "watchlist add heat", .wanted, "Heat (1995) is on your watchlist; added to the collection"),
    (.skipped, "skip heat", .skipped, "Heat (1995) is already skipped"),
    (.skipped, "skip heat --force", .skipped, "Heat (1995) is already skipped"),
    (.wanted, "seen heat", .seen, "Heat (1995) is seen"),
    (.wanted, "watchlist add heat", .wanted, "Heat (1995) is already on your watchlist"),
    (.wanted, "watchlist add heat --force", .wanted, "Heat (1995) is already on your watchlist"),
    // T54.
    (
      .wanted, "skip heat", .wanted,
      "Heat (1995) is already on your watchlist; --force removes it from the collection"
    ),
    (
      .wanted, "skip heat --force", .skipped,
      "Heat (1995) is skipped; removed from the collection"
    ),
    (.seen, "seen heat", .seen, "Heat (1995) is already seen"),
    (
      .seen, "watchlist add heat", .seen,
      "Heat (1995) is already seen; --force removes its viewings"
    ),
    (
      .seen, "watchlist add heat --force", .wanted,
      "Heat (1995) is on your watchlist; removed 1 viewing"
    ),
    (
      .seen, "skip heat", .seen,
      "Heat (1995) is already seen; --force removes it from the collection"
    ),
    (
      .seen, "skip heat --force", .skipped,
      "Heat (1995) is skipped; removed from the collection (1 viewing)"
    ),
    (.seen, "seen heat --on 2020", .seen, "Heat (1995) was seen in 2020"),
    (.wanted, "seen heat --on 1.5.2020", .seen, "Heat (1995) was seen on 2020-05-01"),
    (.none, "seen heat --rating 8", .seen, "Heat (1995) is seen, rated 8; added to the collection"),
    (.seen, "seen heat --rating 8", .seen, "Heat (1995) is already seen, rated 8"),
    (.skipped, "unskip heat", .none, "Heat (1995) is no longer skipped"),
    (.wanted, "watchlist rm heat --yes", .none, "Removed Heat (1995)"),
    (
      .seen, "watchlist rm heat --yes", .seen,
      "Heat (1995) is seen and stays in your collection; `rm` removes it"
    ),
    // Commands that keep their meaning, and end a skip.
    (.skipped, "add heat", .wanted, "Added Heat (1995)"),
    (
      .skipped, "watched heat --on 2020", .seen,
      "Watched Heat (1995) in 2020, and added it to the collection"
    ),
    (
      .skipped, "rate heat 8", .seen,
      "Rated Heat (1995) 8, and added it to the collection; seen, date unknown"
    ),
    (.wanted, "rate heat 8", .seen, "Rated Heat (1995) 8; seen, date unknown"),
    (.wanted, "rate heat 8 --no-viewing", .wanted, "Rated Heat (1995) 8"),
    (.seen, "rate heat 8", .seen, "Rated Heat (1995) 8"),
    (.wanted, "rm heat --yes", .none, "Removed Heat (1995)"),
  ])
  func commandSetsTheMarkAndUndoRestoresTheOneBefore(
    before: State, command: String, after: State, notice: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      let steps = try await filmz.answer(to: "\(before.command); log").array.count
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "-c", command)
      #expect(result.status == 0)
      #expect(result.errorLines == [notice])
      #expect(Self.flags(try result.json.array.first) == after.flags)
      let (log, card) = try await Self.results(filmz, "log; show heat")
      #expect(Self.flags(card) == after.flags)
      #expect(log.array.count == steps + 1)
      let (_, undone) = try await Self.results(filmz, "undo; show heat")
      #expect(Self.flags(undone) == before.flags)
      let (_, redone) = try await Self.results(filmz, "redo; show heat")
      #expect(Self.flags(redone) == after.flags)
    }
  }

  /// Returns the results of the two commands of a line, which must succeed.
  private static func results(
    _ filmz: FilmzProcess, _ commands: String
  ) async throws -> (JSON, JSON) {
    let result = try await filmz.run("--offline", "--format", "json", "-c", commands)
    #expect(result.status == 0, "\(result.stderr)")
    let documents = try result.documents
    try #require(documents.count == 2, "\(result.stdout)")
    return (documents[0], documents[1])
  }

  /// Each case has command lines, and the error of the last one.
  @Test(arguments: [
    ("unskip heat", "Heat is not skipped"),
    ("add heat; unskip heat", "Heat is not skipped"),
    ("watchlist rm tt0113277 --yes", "Heat is not in your collection"),
    ("skip heat; watchlist rm tt0113277 --yes", "Heat is not in your collection"),
    ("skip heat; rm tt0113277 --yes", "Heat is not in your collection"),
    ("add heat; add heat", "Heat is already in your collection"),
  ])
  func nothingToChangeIsAnError(commands: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", commands)
      #expect(result.status == 1)
      #expect(result.errorLines.last?.contains(message) == true, "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("seen heat --on 2999", 64), ("seen heat --rating 11", 64), ("seen zzzqqq", 1),
    ("skip zzzqqq", 1), ("seen --on 2020", 1), ("skip", 1), ("watchlist add", 1), ("unskip", 1),
    ("watchlist --watched", 64), ("ls --skipped --stars 4", 64), ("reset", 64),
    ("reset everything", 64),
  ])
  func invalidCallsChangeNothing(command: String, status: Int32) async throws {
    try await FilmzProcess.with { filmz in
      let arguments = command.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline", "--yes"] + arguments)
      #expect(result.status == status && result.stdout == "", "\(result)")
      #expect(try await filmz.answer(to: "log") == [])
    }
  }

  // MARK: - What marks keep and replace

  /// T53: a seen film stays seen, with its rating.
  @Test func weakerMarksKeepARating() async throws {
    try await FilmzProcess.with { filmz in
      let commands = "seen heat --rating ★★★★★; skip heat; watchlist add heat; show heat"
      let card = try await filmz.answer(to: commands)
      #expect(Self.flags(card) == State.seen.flags)
      #expect(card["myRating"] == 10.0)
      #expect(try await filmz.answer(to: "log").array.count == 3)
    }
  }

  /// T50, T55, T56, T57, and T59: undone and repeated marks.
  @Test func undoneAndRepeatedMarksKeepOneRecord() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "seen heat; undo; ls") == [])
      let wanted = try await filmz.answer(to: "watchlist add heat; seen heat; undo; ls")
      #expect(wanted.array.map(Self.flags) == [State.wanted.flags])
      let seen = "seen heat --rating 9; seen heat; skip heat; ls"
      #expect(try await filmz.answer(to: seen).each("myRating") == [9.0])
      #expect(try await filmz.answer(to: "viewings heat").array.count == 1)
      let again = try await filmz.answer(to: "rm heat --yes; seen heat; ls")
      #expect(again.each("myRating") == [.null])
      #expect(again.array.map(Self.flags) == [State.seen.flags])
    }
  }

  /// T56: a mark that changed nothing is a step of its own.
  @Test(arguments: ["skip heat", "watchlist add heat", "seen heat", "watchlist rm heat --yes"])
  func undoOfAMarkThatChangedNothingKeepsTheOneBefore(command: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "-c",
        "seen heat --rating 9; \(command); undo; ls; undo; ls")
      #expect(result.status == 0, "\(result.stderr)")
      #expect(result.stderr.contains("Undid `\(command)`: nothing changed\n"), "\(result.stderr)")
      let documents = try result.documents
      try #require(documents.count == 6)
      #expect(documents[3].array.map(Self.flags) == [State.seen.flags])
      #expect(documents[3].each("myRating") == [9.0] && documents[5] == [])
    }
  }

  /// A mark that changes nothing keeps the steps that can be redone; it is itself undone and redone in its turn.
  @Test(arguments: ["skip heat", "watchlist add heat", "seen heat"])
  func markThatChangesNothingKeepsTheStepsToRedo(command: String) async throws {
    try await FilmzProcess.with { filmz in
      let undone = "seen heat; rate heat 9; undo; \(command)"
      let redone = try await filmz.answer(to: "\(undone); redo; ls")
      #expect(redone.each("myRating") == [9.0])
      let again = try await filmz.answer(to: "undo 2; redo 2; ls")
      #expect(again.each("myRating") == [9.0])
      // A change clears the steps to redo.
      _ = try await filmz.answer(to: "undo; audience heat family")
      #expect(try await filmz.run("--offline", "redo").errorLines == ["filmz: Nothing to redo"])
    }
  }

  /// `log` does not number marks that changed nothing, and `undo` with a number does not count them.
  @Test func marksThatChangedNothingAreNotCounted() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: "add heat; watchlist add heat; skip heat; seen heat; seen heat; rate heat 9; skip heat")
      let rows = try await filmz.run("log").stdout.split(separator: "\n").dropFirst()
      #expect(rows.count == 7)
      #expect(rows.filter { $0.contains("no change") }.count == 4, "\(rows)")
      #expect(rows.contains { $0.contains(/^ +3 .*add heat/) }, "\(rows)")
      let undone = try await filmz.run("--offline", "--verbose", "undo", "2")
      #expect(undone.errorLines.count == 2 && !undone.stderr.contains("nothing changed"), "\(undone.stderr)")
      let wanted = try await filmz.answer(to: "ls").array
      #expect(wanted.map(Self.flags) == [State.wanted.flags])
      #expect(try await filmz.answer(to: "redo 2; ls").each("myRating") == [9.0])
      _ = try await filmz.run("--offline", "undo", "3")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.answer(to: "redo 3; ls").each("myRating") == [9.0])
    }
  }

  @Test func changedMarksKeepOtherData() async throws {
    try await FilmzProcess.with { filmz in
      let data = "add heat --rating 7.5 --note fun --tag noir --from Ann --audience me"
      let added = try await filmz.answer(to: "\(data); show heat")
      for command in ["seen heat", "watchlist add heat --force"] {
        let card = try await filmz.answer(to: "\(command); show heat")
        for name in ["myRating", "notes", "tags", "recommendedBy", "audience", "dateAdded"] {
          #expect(card[name] == added[name], "\(command): \(name)")
        }
      }
      _ = try await filmz.answer(to: "skip heat --force; undo")
      #expect(try await filmz.answer(to: "show heat")["notes"] == "fun")
    }
  }

  /// T51, T52: undo has no limit, and says when there is nothing left.
  @Test func twelveSkipsAreUndoneOneByOne() async throws {
    try await FilmzProcess.with { filmz in
      let ids = try await filmz.answer(to: "search the --limit 12").each("id").compactMap(
        \.?.string)
      #expect(ids.count == 12)
      _ = try await filmz.answer(to: ids.map { "skip \($0)" }.joined(separator: "; "))
      #expect(
        try await filmz.answer(to: "ls --skipped").each("id") == ids.reversed().map { .string($0) })
      let undo = Array(repeating: "undo", count: 12).joined(separator: "; ")
      _ = try await filmz.answer(to: undo)
      #expect(try await filmz.answer(to: "ls --skipped") == [])
      let result = try await filmz.run("--offline", "undo")
      #expect(result.status == 1 && result.stderr.contains("Nothing to undo"))
    }
  }

  @Test func severalFilmsAreMarkedInOneStep() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--verbose", "-c", "seen heat; search godfather; skip tt0113277 1 2; undo")
      #expect(result.status == 0)
      #expect(
        result.errorLines.suffix(4) == [
          "Heat (1995) is already seen; --force removes it from the collection",
          "The Godfather (1972) is skipped", "The Godfather Part II (1974) is skipped",
          "Undid `skip tt0113277 1 2`: The Godfather (1972) is no longer skipped;"
            + " The Godfather Part II (1974) is no longer skipped",
        ])
    }
  }

  // MARK: - Viewings

  @Test func secondViewingOfADayIsReportedInScripts() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "-c", "seen heat --on 2020-05-01; seen heat --on 2020-05-01")
      #expect(result.status == 0)
      #expect(
        result.errorLines
          == ["command 2: Heat (1995) already has a viewing on 2020-05-01; another one was added"])
      #expect(try await filmz.answer(to: "viewings heat").each("date").count == 2)
    }
  }

  @Test func ratingOfAnOldViewingIsTheRatingOfTheFilm() async throws {
    try await FilmzProcess.with { filmz async throws in
      let commands = "watched heat --on 2020 --rating 8; seen heat --on 2019 --rating 6; ls"
      #expect(try await filmz.answer(to: commands).each("myRating") == [6.0])
    }
  }

  // MARK: - Questions and the selected film

  @Test(arguments: [("y", [State.seen]), ("n", [.seen, .wanted]), ("", [.seen, .wanted])])
  func removalFromTheWatchlistIsConfirmed(answer: String, left: [State]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "seen heat; watchlist add alien")
      let refused = try await filmz.run("--offline", "watchlist", "rm", "alien")
      #expect(refused.status != 0 && refused.stderr.contains("--yes"))
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("watchlist rm tt0113277 tt0078748\r")
      try await shell.expect("Remove Alien (1979)? [y/N] ")
      try await shell.send(answer + "\r")
      _ = try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
      let rows = try await filmz.answer(to: "ls --sort added")
      #expect(rows.array.map(Self.flags) == left.map(\.flags))
    }
  }

  @Test(arguments: [
    ("seen", State.seen), ("watchlist add", .wanted), ("skip", .skipped),
  ])
  func withoutATargetTheSelectedFilmIsMarked(command: String, state: State) async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "show heat; \(command)")
      #expect(rows.array.map(Self.flags) == [state.flags])
    }
  }

  @Test func forceWorksInTheShell() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      _ = try await shell.answer(to: "seen heat --rating 8")
      let skipped = try await shell.answer(to: "skip . --force")
      #expect(
        skipped.contains("Heat (1995) is skipped; removed from the collection (rated 8, 1 viewing)")
      )
      let undone = try await shell.answer(to: "undo")
      #expect(undone.contains("Heat (1995) is in the collection again, with 1 viewing"))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "ls").each("myRating") == [8.0])
    }
  }

  @Test func watchSuggestsBothCommands() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "watch", "3")
      #expect(result.status == 64 && result.stderr.contains("`watchlist add 3`"))
    }
  }
}
