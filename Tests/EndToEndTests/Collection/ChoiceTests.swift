import FilmzTestSupport
import Testing

/// Ambiguous commands: in a shell, a key takes one of the meanings; elsewhere, the error has all lines.
struct ChoiceTests {
  private static let suspirias = ["tt0076786", "tt1034415"]

  /// Each case has a line, and the line for a film in place of its title.
  @Test(arguments: [
    ("watched suspiria yesterday", "watched ID yesterday"), ("rate suspiria 8", "rate ID 8"),
    ("rate \"Suspiria\" 8,5", "rate ID 8,5"), ("add title:suspiria --rating 7", "add ID --rating 7"),
    ("seen suspiria", "seen ID"), ("skip suspiria", "skip ID"), ("watchlist add suspiria", "watchlist add ID"),
    ("tag suspiria horror", "tag ID horror"), ("note suspiria \"great fun\"", "note ID \"great fun\""),
    ("comment suspiria \"great\"", "comment ID \"great\""), ("from suspiria \"Ines\"", "from ID \"Ines\""),
    ("audience suspiria me", "audience ID me"), ("list add Horror suspiria --create", "list add Horror ID --create"),
  ])
  func errorsHaveTheLineForEachFilm(line: String, template: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: line)
      let uses = zip(Self.suspirias, ["Suspiria (1977)", "Suspiria (2018)"])
        .map { "`\(template.replacing("ID", with: $0))` for \($1)" }
      #expect(result.status == 1)
      #expect(
        result.errorLines == [
          "line 1: several films are called \"\(line.contains("\"Susp") ? "Suspiria" : "suspiria")\"; use "
            + uses.joined(separator: " or ")
        ])
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  @Test func aTitleAtSeveralPlacesIsNotReplaced() async throws {
    try await FilmzProcess.with { filmz async throws in
      let result = try await filmz.run(["--offline"], script: "list add suspiria suspiria --create")
      #expect(result.errorLines.first?.contains("add the year or use the id") == true)
    }
  }

  /// Each case has a line, the key, and the film that is changed.
  @Test(arguments: [
    ("watched suspiria yesterday", "1", "tt0076786"), ("watched suspiria yesterday", "2", "tt1034415"),
    ("rate toy story 3", "2", "tt0114709"), ("note suspiria \"great fun\"", "1", "tt0076786"),
  ])
  func aKeyTakesAMeaning(line: String, key: String, id: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send(line + "\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send(key)
      try await shell.expectPrompt()
      #expect(try await filmz.answer(to: "ls").each("id") == [.string(id)])
    }
  }

  @Test(arguments: ["\r", " ", "\u{1b}[A", "\u{3}", "\u{4}", "q", "N", "3", "0", "\u{1b}[200~1\rquit\r\u{1b}[201~"])
  func otherKeysCancel(key: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("watched suspiria yesterday\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send(key)
      try await shell.expect("filmz> ")
      #expect(try await filmz.answer(to: "ls") == [])
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
    }
  }

  /// Each case has the key that cancels the choice, the rest of the next line, and the answer to that line.
  @Test(arguments: [
    ("v", "ersion", "filmz 0."), ("ä", "quator", "search äquator"),
  ])
  func aLetterThatCancelsBeginsTheNextLine(key: String, rest: String, answer: String) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("watched suspiria yesterday\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send(key)
      try await shell.expect("filmz> \(key)")
      #expect(try await shell.answer(to: rest).contains(answer))
      #expect(try await shell.answer(to: "version").contains("filmz 0."))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  /// The other commands of the line and the lines that were pasted with it do not run.
  @Test func aCancelledChoiceStopsTheLine() async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("watched suspiria yesterday; rate heat 3\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send("x")
      try await shell.expect("Nothing was done.")
      try await shell.expect("filmz> x")
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }

  private static let rings = [
    ("tt0120737", "The Lord of the Rings: The Fellowship of the Ring (2001)"),
    ("tt0167260", "The Lord of the Rings: The Return of the King (2003)"),
    ("tt0167261", "The Lord of the Rings: The Two Towers (2002)"),
  ]

  /// Each case has a line with words that titles contain, and the line for a film in place of the words.
  @Test(arguments: [
    ("rate lord of the rings 9", "rate ID 9"), ("rate 9 lord of the rings", "rate 9 ID"),
    ("watched lord of the rings yesterday", "watched ID yesterday"), ("add lord of the rings", "add ID"),
    ("note lord of the rings \"long\"", "note ID \"long\""), ("show lord of the rings", "show ID"),
  ])
  func wordsOfSeveralTitlesAreAChoice(line: String, template: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"], script: line)
      #expect(result.status == 1)
      #expect(result.stderr.hasPrefix("line 1: no film called \"lord of the rings\" is known here; use `"))
      for (id, caption) in Self.rings {
        #expect(result.stderr.contains("`\(template.replacing("ID", with: id))` for \(caption)"), "\(result.stderr)")
      }
      #expect(try await filmz.answer(to: "ls") == [])
      let shell = try await filmz.openShell(["--offline"], columns: 120)
      try await shell.send(line + "\r")
      let seen = try await shell.expect("or another key to cancel: ")
      #expect(seen.contains("no film called \"lord of the rings\" is known here:"), "\(seen)")
      try await shell.send("1")
      _ = try await shell.expectPrompt()
      let films = try await filmz.answer(to: "ls").each("id")
      #expect(films.count == (line.hasPrefix("show") ? 0 : 1))
    }
  }

  /// A title of a collection without that title is a choice between its films that have the words.
  @Test func wordsOfATitleOfTheCollectionAreAChoice() async throws {
    try await FilmzProcess.with { filmz async throws in
      _ = try await filmz.answer(to: "watched tt0120737")
      let result = try await filmz.run(["--offline"], script: "unwatched lord of the rings")
      #expect(
        result.errorLines == [
          "line 1: no film called \"lord of the rings\" is in your collection; use `unwatched tt0120737` for "
            + Self.rings[0].1
        ])
    }
  }

  @Test func aMissingValueIsAskedFor() async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("rate toy story 3\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send("1")
      try await shell.expect("Type a rating: ")
      try await shell.send("7\r")
      #expect(try await shell.expectPrompt().contains("Rated Toy Story 3 (2010) 7"))
      _ = try await shell.answer(to: "show heat")
      try await shell.send("comment parasite\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send("1")
      try await shell.expect("Type a text: ")
      #expect(try await shell.answer(to: "so good").contains("Comment on Parasite (2019) added"))
    }
  }

  @Test func aChoiceMayLeadToAnother() async throws {
    try await FilmzProcess.with { filmz async throws in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "show heat")
      try await shell.send("note west side story so good\r")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send("1")
      try await shell.expect("West Side Story (2021)")
      try await shell.expect("1–2, or another key to cancel: ")
      try await shell.send("2")
      #expect(try await shell.expectPrompt().contains("Note of West Side Story (2021) saved"))
    }
  }

  @Test func aSourcedScriptIsNotAsked() async throws {
    try await FilmzProcess.with { filmz async throws in
      try filmz.folder.write("watched suspiria yesterday\n", to: "script")
      let shell = try await filmz.openShell(["--offline"])
      #expect(try await shell.answer(to: "source script").contains("tt0076786"))
      #expect(try await filmz.answer(to: "ls") == [])
    }
  }
}
