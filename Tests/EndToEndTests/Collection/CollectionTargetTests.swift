import FilmzTestSupport
import Testing

/// Smart collections as targets.
struct CollectionTargetTests {
  /// Runs `body` with some wanted films.
  private static func withWantedFilms(
    _ count: Int, _ body: (FilmzProcess) async throws -> Void
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search type:movie --limit \(count); add 1-\(count)")
      try await body(filmz)
    }
  }

  @Test(arguments: [
    "rate @wanted 7", "seen @wanted", "watched @wanted --on 2020", "skip @wanted --force",
    "watchlist add @wanted", "audience @wanted me", "from @wanted Ann", "note @wanted great fun",
    "note @wanted \"great fun\"", "unwatched @wanted", "watchlist rm @wanted --yes",
    "rm @wanted --yes",
  ])
  func commandAppliesToAllFilmsOfACollection(line: String) async throws {
    try await Self.withWantedFilms(3) { filmz in
      let listed = try await filmz.answer(to: "ls @wanted").each("id")
      let result = try await filmz.run("--offline", "--format", "json", "-c", line)
      #expect(result.status == 0, "\(result.stderr)")
      #expect(listed.count == 3)
      #expect(try result.json.each("id") == listed)
    }
  }

  @Test func collectionIsATargetNextToOthers() async throws {
    try await Self.withWantedFilms(2) { filmz in
      _ = try await filmz.answer(to: "seen tt0113277 --rating 9")
      let wanted = try await filmz.answer(to: "ls @wanted").each("id")
      let rows = try await filmz.answer(to: "rate heat @wanted @favorites 6")
      #expect(rows.each("id") == ["tt0113277"] + wanted && wanted.count == 2)
      #expect(rows.each("myRating") == [6, 6, 6])
    }
  }

  @Test(arguments: [
    ("rate @favorites 7", "@favorites has no films"), ("rm @seen", "@seen has no films"),
    ("rate @favorite 7", "did you mean @favorites?"), ("show @wanted", "show takes one film"),
    ("seen @genre:dramma", "did you mean Drama?"), ("note @wanted -e", "needs a terminal"),
    ("seen @person:pacinno", "did you mean Al Pacino"), ("rate \"@wanted\" 7", "no film called"),
    ("rate title:@wanted 7", "no film called \"@wanted\""),
    ("rate @wanted", "interactive rating needs a terminal"),
  ])
  func errorChangesNothing(line: String, text: String) async throws {
    try await Self.withWantedFilms(2) { filmz in
      let before = try await filmz.answer(to: "ls")
      let result = try await filmz.run("--offline", "-c", line)
      #expect(result.status == 1 && result.stderr.contains(text), "\(result.stderr)")
      #expect(try await filmz.answer(to: "ls") == before)
    }
  }

  @Test func searchForAWordWithAnAtIsASearch() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "search", "@seen")
      #expect(result.status == 0 && !result.stderr.contains("collection"))
    }
  }

  // MARK: - Confirmation

  @Test(arguments: [
    ("rate @wanted 7", "changing 21 films"), ("skip @wanted --force", "changing 21 films"),
    ("note @wanted x", "changing 21 films"), ("rm @wanted", "rm"),
    ("watchlist rm @wanted", "watchlist rm"),
  ])
  func manyFilmsNeedAConfirmation(line: String, action: String) async throws {
    try await Self.withWantedFilms(21) { filmz in
      let before = try await filmz.answer(to: "ls")
      let refused = try await filmz.run("--offline", "-c", line)
      #expect(refused.status == 1)
      #expect(
        refused.errorLines == [
          "command 1: \(action) needs confirmation, which is not possible here; add --yes"
        ])
      #expect(try await filmz.answer(to: "ls") == before)
      let rows = try await filmz.answer(to: line + " --yes")
      #expect(rows.array.count == 21)
      #expect(try await filmz.answer(to: "undo; ls") == before)
    }
  }

  @Test(arguments: ["rate @wanted 7", "ls; rate 1-25 7"])
  func fewFilmsAndOtherTargetsNeedNone(line: String) async throws {
    let count = line.hasPrefix("rate") ? 20 : 25
    try await Self.withWantedFilms(count) { filmz async throws in
      #expect(try await filmz.answer(to: line).array.count == count)
    }
  }

  @Test func refreshDoesNotAsk() async throws {
    try await Self.withWantedFilms(21) { filmz in
      let result = try await filmz.run("--offline", "refresh", "@wanted")
      #expect(result.stderr.contains("21 films: OMDb cannot be queried while offline"))
    }
  }

  @Test(arguments: [("n", 0), ("y", 21)])
  func shellAsksOnceWithTheNumber(answer: String, rated: Int) async throws {
    try await Self.withWantedFilms(21) { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send("rate @wanted 7\r")
      try await shell.expect("Change the 21 films of @wanted? [y/N] ")
      try await shell.send(answer + "\r")
      let output = try await shell.expectPrompt()
      #expect(output.contains(answer == "n" ? "Nothing was changed." : "Rated "))
      // A rating marks a film as seen.
      try await shell.send(answer == "n" ? "rm @wanted\r" : "rm @seen\r")
      try await shell.expect("Remove 21 films with your ratings, notes and viewings? [y/N] ")
      try await shell.send("n\r")
      #expect(try await shell.expectPrompt().contains("Nothing was removed."))
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "ls is:rated").array.count == rated)
    }
  }

  // MARK: - Rating sessions

  @Test(arguments: [
    ("rate @genre:crime", ["tt0068646", "tt0113277"]),
    ("rate year:1990s", ["tt0113277", "tt0133093"]),
    ("rate @decade:1990s @genre:sci-fi", ["tt0133093"]),
    ("rate @seen --genre Sci-Fi", ["tt0133093"]),
  ])
  func sessionHasTheUnratedFilmsOfACollection(line: String, ids: [String]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press(line + "\r")
      for _ in ids.dropLast() { try await terminal.press("8") }
      try await terminal.send("8\r")
      #expect(try await terminal.expectPrompt().contains("none left"))
      #expect(try await terminal.quit() == 0)
      let rated = try await filmz.answer(to: "ls is:rated --sort year")
      #expect(rated.each("id").compactMap { $0?.string } == ids)
    }
  }

  @Test func sessionOfWantedFilmsShowsUnwatchedFilms() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      _ = try await filmz.answer(to: "add tt0078748")
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press("rate @wanted\r").contains("Alien"))
      try await terminal.send("q")
      _ = try await terminal.expectPrompt()
      #expect(try await terminal.quit() == 0)
    }
  }
}
