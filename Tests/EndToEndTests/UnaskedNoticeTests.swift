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
      let result = try await filmz.run("--verbose", "search", "alligator")
      #expect(result.status == 0)
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(notice.contains("an OMDb key") && notice.contains("config set omdb.apiKey -"))
    }
  }

  @Test func withoutAKeyAndWithOfflineItNamesTheCatalog() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "search", "alligator")
      #expect(result.status == 0)
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(notice.hasSuffix("; an imported catalog knows more: `help catalog`"))
    }
  }

  @Test(arguments: [["--year", "1990-1999"], ["--source", "catalog"]])
  func whereOMDbCouldNotHaveAnsweredItIsNotNamed(options: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(["--offline", "--verbose", "search", "alligator"] + options)
      #expect(result.status == 0)
      #expect(result.stderr.contains("No results for \"alligator\""))
      #expect(result.stderr.contains("; try fewer or other words"))
      #expect(!result.stderr.contains("OMDb"))
      #expect(server.requests.isEmpty)
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
