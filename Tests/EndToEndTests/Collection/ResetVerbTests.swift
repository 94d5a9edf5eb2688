import FilmzTestSupport
import Testing

struct ResetVerbTests {
  private static let setup = """
    watched tt0113277 --on unknown --rating 8; watched tt0113277 --on 2020; watchlist add tt0078748; \
    add tt0133093 --note fun; skip tt0068646; skip tt0071562
    """

  /// The tables with the user's data, as JSON.
  private static func data(_ filmz: FilmzProcess) async throws -> [JSON] {
    var data = [try await filmz.answer(to: "ls"), try await filmz.answer(to: "ls --skipped")]
    for id in ["tt0113277", "tt0078748", "tt0133093"] {
      data.append(try await filmz.answer(to: "show \(id)"))
    }
    return data
  }

  /// Each case has what is reset, the amount in the question, and the numbers of films and skips left.
  @Test(arguments: [
    ("skipped", "2 skips", 3, 0), ("watchlist", "2 wanted films", 1, 2),
    ("all", "3 films, 2 viewings and 2 skips", 0, 0),
  ])
  func dataIsRemovedInOneStepAndRestored(
    scope: String, amount: String, films: Int, skips: Int
  ) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let before = try await Self.data(filmz)
      let steps = try await filmz.answer(to: "log").array.count
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "reset", scope, "--yes")
      #expect(result.status == 0)
      #expect(result.errorLines == ["Removed \(amount); `undo` restores them."])
      let rows = try result.json
      #expect(rows.array.count == 5 - films - skips)
      #expect(rows.each("inCollection").allSatisfy { $0 == false })
      #expect(rows.each("skipped").allSatisfy { $0 == false })
      #expect(try await filmz.answer(to: "ls").array.count == films)
      #expect(try await filmz.answer(to: "ls --skipped").array.count == skips)
      #expect(try await filmz.answer(to: "log").array.count == steps + 1)
      _ = try await filmz.answer(to: "undo")
      #expect(try await Self.data(filmz) == before)
      _ = try await filmz.answer(to: "redo")
      #expect(try await filmz.answer(to: "ls").array.count == films)
    }
  }

  @Test func ownRecordsAndCommentsAreRemovedAndRestored() async throws {
    try await FilmzProcess.with { filmz in
      let graz = try await filmz.answer(to: "record new title=Graz year=2019").array.first?["id"]
      let id = try #require(graz?.string)
      let setup = """
        comment \(id) here; \
        record new title=Linz year=2020 --add; edit heat year=1996; edit alien genres=none; \
        comment tt0113277 great
        """
      _ = try await filmz.answer(to: setup)
      func data() async throws -> [JSON] {
        var data: [JSON] = []
        for command in ["ls", "record ls", "comments --all", "show heat", "show alien"] {
          data.append(try await filmz.answer(to: command))
        }
        return data
      }
      let before = try await data()
      let steps = try await filmz.answer(to: "log").array.count
      let result = try await filmz.run(
        "--offline", "--verbose", "--format", "json", "reset", "all", "--yes")
      #expect(
        result.errorLines == [
          "Removed 1 film, 4 own records and 2 comments; `undo` restores them."
        ])
      let heat = try result.json.array.first { $0["title"] == "Heat" }
      #expect(heat?["year"] == 1995 && heat?["commentCount"] == 0)
      #expect(try await filmz.answer(to: "record ls") == [])
      #expect(try await filmz.answer(to: "comments --all") == [])
      #expect(try await filmz.answer(to: "show heat")["own"] == [])
      #expect(try await filmz.run("--offline", "show", id).status == 1)
      #expect(try await filmz.answer(to: "log").array.count == steps + 1)
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      #expect(undone.stderr.contains("4 own records are back; 2 comments are back"), "\(undone)")
      #expect(try await data() == before)
      #expect(try await filmz.answer(to: "show \(id)")["source"] == "own")
      #expect(try await filmz.answer(to: "db check") == [])
    }
  }

  @Test(arguments: [("y", 0), ("n", 2), ("", 2)])
  func shellAsksWithTheNumbers(answer: String, skips: Int) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let shell = try await filmz.openShell(["--offline"])
      try await shell.send("reset skipped\r")
      try await shell.expect("Remove 2 skips? [y/N] ")
      try await shell.send(answer + "\r")
      _ = try await shell.expectPrompt()
      #expect(try await shell.quit() == 0)
      #expect(try await filmz.answer(to: "ls --skipped").array.count == skips)
    }
  }

  @Test(arguments: [
    (["reset", "all"], ["rm", "heat"]), (["-c", "reset all"], ["-c", "rm heat"]),
  ])
  func withoutATerminalYesIsRequired(reset: [String], remove: [String]) async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      let result = try await filmz.run(["--offline"] + reset)
      let removal = try await filmz.run(["--offline"] + remove)
      #expect(result.status == removal.status && result.status != 0)
      #expect(result.stderr.contains("--yes"))
      #expect(try await filmz.answer(to: "ls").array.count == 3)
    }
  }

  @Test(arguments: ["skipped", "watchlist", "all"])
  func nothingToResetIsANotice(scope: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "reset", scope)
      #expect(result.status == 0 && result.stdout == "")
      #expect(result.errorLines == ["There is nothing to remove."])
      #expect(try await filmz.answer(to: "reset \(scope); log") == [])
    }
  }

  @Test func undoOfAResetIsSummarized() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: Self.setup)
      _ = try await filmz.answer(to: "reset all --yes")
      let undone = try await filmz.run("--offline", "--verbose", "undo")
      #expect(
        undone.errorLines == [
          "Undid `reset all --yes`: 3 films are in the collection again; 2 films are skipped again"
        ])
    }
  }

  /// T52: statistics count skipped and wanted films, and a reset films them no longer.
  @Test func statisticsCountSkippedAndWantedFilms() async throws {
    try await FilmzProcess.with { filmz in
      let stats = try await filmz.answer(to: "\(Self.setup); stats")
      #expect([stats["total"], stats["wanted"], stats["skipped"]] == [3, 2, 2])
      let text = try await filmz.run("--offline", "stats").stdout
      #expect(text.contains(/Films 3 .*Skipped 2/))
      let empty = try await filmz.answer(to: "reset all --yes; stats")
      #expect([empty["total"], empty["wanted"], empty["skipped"]] == [0, 0, 0])
    }
  }
}
