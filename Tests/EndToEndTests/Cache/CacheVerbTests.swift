import FilmzTestSupport
import Testing

struct CacheVerbTests {
  private static let fieldNames = ["id", "title", "year", "fetchedAt", "stale", "bytes"]

  @Test func theJSONListHasTheDocumentedFieldsAndIsSortedByTitle() async throws {
    try await withFilledCache { filmz in
      let lines = try await filmz.run("--offline", "--format", "jsonl", "cache", "ls").stdout
        .split(separator: "\n")
      #expect(lines.count == 2)
      let lastLine = try #require(lines.last)
      let lineStart = "{\"id\":\"tt9000026\",\"title\":\"Quince\",\"year\":2021,\"fetchedAt\":\""
      #expect(lastLine.hasPrefix(lineStart))
      let remainder = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ","stale":false,"bytes":\d+\}/
      #expect(lastLine.dropFirst(lineStart.count).wholeMatch(of: remainder) != nil)
      let list = try await filmz.answer(to: "cache ls")
      #expect(list.each("title") == ["Lantern", "Quince"])
      #expect(list.array.allSatisfy { $0["bytes"]?.number ?? 0 > 100 })
      #expect(try await filmz.answer(to: "cache") == list)
    }
  }

  @Test func searchResultsAreListedOnceTheyAreFetched() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let hits = try await filmz.run(
        "--format", "json", "-c", "search zinnober --source omdb; cache show 1; cache ls")
      let documents = try hits.documents
      try #require(documents.count == 3)
      #expect(documents[1]["title"] == "Zinnober" && documents[1]["complete"] == false)
      #expect(documents[1]["fetchedAt"] == .null && documents[1]["stale"] == false)
      #expect(documents[2] == [])
      let id = try #require(documents[1]["id"]?.string)
      _ = try await filmz.run("show", id)
      #expect(try await filmz.answer(to: "cache ls").each("title") == ["Zinnober"])
    }
  }

  @Test func theListIsAlsoPrintedAsTableAndCSV() async throws {
    try await withFilledCache { filmz in
      let table = try await filmz.run("--offline", "cache", "ls").stdout
      let lines = table.split(separator: "\n")
      #expect(lines.count == 3)
      #expect(lines[0].contains(/^Id +Title +Year +Fetched +Stale +Size$/))
      #expect(lines[2].contains(/^tt9000026 +Quince +2021 +\d{4}-\d\d-\d\d +\d+ B$/))
      let csv = try await filmz.run("--offline", "--format", "csv", "cache", "ls").stdout
      let records = csv.split(separator: "\r\n").map(String.init)
      #expect(records.first == Self.fieldNames.joined(separator: ","))
      #expect(records.last?.contains(/^tt9000026,Quince,2021,\d{4}-[^,]+Z,false,\d+$/) == true)
    }
  }

  @Test func showPrintsAFilmWithItsCacheFields() async throws {
    try await withFilledCache { filmz in
      let document = try await filmz.run(
        "--offline", "--format", "json", "cache", "show", "tt9000026")
      #expect(
        document.stdout.hasPrefix("{\"id\":\"tt9000026\",\"title\":\"Quince\",\"year\":2021,"))
      #expect(Set(Self.fieldNames).isSubset(of: try document.json.keys))
      let card = try await filmz.run("--offline", "cache", "show", "tt9000026")
      #expect(card.stdout.hasPrefix("Quince (2021)\n"))
    }
  }

  @Test func staleFilmsAreMarked() async throws {
    try await withFilledCache { filmz in
      try filmz.ageCache(days: 40)
      #expect(try await filmz.answer(to: "cache ls").each("stale") == [true, true])
      let table = try await filmz.run("--offline", "cache", "ls").stdout
      #expect(table.contains(/Quince.* stale\b/))
      _ = try await filmz.run("config", "set", "cache.days", "50")
      #expect(try await filmz.answer(to: "cache ls").each("stale") == [false, false])
    }
  }

  @Test func aFilmIsRemoved() async throws {
    try await withFilledCache { filmz in
      let removed = try await filmz.answer(to: "cache rm tt9000001")
      #expect(removed.each("id") == ["tt9000001"])
      #expect(try await filmz.answer(to: "cache ls").each("id") == ["tt9000026"])
      #expect(try await filmz.run("--offline", "show", "tt9000001").status == 1)
    }
  }

  @Test(arguments: [
    "cache rm tt9000002", "cache show tt9000002", "cache rm the godfather",
    "cache rm tt9000001 tt9000002",
  ])
  func uncachedFilmsAreAnErrorAndNothingIsRemoved(command: String) async throws {
    try await withFilledCache { filmz in
      let arguments = command.split(separator: " ").map(String.init)
      let result = try await filmz.run(["--offline", "--format", "json"] + arguments)
      #expect(result.status == 1 && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains("not in the film cache"))
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
    }
  }

  @Test func pruningRemovesOldFilmsThatAreNotInTheCollection() async throws {
    try await withFilledCache { filmz in
      _ = try await filmz.answer(to: "add tt9000026; cache prune --days 1")
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
      try filmz.ageCache(days: 40)
      #expect(try await filmz.answer(to: "cache prune --days 41")["films"] == 0)
      #expect(try await filmz.answer(to: "cache ls").array.count == 2)
      #expect(try await filmz.answer(to: "cache prune")["films"] == 1)
      #expect(try await filmz.answer(to: "cache ls").each("id") == ["tt9000026"])
    }
  }

  @Test(arguments: ["0", "-1", "x", "1.5", ""])
  func invalidDaysAreRejected(days: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("cache", "prune", "--days", days)
      #expect(result.status == 64)
      #expect(result.errorLines.count == 1)
    }
  }

  @Test func clearingRemovesAllFilmsAndKeepsTheCollection() async throws {
    try await withFilledCache { filmz in
      _ = try await filmz.answer(to: "add tt9000001 --watched --rating 8 --on 2024-05-01")
      #expect(try await filmz.answer(to: "cache clear")["films"] == 2)
      #expect(try await filmz.answer(to: "cache ls") == [])
      let row = try #require(try await filmz.answer(to: "ls")[0])
      #expect(row["title"] == "Lantern" && row["year"] == 1957)
      #expect(row["watched"] == true && row["myRating"] == 8)
      #expect(row["dateWatched"] == "2024-05-01" && row["runtimeMinutes"] == .null)
      #expect(try await filmz.answer(to: "show lantern")["plot"] == .null)
    }
  }

  @Test func readingTheCacheOfANewHomeCreatesNoFile() async throws {
    try await FilmzProcess.with { filmz in
      for arguments in [["cache", "ls"], ["cache"], ["cache", "show", "tt9000001"]] {
        _ = try await filmz.run(arguments)
      }
      #expect(try await filmz.answer(to: "cache ls") == [])
      #expect(try filmz.folder.files() == [])
      #expect(!filmz.folder.exists("home"))
    }
  }

  /// Runs a closure with a film cache that has all details of two films.
  private func withFilledCache(_ body: (FilmzProcess) async throws -> Void) async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run("-c", "show tt9000026; show tt9000001")
      #expect(result.status == 0)
      try await body(filmz)
    }
  }
}
