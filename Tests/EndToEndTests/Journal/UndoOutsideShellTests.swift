import FilmzTestSupport
import Testing

/// `undo` in the shell of steps that another process has made.
struct UndoOutsideShellTests {
  @Test(arguments: [("y", "Undid `rate tt0068646 9`", JSON.null), ("n", "Nothing was undone.", 9)])
  func stepsOfOtherProcessesAreUndoneOnlyIfConfirmed(
    answer: String, notice: String, rating: JSON
  ) async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "watched tt0068646")
      _ = try await filmz.answer(to: "rate tt0068646 9")
      try await shell.send("undo\r")
      let seen = try await shell.expect("Undo it? [y/N] ")
      let step =
        "The last step was made outside this shell: `rate tt0068646 9` (The Godfather), just now"
      #expect(seen.replacing("\n", with: " ").contains(step), "\(seen)")
      #expect(try await shell.answer(to: answer).contains(notice))
      #expect(try await filmz.answer(to: "ls").each("myRating") == [rating])
    }
  }

  @Test func aRefusedUndoAsksAgain() async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "watched tt0068646")
      _ = try await filmz.answer(to: "rate tt0068646 9")
      for _ in 1...2 {
        try await shell.send("undo\r")
        try await shell.expect("Undo it? [y/N] ")
        _ = try await shell.answer(to: "n")
      }
      #expect(try await filmz.answer(to: "ls").each("myRating") == [9])
    }
  }

  @Test func yesAnswersTheQuestion() async throws {
    try await withShell { filmz, shell in
      _ = try await filmz.answer(to: "add tt0068646")
      #expect(try await shell.answer(to: "undo --yes").contains("Undid `add tt0068646`"))
    }
  }

  @Test func ownAndEarlierStepsAreUndoneWithoutAQuestion() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      _ = try await shell.answer(to: "rate tt0068646 8")
      #expect(try await shell.answer(to: "undo").contains("Undid `rate tt0068646 8`"))
      #expect(try await shell.answer(to: "undo").contains("Undid `add tt0068646`"))
      _ = try await filmz.answer(to: "add tt0133093")
      _ = try await shell.answer(to: "ls")
      #expect(try await shell.answer(to: "undo").contains("Undid `add tt0133093`"))
    }
  }

  @Test func severalStepsAreCounted() async throws {
    try await withShell { filmz, shell in
      _ = try await shell.answer(to: "add tt0068646")
      _ = try await filmz.answer(to: "add tt0133093")
      try await shell.send("undo 2\r")
      let seen = try await shell.expect("Undo all of them? [y/N] ")
      #expect(seen.contains("1 of the last 2 steps was made outside this shell: `add tt0133093`"))
      _ = try await shell.answer(to: "y")
      #expect(try await filmz.answer(to: "ls").array.isEmpty)
    }
  }

  private func withShell(_ body: (FilmzProcess, PseudoTerminal) async throws -> Void) async throws {
    try await FilmzProcess.with { filmz in
      try await body(filmz, try await filmz.openShell(["--offline"], columns: 200))
    }
  }
}
