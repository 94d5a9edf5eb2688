import FilmzTestSupport
import Testing

/// Viewings of unknown date, which ratings, `seen` and imports add, and imports replace.
struct SeenFilmTests {
  private static let heat = "tt0113277"

  /// Returns the sorted dates of the viewings of a film, with `-` for an unknown one.
  private static func dates(of film: JSON) -> String {
    (film["viewings"]?.each("date") ?? []).map { $0?.string ?? "-" }.sorted().joined(separator: " ")
  }

  /// Each case has commands, and the dates of the viewings after them.
  @Test(arguments: [
    ("rate heat 8", "-"), ("add heat; rate heat 8", "-"), ("rate heat 8; rate heat 9", "-"),
    ("rate heat 8; rate heat none", "-"), ("rate heat 8; rate heat none; rate heat 7", "-"),
    ("rate heat 8 --no-viewing", ""), ("rate heat 8 --no-viewing; rate heat 9", ""),
    ("rate heat 8; unwatched heat; rate heat 9", ""), ("seen heat; rate heat 8", "-"),
    ("watched heat --on 2020; rate heat 8", "2020"), ("rate heat 8; undo", ""),
    ("rate heat 8; undo; redo", "-"), ("rate heat 8; watched heat --on 2020", "2020"),
    ("rate heat 8; watched heat yesterday --note fun; undo", "-"), ("rate heat 8; seen heat --on 2020", "2020"),
    ("seen heat; watched heat --on 2020", "2020"),
    ("rate heat 8; viewings edit heat 1 --note fun; watched heat --on 2020", "- 2020"),
    ("rate heat 8; watched heat --on unknown", "- -"), ("rate heat 8; seen heat", "-"),
  ])
  func ratingForTheFirstTimeAddsAViewing(commands: String, dates: String) async throws {
    try await FilmzProcess.with { filmz in
      let film = try await filmz.answer(to: "\(commands); show \(Self.heat)")
      #expect(Self.dates(of: film) == dates)
    }
  }

  @Test func viewingTakesThePlaceOfThatOfTheRating() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "-c", "rate heat 8; watched heat yesterday; log")
      #expect(!result.stderr.contains("(viewing 2)"), "\(result.stderr)")
      let film = try await filmz.answer(to: "show \(Self.heat)")
      #expect(film["viewings"]?.array.count == 1 && film["myRating"] == 8)
      #expect(try await filmz.answer(to: "log").array.count == 2)
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test func ratingOfASeriesAddsNoViewing() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "rate tt0903747 \(Self.heat) 8")
      #expect(rows.each("watched") == [false, true] && rows.each("myRating") == [8, 8])
      #expect(try await filmz.answer(to: "undo; ls") == [])
    }
  }

  @Test(arguments: [("rate --unwatched", true), ("rate --unwatched --no-viewing", false)])
  func ratingSessionAddsViewingsToo(line: String, isSeen: Bool) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646; add \(Self.heat)")
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press(line + "\r")
      try await terminal.press("8")
      try await terminal.press("+")
      try await terminal.send("q")
      let output = try await terminal.expectPrompt()
      let seenText = isSeen ? " (1 now seen, date unknown)" : ""
      #expect(output.contains("Rated 1 film\(seenText); 1 left\n"), "\(output)")
      let film = try await filmz.answer(to: "show \(Self.heat)")
      #expect(film["myRating"] == 8.5 && Self.dates(of: film) == (isSeen ? "-" : ""))
      #expect(try await terminal.quit() == 0)
    }
  }

  @Test func viewingsOfUnknownDateMakeNoRewatch() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          watched \(Self.heat) --on unknown; watched \(Self.heat) --on 2020-05-01; watched tt0068646 --on 2019; \
          watched tt0068646 --on 2020
          """)
      #expect(try await filmz.answer(to: "ls is:rewatched").each("id") == ["tt0068646"])
      _ = try await filmz.answer(to: "watched \(Self.heat) --on 2021; undo")
      #expect(try await filmz.answer(to: "ls @rewatched").each("id") == ["tt0068646"])
      _ = try await filmz.answer(to: "redo")
      #expect(try await filmz.answer(to: "ls @rewatched").array.count == 2)
    }
  }

  // MARK: - `seen` alone

  @Test func seenWithoutASelectionListsTheSeenFilms() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.answer(to: "seen") == [])
      _ = try await filmz.answer(
        to: "watched heat --on 2020; watched alien --on 2021; add tt0068646")
      let list = try await filmz.answer(to: "ls --watched")
      #expect(list.array.count == 2)
      #expect(try await filmz.answer(to: "seen") == list)
      #expect(try await filmz.answer(to: "search godfather; seen") == list)
      let single = try await filmz.run("--offline", "--format", "json", "seen")
      #expect(try single.json.each("id") == list.each("id"))
      let row = try await filmz.answer(to: "watchlist add tt0071562; watchlist; seen")
      #expect(row == list, "The only film of a list is not selected.")
      #expect(try await filmz.answer(to: "log").array.count == 4)
    }
  }

  // MARK: - Imports

  /// Each case has commands, and the dates of the viewings after the import of a viewing on 2020-05-01.
  @Test(arguments: [
    ("rate ID 8", "2020-05-01"), ("seen ID", "2020-05-01"), ("seen ID --on 2020", "2020-05-01"),
    ("seen ID --on 2020-05", "2020-05-01"), ("seen ID --on 2019", "2019 2020-05-01"),
    ("import ratings.csv", "2020-05-01"), ("import years.csv", "2020-05-01"),
    ("watched ID --on unknown", "- 2020-05-01"), ("watched ID --on 2020", "2020 2020-05-01"),
    ("rate ID 8; watched ID --on unknown", "- 2020-05-01"),
    ("rate ID 8; viewings edit ID 1 --note fun", "- 2020-05-01"),
    ("rate ID 8; viewings edit ID 1 --on 2020", "2020 2020-05-01"),
    ("rate ID 8; watched ID --on 2020-05-01", "2020-05-01"),
    ("rate ID 8; unwatched ID", "2020-05-01"),
  ])
  func importedDayTakesThePlaceOfALessExactDate(commands: String, dates: String) async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("imdbID,WatchedDate\n\(Self.heat),2020-05-01\n", to: "diary.csv")
      try filmz.folder.write("imdbID,WatchedDate\n\(Self.heat),2020\n", to: "years.csv")
      try filmz.folder.write("imdbID,myRating\n\(Self.heat),8\n", to: "ratings.csv")
      let setup = commands.replacing("ID", with: Self.heat)
      let before = try await filmz.answer(to: "\(setup); show \(Self.heat)")
      let film = try await filmz.answer(to: "import diary.csv; show \(Self.heat)")
      #expect(Self.dates(of: film) == dates)
      for file in ["diary", "years", "ratings"] where file == "diary" || setup.contains(file) {
        #expect(try await filmz.answer(to: "import \(file).csv")["viewings"] == 0)
        #expect(try await filmz.answer(to: "show \(Self.heat)")["viewings"] == film["viewings"])
      }
      #expect(try await filmz.answer(to: "db check") == [])
      let undone = try await filmz.answer(to: "undo; show \(Self.heat)")
      #expect(undone["viewings"] == before["viewings"])
      let redone = try await filmz.answer(to: "redo; show \(Self.heat)")
      #expect(redone["viewings"] == film["viewings"])
    }
  }
}
