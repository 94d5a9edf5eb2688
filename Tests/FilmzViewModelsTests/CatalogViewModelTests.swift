import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

@testable import FilmzViewModels

struct CatalogViewModelTests {
  /// Runs `body` with a view model over a scratch folder, and a server that answers each download.
  private static func with(
    _ handler: @escaping LoopbackServer.Handler = { _ in .text("none", status: 404) },
    _ body: (CatalogViewModel, LoopbackServer, ScratchFolder) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { folder in
      try await LoopbackServer.with(handler) { server in
        let fetcher = HTTPFetcher(environment: [:])
        let model = CatalogViewModel(
          catalog: LocalCatalog(file: folder.url(of: "data/catalog.sqlite")),
          datasets: folder.url(of: "cache/datasets"), client: folder.client(fetcher),
          path: { $0 }, now: { Date() })
        try await body(model, server, folder)
        await fetcher.shutdown()
      }
    }
  }

  /// Bytes that begin like a gzip file.
  private static let bytes = Data([0x1f, 0x8b] + Array("no gzip".utf8))

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
  func anUpdateGetsWhatItsChoiceNeeds(
    people: Bool, episodes: Bool, names: [String]
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in .bytes(Self.bytes) }
    try await Self.with(handler) { model, server, _ in
      var choice = CatalogViewModel.Choice()
      choice.includesPeople = people
      choice.includesEpisodes = episodes
      // What came cannot be imported.
      await #expect(throws: CatalogError.self) {
        try await model.update(from: server.baseURL + "mirror", choice, in: .online) { _ in }
      }
      #expect(server.requests.map(\.path) == names.map { "/mirror/\($0).tsv.gz" })
    }
  }

  @Test func offlineNothingIsFetched() async throws {
    try await Self.with { model, server, _ in
      await #expect(throws: ViewModelError.updateOffline) {
        try await model.update(from: server.baseURL, .init(), in: .withoutNetwork) { _ in }
      }
      #expect(server.requests.isEmpty)
    }
  }

  @Test(arguments: [
    "", "ftp://example.org/", "file:///tmp", "datasets.imdbws.com", "https://", "http:///x",
    "/tmp/imdb", "https://a b/",
  ])
  func onlyAnAddressOfAWebServerIsTaken(address: String) async throws {
    try await Self.with { model, _, _ in
      await #expect(throws: ViewModelError.invalidDatasetServer) {
        try await model.update(from: address, .init(), in: .withoutNetwork) { _ in }
      }
      #expect(ViewModelError.invalidDatasetServer.kind == .usage)
    }
  }

  @Test func aDownloadThatFailsEndsTheUpdate() async throws {
    let handler: LoopbackServer.Handler = { request in
      request.path.contains("basics") ? .bytes(Self.bytes) : .text("none", status: 404)
    }
    try await Self.with(handler) { model, server, _ in
      let steps = Mutex<[CatalogViewModel.Step]>([])
      let name = "title.basics.tsv.gz"
      let missing = DatasetError.missing(host: "127.0.0.1", file: "title.ratings.tsv.gz")
      await #expect(throws: missing) {
        try await model.update(from: server.baseURL, .init(), in: .online) { step in
          steps.withLock { $0.append(step) }
        }
      }
      let count = Self.bytes.count
      #expect(steps.withLock { $0.first } == .downloading(name: name, bytes: 0, total: count))
      #expect(steps.withLock { $0.last } == .downloading(name: name, bytes: count, total: count))
      let info = try await model.info()
      #expect(info == nil)
    }
  }

  @Test func whatWasDownloadedGoesWithTheCatalog() async throws {
    try await Self.with { model, _, folder in
      #expect(try await !model.remove())
      try folder.write("x", to: "cache/datasets/title.basics.tsv.gz")
      #expect(try await model.remove())
      #expect(!folder.exists("cache/datasets"))
      #expect(try await !model.remove())
    }
  }

  @Test(
    arguments: [
      (nil, false, nil), (nil, true, nil), ([.movie], false, [.movie]),
      ([.movie], true, [.movie, .episode]), ([.episode], false, [.episode]),
    ] as [([MediaType]?, Bool, [MediaType]?)])
  func episodesComeWhereTheyAreAskedFor(types: [MediaType]?, flag: Bool, taken: [MediaType]?) {
    var choice = CatalogViewModel.Choice()
    choice.types = types.map { Set($0) }
    choice.includesEpisodes = flag
    #expect(choice.options.types == taken.map { Set($0) })
    #expect(choice.options.includesEpisodes == (flag || types == [.episode]))
    #expect(!choice.options.includesAdult)
  }
}
