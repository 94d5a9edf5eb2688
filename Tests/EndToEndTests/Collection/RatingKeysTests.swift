import FilmzTestSupport
import Testing

/// The keys of rating sessions with The Godfather, The Matrix and Heat.
struct RatingKeysTests {
  @Test(
    arguments: [
      (["1"], "1\n\n2/3\n", [1, .null, .null]), (["0"], "0\n\n2/3\n", [10, .null, .null]),
      (["1", "8"], "8\n\n3/3\n", [1, 8, .null]),
      (["9"], "9\n\n2/3\nThe Matrix (1999)\n", [9, .null, .null]),
      (["\r"], "skipped\n\n2/3\n", [.null, .null, .null]),
      (["8", "+"], "The Godfather 8.5\n", [8.5, .null, .null]),
      (["8", ".5"], " .5\nThe Godfather 8.5\n", [8.5, .null, .null]),
      (["7", ".3"], " .3\nOnly half points can be added", [7, .null, .null]),
      ([".5"], "Nothing has been rated yet", [.null, .null, .null]),
      (
        ["0", "+"], "The Godfather is rated 10; half a point more is above 10.\n",
        [10, .null, .null]
      ),
      (["+"], "Nothing has been rated yet in this session.", [.null, .null, .null]),
      (["8", "u"], "The Godfather: unrated again\n\n1/3\nThe God", [.null, .null, .null]),
      (["8", "+", "u"], "The Godfather: 8 again\n", [8, .null, .null]),
      (["\r", "u"], "The Godfather is no longer skipped.\n\n1/3\n", [.null, .null, .null]),
      (["u"], "There is nothing to undo in this session.", [.null, .null, .null]),
      (["=7.5\r"], "Rating: 7.5\n\n2/3\n", [7.5, .null, .null]),
      (["=★★★½\r"], "2/3\n", [7, .null, .null]),
      (
        ["=11\r\r"], "Rating: 11\nRating must be between 0 and 10, such as 8, 8.5 or 4.5/5.\n",
        [.null, .null, .null]
      ),
      (["=\r"], "Rating:\n1–9", [.null, .null, .null]),
      (["i"], "Source", [.null, .null, .null]),
      (["?"], "u undoes the last", [.null, .null, .null]),
      (["x"], "rate the film and show the next one.", [.null, .null, .null]),
      (["é"], "rate the film and show the next one.", [.null, .null, .null]),
      (["\u{1b}[A"], "rate the film and show the next one.", [.null, .null, .null]),
      (["\u{1b}[200~98\r\u{1b}[201~"], "Pasted text was ignored.\n", [.null, .null, .null]),
      (["\u{1b}[15~"], "rate the film and show the next one.", [.null, .null, .null]),
      (["8", "b", "9"], "2/3\n", [9, .null, .null]), (["n"], "later\n\n2/3\n", [.null, .null, .null]),
      (["8", "b"], "1/3\nThe Godfather (1972)\n", [8, .null, .null]),
      (["b"], "This is the first card.\n", [.null, .null, .null]),
      (["8", "b", "n", "7"], "3/3\n", [8, 7, .null]),
    ] as [([String], String, [JSON?])])
  func keysTakeEffectAndAreStoredImmediately(
    keys: [String], text: String, ratings: [JSON?]
  ) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      #expect(try await terminal.press("rate\r").contains("1/3\nThe Godfather (1972)\nmovie • 175"))
      var output = ""
      for key in keys { output = try await terminal.press(key) }
      #expect(output.contains(text), "\(output)")
      #expect(try await filmz.ratings() == ratings)
    }
  }

  @Test(arguments: [
    "89\r", "8+u9\r", "\r\ruu89\r", "\u{1b}[A8\u{1b}[5~9\r", "=8\r9\r", "8=9\r\r", "x8i9?\r",
    "89\r8iu\r",
  ])
  func keysTypedAheadAreNotLost(keys: String) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.send("rate\r" + keys + "\rversion\r")
      let output = try await terminal.expect(/filmz \d+\.\d+\.\d+\n/)
      #expect(output.contains("Rated 2 films, skipped 1; none left\n"))
      #expect(try await filmz.ratings() == [8, 9, .null])
    }
  }

  /// The keys are typed ahead, so that the time between them does not depend on the test.
  @Test(
    arguments: [
      ("10", "0\nThe Godfather 10\n", [10, .null, .null]), ("107", "7\n\n3/3\n", [10, 7, .null]),
      ("10u", "The Godfather: unrated again\n\n1/3\n", [.null, .null, .null]),
      ("100", "10\n\n3/3\n", [10, 10, .null]), ("118", "8\nThat was", [1, 1, 8]),
      ("1810", "0\nHeat 10\nThat was", [1, 8, 10]),
      ("u10", "The Godfather 10\n", [10, .null, .null]),
    ] as [(String, String, [JSON?])])
  func oneFollowedByZeroIsTen(keys: String, text: String, ratings: [JSON?]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.send(keys)
      try await terminal.expect(text)
      try await terminal.expectKeyPrompt()
      #expect(try await filmz.ratings() == ratings)
    }
  }

  @Test(
    arguments: [
      (["\r"], "Rated 3 films; none left", [8, 7, 6]),
      (["q"], "Rated 3 films; none left", [8, 7, 6]),
      (["\u{4}"], "Rated 3 films; none left", [8, 7, 6]),
      (["u", "\r", "q"], "Rated 2 films, skipped 1", [8, 7, .null]),
      (["+", "\r"], "Rated 3 films", [8, 7, 6.5]), ([".5", "\r"], "Rated 3 films", [8, 7, 6.5]),
      (["9", "\r"], "Rated 3 films", [8, 7, 6]),
    ] as [([String], String, [JSON?])])
  func afterTheLastCardTheSessionWaits(keys: [String], end: String, ratings: [JSON?]) async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      try await terminal.press("8")
      try await terminal.press("7")
      let output = try await terminal.press("6")
      #expect(output.hasSuffix("6\nThat was the last film. Enter = end, u = undo, ? = help: "))
      for key in keys.dropLast() { try await terminal.press(key) }
      try await terminal.send(keys.last ?? "")
      #expect(try await terminal.expectPrompt().contains(end))
      #expect(try await filmz.ratings() == ratings)
    }
  }

  @Test func filmRemovedElsewhereIsNotAddedAgain() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      _ = try await filmz.answer(to: "rm tt0068646 --yes")
      let output = try await terminal.press("8")
      #expect(output.contains("The Godfather is no longer in your collection"), "\(output)")
      #expect(output.contains("The Matrix"))
      try await terminal.press("7")
      #expect(try await filmz.answer(to: "ls --watched").each("id") == ["tt0133093", "tt0113277"])
      #expect(try await filmz.ratings() == [7, .null])
    }
  }

  @Test func terminalDoesNotEchoKeys() async throws {
    try await FilmzProcess.withUnratedFilms { filmz in
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      #expect(try !terminal.isEchoing && !terminal.isCanonical)
      try await terminal.press("8")
      #expect(try !terminal.isEchoing && !terminal.isCanonical)
      try await terminal.send("q")
      #expect(try await terminal.expectPrompt().hasSuffix(" q\nRated 1 film; 2 left\nfilmz> "))
    }
  }

  /// Measures the fastest of several key presses, because other tests run at the same time.
  @Test func nextCardAppearsWithoutDelay() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "search the --limit 12; watched 1-12")
      let terminal = try await filmz.openShell(["--offline"])
      try await terminal.press("rate\r")
      var times: [Duration] = []
      for _ in 1...10 {
        let start = ContinuousClock.now
        try await terminal.press("8")
        times.append(start.duration(to: .now))
      }
      #expect(try #require(times.min()) < .seconds(1), "\(times)")
    }
  }
}
