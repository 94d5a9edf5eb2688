import FilmzDomain
import FilmzServices
import FilmzTestSupport
import FilmzViewModels
import Testing

/// Results of TMDB that may be films of the collection.
@Suite(.timeLimit(.minutes(10)))
struct UncertainMarksTests {
  private typealias Title = TitleListSource.Title

  private static let heath = FilmID(tmdb: .movie, 949)
  private static let moor = FilmID(tmdb: .movie, 950)
  private static let kept = FilmID(unchecked: "tt7000001")

  private static let titles = [
    Title(number: 949, title: "Heath", year: 1995, imdbID: "tt7000001"),
    Title(number: 950, title: "Moor", year: 2000, imdbID: "tt7000009"),
    Title(number: 951, title: "Bog", year: 2010),
    Title(number: 949, title: "Heath", year: 1995, isSeries: true),
  ]

  /// Films that a local catalog has under IMDb ids.
  private static let catalog = InMemoryCatalog([
    InMemoryCatalog.film("tt7000001", "Heath", 1996, votes: 9),
    InMemoryCatalog.film("tt7000002", "Moor", 2001, votes: 8),
    InMemoryCatalog.film("tt7000003", "Bog", 2010, votes: 7),
  ])

  /// Runs `body` with a bench whose collection has films of the catalog, after a search at a service with
  /// TMDB's ids; while the switch is on, the service does not answer.
  private static func with(
    collection: [String] = ["tt7000001"], pages: [[Title]] = [titles],
    _ body: (ViewModelBench, LoopbackServer, Switch, ResultPage) async throws -> Void
  ) async throws {
    let outage = Switch()
    let respond = TitleListSource.responding(pages)
    let handler: LoopbackServer.Handler = { outage.isOn ? .text("", status: 404) : respond($0) }
    try await LoopbackServer.with(handler) { server in
      try await ViewModelBench.with(
        key: nil, catalogs: AvailableCatalogs(catalog),
        additionalSources: {
          [TitleListSource(client: $0, baseURL: server.baseURL, now: $1)]
        }
      ) { bench in
        for id in collection {
          try await bench.add(
            try await bench.targetResolver.resolve(
              [.id(FilmID(unchecked: id))], scope: .local, in: .offline))
        }
        let source = try #require(bench.search.sourceChoice(named: "tmdb"))
        let page = try await bench.search.search(
          SearchQuery(text: "heath"), from: source, page: 1, pageSize: 10, in: .online
        ).value
        try await body(bench, server, outage, page)
      }
    }
  }

  private static func resolve(
    _ number: Int, for purpose: TargetResolver.Purpose = .changing,
    in context: CommandContext = .online, _ bench: ViewModelBench
  ) async throws -> FilmItem {
    let items = try await bench.targetResolver.resolve(
      [.numbers(number...number)], scope: .local, for: purpose, in: context)
    return try #require(items.first)
  }

