package import FilmzDomain
package import FilmzStore
package import Foundation

/// Looks films up: in memory, in the film cache, at OMDb, in the catalogs of this machine.
///
/// What several commands want at the same time is fetched once.
package actor CachedSearchService {
  /// Entries that are kept in memory.
  private enum Capacity {
    static let films = 2000
    static let pages = 500
  }

  let library: Library
  let catalogs: LocalCatalogs
  let settings: @Sendable () async -> Settings
  let now: @Sendable () -> Date
  private let fetcher: HTTPFetcher
  private let counter: RequestCounter
  private let retry: RetryPolicy
  private let trace: RequestTrace

  var films = LRUCache<FilmID, Film>(capacity: Capacity.films)
  var pages = LRUCache<String, CachedPage>(capacity: Capacity.pages)
  let filmFlights = Flights<FilmID, Film?>()
  let pageFlights = Flights<String, CachedPage>()
  var prefetching: Task<Void, Never>?
  /// Films and pages that were stored since the cache's size was looked at.
  var storedSinceCapCheck: Int?

  package init(
    library: Library, catalogs: LocalCatalogs, fetcher: HTTPFetcher, counter: RequestCounter,
    retry: RetryPolicy = RetryPolicy(), trace: RequestTrace = RequestTrace(),
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.library = library
    self.catalogs = catalogs
    self.fetcher = fetcher
    self.counter = counter
    self.retry = retry
    self.trace = trace
    self.settings = settings
    self.now = now
  }

  /// A service with one catalog that never changes.
  package init(
    library: Library, catalog: any FilmSource, fetcher: HTTPFetcher, counter: RequestCounter,
    retry: RetryPolicy = RetryPolicy(), trace: RequestTrace = RequestTrace(),
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.init(
      library: library, catalogs: LocalCatalogs(catalog), fetcher: fetcher, counter: counter,
      retry: retry, trace: trace, settings: settings, now: now)
  }

  // MARK: - OMDb

  func omdb() async -> OMDbSource? {
    await connection().map { OMDbSource(connection: $0, now: now) }
  }

  private func connection() async -> OMDbConnection? {
    OMDbAccount(await settings()).map {
      OMDbConnection(
        account: $0, fetcher: fetcher, counter: counter, retry: retry, trace: trace)
    }
  }

  /// What was used today of OMDb's allowance, or nothing without a key.
  package func usage() async -> RequestUsage? {
    guard let connection = await connection() else { return nil }
    return await connection.usage()
  }

  /// Whether OMDb may be asked at all.
  package func canAskNetwork(offline: Bool) async -> Bool {
    guard !offline, let usage = await usage() else { return false }
    return !usage.isLimitReached
  }
}
