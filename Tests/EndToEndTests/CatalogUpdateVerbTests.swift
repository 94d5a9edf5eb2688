import FilmzTestSupport
import Foundation
import Testing

/// `catalog update` from a server on this machine.
struct CatalogUpdateVerbTests {
  private static let tables = PaperDatasets.all.filter {
    [.titles, .ratings, .localTitles].contains($0.key)
  }

  @Test func anUpdateDownloadsAndImportsAndTheSecondOneHasNothingToDo() async throws {
    try await Self.withPublished { filmz, published, server in
      let first = try await filmz.run("catalog", "update", "--from", server.baseURL)
      #expect(first.status == 0 && first.stdout == "")
      let line = #/Imported 6 titles from 14 lines in \d+\.\d s\n/#
      #expect(first.stderr.wholeMatch(of: line) != nil, "\(first.stderr)")
      let names = ["basics", "ratings", "akas"].map { "/title.\($0).tsv.gz" }
      #expect(server.requests.map(\.path) == names)
      #expect(try await filmz.found("search lighthouse year:1961") == ["tt9100001"])
      let before = try await filmz.answer(to: "catalog info")
      let second = try await filmz.run("catalog", "update", "--from", server.baseURL)
      #expect(second.status == 0 && second.stdout == "")
      #expect(second.stderr == "The catalog is up to date.\n")
      #expect(server.requests.count == 6)
      #expect(server.requests.dropFirst(3).allSatisfy { $0.headers["if-none-match"] != nil })
      #expect(try await filmz.answer(to: "catalog info") == before)
    }
  }

  @Test func whatChangedIsFetchedAndImportedAnew() async throws {
    try await Self.withPublished { filmz, published, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let row = #"tt9100042|movie|The Ink Harbour|The Ink Harbour|0|1962|\N|90|Drama"#
      try await published.publish([.titles: PaperDatasets.titles + [row]], in: filmz.folder)
      let result = try await Self.update(filmz, server, ["--verbose"])
      #expect(result.status == 0 && result.stderr.contains("Imported 7 titles from 15 lines"))
      let statuses = result.stderr.matches(of: /tsv\.gz: (\d+),/).map { String($0.1) }
      #expect(statuses == ["200", "304", "304"], "\(result.stderr)")
      #expect(try await filmz.found("search ink harbour year:1962") == ["tt9100042"])
    }
  }

  @Test func anotherChoiceIsImportedWithoutAnotherDownload() async throws {
    try await Self.withPublished { filmz, published, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let result = try await Self.update(filmz, server, ["--only", "series"])
      #expect(result.stderr.hasPrefix("Imported 1 title from"), "\(result.stderr)")
      let again = try await Self.update(filmz, server, ["--only", "series"])
      #expect(again.stderr == "The catalog is up to date.\n")
    }
  }

  @Test func peopleAndEpisodesComeWhereTheyAreAskedFor() async throws {
    try await Self.withPublished(PaperDatasets.all) { filmz, published, server in
      let result = try await Self.update(filmz, server, ["--people", "--episodes"])
      #expect(result.status == 0, "\(result.stderr)")
      let asked = Set(server.requests.map { $0.path.dropFirst() })
      #expect(asked == Set(DatasetTable.allCases.map { Substring($0.fileName()) }))
      #expect(try await filmz.answer(to: "catalog info")["people"] == 4)
      #expect(try await filmz.found("search --person \"orla vance\"") == ["tt9100001"])
    }
  }

  @Test func whatWasInterruptedGoesOnWhereItEnded() async throws {
    try await Self.withPublished(PaperDatasets.many()) { filmz, published, server in
      let half = 60_000
      published.set(.stuck(after: half), for: .titles)
      try await published.publish([.localTitles: PaperDatasets.localTitles], in: filmz.folder)
      let terminal = try filmz.openTerminal(["catalog", "update", "--from", server.baseURL])
      try await terminal.wait(for: "half a file") { Self.partSize(filmz) == half }
      try await terminal.expect(/title\.basics\.tsv\.gz [^\n]*%/)
      try await terminal.send("\u{3}")
      #expect(try await terminal.waitForExit() == 130)
      #expect(try await filmz.answer(to: "catalog info")["titles"] == 0)
      published.set(.right, for: .titles)
      let result = try await Self.update(filmz, server)
      #expect(result.status == 0 && result.stderr.contains("Imported 40,000 titles"))
      #expect(server.requests.dropFirst().first?.headers["range"] == "bytes=\(half)-")
    }
  }

