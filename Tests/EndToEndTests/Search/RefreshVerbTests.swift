import FilmzTestSupport
import Synchronization
import Testing

struct RefreshVerbTests {
  @Test func filmInTheResultsIsFetchedAgain() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "--verbose", "-c", "search lantern; show 1; refresh 1; refresh")
      #expect(result.status == 0)
      let documents = try result.documents
      try #require(documents.count == 4)
      #expect(documents[2].each("id") == ["tt9000001"] && documents[2].each("index") == [1])
      #expect(documents[3].each("id") == ["tt9000001"])
      #expect(result.stderr.contains("Refreshed Lantern (1957)\n"))
      #expect(server.requests.count { $0.query["i"] == "tt9000001" } == 3)
    }
  }

  @Test func factsInTheCollectionAreUpdated() async throws {
    let facts = Mutex((rating: "6.1", year: "2008"))
    let handler: LoopbackServer.Handler = { _ in
      let (rating, year) = facts.withLock(\.self)
      return OMDbResponse.film(["imdbRating": rating, "Year": year, "Type": "series"])
    }
    try await FilmzProcess.withOMDb(handler) { filmz, server in
      _ = try await filmz.run("add", OMDbResponse.id, "--rating", "9")
      facts.withLock { $0 = ("7.4", "2020–2023") }
      #expect(try await filmz.answer(to: "ls").each("imdbRating") == [6.1])
      let refreshed = try await filmz.run("--format", "json", "refresh", OMDbResponse.id)
      #expect(try refreshed.json.each("imdbRating") == [7.4])
      let row = try #require(try await filmz.answer(to: "ls")[0])
      #expect(row["imdbRating"] == 7.4 && row["myRating"] == 9)
      #expect(row["year"] == 2020 && row["endYear"] == 2023)
      #expect(try await filmz.answer(to: "cache ls").array.count == 1)
      #expect(server.requests.count == 2)
    }
  }

  @Test func onlyStaleFilmsInTheCollectionAreFetchedAgain() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("-c", "add tt9000001 tt9000002; show tt9000004")
      try filmz.ageCache(days: 40)
      _ = try await filmz.run("-c", "add tt9000026; add tt9999999 --force")
      _ = try await filmz.answer(to: "add tt9000025")
      let requestCount = server.requests.count
      let result = try await filmz.run("--format", "json", "refresh", "--stale")
      let requestedIDs = server.requests.dropFirst(requestCount).compactMap { $0.query["i"] }
      #expect(Set(requestedIDs) == ["tt9000001", "tt9000002", "tt9000025", "tt9999999"])
      #expect(requestedIDs.count == 4)
      #expect(result.status == 1 && result.errorLines.count == 1)
      _ = try await filmz.run("--yes", "rm", "tt9999999")
      let again = try await filmz.run("--format", "json", "refresh", "--stale")
      #expect(again.status == 0 && again.stdout == "[]\n" && again.stderr == "")
      #expect(server.requests.count == requestCount + 4)
      #expect(try await filmz.answer(to: "ls").array.count == 4)
    }
  }

  @Test func missingKeyAndOfflineExitWith69AndKeepTheFacts() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("add", "tt9000001")
      let before = try await filmz.answer(to: "show tt9000001")
      let noKey = try await filmz.run(
        ["refresh", "tt9000001"], environment: ["OMDB_API_KEY": nil])
      let offline = try await filmz.run("--offline", "refresh", "lantern")
      for (result, word) in [(noKey, "needs a key"), (offline, "--offline")] {
        #expect(result.status == 69 && result.stdout == "")
        #expect(result.errorLines.count == 1 && result.stderr.contains(word))
      }
      #expect(try await filmz.answer(to: "show tt9000001") == before)
      #expect(server.requests.count == 1)
    }
  }

  @Test(
    arguments: [
      (["refresh", "qqzzxx"], 1, "no film called"),
      (["refresh", "3"], 1, "a single command has no results"),
      (["refresh"], 1, "a single command has no results"),
      (["refresh", "tt9999999"], 1, "OMDb has no film tt9999999; nothing is known about it"),
      (["refresh", "--stale", "tt9000001"], 64, "cannot be used together"),
    ] as [([String], Int32, String)])
  func unknownFilmsAreReportedInOneLine(call: [String], status: Int32, words: String) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(["--format", "json"] + call)
      #expect(result.status == status && result.stdout == "")
      #expect(result.errorLines.count == 1 && result.stderr.contains(words))
      #expect(server.requests.count == (call.last == "tt9999999" ? 1 : 0))
    }
  }

  @Test(arguments: [("tt9999999", 1), ("tt9000003", 69)] as [(String, Int32)])
  func otherFilmsAreFetchedIfOneFilmFails(id: String, status: Int32) async throws {
    let fakeOMDb = FakeOMDb(key: FilmzProcess.key)
    let handler: LoopbackServer.Handler = { request in
      request.query["i"] == "tt9000003" ? .text("sorry") : fakeOMDb.respond(to: request)
    }
    try await FilmzProcess.withOMDb(handler) { filmz, _ in
      let result = try await filmz.run(
        "--format", "json", "refresh", "tt9000001", id, "tt9000002")
      #expect(result.status == status && result.stdout == "")
      #expect(result.errorLines.count == 1)
      #expect(result.stderr.hasSuffix("; 2 refreshed\n"))
      let cached = try await filmz.answer(to: "cache ls").each("id")
      #expect(cached == ["tt9000001", "tt9000002"])
    }
  }

  @Test func rejectedKeyStopsTheRefreshAfterAFewRequests() async throws {
    let ids = (10...24).map { "tt90000\($0)" }
    try await FilmzProcess.withOMDb(FakeOMDb(key: "another").respond) { filmz, server in
      let result = try await filmz.run(["refresh"] + ids)
      #expect(result.status == 69)
      #expect(result.errorLines.count == 1 && result.stderr.contains("15 films: Invalid"))
      #expect((1...4).contains(server.requests.count))
    }
  }
}
