import FilmzTestSupport
import Foundation
import Testing

/// The choice between an imported catalog and OMDb if both are available.
struct CatalogOrOMDbTests {
  @Test(arguments: [
    "search paper", "search --year 1960-1969 paper", "search paper streets --type series",
    "search paper genre:drama", "search year:1961", "search director:vance",
    "search paper --source catalog", "show \"the paper lighthouse\" --offline",
    "search nothinglikethis actor:ferrow",
  ])
  func catalogResultsNeedNoRequest(line: String) async throws {
    try await Self.withCatalogAndOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", "-c", line)
      #expect(result.status == 0 && result.stderr == "", "\(result.stderr)")
      if !line.contains("nothing") { #expect(result.stdout.contains("tt9100")) }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func omdbIsUsedWithANoticeIfTheCatalogFindsNothing() async throws {
    try await Self.withCatalogAndOMDb { filmz, server in
      let result = try await filmz.run("--format", "json", "-c", "search lanterns over velm")
      #expect(try result.json.each("id") == ["tt9000025"])
      #expect(result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("the catalog found nothing; these results are from OMDb"))
      #expect(server.requests.count >= 1)
      let offline = try await filmz.run(
        "--offline", "--format", "json", "-c", "search xylophone velm")
      #expect(offline.status == 0 && offline.stdout == "[]\n")
    }
  }

  @Test func onlyTheNamedSourceIsUsed() async throws {
    try await Self.withCatalogAndOMDb { filmz, server in
      let catalog = try await filmz.run(
        "--format", "json", "search", "lanterns over velm", "--source", "catalog")
      #expect(catalog.stdout == "[]\n" && server.requests.isEmpty)
      let omdb = try await filmz.run("--format", "json", "search", "lantern", "--source", "omdb")
      #expect(try omdb.json.array.count == 10 && server.requests.count == 1)
      let filtered = try await filmz.run("search", "lantern", "genre:drama", "--source", "omdb")
      #expect(filtered.status == 64 && filtered.errorLines.count == 1, "\(filtered.stderr)")
      #expect(server.requests.count == 1)
    }
  }

  @Test func idIsLookedUpInTheNamedSource() async throws {
    try await Self.withCatalogAndOMDb { filmz, server in
      let found = try await filmz.run(
        "--format", "json", "search", "tt9100001", "--source", "catalog")
      #expect(try found.json.each("title") == ["The Paper Lighthouse"])
      #expect(server.requests.isEmpty)
    }
  }

  @Test func searchWithoutResultsSucceeds() async throws {
    try await Self.withCatalogAndOMDb { filmz, _ in
      let result = try await filmz.run("--format", "json", "-c", "search xylophone velm")
      #expect(result.status == 0 && result.stdout == "[]\n", "\(result.stderr)")
    }
  }

  // MARK: -

  private static func withCatalogAndOMDb(
    _ body: (FilmzProcess, LoopbackServer) async throws -> Void
  ) async throws {
    try await FilmzProcess.withOMDb { filmz, server in
      try await filmz.importCatalog(of: SampleDatasets.all)
      try await body(filmz, server)
    }
  }
}
