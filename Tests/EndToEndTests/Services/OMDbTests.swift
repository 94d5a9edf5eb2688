import FilmzTestSupport
import Testing

struct OMDbTests {
  @Test func mainCommandsWorkWithOMDbAndThenOffline() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let script = "search lantern\nnext\nprev\nshow 1\nadd 1\nrate 1 9\nwatched 1\nls\n"
      let result = try await filmz.run(["--format", "json"], script: script)
      #expect(result.status == 0, "\(result.stderr)")
      let documents = try result.documents
      try #require(documents.count == 8)
      #expect(documents[0].each("index").first == 1)
      #expect(documents[0].array.count == 10)
      #expect(documents[1].each("index").first == 11)
      #expect(documents[2] == documents[0])
      #expect(documents[3]["id"] == "tt9000001")
      #expect(documents[3]["source"] == "omdb")
      #expect(documents[3]["directors"] == ["Odile Varnet"])
      #expect(documents[3]["released"] == "1957-03-08")
      #expect(documents[7].each("myRating") == [9])
      server.stop()
      let offline = try await filmz.answer(to: "show tt9000001")
      #expect(offline["plot"] == documents[3]["plot"])
      #expect(offline["source"] == "omdb")
      let rows = try await filmz.answer(to: "ls")
      #expect(rows.each("title") == ["Lantern"] && rows.each("runtimeMinutes") == [94])
    }
  }

  @Test func searchUsesAWildcardUnlessExact() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("search", "lantern")
      _ = try await filmz.run("search", "lantern", "--exact", "--year", "1974", "--type", "movie")
      let queries = server.requests.map(\.query)
      try #require(queries.count == 2)
      #expect(queries[0]["s"] == "lantern*" && queries[0]["page"] == "1")
      #expect(queries[1]["s"] == "lantern")
      #expect(queries[1]["y"] == "1974" && queries[1]["type"] == "movie")
    }
  }

  @Test func pageIsRequestedOnce() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c", "search lantern; next; next; prev; first; next")
      let pages = try result.documents
      try #require(pages.count == 6)
      let ids = pages[0...2].flatMap { $0.each("id") }
      #expect(ids.count == 25 && Set(ids).count == 25)
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "2", "3"])
    }
  }

  @Test(arguments: [
    ["--offline", "search", "lantern"], ["--offline", "-c", "search lantern; show tt0068646; ls"],
    ["--offline", "add", "tt9000001"], ["search", "la"], ["ls"], ["stats"], ["version"],
    ["search", "lantern", "--source", "catalog"], ["doctor", "--offline"], ["config"],
  ])
  func offlineAndLocalCommandsSendNoRequests(call: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run(call)
      #expect(server.requests.isEmpty)
    }
  }

  @Test func addFetchesAllFactsBeforeItEnds() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let added = try await filmz.run("add", "tt9000002")
      #expect(added.status == 0)
      let row = try #require(try await filmz.answer(to: "ls")[0])
      #expect(row["title"] == "The Lantern")
      #expect(row["genres"] == ["Adventure", "Drama", "Thriller"])
      #expect(row["imdbVotes"] == 1_204_377)
    }
  }

  @Test func titleIsLookedUpAtOMDbLast() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", "show", "quince")
      #expect(try result.json["id"] == "tt9000026")
      #expect(server.requests.contains { $0.query["t"] == "quince" })
      let requestCount = server.requests.count
      #expect(try await filmz.run("--format", "json", "rate", "quince", "8").status == 1)
      #expect(server.requests.count == requestCount)
    }
  }

  @Test func titleWithItsYearCostsOneRequest() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", "show", "Quince (2021)")
      #expect(try result.json["id"] == "tt9000026")
      #expect(server.requests.count == 1)
    }
  }

  @Test func starterCatalogIsUsedIfOMDbFails() async throws {
    try await FilmzProcess.withOMDb(answering: .json("{}", status: 503)) { filmz, _ in
      let result = try await filmz.run("--format", "json", "search", "godfather")
      #expect(result.status == 0)
      #expect(try result.json[0]?["id"] == "tt0068646")
      #expect(result.errorLines.count == 1)
      #expect(result.stderr.contains("503") && result.stderr.contains("starter"))
    }
  }

  @Test func keyIsNeitherPrintedNorStored() async throws {
    for handler in [
      FakeOMDb(key: "another").respond, { _ in .close }, { _ in .text("no JSON s3cr3tkey") },
      { _ in .json("{\"Response\":\"False\",\"Error\":\"s3cr3tkey is odd\"}") },
    ] as [LoopbackServer.Handler] {
      try await FilmzProcess.withOMDb(handler) { filmz, _ in
        for call in [
          ["search", "lantern", "--source", "omdb"], ["show", "tt9000001"], ["add", "tt9000001"],
          ["config", "ls"], ["search", "godfather"],
        ] {
          let result = try await filmz.run(["--verbose"] + call)
          #expect(!(result.stdout + result.stderr).contains(FilmzProcess.key), "\(call)")
        }
        for file in try filmz.folder.files() {
          #expect(try !filmz.folder.read(file).contains(FilmzProcess.key), "\(file)")
        }
      }
    }
  }
}
