import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzViewModels

struct CatalogViewModelTests {
  /// Runs `body` with a view viewModel that stores its files in a scratch folder, and a server to
  /// download from.
  private static func with(
    _ handler: @escaping LoopbackServer.Handler = { _ in .text("none", status: 404) },
    _ body: (CatalogViewModel, LoopbackServer, ScratchFolder) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { folder in
      try await LoopbackServer.with(handler) { server in
        let fetcher = HTTPFetcher(environment: [:])
        let viewModel = ViewModels(
          paths: Paths(home: folder.path, config: nil, environment: [:]),
          client: folder.client(fetcher),
          fetcher: fetcher
        ).catalog
        try await body(viewModel, server, folder)
        await fetcher.shutdown()
      }
    }
  }

  /// Bytes that begin like a gzip file, but are not one.
  private static let invalidGzip = Data([0x1f, 0x8b] + Array("no gzip".utf8))

  @Test(arguments: [
    (false, false, ["title.basics", "title.ratings", "title.akas"]),
    (
      true, false,
      [
        "title.basics", "title.ratings", "title.akas", "title.crew", "title.principals",
        "name.basics",
      ]
    ),
    (false, true, ["title.basics", "title.ratings", "title.akas", "title.episode"]),
  ])
  func updateDownloadsTheSelectedDatasets(
    people: Bool, episodes: Bool, names: [String]
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in .bytes(Self.invalidGzip) }
    try await Self.with(handler) { viewModel, server, _ in
      var selection = CatalogViewModel.ImportSelection()
      selection.includesPeople = people
      selection.includesEpisodes = episodes
      // The downloaded files cannot be imported.
      await #expect(throws: CatalogError.self) {
        try await viewModel.update(from: server.baseURL + "mirror", selection, in: .online) { _ in }
      }
      #expect(server.requests.map(\.path) == names.map { "/mirror/\($0).tsv.gz" })
    }
  }

  @Test func nothingIsDownloadedOffline() async throws {
    try await Self.with { viewModel, server, _ in
      await #expect(throws: ViewModelError.updateOffline) {
        try await viewModel.update(from: server.baseURL, .init(), in: .offline) { _ in }
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "", "ftp://example.org/", "file:///tmp", "datasets.imdbws.com", "https://", "http:///x",
    "/tmp/imdb", "https://a b/",
  ])
  func onlyAddressesOfWebServersAreAccepted(address: String) async throws {
    try await Self.with { viewModel, _, _ in
      await #expect(throws: ViewModelError.invalidDatasetServer) {
        try await viewModel.update(from: address, .init(), in: .offline) { _ in }
      }
      #expect(ViewModelError.invalidDatasetServer.exitCategory == .usage)
    }
  }

  @Test func failedDownloadEndsTheUpdate() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.path.contains("basics") ? .bytes(Self.invalidGzip) : .text("none", status: 404)
    }
    try await Self.with(handler) { viewModel, server, _ in
      let progress = Mutex<[CatalogViewModel.ImportProgress]>([])
      let name = "title.basics.tsv.gz"
      let missing = DatasetError.missing(host: "127.0.0.1", file: "title.ratings.tsv.gz")
      await #expect(throws: missing) {
        try await viewModel.update(from: server.baseURL, .init(), in: .online) { value in
          progress.withLock { $0.append(value) }
        }
      }
      let count = Self.invalidGzip.count
      #expect(progress.withLock { $0.first } == .downloading(name: name, bytes: 0, total: count))
      #expect(progress.withLock { $0.last } == .downloading(name: name, bytes: count, total: count))
      let info = try await viewModel.info()
      #expect(info == nil)
    }
  }

  @Test func downloadsAreRemovedWithTheCatalog() async throws {
    try await Self.with { viewModel, _, folder in
      #expect(try await !viewModel.remove())
      try folder.write("x", to: "cache/datasets/title.basics.tsv.gz")
      #expect(try await viewModel.remove())
      #expect(!folder.exists("cache/datasets"))
      #expect(try await !viewModel.remove())
    }
  }

  @Test(
    arguments: [
      (nil, false, nil), (nil, true, nil), ([.movie], false, [.movie]),
      ([.movie], true, [.movie, .episode]), ([.episode], false, [.episode]),
    ] as [([MediaType]?, Bool, [MediaType]?)])
  func episodesAreSelectedByFlagOrType(
    types: [MediaType]?, includesEpisodes: Bool, importedTypes: [MediaType]?
  ) {
    var selection = CatalogViewModel.ImportSelection()
    selection.types = types.map { Set($0) }
    selection.includesEpisodes = includesEpisodes
    #expect(selection.options.types == importedTypes.map { Set($0) })
    #expect(selection.options.includesEpisodes == (includesEpisodes || types == [.episode]))
    #expect(!selection.options.includesAdult)
  }
}
