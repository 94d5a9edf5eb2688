import FilmzTestSupport
import Testing

/// What undo and redo say of each kind of step.
struct UndoDescriptionTests {
  @Test(arguments: [
    ("rate tt0068646 8", "rate tt0068646 7", "The Godfather: rating 7 → 8"),
    ("add tt0068646", "rate tt0068646 7", "The Godfather: rating 7 → none"),
    ("version", "add tt0068646", "The Godfather is out of the collection"),
    ("version", "rate tt0068646 7", "The Godfather is out of the collection"),
    (
      "add tt0068646", "rm tt0068646 --yes", "The Godfather is in the collection again"
    ),
    (
      "watched tt0068646; watched tt0068646", "rm tt0068646 --yes",
      "The Godfather is in the collection again, with 2 viewings"
    ),
    ("add tt0068646", "note tt0068646 fun", "The Godfather: note is gone"),
    ("note tt0068646 'so much'", "note tt0068646 none", "The Godfather: note is “so much”"),
    (
      "add tt0068646", "watched tt0068646 --on 2019-05", "The Godfather: viewing of 2019-05 is gone"
    ),
    ("add tt0068646", "watched tt0068646 --on unknown", "The Godfather: viewing is gone"),
    (
      "watched tt0068646 --on 2019", "unwatched tt0068646",
      "The Godfather: viewing of 2019 is back"
    ),
    (
      "add tt0068646", "watched tt0068646 --on 2019 --rating 9",
      "The Godfather: rating 9 → none, viewing of 2019 is gone"
    ),
    (
      "version", "add tt0068646 tt0071562",
      "The Godfather Part II is out of the collection; The Godfather is out of the collection"
    ),
    (
      "version", "add tt0068646 tt0071562 tt0099674 tt0133093",
      "4 films are out of the collection"
    ),
  ])
  func everyKindOfStepIsTold(before: String, step: String, words: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: before)
      _ = try await filmz.answer(to: step)
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      let parts = { (text: String) in Set(text.split(separator: "; ").map(String.init)) }
      let line = try #require(undone.errorLines.first)
      #expect(undone.errorLines.count == 1 && line.hasPrefix("Undid `\(step)`: "))
      #expect(parts(String(line.dropFirst("Undid `\(step)`: ".count))) == parts(words))
      let redone = try await filmz.run("--offline", "--verbose", "redo")
      #expect(redone.errorLines.count == 1)
      #expect(redone.stderr.hasPrefix("Did again `\(step)`: "))
    }
  }

  @Test func ofManyFilmsTheirNumberAndWhatBecameOfThemIsTold() async throws {
    try await FilmzProcess.with { filmz in
      let films = "tt0068646 tt0071562 tt0099674 tt0133093"
      _ = try await filmz.answer(to: "add \(films)")
      _ = try await filmz.answer(to: "rm \(films) --yes")
      for (verb, words) in [
        ("undo", "Undid `rm \(films) --yes`: 4 films are in the collection again"),
        ("redo", "Did again `rm \(films) --yes`: 4 films are out of the collection"),
        ("undo", "Undid `rm \(films) --yes`: 4 films are in the collection again"),
        ("undo", "Undid `add \(films)`: 4 films are out of the collection"),
        ("redo", "Did again `add \(films)`: 4 films are in the collection again"),
      ] {
        let told = try await filmz.run("--offline", "--verbose", verb)
        #expect(told.errorLines == [words])
      }
    }
  }

  @Test(arguments: [(45, false), (46, true), (10_000, true)])
  func aLongCommandIsCut(letters: Int, isCut: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let command = "note tt0068646 " + String(repeating: "ö", count: letters)
      _ = try await filmz.answer(to: "add tt0068646; \(command)")
      let told = try await filmz.run("--offline", "--verbose", "undo")
      let shown = isCut ? command.prefix(59) + "…" : command
      #expect(told.errorLines == ["Undid `\(shown)`: The Godfather: note is gone"])
    }
  }

  @Test func whatIsMadeAgainIsToldTheOtherWayRound() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          rate tt0068646 8; rate tt0068646 7; note tt0068646 fun; watched tt0068646 --on 2019; \
          undo 4
          """
      )
      let redone = try await filmz.run("--offline", "--verbose", "redo", "4")
      #expect(
        redone.errorLines == [
          "Did again `rate tt0068646 8`: The Godfather is in the collection again",
          "Did again `rate tt0068646 7`: The Godfather: rating 8 → 7",
          "Did again `note tt0068646 fun`: The Godfather: note is “fun”",
          "Did again `watched tt0068646 --on 2019`: The Godfather: viewing of 2019 is back",
        ])
    }
  }

  @Test func aShellSaysWhatItTookBackAndGoesOnAfterARestart() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"], columns: 100)
      _ = try await first.answer(to: "rate tt0068646 8; rate tt0068646 7")
      #expect(
        try await first.answer(to: "undo").contains(
          "Undid `rate tt0068646 7`: The Godfather: rating 7 → 8"))
      #expect(try await first.quit() == 0)
      let second = try await filmz.openShell(["--offline"], columns: 100)
      #expect(try await second.answer(to: "redo").contains("The Godfather: rating 8 → 7"))
      #expect(try await second.answer(to: "log").contains(/2 .*rate tt0068646 7 +The Godfather/))
      #expect(
        try await second.answer(to: "undo 9").contains("2 steps undone; there are no more"))
      #expect(try await second.answer(to: "undo").contains("Nothing to undo"))
      #expect(try await second.quit() == 0)
    }
  }

  @Test func foreignTextInWhatIsToldIsInert() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "note tt0068646 'a\u{1b}[31mred'; note tt0068646 none")
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undone.status == 0 && undone.stderr.contains("note is “a"))
      #expect(!undone.stderr.contains("\u{1b}"))
      #expect(try await !filmz.run("log").stdout.contains("\u{1b}"))
    }
  }
}
