import FilmzTestSupport
import Foundation
import Testing

/// `catalog update` from a local server.
struct CatalogUpdateVerbTests {
  private static let tables = SampleDatasets.all.filter {
    [.titles, .ratings, .localTitles].contains($0.key)
  }

  @Test func theFirstUpdateImportsTheDatasetsAndTheSecondIsUpToDate() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server in
      let first = try await filmz.run("catalog", "update", "--from", server.baseURL)
      #expect(first.status == 0 && first.stdout == "")
      let pattern = #/Imported 6 titles from 14 lines in \d+\.\d s\n/#
      #expect(first.stderr.wholeMatch(of: pattern) != nil, "\(first.stderr)")
      let paths = ["basics", "ratings", "akas"].map { "/title.\($0).tsv.gz" }
      #expect(server.requests.map(\.path) == paths)
      #expect(try await filmz.searchResultIDs("search lighthouse year:1961") == ["tt9100001"])
      let previousInfo = try await filmz.answer(to: "catalog info")
      let second = try await filmz.run("catalog", "update", "--from", server.baseURL)
      #expect(second.status == 0 && second.stdout == "")
      #expect(second.stderr == "The catalog is up to date.\n")
      #expect(server.requests.count == 6)
      #expect(server.requests.dropFirst(3).allSatisfy { $0.headers["if-none-match"] != nil })
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
    }
  }

  @Test func changedFilesAreDownloadedAndImportedAgain() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let row = #"tt9100042|movie|The Ink Harbour|The Ink Harbour|0|1962|\N|90|Drama"#
      try await datasetServer.publish([.titles: SampleDatasets.titles + [row]], in: filmz.folder)
      let result = try await Self.update(filmz, server, ["--verbose"])
      #expect(result.status == 0 && result.stderr.contains("Imported 7 titles from 15 lines"))
      let statuses = result.stderr.matches(of: /tsv\.gz: (\d+),/).map { String($0.1) }
      #expect(statuses == ["200", "304", "304"], "\(result.stderr)")
      #expect(try await filmz.searchResultIDs("search ink harbour year:1962") == ["tt9100042"])
    }
  }

  @Test func otherOptionsImportTheDownloadedFilesAgain() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let result = try await Self.update(filmz, server, ["--only", "series"])
      #expect(result.stderr.hasPrefix("Imported 1 title from"), "\(result.stderr)")
      let repeated = try await Self.update(filmz, server, ["--only", "series"])
      #expect(repeated.stderr == "The catalog is up to date.\n")
    }
  }

  @Test func peopleAndEpisodesAreDownloadedOnRequest() async throws {
    try await Self.withDatasetServer(SampleDatasets.all) { filmz, datasetServer, server in
      let result = try await Self.update(filmz, server, ["--people", "--episodes"])
      #expect(result.status == 0, "\(result.stderr)")
      let requestedFiles = Set(server.requests.map { $0.path.dropFirst() })
      #expect(requestedFiles == Set(DatasetTable.allCases.map { Substring($0.fileName()) }))
      #expect(try await filmz.answer(to: "catalog info")["people"] == 4)
      #expect(try await filmz.searchResultIDs("search --person \"orla vance\"") == ["tt9100001"])
    }
  }

  @Test func interruptedDownloadsAreResumed() async throws {
    try await Self.withDatasetServer(SampleDatasets.many()) { filmz, datasetServer, server in
      let half = 60_000
      datasetServer.set(.stalled(after: half), for: .titles)
      try await datasetServer.publish([.localTitles: SampleDatasets.localTitles], in: filmz.folder)
      let terminal = try filmz.openTerminal(["catalog", "update", "--from", server.baseURL])
      try await terminal.wait(for: "half a file") { Self.partialFileSize(filmz) == half }
      try await terminal.expect(/title\.basics\.tsv\.gz [^\n]*%/)
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 130)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 0)
      datasetServer.set(.normal, for: .titles)
      let result = try await Self.update(filmz, server)
      #expect(result.status == 0 && result.stderr.contains("Imported 40,000 titles"))
      #expect(server.requests.dropFirst().first?.headers["range"] == "bytes=\(half)-")
    }
  }

  /// Responses that are not datasets, with parts of the messages about them.
  private static let invalidResponses: [(FakeDatasetServer.Behavior, [String])] = [
    (.loginPage, ["title.ratings.tsv.gz", "not a gzip file", "login"]),
    (.status(404), ["has no title.ratings.tsv.gz", "--from"]),
    (.status(403), ["title.ratings.tsv.gz", "403"]),
  ]

  @Test(arguments: invalidResponses.indices)
  func invalidResponsesExitWith69AndKeepTheCatalog(index: Int) async throws {
    let (behavior, expectedTexts) = Self.invalidResponses[index]
    try await Self.withDatasetServer { filmz, datasetServer, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let previousInfo = try await filmz.answer(to: "catalog info")
      try await datasetServer.publish(Self.tables, in: filmz.folder)
      datasetServer.set(behavior, for: .ratings)
      let result = try await Self.update(filmz, server)
      #expect(result.status == 69)
      #expect(result.errorLines.count == 1 && result.stdout == "", "\(result.stderr)")
      for text in expectedTexts { #expect(result.stderr.contains(text), "\(result.stderr)") }
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
      #expect(try await filmz.searchResultIDs("search lighthouse year:1961") == ["tt9100001"])
      datasetServer.set(.normal, for: .ratings)
      #expect(try await Self.update(filmz, server).stderr.hasPrefix("Imported 6 titles"))
    }
  }

  @Test func damagedFilesExitWith65AndAreDownloadedInFullNextTime() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let previousInfo = try await filmz.answer(to: "catalog info")
      let content = try await DatasetFolder(in: filmz.folder).compressed(
        Data(DatasetTable.titles.text(SampleDatasets.titles).utf8))
      datasetServer.publish(content.dropLast(30), as: DatasetTable.titles.fileName())
      let result = try await Self.update(filmz, server)
      #expect(result.status == 65 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("title.basics.tsv.gz, line "))
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
      datasetServer.publish(content, as: DatasetTable.titles.fileName())
      let requestCount = server.requests.count
      #expect(try await Self.update(filmz, server).status == 0)
      let request = server.requests.dropFirst(requestCount).first
      #expect(request?.headers["if-none-match"] == nil && request?.headers["range"] == nil)
    }
  }

  @Test func withoutServerOrNetworkUpdatesExitWith69AndKeepTheCatalog() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let previousInfo = try await filmz.answer(to: "catalog info")
      for options in [["--from", "http://127.0.0.1:1/"], ["--from", server.baseURL, "--offline"]] {
        let result = try await filmz.run(["catalog", "update"] + options)
        #expect(result.status == 69 && result.errorLines.count == 1, "\(result.stderr)")
      }
      #expect(server.requests.count == 3)
      #expect(try await filmz.answer(to: "catalog info") == previousInfo)
    }
  }

  @Test(arguments: ["ftp://127.0.0.1/", "127.0.0.1:80", "http://", "", "/tmp", "https://a b/"])
  func invalidAddressesExitWith64(address: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("catalog", "update", "--from", address)
      #expect(result.status == 64 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func removingAlsoDeletesTheDownloads() async throws {
    try await Self.withDatasetServer { filmz, datasetServer, server async throws in
      #expect(try await Self.update(filmz, server).status == 0)
      #expect(filmz.folder.exists("home/cache/datasets/title.basics.tsv.gz"))
      #expect(try await filmz.run("catalog", "remove", "--yes").status == 0)
      #expect(!filmz.folder.exists("home/cache/datasets"))
      #expect(!filmz.folder.exists("home/data/catalog.sqlite"))
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 0)
      #expect(try await Self.update(filmz, server).stderr.hasPrefix("Imported 6 titles"))
    }
  }

  // MARK: -

  /// Runs a closure with a program, a dataset server, and the HTTP server that it responds for.
  private static func withDatasetServer(
    _ tables: [DatasetTable: [String]] = tables,
    _ body: (FilmzProcess, FakeDatasetServer, LoopbackServer) async throws -> Void
  ) async throws {
    let datasetServer = FakeDatasetServer()
    try await LoopbackServer.with(datasetServer.respond) { server in
      try await FilmzProcess.with { filmz in
        try await datasetServer.publish(tables, in: filmz.folder)
        try await body(filmz, datasetServer, server)
      }
    }
  }

  private static func update(
    _ filmz: FilmzProcess, _ server: LoopbackServer, _ options: [String] = []
  ) async throws -> ProcessResult {
    try await filmz.run(["catalog", "update", "--from", server.baseURL] + options)
  }

  /// Returns the size of the partial download of the titles.
  private static func partialFileSize(_ filmz: FilmzProcess) -> Int? {
    let path = filmz.folder.path(of: "home/cache/datasets/title.basics.tsv.gz.part")
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int
  }
}
