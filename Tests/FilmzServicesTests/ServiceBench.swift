import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

/// A fresh home, a server in OMDb's place and a real HTTP client between them.
struct ServiceBench: Sendable {
  static let key = "s3cr3t-0mdb-k3y"
  static let today = Date(timeIntervalSince1970: 1_800_000_000)

  let home: ScratchFolder
  let server: LoopbackServer
  let fetcher = HTTPFetcher(environment: [:])
  let waits = Waits()

  /// Runs `body` with a bench whose server answers like OMDb, or as `handler` says.
  static func with(
    _ handler: @escaping LoopbackServer.Handler = OMDbReplay(key: key).answer,
    _ body: (ServiceBench) async throws -> Void
  ) async throws {
    try await ScratchFolder.with { home in
      try await LoopbackServer.with(handler) { server in
        let bench = ServiceBench(home: home, server: server)
        let result = await Result { () async throws in try await body(bench) }
        await bench.fetcher.shutdown()
        try result.get()
      }
    }
  }

  /// Runs `body` with a bench whose server has one answer to everything.
  static func with(
    answer: LoopbackServer.Response, _ body: (ServiceBench) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in answer }
    try await with(handler, body)
  }

  /// So many days after today.
  static func day(_ number: Int) -> Date { today.addingTimeInterval(Double(number) * 86_400) }

  /// OMDb on the bench's server.
  func source(key: String = key, baseURL: String? = nil) -> OMDbSource {
    omdb(key: key, baseURL: baseURL ?? server.baseURL, client: client())
  }

  /// OMDb as settings name it, so many days from today.
  func omdb(
    key: String?, baseURL: String? = nil, daysLater: Int = 0, client: APIClient
  ) -> OMDbSource {
    let settings = settings(key: key, baseURL: baseURL)
    let now = Self.day(daysLater)
    return OMDbSource(client: client, settings: { settings }, now: { now })
  }

  /// A client that counts in the bench's home, so many days from today.
  func client(
    daysLater: Int = 0, retry: RetryPolicy? = nil, trace: RequestTrace = RequestTrace()
  ) -> APIClient {
    APIClient(
      fetcher: fetcher, counter: counter(daysLater: daysLater), retry: retry ?? waits.policy,
      trace: trace)
  }

  private func settings(key: String?, baseURL: String? = nil, cacheDays: Int = 30) -> Settings {
    var values: [SettingKey: String] = [
      .omdbBaseURL: baseURL ?? server.baseURL, .cacheDays: "\(cacheDays)",
    ]
    values[.omdbAPIKey] = key
    return Settings(file: values)
  }

  /// The count of requests in the bench's home, so many days from today.
  func counter(daysLater: Int = 0) -> RequestCounter {
    let now = Self.day(daysLater)
    return RequestCounter(url: paths.requests) { now }
  }

  var paths: Paths { Paths(home: home.path, config: nil, environment: [:]) }

  /// Services on the bench's home, so many days from today.
  func service(
    catalog: any FilmCatalog = FixedCatalog(), key: String? = key, daysLater: Int = 0,
    cacheDays: Int = 30
  ) -> FilmServices {
    service(
      catalogs: GivenCatalogs(catalog), key: key, daysLater: daysLater, cacheDays: cacheDays)
  }

  /// Services on the bench's home with catalogs that may change.
  func service(
    catalogs: GivenCatalogs, key: String? = key, daysLater: Int = 0, cacheDays: Int = 30
  ) -> FilmServices {
    let settings = settings(key: key, cacheDays: cacheDays)
    let now = Self.day(daysLater)
    let omdb = omdb(key: key, daysLater: daysLater, client: client(daysLater: daysLater))
    return FilmServices(
      sources: FilmSources([omdb], builtIn: catalogs.builtIn, imported: catalogs.imported),
      database: CollectionDatabase(paths: paths), settings: { settings }, now: { now })
  }
}

/// The waits before further attempts, which take no time here.
final class Waits: Sendable {
  private let state = Mutex<[Double]>([])

  /// Seconds, in their order.
  var seconds: [Double] { state.withLock { $0 } }

  /// A policy that does not wait, with the middle of every jitter.
  var policy: RetryPolicy { RetryPolicy(sleep: note, jitter: { 0.5 }) }

  /// Writes a wait down.
  @Sendable func note(_ seconds: Double) async { state.withLock { $0.append(seconds) } }
}

extension Result where Failure == any Error, Success: Sendable {
  /// The result of an asynchronous piece of work.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A catalog of three films that are also, or only, in it.
struct FixedCatalog: FilmCatalog {
  let origin = Film.Origin.starter
  let name = "the starter catalog"
  let pageSize: Int? = nil

  static let lantern = film("tt9000001", "Lantern", 1957)
  static let lighthouse = film("tt8000001", "Lighthouse", 1999)
  private static let films = [lantern, lighthouse, film("tt8000002", "Io", 2019)]

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let found = Self.films.filter {
      $0.title.lowercased() == query.plainText.lowercased()
        && query.filter.years?.contains($0.year ?? 0) != false
    }
    return SearchPage(films: found, total: found.count)
  }

  func film(id: FilmID) async throws -> Film? { Self.films.first { $0.id == id } }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    Self.films.filter { $0.title == title && (year == nil || $0.year == year) }
  }

  private static func film(_ id: String, _ title: String, _ year: Int) -> Film {
    Film(
      id: FilmID(canonical: id), title: title, year: year, type: .movie, origin: .starter,
      isComplete: true)
  }
}

/// A catalog that must not be asked.
struct UnaskedCatalog: FilmCatalog {
  let origin = Film.Origin.starter
  let name = "the unasked catalog"
  let pageSize: Int? = nil

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    Issue.record("the catalog was searched for \(query.text)")
    return .empty
  }

  func film(id: FilmID) async throws -> Film? {
    Issue.record("the catalog was asked for \(id)")
    return nil
  }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    Issue.record("the catalog was asked for \(title)")
    return []
  }
}
