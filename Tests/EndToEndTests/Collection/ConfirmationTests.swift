import FilmzTestSupport
import Testing

/// Confirmations name the film with its year, and what was there before.
struct ConfirmationTests {
  /// Each case has command lines, and the notice of the last one.
  @Test(arguments: [
    ("add heat", "Added Heat (1995)"),
    ("add the lovers", "Added House of Flying Daggers (2004), also known as LOVERS"),
    ("rate heat 8; rate heat 3", "Rated Heat (1995) 3 (was 8)"),
    ("rate heat 8; rate heat 8", "Rated Heat (1995) 8 (was 8)"),
    ("rate heat 8; rate heat none", "Removed the rating of Heat (1995) (was 8)"),
    ("note tt0113277 fun", "Note of Heat (1995) saved, and added it to the collection"),
    (
      "note tt0113277 'A long, precise film'; note tt0113277 fun",
      "Note of Heat (1995) replaced (\"A long, prec…\")"
    ),
    ("note tt0113277 fun; note tt0113277 none", "Note of Heat (1995) removed (\"fun\")"),
    ("add heat; watched heat --on 2020", "Watched Heat (1995) in 2020"),
    ("add heat; watched heat 1.5.2020", "Watched Heat (1995) on 2020-05-01"),
    ("add heat; watched heat --on unknown", "Watched Heat (1995), date unknown"),
    (
      "rate heat 8; watched heat --on 2020; watched heat --on 2021 --rating 9",
      "Watched Heat (1995) in 2021 (viewing 2), rated 9 (was 8)"
    ),
    (
      "rate heat 8; watched heat --on 2020; watched heat --on 2019 --rating 9",
      "Watched Heat (1995) in 2019 (viewing 2), rated 9 (the film's rating stays 8)"
    ),
    (
      "add heat --watched; unwatched heat", "Heat (1995) is unwatched again (had 1 viewing)"
    ),
    (
      "add heat --watched --rating 8 --note x; rm heat --yes",
      "Removed Heat (1995) (rated 8, 1 viewing, a note)"
    ),
    ("add heat; rm heat --yes", "Removed Heat (1995)"),
    (
      "watched heat 2020-05-01; viewings rm heat 1",
      "Removed viewing 1 of Heat (1995): 2020-05-01"
    ),
  ])
  func noticeIsPrinted(commands: String, notice: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "-c", commands)
      #expect(result.status == 0)
      #expect(result.stderr.split(separator: "\n").last.map(String.init) == notice)
    }
  }

  /// Each case has command lines, and the error message of the last one.
  @Test(arguments: [
    ("rate heat none", "Heat is not in your collection"),
    ("add heat; rate heat none", "Heat (1995) has no rating"),
    ("add heat; note heat none", "`note heat none` can mean several things"),
    ("add heat; audience heat none", "Heat (1995) has no audience"),
    ("add heat; from \"heat\" none", "Heat (1995) has no recommender"),
    ("add heat; note tt0113277 none", "Heat (1995) has no note"),
    (
      "add heat; add heat --watched --on 2020 --rating 8",
      "Heat is already in your collection; use `watched tt0113277 --on 2020 --rating 8`"
    ),
    (
      "add heat; add heat --rating 8 --note 'a b' --from Ines --audience me",
      "Heat is already in your collection; use `rate tt0113277 8`, `audience tt0113277 me`,"
        + " `from tt0113277 Ines` and `note tt0113277 \"a b\"`"
    ),
    ("add heat; add heat", "Heat is already in your collection"),
  ])
  func nothingChangedIsAnError(commands: String, message: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "-c", commands)
      #expect(result.status == 1)
      let count = commands.split(separator: ";").count
      #expect(
        result.errorLines.last?.hasPrefix("command \(count): \(message)") == true,
        "\(result.stderr)")
      #expect(try await filmz.answer(to: "log").array.count == count - 1)
    }
  }

  @Test func removingFromSomeFilmsSucceedsWithAWarning() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "-c", "rate tt0113277 8; add tt0078748; rate tt0113277 tt0078748 none")
      #expect(result.status == 0)
      #expect(result.errorLines == ["command 3: Alien (1979) has no rating"])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [.null, .null])
    }
  }

  @Test func secondViewingOfADayIsReportedInScripts() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "-c",
        "watched heat 2020-05-01; watched heat 2020-05-01; watched heat --on 2020; watched heat --on 2020"
      )
      #expect(result.status == 0)
      #expect(
        result.errorLines
          == ["command 2: Heat (1995) already has a viewing on 2020-05-01; another one was added"])
      #expect(try await filmz.answer(to: "viewings heat").array.count == 4)
    }
  }

  @Test(arguments: [("y", 2), ("n", 1), ("", 1)])
  func secondViewingOfADayIsAskedForInTheShell(answer: String, count: Int) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      _ = try await shell.answer(to: "watched heat 2020-05-01")
      try await shell.send("watched heat 2020-05-01\r")
      try await shell.expect(
        "Heat (1995) already has a viewing on 2020-05-01. Add another one? [y/N] ")
      try await shell.send(answer + "\r")
      _ = try await shell.expectPrompt()
      #expect(try await filmz.answer(to: "viewings heat").array.count == count)
    }
  }

  @Test(arguments: [
    ("search rashomon", "Rashomon"), ("search godfather\radd 2", "The Godfather Part II"),
    ("show heat\rsearch godfather", nil), ("show heat\rrate alien 8", "Alien"),
    ("show heat\radd tt0078748 tt0133093", "Heat"),
  ])
  func selectedFilmIsInThePrompt(lines: String, title: String?) async throws {
    try await FilmzProcess.with { filmz in
      let shell = try await filmz.openShell(["--offline"])
      var seen = ""
      for line in lines.split(separator: "\r") { seen = try await shell.answer(to: String(line)) }
      #expect(seen.hasSuffix(title.map { "filmz (\($0))> " } ?? "filmz> "))
    }
  }
}
