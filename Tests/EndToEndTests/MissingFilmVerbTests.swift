import FilmzTestSupport
import Testing

/// Films that OMDb does not have, and `show --refresh`.
struct MissingFilmVerbTests {
  /// T74: an id that no source has, and one of a removed own film, are "not found", and no crash.
  @Test(arguments: [
    ["show", "tt9999998"], ["show", "own:00000000-0000-4000-8000-000000000000"],
    ["show", "tmdb:movie:999999999"], ["--format", "json", "show", "tt9999998"],
  ])
  func idThatIsNotKnownIsNotFound(call: [String]) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run(["--offline"] + call)
      #expect(result.status == 1 && result.stdout == "", "\(result)")
      #expect(result.errorLines.count == 1 && result.stderr.contains(call.last ?? ""), "\(result)")
    }
  }

  @Test func missingFilmIsRequestedOnce() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      for _ in 1...2 {
        let result = try await filmz.run("show", "tt9999999")
        #expect(result.status == 1 && result.stdout == "")
        #expect(result.errorLines.count == 1 && result.stderr.contains("tt9999999"))
      }
      #expect(server.requests.map { $0.query["i"] } == ["tt9999999"])
    }
  }

  @Test func refreshRequestsItAgain() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      _ = try await filmz.run("show", "tt9999999")
      _ = try await filmz.run("show", "tt9999999", "--refresh")
      #expect(server.requests.count == 2)
    }
  }

  @Test func refreshingWithoutAKeyIsAWarning() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("show", "tt0068646", "--refresh")
      #expect(result.status == 0 && result.stdout.hasPrefix("The Godfather (1972)\n"))
      #expect(result.errorLines.count == 1 && result.stderr.contains("OMDb needs a key"))
    }
  }
}
