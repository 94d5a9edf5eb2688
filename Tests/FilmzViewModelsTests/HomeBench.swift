import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Synchronization
import Testing

/// A session's view models over a fresh home, the starter catalog unless another one is given, and a
/// server in OMDb's place.
struct HomeBench: Sendable {
  /// Makes the sources behind OMDb, of a client and a clock.
  typealias FurtherSources =
    @Sendable (APIClient, @escaping @Sendable () -> Date) -> [any FilmSource]

  /// A clock that stands still until it is moved on.
  final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(days: Int) { time.withLock { $0 += Double(days) * 86_400 } }
  }

  let home: ScratchFolder
  let server: LoopbackServer
  let clock: Clock
  let state = BrowsingState()
  let database: CollectionDatabase
  let service: FilmServices
  let search: FilmSearchViewModel
  let detail: FilmDetailViewModel
  let collection: CollectionViewModel
  let journal: JournalViewModel
  let cache: CacheViewModel
  let paths: Paths
  let resolver: TargetResolver
  private let key: String?
  private let catalogs: GivenCatalogs
  private let fetcher: HTTPFetcher
  private let trace: RequestTrace
  private let further: FurtherSources

  /// Runs `body` with a home; without a key nobody can be asked over the network.
  static func with(
    key: String? = "key", catalogs: GivenCatalogs = GivenCatalogs(StarterCatalog()),
    trace: RequestTrace = RequestTrace(), further: @escaping FurtherSources = { _, _ in [] },
    _ handler: @escaping LoopbackServer.Handler = OMDbReplay().answer,
    _ body: (HomeBench) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { home in
      try await LoopbackServer.with(handler) { server in
        let bench = HomeBench(
          home: home, server: server, key: key, catalogs: catalogs, clock: Clock(),
          fetcher: HTTPFetcher(environment: [:]), trace: trace, further: further)
        do {
          try await body(bench)
        } catch {
          await bench.fetcher.shutdown()
          throw error
        }
        await bench.fetcher.shutdown()
      }
    }
  }

  /// Runs `body` with a home and a server that has one answer to everything.
  static func with(
    answer: LoopbackServer.Response, _ body: (HomeBench) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in answer }
    try await with(handler, body)
  }

  /// What the next program has: the same files and server, and nothing in memory.
  func reopened() -> HomeBench {
    HomeBench(
      home: home, server: server, key: key, catalogs: catalogs, clock: clock, fetcher: fetcher,
      trace: trace, further: further)
  }

  private init(
    home: ScratchFolder, server: LoopbackServer, key: String?, catalogs: GivenCatalogs,
    clock: Clock, fetcher: HTTPFetcher, trace: RequestTrace, further: @escaping FurtherSources
  ) {
    self.home = home
    self.server = server
    self.key = key
    self.catalogs = catalogs
    self.clock = clock
    self.fetcher = fetcher
    self.trace = trace
    self.further = further
    var environment = ["OMDB_BASE_URL": server.baseURL]
    environment["OMDB_API_KEY"] = key
    let settings = Settings(environment: environment)
    let now: @Sendable () -> Date = { [clock] in clock.now }
    paths = Paths(home: home.path, config: nil, environment: [:])
    database = CollectionDatabase(paths: paths)
    let client = APIClient(
      fetcher: fetcher, counter: RequestCounter(url: paths.requests, now: now),
      retry: RetryPolicy(sleep: { _ in }), trace: trace)
    let omdb = OMDbSource(client: client, settings: { settings }, now: now)
    service = FilmServices(
      sources: FilmSources(
        [omdb] + further(client, now), builtIn: catalogs.builtIn, imported: catalogs.imported),
      database: database, settings: { settings }, now: now)
    search = FilmSearchViewModel(services: service, database: database, state: state)
    detail = FilmDetailViewModel(
      services: service, database: database, state: state, settings: { settings }, now: now)
    collection = CollectionViewModel(services: service, database: database)
    journal = JournalViewModel(services: service, database: database)
    cache = CacheViewModel(cache: service.cache, settings: { settings }, now: now)
    resolver = TargetResolver(services: service, database: database, state: state)
  }

  // MARK: - Short ways

  /// Searches at OMDb for the whole word `lantern`, which 24 films bear.
  @discardableResult
  func searchLanterns(page: Int = 1, pageSize: Int = 10) async throws -> ResultPage {
    let query = SearchQuery(text: "lantern", isExact: true)
    return try await search.search(
      query, from: .omdb, page: page, pageSize: pageSize, in: .online
    ).value
  }

  func nextPage() async throws -> ResultPage { try await search.nextPage(in: .online).value }

  func previousPage() async throws -> ResultPage {
    try await search.previousPage(in: .online).value
  }

  func page(_ page: Int) async throws -> ResultPage {
    try await search.page(page, in: .online).value
  }

  func results() async throws -> ResultPage { try await search.results(in: .online).value }

  /// Films by their ids, as commands get them.
  func items(_ ids: String...) async throws -> [FilmItem] {
    let targets = ids.map { Target.id(FilmID(canonical: $0)) }
    return try await resolver.resolve(targets, scope: .local, in: .withoutNetwork)
  }

  /// What a command hands to the view models, at the clock's moment.
  func context(_ line: String, offline: Bool = true) -> CommandContext {
    CommandContext(line: line, now: clock.now, isOffline: offline, clock: { [clock] in clock.now })
  }

  /// Takes films into the collection, offline.
  @discardableResult
  func add(_ items: [FilmItem], _ new: NewEntry = NewEntry()) async throws -> ChangeOutcome {
    try await collection.add(items, as: new, in: context("add"))
  }

  /// The films that targets mean, by their ids.
  func ids(
    _ targets: [Target], in scope: TargetResolver.Scope = .network
  ) async throws -> [String] {
    try await resolver.resolve(targets, scope: scope, in: .online).map(\.id.rawValue)
  }

  /// Why targets mean no films; the test fails where they do mean some.
  func refusal(
    _ targets: [Target], in scope: TargetResolver.Scope = .network
  ) async -> ViewModelError? {
    await #expect(throws: ViewModelError.self) { _ = try await ids(targets, in: scope) }
  }

  /// A film's entry of the collection.
  func entry(_ id: String) async throws -> CollectionEntry? {
    let id = FilmID(canonical: id)
    return try await database.openForReading().collection.entries([id])[id]
  }

  /// What the film cache knows of a film.
  func cached(_ id: String) async throws -> Film? {
    let id = FilmID(canonical: id)
    return try await database.openForReading().cache.films([id])[id]
  }

  /// The pages of searches that the server was asked for, in order.
  var askedPages: [String] { server.requests.compactMap { $0.query["page"] } }
}

/// A switch that a server's answers look at.
final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool { state.withLock { $0 } }

  func turn(on: Bool) { state.withLock { $0 = on } }
}

extension ResultPage {
  var ids: [String] { items.map(\.id.rawValue) }

  var numbers: [Int] { items.compactMap(\.index) }
}
