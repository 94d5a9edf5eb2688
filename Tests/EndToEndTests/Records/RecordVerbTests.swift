import FilmzTestSupport
import Testing

/// The verbs of own records in the program.
struct RecordVerbTests {
  /// T77: minimum fields; nothing is invented except the type.
  @Test func filmWithTitleAndYearIsEnteredAndReadBack() async throws {
    try await FilmzProcess.with { filmz in
      let row = try #require(
        try await filmz.answer(to: "record new title=Summer in Graz year=2019").array.first)
      let id = try #require(row["id"]?.string)
      #expect(id.hasPrefix("own:") && row["imdbID"] == .null && row["inCollection"] == false)
      let film = try await filmz.answer(to: "show \(id)")
      #expect(film["title"] == "Summer in Graz" && film["year"] == 2019)
      #expect(film["type"] == "movie" && film["source"] == "own")
      #expect(film["own"]?.array.compactMap(\.string) == ["title", "year", "type"])
      for name in ["rated", "plot", "runtimeMinutes", "imdbRating", "fetchedAt"] {
        #expect(film[name] == .null, "\(name)")
      }
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await filmz.answer(to: "record ls").each("id") == [.string(id)])
    }
  }

  @Test func addedFilmIsRemovedWithItsPlacesAndUndone() async throws {
    try await FilmzProcess.with { filmz in
      let setup = "record new title=Graz year=2019 --add; rate . 8; list add Home . --create"
      _ = try await filmz.answer(to: setup)
      let before = try await filmz.answer(to: "ls; list show Home; record ls")
      let refused = try await filmz.run("--offline", "record", "rm", "graz")
      #expect(refused.status == 1 && refused.stderr.contains("--yes"), "\(refused)")
      _ = try await filmz.answer(to: "record rm graz --yes")
      #expect(try await filmz.answer(to: "record ls") == [])
      #expect(try await filmz.answer(to: "ls") == [])
      _ = try await filmz.answer(to: "undo")
      #expect(try await filmz.answer(to: "ls; list show Home; record ls") == before)
    }
  }

  /// T71: values are stored as they are.
  @Test(arguments: [
    "Ocean's Eleven", "100% \\ \"quoted\"", "'; DROP TABLE record; --", "Žluťoučký kůň 李",
  ])
  func valueIsStoredIntact(title: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "record", "edit", "heat", "title=\(title)")
      #expect(result.status == 0, "\(result)")
      #expect(try await filmz.answer(to: "show tt0113277")["title"] == .string(title))
    }
  }

  /// T72: only what differs is written, and named.
  @Test func onlyDifferencesAreWritten() async throws {
    try await FilmzProcess.with { filmz in
      let edit = try await filmz.run(
        "--offline", "--verbose", "edit", "heat", "title=Heat", "year=1996")
      #expect(edit.stderr.contains("Edited Heat (1996): year 1995 → 1996"), "\(edit)")
      #expect(try await filmz.answer(to: "show heat")["own"]?.array == ["year"])
      let steps = try await filmz.answer(to: "log").array.count
      let same = try await filmz.run("--offline", "--verbose", "edit", "heat", "year=1996")
      #expect(same.status == 0 && same.stderr.contains("Nothing changed"), "\(same)")
      #expect(try await filmz.answer(to: "log").array.count == steps)
    }
  }

  /// T73: a film that does not exist any more.
  @Test func removedFilmCannotBeEdited() async throws {
    try await FilmzProcess.with { filmz in
      let row = try await filmz.answer(to: "record new title=Graz year=2019").array.first
      let id = try #require(row?["id"]?.string)
      _ = try await filmz.answer(to: "record rm \(id) --yes")
      let result = try await filmz.run("--offline", "edit", id, "year=2020")
      #expect(result.status == 1 && result.errorLines.count == 1, "\(result)")
      #expect(try await filmz.answer(to: "record ls") == [])
    }
  }

  @Test func revertedFactsAreThoseOfTheSourcesAgain() async throws {
    try await FilmzProcess.with { filmz in
      let before = try await filmz.answer(to: "show heat")
      _ = try await filmz.answer(to: "edit heat year=1996 genres=Drama directors=none")
      let changed = try await filmz.answer(to: "show heat")
      #expect(changed["genres"] == ["Drama"] && changed["directors"] == [])
      _ = try await filmz.answer(to: "record revert heat year")
      #expect(try await filmz.answer(to: "show heat")["year"] == 1995)
      _ = try await filmz.answer(to: "record revert heat")
      #expect(try await filmz.answer(to: "show heat") == before)
      _ = try await filmz.answer(to: "undo 2")
      #expect(try await filmz.answer(to: "show heat") == changed)
    }
  }

  @Test func knownFilmIsNamedAndConfirmed() async throws {
    try await FilmzProcess.with { filmz in
      let refused = try await filmz.run("--offline", "record", "new", "title=Heat", "year=1995")
      #expect(
        refused.stderr.contains("Heat (1995) tt0113277 is known already; `record new` needs"))
      #expect(refused.status == 1 && refused.stderr.contains("--yes"), "\(refused)")
      let made = try await filmz.run(
        "--offline", "--yes", "record", "new", "title=Heat", "year=1995")
      #expect(made.status == 0, "\(made)")
    }
  }

  /// A film that a source knows gets own facts only after a question, and is not removed with them.
  @Test func filmWithAKnownIDIsNamedAndKept() async throws {
    try await FilmzProcess.with { filmz in
      let line = ["record", "new", "id=tt0113277", "title=Cold", "year=2000", "--add"]
      let refused = try await filmz.run(["--offline"] + line)
      #expect(refused.stderr.contains("tt0113277 is Heat (1995); `record new` needs confirmation"))
      let made = try await filmz.run(["--offline", "--yes", "--verbose"] + line)
      #expect(made.stderr.contains("Entered Cold (2000)"), "\(made)")
      let removed = try await filmz.run("--offline", "--yes", "record", "rm", "tt0113277")
      #expect(removed.status == 64 && removed.stderr.contains("`record revert`"), "\(removed)")
      #expect(try await filmz.answer(to: "ls").each("title") == ["Cold"])
    }
  }

  @Test func filmWithAnUnknownIDIsAMovie() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new id=tt9999999 title=Graz year=2019")
      #expect(try await filmz.answer(to: "show tt9999999")["type"] == "movie")
    }
  }

  /// A genre that no film has is stored, and named.
  @Test(arguments: ["edit heat genres=Foo, Crime", "record new title=Graz year=2019 genres=Foo"])
  func unknownGenreIsSaid(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let edit = try await filmz.run("--offline", "-c", line)
      #expect(edit.status == 0 && edit.errorLines.count == 1, "\(edit)")
      #expect(edit.stderr.contains("no other film has the genre \"Foo\""))
      #expect(try await filmz.answer(to: "browse genre:foo").array.count == 1)
      // It is known from now on.
      let again = try await filmz.run("--offline", "edit", "alien", "genres=Foo")
      #expect(again.status == 0 && again.stderr == "", "\(again)")
    }
  }

  @Test func addressOfAPosterIsStored() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "edit heat poster=https://example.com/p.jpg")
      let poster = try await filmz.answer(to: "show heat")["poster"]
      #expect(poster == "https://example.com/p.jpg")
    }
  }

  @Test func removedFilmIsNotSelectedAnyMore() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--yes", "-c", "record new title=Graz year=2019; record rm; record rm")
      #expect(result.stderr.hasPrefix("command 3: no film is selected"), "\(result)")
    }
  }

  /// A field and its value after a film need no `=`.
  @Test(
    arguments: [
      ("edit heat year 1996", "year", 1996), ("edit heat runtime 171", "runtimeMinutes", 171),
      ("record edit tt0113277 genre Crime, Drama", "genres", ["Crime", "Drama"]),
      (#"edit "Heat" title Hot Pursuit"#, "title", "Hot Pursuit"), ("search heat; edit 1 year 1996", "year", 1996),
      ("show heat; edit . runtime none", "runtimeMinutes", .null),
    ] as [(String, String, JSON)])
  func valueFollowsTheNameOfItsField(line: String, field: String, value: JSON) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(try await filmz.answer(to: "show tt0113277")[field] == value)
      #expect(try await filmz.answer(to: "record ls").each("id") == ["tt0113277"])
    }
  }

  @Test(arguments: [
    ("edit heat runtime long", 1), ("edit xyzzy runtime 131", 1), ("edit runtime 131", 1), ("edit heat runtime", 1),
  ])
  func fieldWithoutAKnownFilmOrAValueChangesNothing(line: String, status: Int) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", line)
      #expect(Int(result.status) == status && result.errorLines.count == 1, "\(result)")
      #expect(try await filmz.answer(to: "record ls") == [])
    }
  }

  @Test(arguments: [
    ("record new title=Graz", 64), ("record new year=2019", 64), ("record new", 64),
    ("record new title=Graz year=3000", 64), ("record new Graz year=2019", 64),
    ("edit heat endYear=1990", 64), ("edit heat title=Heat votes=90", 64),
    ("edit heat poster=javascript:x", 64), ("edit heat poster=http://example.com/p.jpg", 64),
    ("edit heat poster=https://user:secret@example.com/p.jpg", 64),
    ("record new title=Graz year=2019 poster=p.jpg", 64), ("edit heat title=\u{200B}", 64),
    ("edit heat", 64), ("edit heat yer=1996", 64),
    ("record rm heat", 64),
    ("edit tt9999999 year=1999", 1), ("record edit", 1),
  ])
  func wrongLineIsRefusedWithOneLine(line: String, status: Int) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + line.split(separator: " ").map(String.init))
      #expect(Int(result.status) == status && result.errorLines.count == 1, "\(result)")
      #expect(result.stdout == "")
    }
  }
}
