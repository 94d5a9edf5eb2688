import FilmzTestSupport
import Testing

/// Films that OMDb does not have, and `show --refresh`.
struct MissingFilmVerbTests {
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
