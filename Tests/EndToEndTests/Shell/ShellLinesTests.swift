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
    ("title:12 angry men", "show title:12 angry men", "12 Angry Men"), ("title:1917", "show title:1917", "1917"),
    ("alien year:1979", "search alien year:1979", "Alien"),
    ("top gun", "search top gun", "Top Gun"),
    ("heat --year 1995", "search heat --year 1995", "Heat"),
    ("a quiet place", "search a quiet place", "A Quiet Place"),
    ("ex machina", "search ex machina", "Ex Machina"),
    ("no country for old men", "search no country for old men", "No Country for Old Men"),
    ("do the right thing", "search do the right thing", "Do the Right Thing"),
    ("first blood", "search first blood", "First Blood"),
    ("First Blood 1982", "search First Blood 1982", "First Blood"),
    ("back to the", "search back to the", "Back to the Future"),
    ("back to the future", "search back to the future", "Back to the Future"),
    ("source code", "search source code", "Source Code"),
    ("se7en", "search se7en", "Se7en"),
    ("ran", "search ran", "Ran"),
  ])
  func otherLinesAreSearchesAndSaySo(line: String, command: String, title: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: line)
      #expect(seen.contains("Running `\(command)`\n") && seen.contains(title), "\(seen)")
    }
  }

  /// Each case has a line whose first words are no command, and the notice.
  @Test(arguments: [
    ("I saw Parasite yesterday", "Running `search I saw Parasite yesterday`\n"),
    ("se", "Running `search se`\n"), ("un", "Running `search un`\n"),
    ("un chien andalou", "Running `search un chien andalou`\n"),
    ("star trek nowhere", "Running `search star trek nowhere`\n"),
    ("star of zzyzx", "Running `search star of zzyzx`; did you mean `rate`?\n"),
    ("seven", "Running `search seven`\n"), ("actor pacino", "Running `search actor pacino`\n"),
    ("films by kubrick", "Running `search films by kubrick`\n"),
    ("under 90 minutes", "Running `search under 90 minutes`\n"),
  ])
  func linesThatBeginWithNoCommandAreSearched(line: String, notice: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: line)
      #expect(seen.contains(notice), "\(seen)")
    }
  }

  /// Each case has the beginning of a line of the shell that is a command.
  @Test(arguments: [
    ("ra 9", "no film is selected"), ("pr", "there are no results yet"), ("di --methods", "popular"),
    ("sta", "Your collection is empty"), ("random", "Your watchlist is empty"),
    ("show \"first blood\"", "First Blood"), ("s first blood", "First Blood"),
  ])
  func commandsAreNotSearched(line: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      let seen = try await shell.answer(to: line)
      #expect(seen.contains(text) && !seen.contains("Running"), "\(seen)")
    }
  }

  @Test func titlesOfTheCollectionAreSearchedInsteadOfChangingAFilm() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "record new title='Skip Nothing Now' year=2001; add heat")
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      _ = try await shell.answer(to: "show heat")
      for line in ["skip nothing now", "skip nothing", "skip nothing now please"] {
        let seen = try await shell.answer(to: line)
        #expect(seen.contains("Running `search \(line)`"), "\(seen)")
      }
      #expect(try await filmz.answer(to: "log").array.count == 2)
    }
  }

  /// Each case has a line, the search that runs, and a text of its answer.
  @Test(arguments: [
    ("find me guilty", "search find me guilty", "No results for \"find me guilty\""),
    ("find godfather", "search godfather", "The Godfather Part II"),
    ("find kurosawa", "search kurosawa", "Films of Akira Kurosawa"),
  ])
  func findSearchesIfTheCollectionIsEmpty(line: String, search: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      let seen = try await shell.answer(to: line)
      #expect(seen.contains("running `\(search)`") && seen.contains(text), "\(seen)")
      #expect(try await shell.answer(to: "find year:1999").contains("Your collection is empty"))
      _ = try await shell.answer(to: "add heat")
      #expect(try await shell.answer(to: line).contains("No film in your collection matches"))
    }
  }

  /// Each case has a line whose first word is a command without further words, and its answer.
  @Test(arguments: [
    ("time zzyzx", "time takes on or off, not \"zzyzx\"; `search time zzyzx` searches for the title"),
    ("exit wounds", "quit takes no arguments; `search exit wounds` searches for the title"),
    ("genres xyzzy", "did you mean `ls --genre xyzzy`? `search genres xyzzy` searches for the title"),
  ])
  func unknownArgumentMayBeATitle(line: String, text: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 200)
      let seen = try await shell.answer(to: line)
      #expect(seen.contains(text), "\(seen)")
    }
  }

  /// A film that only resembles the typed text is not selected, even if it is the only result.
  @Test func similarTitleIsNotSelected() async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      let seen = try await shell.answer(to: "search quiz show")
      #expect(seen.contains("Liberty Valance") && seen.contains("1 of 1"), "\(seen)")
      #expect(try await shell.answer(to: "rate 9").contains("Which film? rate 1 9"))
      #expect(try await shell.answer(to: "watched").contains("Which film? watched 1"))
      _ = try await shell.answer(to: "note fine")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await shell.answer(to: "rate 1 9").contains("Rated The Man Who Shot Liberty Valance"))
      #expect(try await shell.quit() == 0)
    }
  }

  @Test func aScriptOfThatNameIsRun() async throws {
    try await FilmzProcess.with { filmz in
      try filmz.folder.write("version\n", to: "code")
      let shell = try await filmz.openShell(["--offline"])
      let seen = try await shell.answer(to: "source code")
      #expect(seen.contains("filmz 0.") && !seen.contains("Running"), "\(seen)")
    }
  }

  @Test(arguments: [
    (["godfather"], "filmz search godfather"), (["the", "godfather"], "filmz search the godfather"),
    (["se7en"], "filmz search se7en"), (["no country"], "filmz search \"no country\""),
    (["unseen"], "filmz ls --unwatched"), (["unseen"], "filmz search unseen"),
  ])
  func singleCallsNameTheSearch(words: [String], command: String) async throws {
    try await FilmzProcess.with { filmz in
      let call = try await filmz.run(["--offline"] + words)
      #expect(call.status == 64 && call.stdout == "" && call.errorLines.count == 1)
      #expect(call.stderr.contains("`\(command)`"), "\(call.stderr)")
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
    ("star", "did you mean `rate`?"), ("res", "could be reset or results; type `rese` or `resu`"),
    ("identify", "identify needs an id"), ("identity", "did you mean `identify` or `search identity`?"),
    ("hlep", "did you mean `help` or `search hlep`?"),
    ("hide 3", "did you mean `skip` or `search hide 3`?"),
    ("first contact 2", "takes no arguments; `search first contact 2` searches for the title"),
    ("poster", "comes later"), ("--wached", "unknown command"), ("%", "unknown command"),
    ("https://example.com/heat", "only the address of a film at IMDb"),
    ("1a2b3c4d", "unknown command"), ("omdb 1a2b3c4d", "unknown command"),
    ("search heat && add 1", "`&&` does not join commands"), ("ls 2> x", "`2>` is not available"),
    ("search rating > 9", "write `rating:>9` as one word"),
    ("search rating >= 9", "write `rating:>=9` as one word"), ("watch 3", "`watched 3`"),
    ("x && y", "`&&` does not join commands"),
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
