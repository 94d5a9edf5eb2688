import FilmzDomain
import FilmzTestSupport
import FilmzViewModels
import Testing

@testable import FilmzServices

/// Tests that a network source works everywhere without changes to the rest of the code.
@Suite(.timeLimit(.minutes(10)))
struct ThirdSourceTests {
  /// Runs `body` with a bench whose sources are OMDb and ``DemoSource``, and the server of the latter.
  private static func with(
    key: String? = "k3y", demo: @escaping LoopbackServer.Handler = DemoSource.respond,
    trace: RequestTrace = RequestTrace(),
    _ body: (ViewModelBench, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.with(demo) { server in
      try await ViewModelBench.with(
        key: key, trace: trace,
        additionalSources: { [DemoSource(client: $0, baseURL: server.baseURL, now: $1)] }
      ) { bench in
        try await body(bench, server)
      }
    }
  }

  private static let first = FilmID(unchecked: "tt7000001")

  private static func search(
    _ text: String, from choice: SourceChoice? = nil, pageSize: Int = 4, _ bench: ViewModelBench
  ) async throws -> SourceResult<ResultPage> {
    let demo = try #require(bench.search.sourceChoice(named: "demo"))
    return try await bench.search.search(
      SearchQuery(text: text), from: choice ?? demo, page: 1, pageSize: pageSize, in: .online)
  }

  @Test("the name of the source is a choice, unlike unknown names") func choices() async throws {
    try await Self.with { bench, _ in
      #expect(bench.search.sourceChoiceNames == ["auto", "omdb", "demo", "catalog", "own"])
      #expect(bench.search.sourceChoice(named: "demo") == .source(Film.Origin(rawValue: "demo")))
      #expect(bench.search.sourceChoice(named: "nosuch") == nil)
    }
  }

  @Test("it is searched and paged through, with one request per page") func paging() async throws {
    try await Self.with { bench, server in
      let result = try await Self.search("glade", bench).value
      #expect(result.total == 12 && result.pageCount == 3)
      #expect(result.ids == (1...4).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.nextPage().ids == (5...8).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.nextPage().ids == (9...12).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.previousPage().numbers == [5, 6, 7, 8])
      #expect(server.requests.map { $0.query["p"] } == ["1", "2", "3"])
      _ = try await Self.search("glade", bench.reopened())
      #expect(server.requests.count == 3)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("a query that it does not support is refused in its name") func unsupportedQuery()
    async throws
  {
    try await Self.with { bench, server in
      var query = SearchQuery(text: "glade")
      query.filter.years = 2001...2001
      let demo = try #require(bench.search.sourceChoice(named: "demo"))
      let error = await #expect(throws: ServiceError.self) {
        try await bench.search.search(query, from: demo, page: 1, pageSize: 4, in: .online)
      }
      #expect(error?.message == "Demo does not filter by year" && error?.exitCategory == .usage)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("it is queried if OMDb finds nothing, and the catalog if it fails")
  func fallback() async throws {
    try await Self.with { bench, _ in
      let result = try await Self.search("glade", from: .auto, bench)
      #expect(result.value.total == 12)
      #expect(result.warnings.messages == ["OMDb found nothing; these results are from Demo"])
    }
    let noResults: LoopbackServer.Handler = { _ in .text("oops", status: 404) }
    try await Self.with(demo: noResults) { bench, _ in
      let result = try await Self.search("godfather", from: .auto, bench)
      #expect(
        result.warnings.messages.last
          == "Demo found nothing; these results are from the starter catalog (as of 2024)"
      )
    }
    let serverError: LoopbackServer.Handler = { _ in .text("oops", status: 500) }
    try await Self.with(key: nil, demo: serverError) { bench, _ in
      let result = try await Self.search("godfather", from: .auto, bench)
      #expect(result.isFallback)
      #expect(
        result.warnings.messages == [
          "Invalid response from server: HTTP status 500 (Demo); try again later; these results are from the starter"
            + " catalog (as of 2024)"
        ])
    }
  }

  @Test("a film is shown with facts from it, which are cached") func show() async throws {
    try await Self.with(key: nil) { bench, server in
      let item = try await bench.items(Self.first.rawValue)[0]
      for bench in [bench, bench.reopened()] {
        let detail = try await bench.filmDetail.show(item, refresh: false, in: .online).value
        #expect(detail.serviceNames == ["Demo"])
        #expect(detail.item.film?.plot == "A clearing." && !detail.isStale)
      }
      #expect(server.requests.map(\.path) == ["/movies/7000001"])
      let refreshed = try await bench.filmDetail.refresh([item], in: .online)
      #expect(refreshed.items.count == 1 && server.requests.count == 2)
      #expect(try await bench.cache.list().films.map(\.film.id) == [Self.first])
    }
  }

  @Test("OMDb is queried first for ids that both support, and then the next source")
  func filmOfTwoSources() async throws {
    try await Self.with { bench, server in
      let film = try await bench.services.lookup.film(Self.first, in: .online).value
      #expect(film.origin.rawValue == "demo")
      #expect(bench.server.requests.count == 1 && server.requests.count == 1)
    }
  }

  @Test("a title is found by it, and the film is added to the collection with its facts")
  func add() async throws {
    try await Self.with { bench, _ in
      let items = try await bench.targetResolver.resolve(
        [.title("Glade 3")], scope: .network, in: .online)
      #expect(items.map(\.id.rawValue) == ["tt7000003"])
      try await bench.add(items)
      #expect(try await bench.entry("tt7000003")?.caption?.text == "Glade 3 (2001)")
      #expect(try await bench.cachedFilm("tt7000003")?.origin.rawValue == "demo")
    }
  }

  @Test("doctor sends it one request, and has no checks of a key or a daily limit")
  func doctor() async throws {
    try await Self.with { bench, server in
      let report = try await bench.runDoctor()
      #expect(report["Demo"].state == .ok)
      #expect(report["Demo"].detail.hasPrefix("answered in "))
      #expect(report.names.prefix(5) == ["settings", "omdb.apiKey", "OMDb", "requests", "Demo"])
      #expect(server.requests.map(\.path) == ["/movies/7000001"])
      let source = try #require(bench.services.sources.networkSources.last)
      #expect(await source.usage == RequestUsage(requests: 1))
    }
  }

  @Test("its token is neither in the trace nor in errors") func secrets() async throws {
    let lines = TraceLines()
    let trace = RequestTrace()
    trace.setListener(lines.add)
    let handler: LoopbackServer.Handler = { _ in
      .text("\(DemoSource.token) is wrong", status: 403)
    }
    try await Self.with(demo: handler, trace: trace) { bench, server in
      let error = await #expect(throws: ServiceError.self) { try await Self.search("glade", bench) }
      #expect(server.requests.map { $0.headers["authorization"] } == ["Bearer d3m0-t0k3n"])
      #expect(lines.all.count == 1)
      #expect(lines.all[0].hasPrefix("GET \(server.baseURL)find?q=glade&p=1: 403, "))
      #expect(!lines.all[0].contains(DemoSource.token))
      #expect(error?.message.contains(DemoSource.token) == false)
    }
  }

  @Test("offline, a cached copy is returned with its age; without one, the error names the service")
  func offline() async throws {
    try await Self.with { bench, server in
      _ = try await Self.search("glade", bench)
      bench.clock.advance(days: 40)
      let demo = try #require(bench.search.sourceChoice(named: "demo"))
      let copy = try await bench.search.search(
        SearchQuery(text: "glade"), from: demo, page: 1, pageSize: 4, in: .offline)
      #expect(copy.warnings == [.offlineCopy(age: "40 days ago")])
      let error = await #expect(throws: ServiceError.self) {
        try await bench.search.search(
          SearchQuery(text: "other"), from: demo, page: 1, pageSize: 4, in: .offline)
      }
      #expect(error?.service.name == "Demo" && error?.cause == .offline)
      #expect(server.requests.count == 1)
    }
  }
}
