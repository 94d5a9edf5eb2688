import FilmzCatalog
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzViewModels

/// Updates that import what they got, and what later ones make of it.
@Suite struct CatalogUpdateTests {
  private static let published = Date(timeIntervalSince1970: 1_799_647_200)
  private static let smallest = [
    "title.basics.tsv.gz", "title.ratings.tsv.gz", "title.akas.tsv.gz",
  ]
  private static let all =
    smallest + [
      "title.crew.tsv.gz", "title.principals.tsv.gz", "name.basics.tsv.gz",
      "title.episode.tsv.gz",
    ]

  /// What is in the files that are published.
  private static let texts = [
    "title.basics.tsv.gz": """
    tconst\ttitleType\tprimaryTitle\toriginalTitle\tisAdult\tstartYear\tendYear\truntimeMinutes\tgenres
    tt9100001\tmovie\tThe Paper Moth\tThe Paper Moth\t0\t1961\t\\N\t101\tDrama

    """,
    "title.ratings.tsv.gz": "tconst\taverageRating\tnumVotes\ntt9100001\t8.1\t12345\n",
    "title.akas.tsv.gz":
      "titleId\tordering\ttitle\tregion\tlanguage\ttypes\tattributes\tisOriginalTitle\n",
    "title.crew.tsv.gz": "tconst\tdirectors\twriters\n",
    "title.principals.tsv.gz": "tconst\tordering\tnconst\tcategory\tjob\tcharacters\n",
    "name.basics.tsv.gz":
      "nconst\tprimaryName\tbirthYear\tdeathYear\tprimaryProfession\tknownForTitles\n",
    "title.episode.tsv.gz": "tconst\tparentTconst\tseasonNumber\tepisodeNumber\n",
  ]

  /// A view model, and a server that publishes the files.
  private struct Bench: Sendable {
    let folder: ScratchFolder
    let model: CatalogViewModel
    private let server: LoopbackServer

    static func with(_ body: (Bench) async throws -> Void) async throws {
      try await ScratchFolder.with { folder in
        let datasets = DatasetFolder("published", in: folder)
        var files: [String: Data] = [:]
        for (name, text) in texts { files[name] = try await datasets.packed(Data(text.utf8)) }
        let fetcher = HTTPFetcher(environment: [:])
        try await LoopbackServer.with({ [files] in answer($0, files) }) { server in
          try await body(Bench(folder: folder, server: server, fetcher: fetcher))
          await fetcher.shutdown()
        }
      }
    }

    private init(folder: ScratchFolder, server: LoopbackServer, fetcher: HTTPFetcher) {
      self.folder = folder
      self.server = server
      model = CatalogViewModel(
        catalog: LocalCatalog(file: folder.url(of: "data/catalog.sqlite")),
        datasets: folder.url(of: "cache/datasets"), client: folder.client(fetcher),
        path: { $0 }, now: { Date() })
    }

    private static func answer(
      _ request: LoopbackServer.Request, _ files: [String: Data]
    ) -> LoopbackServer.Response {
      let headers = ["ETag": "\"v1\"", "Last-Modified": "Mon, 11 Jan 2027 06:00:00 GMT"]
      guard let file = files[request.fileName] else { return .text("none", status: 404) }
      return request.headers["if-none-match"] == headers["ETag"]
        ? .bytes(Data(), status: 304, headers: headers) : .bytes(file, headers: headers)
    }

    /// Whether an update made a catalog, and what it asked for.
    func update(_ choice: CatalogViewModel.Choice?) async throws -> (isMade: Bool, names: [String])
    {
      let before = server.requests.count
      let made = try await model.update(from: server.baseURL, choice, in: .online) { _ in }
      return (made != nil, server.requests.dropFirst(before).map(\.fileName))
    }
  }

  private static func choice(
    _ change: (inout CatalogViewModel.Choice) -> Void
  ) -> CatalogViewModel.Choice {
    var choice = CatalogViewModel.Choice()
    change(&choice)
    return choice
  }

  @Test("an update without a choice takes in what the last one did, until the catalog is removed")
  func choiceStays() async throws {
    try await Bench.with { bench in
      let all = Self.choice { ($0.includesPeople, $0.includesEpisodes) = (true, true) }
      #expect(try await bench.update(all) == (true, Self.all))
      #expect(try await bench.update(nil) == (false, Self.all))
      #expect(
        try await bench.update(Self.choice { $0.includesAdult = true }).names == Self.smallest)
      #expect(try await bench.update(nil) == (false, Self.smallest))
      _ = try await bench.update(all)
      #expect(try await bench.model.remove())
      #expect(try await bench.update(nil) == (true, Self.smallest))
    }
  }

  @Test("a catalog has its files' dates, and is not made again while they stay")
  func datesOfFiles() async throws {
    try await Bench.with { bench in
      #expect(try await bench.update(nil).isMade)
      let info = try #require(try await bench.model.info())
      #expect(info.files.map(\.date) == Array(repeating: Self.published, count: 3))
      #expect(try await !bench.update(nil).isMade)
      try FileManager.default.setAttributes(
        [.modificationDate: Self.published + 86_400],
        ofItemAtPath: bench.folder.path(of: "cache/datasets/title.ratings.tsv.gz"))
      #expect(try await bench.update(nil).isMade)
    }
  }

  @Test("what another filmz is downloading is not removed") func removingWaits() async throws {
    try await Bench.with { bench in
      _ = try await bench.update(nil)
      let datasets = bench.folder.url(of: "cache/datasets")
      let lock = try #require(FileLock.tryLock(folder: datasets))
      let busy = DatasetError.busy(folder: datasets.path(percentEncoded: false))
      await #expect(throws: busy) { try await bench.model.remove() }
      #expect(bench.folder.exists("cache/datasets/title.basics.tsv.gz"))
      #expect(try await bench.model.info() != nil)
      lock.release()
      #expect(try await bench.model.remove())
      #expect(!bench.folder.exists("cache/datasets"))
    }
  }
}

extension LoopbackServer.Request {
  /// The last part of the path.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? "" }
}

extension ScratchFolder {
  /// A client that counts in the folder and does not wait between attempts.
  func client(_ fetcher: HTTPFetcher) -> APIClient {
    APIClient(
      fetcher: fetcher, counter: RequestCounter(url: url(of: "requests.json"), now: { Date() }),
      retry: RetryPolicy(sleep: { _ in }))
  }
}
