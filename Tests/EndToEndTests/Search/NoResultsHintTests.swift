import FilmzTestSupport
import Testing

/// The hint of a search without results, which depends on whether OMDb was asked.
struct NoResultsHintTests {
  @Test func offlineHintNamesTheOption() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--offline", "--verbose", "search", "alligator")
      #expect(result.status == 0)
      #expect(
        result.stderr.contains("No results for \"alligator\"; OMDb is not asked while offline"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func hintWithoutAKeyNamesTheSetting() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "search", "alligator")
      #expect(result.status == 0)
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(notice.contains("an OMDb key") && notice.contains("config set omdb.apiKey -"))
    }
  }

  /// A key helps to find titles only.
  @Test(arguments: [
    "1908", "noir 1890s", "director xyzzy", "I saw Xyzzy yesterday", "best films", "I saw inception last week",
    "i loved parasite", "the shining is scary",
  ])
  func noKeyIsNamedForOtherTexts(text: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "search", text)
      #expect(result.stderr.contains("No results for"), "\(result.stderr)")
      #expect(!result.stderr.contains("key") && !result.stderr.contains("catalog"), "\(result.stderr)")
    }
  }

  @Test(arguments: [
    ("I saw inception last week", "search inception"), ("i loved parasite", "search parasite"),
    ("the shining is scary", "search the shining"),
  ])
  func titleInASentenceIsNamed(text: String, search: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--verbose", "search", text)
      #expect(result.stderr.contains("; `\(search)` searches for the title alone"), "\(result.stderr)")
    }
  }

  @Test func offlineHintWithoutAKeyNamesTheCatalog() async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("--offline", "--verbose", "search", "alligator")
      #expect(result.status == 0)
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(notice.hasSuffix("; an imported catalog has more titles; see `help catalog`"))
    }
  }

  @Test(arguments: [["--genre", "horror"], ["--source", "catalog"]])
  func hintDoesNotNameOMDbIfItCannotAnswer(options: [String]) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run(["--offline", "--verbose", "search", "alligator"] + options)
      #expect(result.status == 0)
      #expect(result.stderr.contains("No results for \"alligator\""))
      #expect(result.stderr.contains("; try fewer or other words"))
      #expect(!result.stderr.contains("OMDb"))
      #expect(server.requests.isEmpty)
    }
  }

  @Test func hintAfterAskingOMDbNamesNeitherOptionNorKey() async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      let result = try await filmz.run("--verbose", "search", "alligator")
      let notice = try #require(result.errorLines.first { $0.contains("No results") })
      #expect(!notice.contains("--offline") && !notice.contains("key"))
      #expect(server.requests.count == 1)
    }
  }
}
