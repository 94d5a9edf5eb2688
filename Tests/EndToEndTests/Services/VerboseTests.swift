import FilmzTestSupport
import Testing

struct VerboseTests {
  /// Returns the query of a line that traces a request, or `nil` for other lines.
  private static func tracedQuery(_ line: String) -> Substring? {
    line.wholeMatch(of: /GET http:\/\/127\.0\.0\.1:\d+\/\?(\S+): 200, \d+ bytes, \d+ ms/)?.1
  }

  @Test func requestsAreTracedWithMaskedKeys() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(
        "--verbose", "--format", "json", "-c", "search lantern; next; show 1; show 1; ls")
      #expect(result.status == 0)
      let traced = result.errorLines.compactMap(Self.tracedQuery)
      #expect(
        traced == [
          "apikey=********&s=lantern*&page=1&r=json", "apikey=********&s=lantern*&page=2&r=json",
          "apikey=********&i=tt9000001&plot=full&r=json",
        ])
      #expect(server.requests.count == 3)
      #expect(!result.stderr.contains(FilmzProcess.key))
      #expect(try result.documents.count == 5)
    }
  }

  @Test func nothingIsPrintedWithoutTheOption() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("-c", "search lantern; show 1")
      #expect(result.status == 0 && result.stderr == "")
      #expect(server.requests.count == 2)
    }
  }

  @Test func theOptionAppliesOnlyToItsCommand() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let result = try await filmz.run(
        "-c", "show tt9000001; show tt9000002 --verbose; show tt9000004")
      let traced = result.errorLines.filter { $0.hasPrefix("GET ") }
      #expect(traced.count == 1 && traced.first?.contains("i=tt9000002") == true)
    }
  }

  @Test(arguments: ["a&b=c", "k/e+y?#%41", "abc%2Fdef", "a\"quoted\"b", "s1"])
  func keysWithSpecialCharactersAreMaskedAndSentUnchanged(key: String) async throws {
    try await FilmzProcess.withOMDb(FakeOMDb(key: key).respond) { filmz, server in
      let result = try await filmz.run(
        ["--verbose", "show", "tt9000001"], environment: ["OMDB_API_KEY": key])
      #expect(result.status == 0)
      #expect(server.requests.first?.query["apikey"] == key)
      let traced = result.errorLines.compactMap(Self.tracedQuery)
      #expect(traced == ["apikey=********&i=tt9000001&plot=full&r=json"])
    }
  }

  @Test(arguments: [
    (LoopbackServer.Response.json("{}", status: 503, headers: ["Retry-After": "0"]), "503", 3),
    (.text("sorry", status: 404), "404", 1),
    (OMDbResponse.error("Invalid API key!"), "401", 1),
  ])
  func everyAttemptIsTraced(response: LoopbackServer.Response, status: String, count: Int)
    async throws
  {
    try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
      let result = try await filmz.run("--verbose", "show", "tt9000001")
      #expect(result.status == 69)
      let traced = result.errorLines.filter { $0.hasPrefix("GET ") }
      #expect(traced.count == count && result.errorLines.count == count + 1)
      for line in traced {
        #expect(line.contains("apikey=********&") && line.contains(": \(status),"))
      }
      #expect(!result.stderr.contains(FilmzProcess.key))
    }
  }

  @Test func failedConnectionsAreTracedWithMaskedKeys() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      server.stop()
      let result = try await filmz.run("--verbose", "show", "tt9000001")
      #expect(result.status == 69)
      #expect(result.stderr.contains("apikey=********&"))
      #expect(!result.stderr.contains(FilmzProcess.key))
    }
  }

  @Test func inAShellTheTraceIsShownWithTheOutput() async throws {
    try await FilmzProcess.withOMDb { filmz, _ in
      let terminal = try await filmz.openShell(columns: 200)
      let seen = try await terminal.answer(to: "show tt9000001 --verbose")
      #expect(seen.contains(/GET \S+apikey=\*{8}&i=tt9000001\S+: 200, \d+ bytes, \d+ ms\n/))
      #expect(seen.contains("\nLantern (1957)\n"))
      #expect(try await !terminal.answer(to: "show tt9000002").contains("GET"))
      #expect(!terminal.screen.visibleText.contains(FilmzProcess.key))
    }
  }
}
