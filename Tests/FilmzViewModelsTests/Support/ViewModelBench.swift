import FilmzCatalog
import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import FilmzViewModels
import Foundation
import Synchronization
import Testing

/// The view models of a session with a new home folder, a catalog, which is the starter catalog by
/// default, and a local server that stands in for OMDb.
struct ViewModelBench: Sendable {
  /// Creates the sources after OMDb with a client and a clock.
  typealias AdditionalSources =
    @Sendable (APIClient, @escaping @Sendable () -> Date) -> [any FilmSource]

  /// A clock that only changes when it is advanced.
  final class Clock: Sendable {
    private let time = Mutex(Date(timeIntervalSince1970: 1_800_000_000))

    var now: Date { time.withLock { $0 } }

    func advance(days: Int) { time.withLock { $0 += Double(days) * 86_400 } }
  }

  let home: ScratchFolder
  let server: LoopbackServer
  let clock: Clock
  let viewModels: ViewModels
  let paths: Paths
  private let key: String?
  private let catalogs: AvailableCatalogs
  private let fetcher: HTTPFetcher
  private let trace: RequestTrace
  private let kidsFilter: KidsFilter?
  private let additionalSources: AdditionalSources

  /// Runs `body` with a bench; without a key, no requests are sent to OMDb.
  static func with(
    key: String? = "k3y", catalogs: AvailableCatalogs = AvailableCatalogs(StarterCatalog()),
    trace: RequestTrace = RequestTrace(), kidsFilter: KidsFilter? = nil,
    additionalSources: @escaping AdditionalSources = { _, _ in [] },
    _ handler: @escaping LoopbackServer.Handler = FakeOMDb().respond,
    _ body: (ViewModelBench) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { home in
      try await LoopbackServer.with(handler) { server in
        let bench = ViewModelBench(
          home: home, server: server, key: key, catalogs: catalogs, clock: Clock(),
          fetcher: HTTPFetcher(environment: [:]), trace: trace, kidsFilter: kidsFilter,
          additionalSources: additionalSources)
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

  /// Runs `body` with a bench whose server has the same response to every request.
  static func with(
    response: LoopbackServer.Response, _ body: (ViewModelBench) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in response }
    try await with(handler, body)
  }

  /// Returns the bench of a later session, with the same files and server, but nothing in memory.
  func reopened() -> ViewModelBench {
    ViewModelBench(
      home: home, server: server, key: key, catalogs: catalogs, clock: clock, fetcher: fetcher,
      trace: trace, kidsFilter: kidsFilter, additionalSources: additionalSources)
  }

  private init(
    home: ScratchFolder, server: LoopbackServer, key: String?, catalogs: AvailableCatalogs,
    clock: Clock, fetcher: HTTPFetcher, trace: RequestTrace, kidsFilter: KidsFilter?,
    additionalSources: @escaping AdditionalSources
  ) {
    self.home = home
    self.server = server
    self.key = key
    self.catalogs = catalogs
    self.clock = clock
    self.fetcher = fetcher
    self.trace = trace
    self.kidsFilter = kidsFilter
    self.additionalSources = additionalSources
    var environment = ["OMDB_BASE_URL": server.baseURL]
    environment["OMDB_API_KEY"] = key
    let settings = Settings(environment: environment)
    let now: @Sendable () -> Date = { [clock] in clock.now }
    paths = Paths(home: home.path, config: nil, environment: [:])
    let client = APIClient(
      fetcher: fetcher, counter: RequestCounter(url: paths.requests, now: now),
      retry: RetryPolicy(sleep: { _ in }), trace: trace)
    let omdb = OMDbSource(client: client, settings: { settings }, now: now)
    viewModels = ViewModels(
      paths: paths, client: client, fetcher: fetcher, settings: settings, kidsFilter: kidsFilter,
      now: now
    ) { indexes in
      FilmSources(
        [omdb] + additionalSources(client, now), builtIn: catalogs.builtIn,
        imported: catalogs.imported, addRecords: { indexes.adding(to: $0) })
    }
  }

  var database: CollectionDatabase { viewModels.database }
  var services: FilmServices { viewModels.services }
  var browsingState: BrowsingState { viewModels.browsingState }
  var search: FilmSearchViewModel { viewModels.search }
  var filmDetail: FilmDetailViewModel { viewModels.filmDetail }
  var collection: CollectionViewModel { viewModels.collection }
  var journal: JournalViewModel { viewModels.journal }
  var cache: CacheViewModel { viewModels.cache }
  var targetResolver: TargetResolver { viewModels.targetResolver }
  var rating: RatingViewModel { viewModels.rating }

  // MARK: - Shortcuts

  /// Searches OMDb for the exact word `lantern`, which finds 24 films.
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

  /// Resolves ids to films, as commands do.
  func items(_ ids: String...) async throws -> [FilmItem] {
    let targets = ids.map { Target.id(FilmID(unchecked: $0)) }
    return try await targetResolver.resolve(targets, scope: .local, in: .offline)
  }

  /// Returns the context of a command that runs at the time of the clock.
  func context(_ line: String, offline: Bool = true) -> CommandContext {
    CommandContext(line: line, now: clock.now, isOffline: offline, clock: { [clock] in clock.now })
  }

  /// Adds films to the collection, offline.
  @discardableResult
  func add(_ items: [FilmItem], _ new: NewEntry = NewEntry()) async throws -> ChangeOutcome {
    try await collection.add(items, as: new, in: context("add"))
  }

  /// Returns the ids of the films that targets refer to.
  func resolvedIDs(
    _ targets: [Target], in scope: TargetResolver.LookupScope = .network
  ) async throws -> [String] {
    try await targetResolver.resolve(targets, scope: scope, in: .online).map(\.id.rawValue)
  }

  /// Returns the error for targets that refer to no film; records an issue if they refer to films.
  func resolutionError(
    _ targets: [Target], in scope: TargetResolver.LookupScope = .network
  ) async -> ViewModelError? {
    await #expect(throws: ViewModelError.self) { _ = try await resolvedIDs(targets, in: scope) }
  }

  /// Returns the entry of a film, or `nil` if the film is not in the collection.
  func entry(_ id: String) async throws -> CollectionEntry? {
    let id = FilmID(unchecked: id)
    return try await database.openForReading().collection.entries([id])[id]
  }

  /// Returns the film from the film cache, or `nil` if it is not cached.
  func cachedFilm(_ id: String) async throws -> Film? {
    let id = FilmID(unchecked: id)
    return try await database.openForReading().cache.films([id])[id]
  }

  /// The page numbers of the search requests that the server received, in order.
  var requestedPages: [String] { server.requests.compactMap { $0.query["page"] } }
}

/// A switch that determines the responses of a server.
final class Switch: Sendable {
  private let state = Mutex(false)

  var isOn: Bool { state.withLock { $0 } }

  func turn(on: Bool) { state.withLock { $0 = on } }
}

extension ResultPage {
  var ids: [String] { items.map(\.id.rawValue) }

  var numbers: [Int] { items.compactMap(\.number) }
}

extension ViewModels {
  /// Creates view models of the files at `paths`, with the sources that `sources` returns.
  convenience init(
    paths: Paths, client: APIClient, fetcher: HTTPFetcher, settings: Settings = Settings(),
    kidsFilter: KidsFilter? = nil, now: @escaping @Sendable () -> Date = { Date() },
    sources: (RecordIndexPair) -> FilmSources = { _ in
      FilmSources([], builtIn: StarterCatalog(), imported: { nil })
    }
  ) {
    let database = CollectionDatabase(paths: paths, kidsFilter: { kidsFilter })
    let indexes = RecordIndexPair(database, paths: paths)
    self.init(
      services: FilmServices(
        sources: sources(indexes), database: database, settings: { settings }, now: now),
      database: database, catalog: LocalCatalog(file: paths.catalog), recordIndexes: indexes,
      client: client, fetcher: fetcher, paths: paths, settings: { settings },
      settingsProblems: { [] }, expandPath: { $0 }, now: now)
  }
}
