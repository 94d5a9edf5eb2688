import FilmzTestSupport
import Testing

/// What a search that finds nothing says where OMDb was not asked.
struct UnaskedNoticeTests {
  @Test func withOfflineItNamesTheOption() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--offline", "--verbose", "search", "alligator")
      #expect(result.status == 0)
      #expect(result.stderr.contains("No results for \"alligator\"; without --offline"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func withoutAKeyItNamesTheSetting() async throws {
    try await FilmzProcess.with { filmz in
      for option in [[], ["--offline"]] {
        let result = try await filmz.run(option + ["--verbose", "search", "alligator"])
        #expect(result.status == 0)
        let notice = try #require(result.errorLines.first { $0.contains("No results") })
        #expect(notice.contains("an OMDb key") && notice.contains("config set omdb.apiKey -"))
      }
    }
  }

  @Test func whereOMDbWasAskedItAdvisesOtherWords() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--verbose", "search", "alligator")
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(!notice.contains("--offline") && !notice.contains("key"))
      #expect(server.requests.count == 1)
    }
  }
}
