import FilmzTestSupport
import Testing

struct ViewingsVerbTests {
  private static let watchedCommands = """
    watched tt0068646 --on 2024-05-01 --rating 9 --note 'with \"Ann\"' --tag cinema --tag rain; \
    watched tt0068646 --on unknown; watched tt0068646 --on 2019 --rating 7
    """

  @Test func viewingsAreListedByDate() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.watchedCommands)
      let viewings = try await filmz.answer(to: "viewings the godfather")
      #expect(viewings.each("number") == [1, 2, 3])
      #expect(viewings.each("date") == ["2019", "2024-05-01", .null])
      #expect(viewings.each("rating") == [7, 9, .null])
      #expect(viewings.each("note") == [.null, "with \"Ann\"", .null])
      #expect(viewings.each("tags") == [[], ["cinema", "rain"], []])
      #expect(try await filmz.answer(to: "show tt0068646; viewings") == viewings)
      #expect(try await filmz.answer(to: "search godfather; viewings 1") == viewings)
    }
  }

  @Test func csvColumnsAreInOrder() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.watchedCommands)
      let csv = try await filmz.run("--offline", "--format", "csv", "viewings", "tt0068646").stdout
      #expect(
        csv == """
          number,date,rating,note,tags\r
          1,2019,7.0,,\r
          2,2024-05-01,9.0,"with ""Ann""\","cinema, rain"\r
          3,,,,\r\n
          """)
    }
  }

  @Test func viewingsAreRemovedByNumberAndTheRatingIsKept() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.watchedCommands)
      let changed = try await filmz.answer(to: "viewings rm tt0068646 2")
      #expect(changed.each("dateWatched") == ["2019"])
      #expect(changed.each("myRating") == [9])
      let remaining = try await filmz.answer(to: "viewings tt0068646")
      #expect(remaining.each("date") == ["2019", .null] && remaining.each("number") == [1, 2])
      _ = try await filmz.answer(to: "show tt0068646; viewings rm 2; viewings rm . 1")
      #expect(try await filmz.answer(to: "viewings tt0068646") == [])
      #expect(try await filmz.answer(to: "ls --unwatched").each("myRating") == [9])
    }
  }

  @Test func shellsPrintNoticesAboutViewings() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.watchedCommands)
      let shell = try await filmz.openShell(["--offline"])
      for (line, notice) in [
        ("viewings the godfather", "The Godfather has 3 viewings"),
        (
          "viewings rm \"the godfather\" 2",
          "Removed viewing 2 of The Godfather (1972): 2024-05-01, rated 9"
        ),
        ("viewings rm tt0068646 2", "Removed viewing 2 of The Godfather (1972): unknown date"),
        ("viewings tt0068646", "The Godfather has 1 viewing\n"),
        (
          "viewings rm tt0068646 1; viewings tt0068646",
          "The Godfather has no viewings; `watched` adds one"
        ),
      ] {
        let seen = try await shell.answer(to: line)
        #expect(seen.contains(notice), "\(line): \(seen)")
      }
    }
  }

  @Test(arguments: [
    ("viewings the matrix", 1, "The Matrix is not in your collection"),
    ("viewings rm the matrix 1", 1, "The Matrix is not in your collection"),
    (
      "viewings rm tt0068646 4", 1,
      "there is no viewing 4: The Godfather has 3 viewings; `viewings` lists them with their numbers"
    ),
    (
      "viewings rm tt0068646", 64,
      "\"tt0068646\" is not the number of a viewing; use a number, as in `viewings rm TARGET 1`; see `help viewings`"
    ),
    (
      "viewings rm tt0068646 0", 64,
      "\"0\" is not the number of a viewing; use a number, as in `viewings rm TARGET 1`; see `help viewings`"
    ),
    ("viewings rm", 64, "viewings rm needs the number of a viewing; see `help viewings`"),
    (
      "viewings tt0068646 tt0133093", 64,
      "viewings takes one film, not 2; see `help viewings`"
    ),
  ])
  func invalidArgumentsAreOneErrorLine(line: String, status: Int32, message: String) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.watchedCommands)
      let result = try await filmz.run(
        ["--offline", "--format", "json"] + line.split(separator: " ").map(String.init))
      #expect(result.status == status)
      #expect(result.errorLines == ["filmz: " + message])
      #expect(result.stdout == "")
      #expect(try await filmz.answer(to: "viewings tt0068646").array.count == 3)
    }
  }

  @Test func quotedOrPrefixedRmIsATitle() async throws {
    try await FilmzProcess.with { filmz in
      for line in ["viewings title:rm", "viewings \"rm\""] {
        let result = try await filmz.run("--offline", "-c", line)
        #expect(result.stderr.contains("no film called \"rm\""), "\(line): \(result.stderr)")
      }
    }
  }
}
