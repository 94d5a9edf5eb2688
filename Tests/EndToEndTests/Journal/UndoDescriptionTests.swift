import FilmzTestSupport
import Testing

/// The descriptions that `undo` and `redo` print for each kind of step.
struct UndoDescriptionTests {
  @Test(arguments: [
    ("rate tt0068646 8", "rate tt0068646 7", "The Godfather (1972): rating 7 → 8"),
    (
      "add tt0068646", "rate tt0068646 7",
      "The Godfather (1972): rating 7 → none, viewing is gone"
    ),
    (
      "add tt0068646", "rate tt0068646 7 --no-viewing", "The Godfather (1972): rating 7 → none"
    ),
    ("version", "add tt0068646", "The Godfather (1972) is no longer in the collection"),
    ("version", "rate tt0068646 7", "The Godfather (1972) is no longer in the collection"),
    (
      "add tt0068646", "rm tt0068646 --yes", "The Godfather (1972) is in the collection again"
    ),
    (
      "watched tt0068646; watched tt0068646", "rm tt0068646 --yes",
      "The Godfather (1972) is in the collection again, with 2 viewings"
    ),
    ("add tt0068646", "note tt0068646 fun", "The Godfather (1972): note is gone"),
    ("note tt0068646 'so much'", "note tt0068646 none", "The Godfather (1972): note is “so much”"),
    ("version", "comment tt0068646 \"so much\"", "The Godfather (1972): comment is gone"),
    (
      "add tt0068646", "watched tt0068646 --on 2019-05",
      "The Godfather (1972): viewing of 2019-05 is gone"
    ),
    ("add tt0068646", "watched tt0068646 --on unknown", "The Godfather (1972): viewing is gone"),
    (
      "watched tt0068646 --on 2019", "unwatched tt0068646",
      "The Godfather (1972): viewing of 2019 is back"
    ),
    (
      "add tt0068646", "watched tt0068646 --on 2019 --rating 9",
      "The Godfather (1972): rating 9 → none, viewing of 2019 is gone"
    ),
    (
      "version", "add tt0068646 tt0071562",
      "The Godfather Part II (1974) is no longer in the collection; The Godfather (1972) is no longer in the collection"
    ),
    (
      "version", "add tt0068646 tt0071562 tt0099674 tt0133093",
      "4 films are no longer in the collection"
    ),
    (
      "add tt0068646; list create Noir", "list add Noir tt0068646",
      "The Godfather (1972): no longer on Noir"
    ),
    (
      "list add Noir tt0068646 --create", "list remove Noir tt0068646",
      "The Godfather (1972): on Noir again"
    ),
    (
      "list add Noir tt0068646 tt0071562 --create", "list move Noir 2 1",
      "The Godfather Part II (1974): moved on Noir"
    ),
    (
      "list add Noir tt0068646 --create", "rm tt0068646 --yes",
      "The Godfather (1972) is in the collection again, on Noir again"
    ),
    ("list create Noir", "list rename Noir Dark", "list: name Dark → Noir"),
    ("list create Noir", "list delete Noir --yes", "list Noir is back"),
    (
      "list add Noir tt0068646 tt0071562 tt0099674 tt0133093 --create", "list delete Noir --yes",
      "list Noir is back, with 4 films"
    ),
    (
      "add tt0068646 tt0071562 tt0099674 tt0133093; list create Noir",
      "list add Noir tt0068646 tt0071562 tt0099674 tt0133093", "4 films are no longer on Noir"
    ),
    ("version", "collections save rainy year:1990s", "collection rainy is gone"),
    ("add tt0068646", "tag tt0068646 noir", "The Godfather (1972): tags are none"),
  ])
  func everyKindOfStepIsDescribed(before: String, step: String, description: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: before)
      _ = try await filmz.answer(to: step)
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      let parts = { (text: String) in Set(text.split(separator: "; ").map(String.init)) }
      let line = try #require(undone.errorLines.first)
      #expect(undone.errorLines.count == 1 && line.hasPrefix("Undid `\(step)`: "))
      #expect(parts(String(line.dropFirst("Undid `\(step)`: ".count))) == parts(description))
      let redone = try await filmz.run("--offline", "--verbose", "redo")
      #expect(redone.errorLines.count == 1)
      #expect(redone.stderr.hasPrefix("Redid `\(step)`: "))
    }
  }

  @Test func manyFilmsAreSummarizedByTheirNumber() async throws {
    try await FilmzProcess.with { filmz in
      let films = "tt0068646 tt0071562 tt0099674 tt0133093"
      _ = try await filmz.answer(to: "add \(films)")
      _ = try await filmz.answer(to: "rm \(films) --yes")
      for (verb, description) in [
        ("undo", "Undid `rm \(films) --yes`: 4 films are in the collection again"),
        ("redo", "Redid `rm \(films) --yes`: 4 films are no longer in the collection"),
        ("undo", "Undid `rm \(films) --yes`: 4 films are in the collection again"),
        ("undo", "Undid `add \(films)`: 4 films are no longer in the collection"),
        ("redo", "Redid `add \(films)`: 4 films are in the collection again"),
      ] {
        let result = try await filmz.run("--offline", "--verbose", verb)
        #expect(result.errorLines == [description])
      }
    }
  }

  @Test(arguments: [(45, false), (46, true), (10_000, true)])
  func longCommandsAreTruncated(letters: Int, isTruncated: Bool) async throws {
    try await FilmzProcess.with { filmz in
      let command = "note tt0068646 " + String(repeating: "ö", count: letters)
      _ = try await filmz.answer(to: "add tt0068646; \(command)")
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      let shown = isTruncated ? command.prefix(59) + "…" : command
      #expect(undone.errorLines == ["Undid `\(shown)`: The Godfather (1972): note is gone"])
    }
  }

  @Test func redoDescribesTheRedoneChanges() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(
        to: """
          rate tt0068646 8; rate tt0068646 7; note tt0068646 fun; watched tt0068646 --on unknown; \
          undo 4 --yes
          """
      )
      let redone = try await filmz.run("--offline", "--verbose", "redo", "4")
      #expect(
        redone.errorLines == [
          "Redid `rate tt0068646 8`: The Godfather (1972) is in the collection again, with 1 viewing",
          "Redid `rate tt0068646 7`: The Godfather (1972): rating 8 → 7",
          "Redid `note tt0068646 fun`: The Godfather (1972): note is “fun”",
          "Redid `watched tt0068646 --on unknown`: The Godfather (1972): viewing is back",
        ])
    }
  }

  @Test func shellsPrintDescriptionsAndRedoAfterARestart() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"], columns: 100)
      _ = try await first.answer(to: "rate tt0068646 8; rate tt0068646 7")
      #expect(
        try await first.answer(to: "undo").contains(
          "Undid `rate tt0068646 7`: The Godfather (1972): rating 7 → 8"))
      #expect(try await first.quit() == 0)
      let second = try await filmz.openShell(["--offline"], columns: 100)
      #expect(try await second.answer(to: "redo").contains("The Godfather (1972): rating 8 → 7"))
      #expect(try await second.answer(to: "log").contains(/1 .*rate tt0068646 7 +The Godfather/))
      #expect(
        try await second.answer(to: "undo 9").contains("2 steps undone; there are no more"))
      #expect(try await second.answer(to: "undo").contains("Nothing to undo"))
      #expect(try await second.quit() == 0)
    }
  }

  @Test func escapeSequencesInDescriptionsAreNotPrinted() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "note tt0068646 'a\u{1b}[31mred'; note tt0068646 none")
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undone.status == 0 && undone.stderr.contains("note is “a"))
      #expect(!undone.stderr.contains("\u{1b}"))
      #expect(try await !filmz.run("log").stdout.contains("\u{1b}"))
    }
  }
}
