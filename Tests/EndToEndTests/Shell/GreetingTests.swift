import FilmzTestSupport
import Testing

struct GreetingTests {
  @Test(arguments: [60, 80])
  func firstGreetingExplainsCommandsInThreeLines(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let terminal = try filmz.openTerminal(["--offline"], columns: columns)
      let greeting = try await lines(of: terminal)
      #expect(greeting.count == 3)
      #expect(greeting.allSatisfy { $0.count <= columns })
      for word in ["search godfather", "add 1", "`help`", "Tab", "quit"] {
        #expect(greeting.contains { $0.contains(word) })
      }
      // The suggested commands work.
      #expect(try await terminal.answer(to: "search godfather").contains("The Godfather"))
      #expect(try await terminal.answer(to: "add 1").contains("Added The Godfather (1972)"))
      #expect(try await terminal.quit() == 0)
    }
  }

  @Test(arguments: [60, 80])
  func laterGreetingsHaveAtMostTwoLines(columns: Int) async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search the good the bad and the ugly and all the others")
      _ = try await first.answer(to: "search the")
      #expect(try await first.quit() == 0)
      let empty = try await lines(of: filmz.openTerminal(["--offline"], columns: columns))
      #expect(empty.count == 2)
      #expect(empty.last?.contains("results for \"the\" again") == true)
      _ = try await filmz.answer(to: "add tt0068646")
      #expect(try await lines(of: filmz.openTerminal(["--offline"], columns: columns)).count == 2)
    }
  }

  @Test func resultsOfASearchWithoutTextAreNamedByTheFilters() async throws {
    try await FilmzProcess.with { filmz in
      let first = try await filmz.openShell(["--offline"])
      _ = try await first.answer(to: "search year:1950s")
      #expect(try await first.quit() == 0)
      let greeting = try await lines(of: filmz.openTerminal(["--offline"]))
      #expect(greeting.contains { $0.hasSuffix(" for \"year:1950..1959\" again.") })
    }
  }

  @Test func greetingWithoutResultsHasOneLine() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "add tt0068646")
      let greeting = try await lines(of: filmz.openTerminal(["--offline"]))
      #expect(greeting == ["1 film in your collection: 0 watched, 1 unwatched"])
    }
  }

  /// Returns the lines before the first prompt.
  private func lines(of terminal: PseudoTerminal) async throws -> [String] {
    try await terminal.expectPrompt().split(separator: "\n").dropLast().map(String.init)
  }
}
