import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// A further service is a file and a line in the list of sources; everything else works with it.
@Suite(.timeLimit(.minutes(1)))
struct ThirdSourceTests {
  /// A home whose sources are OMDb and the further service.
  private static func with(
    key: String? = "key", demo: @escaping LoopbackServer.Handler = DemoSource.answer,
    trace: RequestTrace = RequestTrace(),
    _ body: (HomeBench, LoopbackServer) async throws -> Void
  ) async throws {
    try await LoopbackServer.with(demo) { server in
      try await HomeBench.with(
        key: key, trace: trace,
        further: { [DemoSource(client: $0, baseURL: server.baseURL, now: $1)] }
      ) { bench in
        try await body(bench, server)
      }
    }
  }

  private static let first = FilmID(canonical: "tt7000001")

  private static func search(
    _ text: String, from choice: SourceChoice? = nil, pageSize: Int = 4, _ bench: HomeBench
  ) async throws -> SourceResult<ResultPage> {
    let demo = try #require(bench.search.sourceChoice(named: "demo"))
    return try await bench.search.search(
      SearchQuery(text: text), from: choice ?? demo, page: 1, pageSize: pageSize, in: .online)
  }

  @Test("its name is a choice of sources, and no other name is") func choices() async throws {
    try await Self.with { bench, _ in
      #expect(bench.search.sourceChoices == ["auto", "omdb", "demo", "catalog"])
      #expect(bench.search.sourceChoice(named: "demo") == .source(Film.Origin(rawValue: "demo")))
      #expect(bench.search.sourceChoice(named: "nosuch") == nil)
    }
  }

  @Test("it is searched and paged through, each of its pages once") func paging() async throws {
    try await Self.with { bench, server in
      let found = try await Self.search("glade", bench).value
      #expect(found.total == 12 && found.pageCount == 3)
      #expect(found.ids == (1...4).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.nextPage().ids == (5...8).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.nextPage().ids == (9...12).map { "tt\(7_000_000 + $0)" })
      #expect(try await bench.previousPage().numbers == [5, 6, 7, 8])
      #expect(server.requests.map { $0.query["p"] } == ["1", "2", "3"])
      _ = try await Self.search("glade", bench.reopened())
      #expect(server.requests.count == 3)
      #expect(bench.server.requests.isEmpty)
    }
  }

  @Test("what it cannot be asked is refused in its name") func refusal() async throws {
    try await Self.with { bench, server in
      var query = SearchQuery(text: "glade")
      query.filter.years = 2001...2001
      let demo = try #require(bench.search.sourceChoice(named: "demo"))
      let error = await #expect(throws: ServiceError.self) {
        try await bench.search.search(query, from: demo, page: 1, pageSize: 4, in: .online)
      }
      #expect(error?.message == "Demo knows no years" && error?.kind == .usage)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("where OMDb finds nothing it is asked next, and its failure hands on to the catalog")
  func fallback() async throws {
    try await Self.with { bench, _ in
      let found = try await Self.search("glade", from: .auto, bench)
      #expect(found.value.total == 12)
      #expect(found.warnings.texts == ["OMDb found nothing; from Demo"])
    }
    let empty: LoopbackServer.Handler = { _ in .text("oops", status: 404) }
    try await Self.with(demo: empty) { bench, _ in
      let found = try await Self.search("godfather", from: .auto, bench)
      #expect(
        found.warnings.texts.last == "Demo found nothing; from the starter catalog (as of 2024)")
    }
    let broken: LoopbackServer.Handler = { _ in .text("oops", status: 500) }
    try await Self.with(key: nil, demo: broken) { bench, _ in
      let found = try await Self.search("godfather", from: .auto, bench)
      #expect(found.isFallback)
      #expect(
        found.warnings.texts == [
          "Demo: Invalid response from server (HTTP status 500); try again later; from the starter"
            + " catalog (as of 2024)"
        ])
    }
  }

  @Test("a film is shown with its facts, and its copy stays") func show() async throws {
    try await Self.with(key: nil) { bench, server in
      let item = try await bench.items(Self.first.rawValue)[0]
      for bench in [bench, bench.reopened()] {
        let detail = try await bench.detail.show(item, refresh: false, in: .online).value
        #expect(detail.serviceName == "Demo")
        #expect(detail.item.film?.plot == "A clearing." && !detail.isStale)
      }
      #expect(server.requests.map(\.path) == ["/movies/7000001"])
      let refreshed = try await bench.detail.refresh([item], in: .online)
      #expect(refreshed.items.count == 1 && server.requests.count == 2)
      #expect(try await bench.cache.list().map(\.film.id) == [Self.first])
    }
  }

  @Test("OMDb is asked first for the ids that both know; what it lacks comes from the next source")
  func filmOfTwo() async throws {
    try await Self.with { bench, server in
      let film = try await bench.service.lookup.film(Self.first, in: .online).value
      #expect(film.origin.rawValue == "demo")
      #expect(bench.server.requests.count == 1 && server.requests.count == 1)
    }
  }

  @Test("a title is found at it, and the film comes into the collection with its facts")
  func add() async throws {
    try await Self.with { bench, _ in
      let items = try await bench.resolver.resolve(
        [.title("Glade 3")], scope: .network, in: .online)
      #expect(items.map(\.id.rawValue) == ["tt7000003"])
      try await bench.add(items)
      #expect(try await bench.entry("tt7000003")?.caption?.text == "Glade 3 (2001)")
      #expect(try await bench.cached("tt7000003")?.origin.rawValue == "demo")
    }
  }

  @Test("doctor asks it one question; without a key and an allowance it says no more")
  func doctor() async throws {
    try await Self.with { bench, server in
      let report = try await bench.examine()
      #expect(report["Demo"].state == .ok)
      #expect(report["Demo"].detail.hasPrefix("answered in "))
      #expect(report.names.prefix(5) == ["settings", "omdb.apiKey", "OMDb", "requests", "Demo"])
      #expect(server.requests.map(\.path) == ["/movies/7000001"])
      let source = try #require(bench.service.sources.network.last)
      #expect(await source.usage == RequestUsage(requests: 1))
    }
  }

  @Test("its token is in no line of the trace, and in no error") func secrets() async throws {
    let lines = TraceLines()
    let trace = RequestTrace()
    trace.listen(lines.add)
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

  @Test("offline a copy answers with its age, and without one the service is named")
  func offline() async throws {
    try await Self.with { bench, server in
      _ = try await Self.search("glade", bench)
      bench.clock.advance(days: 40)
      let demo = try #require(bench.search.sourceChoice(named: "demo"))
      let copy = try await bench.search.search(
        SearchQuery(text: "glade"), from: demo, page: 1, pageSize: 4, in: .withoutNetwork)
      #expect(copy.warnings == [.offlineCopy(age: "40 days ago")])
      let error = await #expect(throws: ServiceError.self) {
        try await bench.search.search(
          SearchQuery(text: "other"), from: demo, page: 1, pageSize: 4, in: .withoutNetwork)
      }
      #expect(error?.service.name == "Demo" && error?.cause == .offline)
      #expect(server.requests.count == 1)
    }
  }
}
