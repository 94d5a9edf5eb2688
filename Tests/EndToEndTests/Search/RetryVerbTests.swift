import FilmzTestSupport
import Testing

struct RetryVerbTests {
  @Test func failedSearchIsRetried() async throws {
    try await withFailures { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c", "search lantern --source omdb; retry; results; show 2")
      #expect(result.status == 1)
      #expect(
        result.errorLines.count == 1 && result.stderr.hasPrefix("command 1: Invalid response"))
      let documents = try result.documents
      try #require(documents.count == 3)
      let expected = try await filmz.run(
        "--home", "other", "--format", "json", "search", "lantern", "--source", "omdb"
      ).json
      #expect(expected.array.count == 10)
      #expect(documents[0] == expected && documents[1] == expected)
      #expect(documents[2]["id"] == expected[1]?["id"])
      #expect(server.requests.compactMap { $0.query["page"] } == ["1", "1", "1"])
    }
  }

  @Test(arguments: [
    "show tt9000001", "show quince", "refresh tt9000001", "search lantern", "search tt9000001",
    "search \"lantern\" --source omdb --page 2",
  ])
  func everyCommandThatNeedsTheNetworkCanBeRetried(command: String) async throws {
    try await withFailures { filmz, _ in
      let result = try await filmz.run("--format", "json", "-c", "\(command); retry")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 1 && result.stderr.hasPrefix("command 1: "))
      #expect(try result.documents.count == 1)
      let expected = try await filmz.run("--home", "other", "--format", "json", "-c", command)
      #expect(try Self.rows(result).each("id") == Self.rows(expected).each("id"))
    }
  }

  @Test func retryWithoutAFailedCommandIsAnError() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let single = try await filmz.run("retry")
      #expect(single.status == 1 && single.stdout == "")
      #expect(single.errorLines.count == 1 && single.stderr.hasPrefix("filmz: no command"))
      for before in ["search lantern", "show 99", "show tt9999999", "search godfather"] {
        let script = try await filmz.run("-c", "\(before); retry")
        #expect(script.status == 1)
        #expect(script.stderr.contains("command 2: no command has failed for lack of a response"))
      }
      #expect(server.requests.count == 3)
    }
  }

  @Test func successfulRetryIsNotRepeated() async throws {
    try await withFailures { filmz, server in
      let result = try await filmz.run("-c", "search lantern --source omdb; retry; retry")
      #expect(result.errorLines.count == 2)
      #expect(result.errorLines.last?.hasPrefix("command 3: no command has failed") == true)
      #expect(server.requests.count == 2)
    }
  }

  @Test func commandThatSucceededWhenRepeatedIsNotRetried() async throws {
    try await withFailures { filmz, _ in
      let result = try await filmz.run(
        "-c", "search lantern --source omdb; search lantern --source omdb; retry")
      #expect(result.errorLines.last?.hasPrefix("command 3: no command has failed") == true)
    }
  }

  @Test func failedRetryCanBeRetriedAfterOtherCommands() async throws {
    try await withFailures(2) { filmz, server in
      let result = try await filmz.run(
        "--format", "json", "-c",
        "search lantern --source omdb; version; ls; retry; show 9; retry; results")
      #expect(
        result.errorLines.map { $0.prefix(10) } == ["command 1:", "command 4:", "command 5:"])
      let documents = try result.documents
      #expect(documents.suffix(2).map(\.array.count) == [10, 10])
      #expect(server.requests.count == 3)
    }
  }

  @Test func searchThatFellBackToTheStarterCatalogCanBeRetried() async throws {
    try await withFailures { filmz, _ in
      let result = try await filmz.run("--format", "json", "-c", "search the; retry; retry")
      #expect(result.status == 1)
      #expect(result.errorLines.count == 2)
      #expect(result.errorLines.first?.contains("starter") == true)
      #expect(result.errorLines.last?.hasPrefix("command 3: no command has failed") == true)
      let documents = try result.documents
      try #require(documents.count == 2)
      #expect(documents[0].array.allSatisfy { $0["id"]?.string?.hasPrefix("tt90") == false })
      #expect(documents[1].array.allSatisfy { $0["id"]?.string?.hasPrefix("tt90") == true })
      #expect(!documents[0].array.isEmpty && !documents[1].array.isEmpty)
    }
  }

  @Test func retryKeepsTheOptionsOfTheCommand() async throws {
    try await withFailures { filmz, server in
      let command = "search lantern --source omdb --type movie --exact --limit 2 --format csv"
      let result = try await filmz.run("--format", "json", "-c", "\(command); retry; next")
      let lines = result.stdout.split(separator: "\r\n", omittingEmptySubsequences: false)
      try #require(lines.count == 4)
      #expect(lines[0].hasPrefix("index,id,imdbID,title,"))
      #expect(lines[1].hasPrefix("1,tt") && lines[2].hasPrefix("2,tt"))
      #expect(try JSON.documents(in: String(lines[3]))[0].each("index") == [3, 4])
      let queries = server.requests.map(\.query)
      #expect(queries.count == 2 && queries.first == queries.last)
      #expect(queries.last?["type"] == "movie" && queries.last?["s"] == "lantern")
    }
  }

  @Test func failedSearchSuggestsRetry() async throws {
    try await withFailures { filmz, _ in
      let result = try await filmz.run("-c", "search lantern --source omdb; next")
      #expect(result.errorLines.last?.contains("`retry` runs it again") == true)
    }
  }

  /// F11: only a shell names `retry`, and only if repeating the command may help.
  @Test func shellNamesRetryAfterAnErrorOfASource() async throws {
    let limit = OMDbResponse.error("Request limit reached!")
    let cases: [(LoopbackServer.Response, String, Bool)] = [
      (.text("sorry"), "search lantern --source omdb", true),
      (.json("{}", status: 503), "show tt9000001", true), (.close, "search heat", true),
      (OMDbResponse.error("Invalid API key!"), "search lantern --source omdb", true),
      (limit, "search lantern --source omdb", false),
      (OMDbResponse.error("Movie not found!", status: 200), "show tt9000001", false),
    ]
    for (response, command, isNamed) in cases {
      try await FilmzProcess.withOMDb(answering: response) { filmz, _ in
        let terminal = try await filmz.openShell(columns: 300)
        let seen = try await terminal.answer(to: command)
        #expect(seen.contains("`retry` runs it again") == isNamed, "\(seen)")
        _ = try await terminal.quit()
        let script = try await filmz.run("-c", command)
        #expect(!script.stderr.isEmpty && !script.stderr.contains("retry"), "\(script.stderr)")
      }
    }
  }

  private func withFailures(
    _ count: Int = 1, _ body: (FilmzProcess, LoopbackServer) async throws -> Void
  ) async throws {
    try await FilmzProcess.withOMDb(GatedOMDb(failures: count).respond, body)
  }

  /// Returns the rows of a list, or an array with the film of a card.
  private static func rows(_ result: ProcessResult) throws -> JSON {
    let json = try result.json
    return json["id"] == nil ? json : .array([json])
  }
}
