import FilmzDomain
import FilmzServices
import FilmzStore
import FilmzTestSupport
import Foundation
import Synchronization
import Testing

/// A test environment with an empty home folder, a local server instead of OMDb, and a real HTTP
/// client.
///
/// The parameters `daysLater` set the current date to a number of days after ``today``.
struct ServiceBench: Sendable {
  static let key = "s3cr3t-0mdb-k3y"
  static let today = Date(timeIntervalSince1970: 1_800_000_000)

  let home: ScratchFolder
  let server: LoopbackServer
  let fetcher = HTTPFetcher(environment: [:])
  let waits = WaitRecorder()

  /// Runs `body` with a bench whose server uses a handler; by default, it responds like OMDb.
  static func with(
    _ handler: @escaping LoopbackServer.Handler = FakeOMDb(key: key).respond,
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

  /// Runs `body` with a bench whose server sends the same response to every request.
  static func with(
    response: LoopbackServer.Response, _ body: (ServiceBench) async throws -> Void
  ) async throws {
    let handler: LoopbackServer.Handler = { _ in response }
    try await with(handler, body)
  }

  /// Returns the date a number of days after today.
  static func day(_ offset: Int) -> Date { today.addingTimeInterval(Double(offset) * 86_400) }

  /// Returns an OMDb source; by default, it uses the server of the bench.
  func source(key: String = key, baseURL: String? = nil) -> OMDbSource {
    omdb(key: key, baseURL: baseURL ?? server.baseURL, client: client())
  }

  /// Returns an OMDb source with a client; no key is set if `key` is `nil`.
  func omdb(
    key: String?, baseURL: String? = nil, daysLater: Int = 0, client: APIClient
  ) -> OMDbSource {
    let settings = settings(key: key, baseURL: baseURL)
    let now = Self.day(daysLater)
    return OMDbSource(client: client, settings: { settings }, now: { now })
  }

  /// Returns a client that counts requests in the home folder.
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

  /// Returns a counter of requests in the home folder.
  func counter(daysLater: Int = 0) -> RequestCounter {
    let now = Self.day(daysLater)
    return RequestCounter(url: paths.requests) { now }
  }

  var paths: Paths { Paths(home: home.path, config: nil, environment: [:]) }

  /// Returns services with new caches in memory that use the home folder and one catalog.
  func service(
    catalog: any FilmCatalog = FixedCatalog(), key: String? = key, daysLater: Int = 0,
    cacheDays: Int = 30
  ) -> FilmServices {
    service(
      catalogs: AvailableCatalogs(catalog), key: key, daysLater: daysLater, cacheDays: cacheDays)
  }

  /// Returns services with new caches in memory that use the home folder and catalogs that may change.
  func service(
    catalogs: AvailableCatalogs, key: String? = key, daysLater: Int = 0, cacheDays: Int = 30
  ) -> FilmServices {
    let settings = settings(key: key, cacheDays: cacheDays)
    let now = Self.day(daysLater)
    let omdb = omdb(key: key, daysLater: daysLater, client: client(daysLater: daysLater))
    return FilmServices(
      sources: FilmSources([omdb], builtIn: catalogs.builtIn, imported: catalogs.imported),
      database: CollectionDatabase(paths: paths), settings: { settings }, now: { now })
  }
}

/// A recorder of the waits before retries, which take no time in tests.
final class WaitRecorder: Sendable {
  private let state = Mutex<[Double]>([])

  /// The recorded waits in seconds, in order.
  var seconds: [Double] { state.withLock { $0 } }

  /// A policy that does not wait, with a jitter of 0.5.
  var policy: RetryPolicy { RetryPolicy(sleep: record, jitter: { 0.5 }) }

  /// Records a wait.
  @Sendable func record(_ seconds: Double) async { state.withLock { $0.append(seconds) } }
}

extension Result where Failure == any Error, Success: Sendable {
  /// Creates the result of an asynchronous closure.
  fileprivate init(_ body: () async throws -> Success) async {
    do { self = .success(try await body()) } catch { self = .failure(error) }
  }
}

/// A built-in catalog of three films, of which OMDb has only `lantern`.
struct FixedCatalog: FilmCatalog {
  let origin = Film.Origin.starter
  let name = "the starter catalog"
  let pageSize: Int? = nil

  static let lantern = film("tt9000001", "Lantern", 1957)
  static let lighthouse = film("tt8000001", "Lighthouse", 1999)
  private static let films = [lantern, lighthouse, film("tt8000002", "Io", 2019)]

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    let films = Self.films.filter {
      $0.title.lowercased() == query.plainText.lowercased()
        && query.filter.years?.contains($0.year ?? 0) != false
    }
    return SearchPage(films: films, total: films.count)
  }

  func film(id: FilmID) async throws -> Film? { Self.films.first { $0.id == id } }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    Self.films.filter { $0.title == title && (year == nil || $0.year == year) }
  }

  private static func film(_ id: String, _ title: String, _ year: Int) -> Film {
    Film(
      id: FilmID(unchecked: id), title: title, year: year, type: .movie, origin: .starter,
      isComplete: true)
  }
}

/// A catalog that records a test failure if it is queried.
struct UnqueriedCatalog: FilmCatalog {
  let origin = Film.Origin.starter
  let name = "the unqueried catalog"
  let pageSize: Int? = nil

  func search(_ query: SearchQuery, page: Int) async throws -> SearchPage {
    Issue.record("the catalog was searched for \(query.text)")
    return .empty
  }

  func film(id: FilmID) async throws -> Film? {
    Issue.record("the catalog was queried for \(id)")
    return nil
  }

  func films(titled title: String, year: Int?) async throws -> [Film] {
    Issue.record("the catalog was queried for \(title)")
    return []
  }
}