  @Test func rowsNameTheFilmOfTheCollectionThatTheyMayBe() async throws {
    try await Self.with(collection: ["tt7000001", "tt7000002"]) { bench, server, _, page in
      #expect(
        page.items.map { $0.possibleEntry?.id.rawValue } == ["tt7000001", "tt7000002", nil, nil])
      #expect(page.items.allSatisfy { $0.entry == nil && $0.possibleEntry?.mark != .seen })
      let items = try await bench.items("tt7000001")
      _ = try await bench.collection.markWatched(
        items, on: nil, rating: nil, note: nil, tags: [], in: bench.context("watched"))
      #expect(try await bench.results().items.first?.possibleEntry?.mark == .seen)
      #expect(!server.requests.contains { $0.path.hasPrefix("/details") })
    }
  }

  @Test func filmsOnOtherLoadedPagesAreCandidatesToo() async throws {
    let other = Title(number: 700, title: "HEATH", year: 1997)
    try await Self.with(pages: [Self.titles, [other]]) { bench, _, _, page in
      // Fewer films than a page has are on the first page, so that the second one was loaded too.
      #expect(page.items.count == 5 && page.items.allSatisfy { $0.possibleEntry == nil })
      let source = try #require(bench.search.sourceChoice(named: "tmdb"))
      let first = try await bench.search.search(
        SearchQuery(text: "heath"), from: source, page: 1, pageSize: 4, in: .online
      ).value
      #expect(first.items.first?.possibleEntry?.id == Self.kept)
      _ = try await bench.nextPage()
      #expect(try await bench.page(1).items.first?.possibleEntry == nil)
    }
  }

  @Test(arguments: [TargetResolver.Purpose.changing, .showing])
  func commandFetchesTheDetailsFirst(purpose: TargetResolver.Purpose) async throws {
    try await Self.with { bench, server, _, _ in
      let item = try await Self.resolve(1, for: purpose, bench)
      #expect(item.id == Self.kept && item.entry != nil && item.possibleEntry == nil)
      #expect(item.number == 1)
      #expect(server.requests.last?.path == "/details/movie/949")
    }
  }

  @Test func commandGoesOnWithAnotherFilm() async throws {
    try await Self.with(collection: ["tt7000002"]) { bench, _, _, page in
      #expect(page.items[1].possibleEntry?.id.rawValue == "tt7000002")
      let item = try await Self.resolve(2, bench)
      #expect(item.id.rawValue == "tt7000009" && item.entry == nil && item.possibleEntry == nil)
      try await bench.add([item])
      #expect(try await bench.entry("tt7000009")?.caption?.text == "Moor (2000)")
      #expect(try await bench.collection.counts().total == 2)
    }
  }

  @Test func commandGoesOnWithAFilmThatHasNoIMDbID() async throws {
    try await Self.with(collection: ["tt7000003"]) { bench, server, _, _ in
      let item = try await Self.resolve(3, bench)
      #expect(item.id == FilmID(tmdb: .movie, 951) && item.possibleEntry == nil)
      #expect(item.film?.isComplete == true)
      let requestCount = server.requests.count
      _ = try await Self.resolve(3, bench)
      #expect(server.requests.count == requestCount)
    }
  }

  @Test func changingCommandIsRefusedWithoutDetails() async throws {
    let error = ViewModelError.mayBeInCollection(
      caption: "Heath (1995)", id: Self.heath, entry: Self.kept)
    try await Self.with { bench, server, outage, _ in
      let requestCount = server.requests.count
      await #expect(throws: error) { try await Self.resolve(1, in: .offline, bench) }
      #expect(server.requests.count == requestCount)
      outage.turn(on: true)
      await #expect(throws: error) { try await Self.resolve(1, bench) }
      #expect(error.remedy == .identify(Self.heath, Self.kept))
      let shown = try await Self.resolve(1, for: .showing, bench)
      #expect(shown.id == Self.heath && shown.possibleEntry?.id == Self.kept)
      #expect(try await Self.resolve(2, bench).id == Self.moor)
    }
  }

  @Test func identifyNeedsNoDetails() async throws {
    try await Self.with { bench, server, _, _ in
      let requestCount = server.requests.count
      let item = try await Self.resolve(1, for: .identifying, bench)
      #expect(item.id == Self.heath && server.requests.count == requestCount)
      _ = try await bench.collection.identify(item.id, Self.kept, in: bench.context("identify"))
      let row = try #require(try await bench.results().items.first)
      #expect(row.id == Self.kept && row.entry != nil && row.possibleEntry == nil)
    }
  }

  @Test("a film of the collection with a known id of TMDB is no other film of TMDB")
  func knownFilm() async throws {
    try await Self.with { bench, _, _, page in
      #expect(page.items.first?.possibleEntry != nil)
      _ = try await bench.collection.identify(
        FilmID(tmdb: .movie, 12_345), Self.kept, in: bench.context("identify"))
      #expect(try await bench.results().items.allSatisfy { $0.possibleEntry == nil })
    }
  }

  @Test("a film named by its id is checked as well") func namedByID() async throws {
    try await Self.with { bench, _, _, _ in
      let item = try await bench.targetResolver.resolve(
        [.id(Self.heath)], scope: .local, for: .changing, in: .online
      ).first
      #expect(item?.id == Self.kept && item?.entry != nil)
    }
  }
}
