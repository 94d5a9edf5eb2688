import FilmzTestSupport
import Testing

/// The command `viewings edit`.
struct ViewingEditTests {
  /// A film with two viewings: number 1 of 2024-04-01, and number 2 of 2024-05-01.
  private static let setup = """
    watched tt0113277 --on 2024-05-01 --rating 7 --note fun --tag cinema; \
    watched tt0113277 --on 2024-04-01
    """

  /// Each case has a command, its notice, and the viewings after it as date, rating, note, and tags.
  @Test(arguments: [
    (
      "viewings edit heat 1 --on 2024-04-02 --rating 8",
      "Viewing 1 of Heat (1995): date 2024-04-02 (was 2024-04-01), rating 8 (was none)",
      ["2024-04-02 8.0 - -", "2024-05-01 7.0 fun cinema"]
    ),
    (
      "viewings edit tt0113277 2 --rating none --note none --untag CINEMA",
      "Viewing 2 of Heat (1995): rating none (was 7), note none (was \"fun\"), tags none (was cinema)",
      ["2024-04-01 - - -", "2024-05-01 - - -"]
    ),
    (
      "show heat; viewings edit 2 --note \"great fun\" --tag Cinema --tag b --tag c --untag c",
      "Viewing 2 of Heat (1995): note \"great fun\" (was \"fun\"), tags cinema, b (was cinema)",
      ["2024-04-01 - - -", "2024-05-01 7.0 great fun cinema,b"]
    ),
    (
      "viewings edit heat 2 --on 2023",
      "Viewing 2 of Heat (1995): date 2023 (was 2024-05-01); it is viewing 1 now",
      ["2023 7.0 fun cinema", "2024-04-01 - - -"]
    ),
    (
      "viewings edit heat 1 --on unknown",
      "Viewing 1 of Heat (1995): date unknown (was 2024-04-01); it is viewing 2 now",
      ["2024-05-01 7.0 fun cinema", "- - - -"]
    ),
    (
      "viewings edit heat 2 --rating 7 --untag noir",
      "Viewing 2 of Heat (1995) is unchanged; it has these values already",
      ["2024-04-01 - - -", "2024-05-01 7.0 fun cinema"]
    ),
  ])
  func commandChangesAViewingAndUndoRestoresIt(
    command: String, notice: String, viewings: [String]
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let old = try await filmz.answer(to: "viewings heat")
      let result = try await filmz.run("--offline", "--verbose", "--format", "json", "-c", command)
      #expect(result.status == 0 && result.errorLines.last == notice, "\(result)")
      let rows = try #require(try JSON.documents(in: result.stdout).last)
      // The rating of the film stays.
      #expect(rows.each("id") == ["tt0113277"] && rows.each("myRating") == [7.0])
      let new = try await filmz.answer(to: "viewings heat")
      #expect(new.array.map(Self.summary) == viewings)
      #expect(try await filmz.answer(to: "log").array.count == (new == old ? 2 : 3))
      guard new != old else { return }
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "viewings heat") == old)
      _ = try await filmz.answer(to: "redo")
      #expect(try await filmz.answer(to: "viewings heat") == new)
    }
  }

  private static func summary(_ viewing: JSON) -> String {
    let tags = viewing["tags"]?.array.compactMap(\.string).joined(separator: ",") ?? ""
    return [
      viewing["date"]?.string ?? "-", viewing["rating"]?.number.map { "\($0)" } ?? "-",
      viewing["note"]?.string ?? "-", tags.isEmpty ? "-" : tags,
    ].joined(separator: " ")
  }

  @Test func secondViewingOfADayIsReportedInScripts() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(
        "--offline", "-c", "viewings edit heat 1 --on 2024-05-01; viewings edit heat 1 --note x")
      #expect(result.status == 0)
      #expect(
        result.errorLines == [
          "command 1: Heat (1995) already has another viewing on 2024-05-01; the date was changed"
        ])
    }
  }

  @Test(arguments: [
    ("n", "2024-04-01", "Nothing was changed."), ("y", "2024-05-01", "Viewing 1 of"),
  ])
  func secondViewingOfADayIsAskedForInTheShell(
    answer: String, date: String, notice: String
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send("viewings edit heat 1 --on 2024-05-01\r")
      try await shell.expect(
        "Heat (1995) already has another viewing on 2024-05-01. Change the date? [y/N] ")
      #expect(try await shell.answer(to: answer).contains(notice))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "viewings heat")[0]?["date"] == .string(date))
    }
  }

  @Test(arguments: [
    ("viewings edit heat 1", 64, "viewings edit needs --on, --rating, --note, --tag or --untag"),
    ("viewings edit --rating 8", 64, "viewings edit needs the number of a viewing"),
    ("viewings edit heat x --rating 8", 64, "as in `viewings edit TARGET 1`"),
    ("viewings edit heat 3 --rating 8", 1, "there is no viewing 3"),
    ("viewings edit alien 1 --rating 8", 1, "Alien is not in your collection"),
    ("viewings edit heat 1 --rating 11", 64, "Rating must be between 0 and 10"),
    ("viewings edit heat 1 --on 2999", 64, "2999"), ("viewings edit heat 1 --on soon", 64, "soon"),
    ("viewings heat --rating 8", 64, "only go with `viewings edit`"),
    ("viewings rm heat 1 --note x", 64, "only go with `viewings edit`"),
  ])
  func refusedCallsChangeNothing(command: String, status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(
        ["--offline"] + command.split(separator: " ").map(String.init))
      #expect(result.status == status && result.stdout == "", "\(result)")
      #expect(result.stderr.contains(message) && result.errorLines.count == 1, "\(result.stderr)")
      #expect(try await filmz.answer(to: "log").array.count == 2)
    }
  }
}
