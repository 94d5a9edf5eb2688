import FilmzTestSupport
import Testing

/// Searches and details with a token of TMDB and without a key of OMDb.
struct TMDBTests {
  @Test func searchAsksTMDBAndPagesShowEveryTitleOnce() async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let result = try await filmz.run("--format", "json", "-c", "search beacon; next; next")
      #expect(result.status == 0, "\(result.stderr)")
      let pages = try result.documents
      try #require(pages.count == 3)
      let ids = pages.flatMap { $0.each("id") }
      #expect(ids.count == 30 && Set(ids).count == 30)
      #expect(pages[0][0]?["id"] == "tmdb:movie:1001")
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "2"])
    }
  }

  @Test(arguments: [
    "search glass harbor --source tmdb; show 1", "show tt9200101", "show tmdb:movie:101",
  ])
  func detailsComeFromTMDB(commands: String) async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let result = try await filmz.run("--format", "json", "-c", commands)
      #expect(result.status == 0, "\(result.stderr)")
      let film = try #require(try result.documents.last)
      #expect(film["title"] == "The Glass Harbor" && film["year"] == 1987)
      #expect(film["source"] == "tmdb" && film["directors"] == ["Dora Vink"])
      #expect(film["genres"] == ["Sci-Fi", "Thriller"] && film["rated"] == "PG-13")
      #expect(film["imdbRating"] == .null)
      #expect(film["plot"] == "A harbor is blown from glass, and then it rains.")
      #expect(server.requests.count <= 2)
    }
  }

  @Test func unknownFilmIsNotFound() async throws {
    try await FilmzProcess.withTMDB { filmz, _ in
      for id in ["tmdb:movie:7", "tt9999998"] {
        let result = try await filmz.run("show", id)
        #expect(result.status == 1 && result.errorLines.count == 1)
        #expect(result.stderr.contains("TMDB has no such film"), "\(result.stderr)")
      }
    }
  }

  @Test func unknownTMDBIDSuggestsATokenAndNotAKeyOfAnotherService() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("show", "tmdb:movie:7")
      #expect(result.status == 1 && result.errorLines.count == 1)
      #expect(result.stderr.contains("with a TMDB token, filmz can search TMDB too"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func sourceWithoutATokenIsRefused() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("search", "beacon", "--source", "tmdb")
      #expect(result.status == 69 && result.errorLines.count == 1)
      #expect(
        result.stderr.contains("TMDB needs a token: get a free one at https://www.themoviedb.org"))
      #expect(result.stderr.contains("`config set tmdb.token -`"))
    }
  }

  @Test(arguments: [
    ["search", "beacon", "--source", "tmdb", "--type", "episode"],
    ["search", "beacon", "--source", "tmdb", "--sort", "year"],
  ])
  func unsupportedFilterIsAUsageError(call: [String]) async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let result = try await filmz.run(call)
      #expect(result.status == 64 && result.stderr.contains("TMDB "))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func doctorChecksTokenAndConnectionWithOneRequest() async throws {
    try await FilmzProcess.withTMDB { filmz, server in
      let (status, checks) = try await filmz.doctor()
      #expect(status == 0)
      func check(_ name: String) -> JSON? { checks.array.first { $0["check"] == .string(name) } }
      #expect(check("tmdb.token")?["detail"] == "accepted")
      #expect(check("TMDB")?["state"] == "ok")
      #expect(check("TMDB requests")?["detail"] == "1 used today (UTC), no daily limit")
      #expect(check("omdb.apiKey")?["state"] == "ok")
      #expect(check("omdb.apiKey")?["detail"]?.string?.contains("OMDb would add") == true)
      #expect(server.requests.map(\.path) == ["/authentication"])
    }
  }

  @Test func doctorSaysWhatATokenWouldAddToOMDb() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let checks = try await filmz.doctor("--offline").checks
      let check = checks.array.first { $0["check"] == "tmdb.token" }
      #expect(check?["state"] == "ok")
      #expect(
        check?["detail"]?.string?.hasPrefix(
          "no token is set; TMDB would add where films can be watched")
          == true)
    }
  }

  @Test func rejectedTokenFailsInDoctor() async throws {
    try await FilmzProcess.withTMDB(FakeTMDB(token: "another").respond) { filmz, server in
      let (status, checks) = try await filmz.doctor()
      #expect(status == 1 && server.requests.count == 1)
      let failures = checks.array.filter { $0["state"] == "fail" }
      #expect(failures.map { $0["check"] } == ["tmdb.token"])
      #expect(failures.first?["remedy"]?.string?.hasPrefix("check the token") == true)
    }
  }

  @Test func aboutHasTheNoticesOfTMDBAndJustWatch() async throws {
    try await FilmzProcess.with { filmz in
      let credits = try await filmz.run("--format", "json", "about").json["credits"]?.array ?? []
      #expect(
        credits.contains(
          "This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by TMDB."
        ))
      #expect(credits.contains { $0.string?.contains("JustWatch") == true })
    }
  }

  @Test func tokenIsReadFromInputAndNeverShown() async throws {
    try await FilmzProcess.with { filmz in
      let set = try await filmz.run("config", "set", "tmdb.token", "-", script: "file-t0k3n-99\n")
      #expect(set.status == 0)
      for call in [["config"], ["config", "get", "tmdb.token"], ["show", "film file-t0k3n-99"]] {
        let result = try await filmz.run(["--offline"] + call)
        #expect(!(result.stdout + result.stderr).contains("t0k3n"), "\(call)")
      }
    }
  }
}
