import FilmzTestSupport
import Glibc
import Testing

struct ResultSetTests {
  @Test func numbersContinueAcrossPages() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(
        "--offline", "--format", "json", "-c",
        "search godfather --limit 2; next; more; results; prev; prev; first; page 2; page 9")
      let pages = try result.documents.map { $0.each("index") }
      #expect(result.status == 0)
      #expect(pages == [[1, 2], [3], [], [3], [1, 2], [], [1, 2], [3], []])
    }
  }

  @Test func filmsOnOtherPagesKeepTheirNumbers() async throws {
    try await FilmzProcess.with { filmz in
      let thirdID = try await filmz.answer(to: "search godfather").each("id")[2]
      let shown = try await filmz.answer(to: "search godfather --limit 2; next; prev; show 3")
      #expect(shown["id"] == thirdID)
      let added = try await filmz.answer(
        to: "search godfather --limit 2; next; add 3; stats; rate 3 7")
      #expect(added.each("id") == [thirdID])
      #expect(try await filmz.answer(to: "ls").each("myRating") == [7])
    }
  }

  @Test func starterCatalogFillsMoreThanTwoPages() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "search the; next; next")
      #expect(rows.array.first?["index"] == 21)
    }
  }

  @Test func resultsShowCurrentMarks() async throws {
    try await FilmzProcess.with { filmz in
      let rows = try await filmz.answer(to: "search godfather; rate 2 8; results")
      #expect(rows.each("inCollection") == [false, true, false])
      #expect(rows.each("myRating") == [.null, 8, .null])
    }
  }

  @Test func listKeepsItsFilmsAndOrderAfterChanges() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.answer(to: "rate tt0068646 5; rate tt0071562 6")
      let rows = try await filmz.answer(to: "ls --sort -rating; rate 2 10; rm 1 --yes; results")
      #expect(rows.each("id") == ["tt0071562", "tt0068646"])
      #expect(rows.each("inCollection") == [false, true])
      #expect(rows.each("myRating") == [.null, 10])
    }
  }

  @Test func searchCanBeNarrowed() async throws {
    try await FilmzProcess.with { filmz in
      for line in [
        "search godfather --year 1974", "search godfather 1974",
        "search godfather --year 1973-1980",
        "search part godfather ii --year 1974 --type movie", "search GÖDFATHER --year 1974",
      ] {
        let rows = try await filmz.answer(to: line)
        #expect(rows.each("id") == ["tt0071562"], "\(line)")
      }
      #expect(try await filmz.answer(to: "search godfather --type series") == [])
      #expect(try await filmz.answer(to: "search tt0068646").each("title") == ["The Godfather"])
      #expect(
        try await filmz.answer(to: "search godfather --limit 1 --page 3").each("index") == [3])
    }
  }

  @Test func searchWithoutResultsSucceeds() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--format", "json", "search", "qqzzxx wwvvkk")
      #expect(result.status == 0 && result.stdout == "[]\n" && result.stderr == "")
    }
  }

  @Test func singleCommandsStartWithoutAResultSet() async throws {
    try await FilmzProcess.with { filmz in
      _ = try await filmz.run("--offline", "search", "godfather")
      for call in [["next"], ["show", "1"], ["-c", "results"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(result.status == 1)
        #expect(
          result.stderr.contains(/there are no results|a single command has no results/))
      }
    }
  }

  /// T76: new results replace an earlier batch.
  @Test func newResultsReplaceAnEarlierBatch() async throws {
    try await FilmzProcess.with { filmz in
      let expected = try await filmz.answer(to: "search godfather")
      let answer = try await filmz.answer(
        to: "search the --limit 5; next; search godfather; results")
      #expect(answer == expected && !expected.array.isEmpty)
    }
  }

  /// T76: the answer to an interrupted search arrives after a new search.
  @Test func lateAnswerToAnEarlierSearchIsDropped() async throws {
    let (slow, omdb) = (GatedOMDb(isClosed: true), GatedOMDb())
    defer { slow.open() }
    let handler: LoopbackServer.Handler = { request in
      request.query["s"]?.contains("lantern") == true
        ? slow.respond(to: request) : omdb.respond(to: request)
    }
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      let shell = try await filmz.openShell()
      try await shell.send("search lantern --source omdb\r")
      try await server.waitForRequests(1)
      try await shell.expect("waiting")
      shell.kill(SIGINT)
      #expect(try await shell.expectPrompt().contains("interrupted"))
      let answer = try await shell.answer(to: "search ferryman --source omdb")
      #expect(answer.contains("Ferryman"), "\(answer)")
      slow.open()
      let results = try await shell.answer(to: "results")
      #expect(results.contains("Ferryman") && !results.contains("Lantern"), "\(results)")
      #expect(try await shell.quit() == 0)
    }
  }
}