  /// Answers that are no dataset.
  private static let wrong: [(PublishedDatasets.Mood, [String])] = [
    (.webPage, ["title.ratings.tsv.gz", "no gzip file", "login"]),
    (.status(404), ["has no title.ratings.tsv.gz", "--from"]),
    (.status(403), ["title.ratings.tsv.gz", "403"]),
  ]

  @Test(arguments: wrong.indices)
  func aWrongAnswerIs69AndTheOldCatalogStays(index: Int) async throws {
    let (mood, words) = Self.wrong[index]
    try await Self.withPublished { filmz, published, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let before = try await filmz.answer(to: "catalog info")
      try await published.publish(Self.tables, in: filmz.folder)
      published.set(mood, for: .ratings)
      let result = try await Self.update(filmz, server)
      #expect(result.status == 69)
      #expect(result.errorLines.count == 1 && result.stdout == "", "\(result.stderr)")
      for word in words { #expect(result.stderr.contains(word), "\(result.stderr)") }
      #expect(try await filmz.answer(to: "catalog info") == before)
      #expect(try await filmz.found("search lighthouse year:1961") == ["tt9100001"])
      published.set(.right, for: .ratings)
      #expect(try await Self.update(filmz, server).stderr.hasPrefix("Imported 6 titles"))
    }
  }

  @Test func aDamagedFileIs65AndIsFetchedWholeTheNextTime() async throws {
    try await Self.withPublished { filmz, published, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let before = try await filmz.answer(to: "catalog info")
      let whole = try await DatasetFolder(in: filmz.folder).packed(
        Data(DatasetTable.titles.text(PaperDatasets.titles).utf8))
      published.publish(whole.dropLast(30), as: DatasetTable.titles.fileName())
      let result = try await Self.update(filmz, server)
      #expect(result.status == 65 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(result.stderr.contains("title.basics.tsv.gz, line "))
      #expect(try await filmz.answer(to: "catalog info") == before)
      published.publish(whole, as: DatasetTable.titles.fileName())
      let asked = server.requests.count
      #expect(try await Self.update(filmz, server).status == 0)
      let request = server.requests.dropFirst(asked).first
      #expect(request?.headers["if-none-match"] == nil && request?.headers["range"] == nil)
    }
  }

  @Test func withoutAServerOrANetworkItIsOneLineAndTheCatalogStays() async throws {
    try await Self.withPublished { filmz, published, server in
      #expect(try await Self.update(filmz, server).status == 0)
      let before = try await filmz.answer(to: "catalog info")
      for call in [["--from", "http://127.0.0.1:1/"], ["--from", server.baseURL, "--offline"]] {
        let result = try await filmz.run(["catalog", "update"] + call)
        #expect(result.status == 69 && result.errorLines.count == 1, "\(result.stderr)")
      }
      #expect(server.requests.count == 3)
      #expect(try await filmz.answer(to: "catalog info") == before)
    }
  }

  @Test(arguments: ["ftp://127.0.0.1/", "127.0.0.1:80", "http://", "", "/tmp", "https://a b/"])
  func anAddressThatIsNoneIs64(address: String) async throws {
    try await FilmzProcess.with { filmz in
      let result = try await filmz.run("catalog", "update", "--from", address)
      #expect(result.status == 64 && result.errorLines.count == 1, "\(result.stderr)")
      #expect(!filmz.folder.exists("home"))
    }
  }

  @Test func removingTakesTheDownloadsToo() async throws {
    try await Self.withPublished { filmz, published, server async throws in
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

  private static func withPublished(
    _ tables: [DatasetTable: [String]] = tables,
    _ body: (FilmzProcess, PublishedDatasets, LoopbackServer) async throws -> Void
  ) async throws {
    let published = PublishedDatasets()
    try await LoopbackServer.with(published.answer) { server in
      try await FilmzProcess.with { filmz in
        try await published.publish(tables, in: filmz.folder)
        try await body(filmz, published, server)
      }
    }
  }

  private static func update(
    _ filmz: FilmzProcess, _ server: LoopbackServer, _ options: [String] = []
  ) async throws -> ProcessResult {
    try await filmz.run(["catalog", "update", "--from", server.baseURL] + options)
  }

  private static func partSize(_ filmz: FilmzProcess) -> Int? {
    let path = filmz.folder.path(of: "home/cache/datasets/title.basics.tsv.gz.part")
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return attributes?[.size] as? Int
  }
}
