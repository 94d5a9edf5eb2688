import FilmzCatalog
import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Films of services while a text is being typed.
@Suite struct LiveServiceTests {
  private static let request = LiveRequest()

  @Test("A text is asked for once, and never while films of local sources are searched")
  func textIsAskedForOnce() async throws {
    try await ViewModelBench.with { bench in
      let live = bench.viewModels.live
      for text in ["lan", "lant", "lantern"] { _ = try await live.films(text, Self.request, count: 20, in: .online) }
      #expect(bench.server.requests.isEmpty)
      let first = try #require(try await live.filmsOfServices("lantern", Self.request, in: .online))
      #expect(first.items.count == 10)
      #expect(first.source == "OMDb")
      #expect(first.isFromService)
      #expect(first.hasMore)
      #expect(bench.server.requests.count == 1)
      for text in ["lantern", " LANTERN  "] {
        let again = try #require(try await live.filmsOfServices(text, Self.request, in: .online))
        #expect(again.items.map(\.id) == first.items.map(\.id))
      }
      #expect(bench.server.requests.count == 1)
      let page = try await bench.search.search(
        SearchQuery(text: "lantern"), from: .auto, page: 1, pageSize: 20, in: .online
      ).value
      #expect(first.items.map(\.id) == page.items.prefix(10).map(\.id))
      let more = try await live.more(of: first, count: 20, in: .online)
      #expect(more.items.map(\.number) == Array(1...20))
      #expect(bench.requestedPages == ["1", "2"])
      await live.keep(more, in: .online)
      #expect(try await bench.results().ids == more.items.map(\.id.rawValue))
    }
  }

  @Test(
    "Services are not asked for short texts, offline, or where search would not",
    arguments: [
      ("la", false, SourceChoice.auto), ("", false, .auto), ("lantern", true, .auto),
      ("lantern", false, .catalog), ("lantern genre:drama", false, .auto), ("!?%", false, .auto),
      ("lantern year:1980s", false, .auto),
    ])
  func servicesAreNotAsked(text: String, isOffline: Bool, source: SourceChoice) async throws {
    try await ViewModelBench.with { bench in
      var request = Self.request
      request.source = source
      let results = try await bench.viewModels.live.filmsOfServices(
        text, request, in: isOffline ? .offline : .online)
      #expect(results == nil)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("Without a key, no services are asked")
  func noServicesWithoutKey() async throws {
    try await ViewModelBench.with(key: nil) { bench in
      let results = try await bench.viewModels.live.filmsOfServices("lantern", Self.request, in: .online)
      #expect(results == nil)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("A cancelled request ends on the wire, and its text is asked for again", .timeLimit(.minutes(10)))
  func cancelledRequestEndsOnTheWire() async throws {
    let mayRespond = Switch()
    let handler: LoopbackServer.Handler = { mayRespond.isOn ? FakeOMDb().respond(to: $0) : .stall }
    try await ViewModelBench.with(handler) { bench in
      let live = bench.viewModels.live
      let task = Task { try await live.filmsOfServices("lante", Self.request, in: .online) }
      try await bench.server.waitForRequests(1)
      #expect(bench.server.openConnectionCount == 1)
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      while bench.server.openConnectionCount > 0 {
        try Task.checkCancellation()
        await Task.yield()
      }
      mayRespond.turn(on: true)
      for text in ["lantern", "lante"] {
        let results = try await live.filmsOfServices(text, Self.request, in: .online)
        #expect(results?.items.isEmpty == false)
      }
      #expect(bench.server.requests.compactMap { $0.query["s"] } == ["lante*", "lantern*", "lante*"])
    }
  }

  @Test("A failure is reported, and the text is not asked for again")
  func failureIsReported() async throws {
    try await ViewModelBench.with(response: .text("sorry")) { bench in
      let live = bench.viewModels.live
      let failed = try #require(try await live.filmsOfServices("dune", Self.request, in: .online))
      #expect(!failed.warnings.isEmpty)
      #expect(!failed.isFromService)
      let count = bench.server.requests.count
      _ = try await live.filmsOfServices("dune", Self.request, in: .online)
      #expect(bench.server.requests.count == count)
    }
  }

  @Test("Pages of the user's films precede those of services")
  func ownFilmsPrecedeThoseOfServices() async throws {
    try await ViewModelBench.with { bench in
      let live = bench.viewModels.live
      let found = try #require(try await live.filmsOfServices("lantern", Self.request, in: .online))
      try await bench.add([found.items[4]])
      let fresh = bench.viewModels.live
      let results = try #require(try await fresh.filmsOfServices("lantern", Self.request, in: .online))
      let page = try await bench.search.search(
        SearchQuery(text: "lantern"), from: .auto, page: 1, pageSize: 10, in: .online
      ).value
      #expect(results.items.prefix(10).map(\.id) == page.items.prefix(10).map(\.id))
      #expect(bench.server.requests.count == 1, "the page was fetched before")
      let refreshed = try await live.refreshed(found, in: .online)
      #expect(refreshed.items[4].entry != nil)
      #expect(refreshed.items.map(\.number) == found.items.map(\.number))
    }
  }
}
