import FilmzCatalog
import FilmzDomain
import FilmzFiles
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzViewModels

/// Updates that import the downloaded files, and the updates after them.
@Suite struct CatalogUpdateTests {
  private static let publicationDate = Date(timeIntervalSince1970: 1_799_647_200)
  private static let defaultFiles = [
    "title.basics.tsv.gz", "title.ratings.tsv.gz", "title.akas.tsv.gz",
  ]
  private static let allFiles =
    defaultFiles + [
      "title.crew.tsv.gz", "title.principals.tsv.gz", "name.basics.tsv.gz",
      "title.episode.tsv.gz",
    ]

  /// The contents of the publicationDate files by name.
  private static let contents = [
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
    let viewModel: CatalogViewModel
    private let server: LoopbackServer

    static func with(_ body: (Bench) async throws -> Void) async throws {
      try await ScratchFolder.with { folder in
        let datasets = DatasetFolder("published", in: folder)
        var files: [String: Data] = [:]
        for (name, text) in contents {
          files[name] = try await datasets.compressed(Data(text.utf8))
        }
        let fetcher = HTTPFetcher(environment: [:])
        try await LoopbackServer.with({ [files] in respond(to: $0, files) }) { server in
          try await body(Bench(folder: folder, server: server, fetcher: fetcher))
          await fetcher.shutdown()
        }
      }
    }

    private init(folder: ScratchFolder, server: LoopbackServer, fetcher: HTTPFetcher) {
      self.folder = folder
      self.server = server
      viewModel =
        ViewModels(
          paths: Paths(home: folder.path, config: nil, environment: [:]),
          client: folder.client(fetcher),
          fetcher: fetcher
        ).catalog
    }

    private static func respond(
      to request: LoopbackServer.Request, _ files: [String: Data]
    ) -> LoopbackServer.Response {
      let headers = ["ETag": "\"v1\"", "Last-Modified": "Mon, 11 Jan 2027 06:00:00 GMT"]
      guard let file = files[request.fileName] else { return .text("none", status: 404) }
      return request.headers["if-none-match"] == headers["ETag"]
        ? .bytes(Data(), status: 304, headers: headers) : .bytes(file, headers: headers)
    }

    /// Runs an update, and returns whether it imported a catalog, and the files that it requested.
    func update(_ selection: CatalogViewModel.ImportSelection?) async throws -> (
      isImported: Bool, files: [String]
    ) {
      let previousCount = server.requests.count
      let result = try await viewModel.update(from: server.baseURL, selection, in: .online) { _ in }
      return (result != nil, server.requests.dropFirst(previousCount).map(\.fileName))
    }
  }

  private static func selection(
    _ change: (inout CatalogViewModel.ImportSelection) -> Void
  ) -> CatalogViewModel.ImportSelection {
    var selection = CatalogViewModel.ImportSelection()
    change(&selection)
    return selection
  }

  @Test(
    "an update without a selection uses the one of the last update until the catalog is removed")
  func selectionIsRemembered() async throws {
    try await Bench.with { bench in
      let fullSelection = Self.selection { ($0.includesPeople, $0.includesEpisodes) = (true, true) }
      #expect(try await bench.update(fullSelection) == (true, Self.allFiles))
      #expect(try await bench.update(nil) == (false, Self.allFiles))
      #expect(
        try await bench.update(Self.selection { $0.includesAdult = true }).files
          == Self.defaultFiles)
      #expect(try await bench.update(nil) == (false, Self.defaultFiles))
      _ = try await bench.update(fullSelection)
      #expect(try await bench.viewModel.remove())
      #expect(try await bench.update(nil) == (true, Self.defaultFiles))
    }
  }

  @Test("a catalog has the dates of its files, and is imported again only if they change")
  func datesOfFiles() async throws {
    try await Bench.with { bench in
      #expect(try await bench.update(nil).isImported)
      let info = try #require(try await bench.viewModel.info())
      #expect(info.files.map(\.date) == Array(repeating: Self.publicationDate, count: 3))
      #expect(try await !bench.update(nil).isImported)
      try FileManager.default.setAttributes(
        [.modificationDate: Self.publicationDate + 86_400],
        ofItemAtPath: bench.folder.path(of: "cache/datasets/title.ratings.tsv.gz"))
      #expect(try await bench.update(nil).isImported)
    }
  }

  @Test("files that another process is downloading are not removed") func removalDuringDownload()
    async throws
  {
    try await Bench.with { bench in
      _ = try await bench.update(nil)
      let datasets = bench.folder.url(of: "cache/datasets")
      let lock = try #require(FileLock.tryLock(folder: datasets))
      let busy = DatasetError.busy(folder: datasets.path(percentEncoded: false))
      await #expect(throws: busy) { try await bench.viewModel.remove() }
      #expect(bench.folder.exists("cache/datasets/title.basics.tsv.gz"))
      #expect(try await bench.viewModel.info() != nil)
      lock.release()
      #expect(try await bench.viewModel.remove())
      #expect(!bench.folder.exists("cache/datasets"))
    }
  }
}

extension LoopbackServer.Request {
  /// The last component of the path.
  var fileName: String { path.split(separator: "/").last.map(String.init) ?? "" }
}

extension ScratchFolder {
  /// Returns a client that counts requests in the folder and does not wait between attempts.
  func client(_ fetcher: HTTPFetcher) -> APIClient {
    APIClient(
      fetcher: fetcher, counter: RequestCounter(url: url(of: "requests.json"), now: { Date() }),
      retry: RetryPolicy(sleep: { _ in }))
  }
}
