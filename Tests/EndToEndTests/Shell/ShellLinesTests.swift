import FilmzTestSupport
import Testing

/// Lines of the shell that begin with no command.
struct ShellLinesTests {
  @Test(arguments: [
    ("godfather", "search godfather", "The Godfather Part II"),
    ("the matrix", "search the matrix", "The Matrix"),
    ("blade runner", "search blade runner", "Blade Runner"),
    ("\"pulp fiction\"", "search \"pulp fiction\"", "Pulp Fiction"),
    ("12 angry men", "search 12 angry men", "12 Angry Men"), ("1917", "search 1917", "1917"),
    ("alien year:1979", "search alien year:1979", "Alien"),
    ("top gun", "search top gun", "Top Gun"),
    ("heat --year 1995", "search heat --year 1995", "Heat"),
  ])
  func otherLinesAreSearchesAndSaySo(line: String, command: String, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: line)
      #expect(seen.contains("Running `\(command)`\n") && seen.contains(title), "\(seen)")
    }
  }

  @Test(arguments: [
    "tt0133093", "tt133093", "https://www.imdb.com/title/tt0133093/", "m.imdb.com/title/tt0133093",
  ])
  func idsAndAddressesShowTheFilm(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: line)
      #expect(seen.contains("Running `show ") && seen.contains("filmz (The Matrix)> "), "\(seen)")
    }
  }

  @Test func numbersShowResults() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "search godfather")
      #expect(try await shell.answer(to: "2").contains("filmz (The Godfather Part II)> "))
      #expect(try await shell.answer(to: ".").contains("The Godfather Part II (1974)"))
      #expect(try await shell.answer(to: "7").contains("the results are numbered 1–3"))
      #expect(try await shell.answer(to: "open 1").contains("filmz (The Godfather)> "))
    }
  }

  @Test(arguments: [
    ("serach x", "did you mean `search`?"),
    ("delete heat", "did you mean `rm` or `search delete heat`?"),
    ("star", "did you mean `rate`?"), ("se", "could be search or seen"),
    ("poster", "comes later"), ("--wached", "unknown command"), ("%", "unknown command"),
    ("https://example.com/heat", "only the address of a film at IMDb"),
    ("1a2b3c4d", "unknown command"), ("omdb 1a2b3c4d", "unknown command"),
    ("search heat && add 1", "`&&` does not join commands"), ("ls 2> x", "`2>` is not available"),
    ("search rating > 9", "write `rating:>9` as one word"),
    ("search rating >= 9", "write `rating:>=9` as one word"), ("watch 3", "`watched 3`"),
    ("x && y", "`&&` does not join commands"),
    ("first blood", "`search first blood` searches for the title"),
    ("no country for old men", "type `search no country for old men`"),
    ("star trek nowhere", "did you mean `rate` or `search star trek nowhere`?"),
    ("back", "there are no earlier results"),
  ])
  func errorsAreOneLineAndChangeNothing(line: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      let seen = try await shell.answer(to: line)
      #expect(seen.contains(text) && !seen.contains("Running"), "\(seen)")
      #expect(seen.split(separator: "\n").count == 3, "\(seen)")
      #expect(try filmz.folder.files().allSatisfy { $0.hasPrefix("home/") })
    }
  }

  @Test(arguments: ["godfather", "tt0133093", "5", "clear", "cls"])
  func scriptsAndSingleCommandsKeepTheirErrors(word: String) async throws {
    try await FilmzProcess.with { filmz in
      let call = try await filmz.run("--offline", word)
      #expect(call.status == 64 && call.stdout == "" && call.errorLines.count == 1)
      let script = try await filmz.run(["--offline"], script: word + "\n")
      #expect(script.status == 1 && script.stdout == "" && script.errorLines.count == 1)
    }
  }

  @Test func aliasesOfOtherProgramsWorkEverywhere() async throws {
    try await FilmzProcess.with { filmz in
      #expect(try await filmz.run("?").stdout == filmz.run("help").stdout)
      let opened = try await filmz.run(["--offline"], script: "open tt0133093\n:q\nhelp\n")
      let shown = try await filmz.run("--offline", "show", "tt0133093")
      #expect(opened.status == 0 && opened.stdout == shown.stdout)
      for line in [":q", "bye"] {
        let shell = try await filmz.openShell(["--offline"])
        try await shell.send(line + "\r")
        #expect(try await shell.waitForExit() == 0)
      }
    }
  }

  @Test func noticesOfLongLinesAreShort() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      let seen = try await shell.answer(to: String(repeating: "quux ", count: 500))
      #expect(seen.contains("…`\n") && seen.contains("No results for"))
    }
  }

  @Test(arguments: ["clear", "cls"])
  func clearErasesTheScreen(line: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "version")
      _ = try await shell.answer(to: line)
      #expect(shell.screen.visibleText.split(separator: "\n") == ["filmz>"])
    }
  }
}
