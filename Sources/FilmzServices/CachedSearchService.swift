package import FilmzDomain
package import FilmzStore
package import Foundation

/// A search that found its source, and its first page.
package struct FoundPage: Sendable {
  /// The search as the source was asked; its last word may have become a year.
  package let query: SearchQuery
  package let origin: Film.Origin
  /// Films on one page of the source; nothing where there is one page that holds all.
  package let pageSize: Int?
  package let page: SearchPage
}

/// Looks films up: in memory, in the film cache, at OMDb, in the catalog of this machine.
///
/// What several commands want at the same time is fetched once.
package actor CachedSearchService {
  /// Entries that are kept in memory.
  private enum Capacity {
    static let films = 2000
    static let pages = 500
  }

  let library: Library
  let catalog: any FilmSource
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
    library: Library, catalog: any FilmSource, fetcher: HTTPFetcher, counter: RequestCounter,
    retry: RetryPolicy = RetryPolicy(), trace: RequestTrace = RequestTrace(),
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.library = library
    self.catalog = catalog
    self.fetcher = fetcher
    self.counter = counter
    self.retry = retry
    self.trace = trace
    self.settings = settings
    self.now = now
  }

  // MARK: - Search

  /// Finds the source for a new search and gets the first page from it.
  ///
  /// - Throws: The failure of the source that was asked, where no other one has an answer.
  package func search(
    _ query: SearchQuery, in choice: SourceChoice, offline: Bool
  ) async throws -> Answer<FoundPage> {
    prefetching?.cancel()
    let sources = try await sources(for: query, in: choice, offline: offline)
    var warnings: [String] = []
    var failure: (any Failure)?
    var hasFailed = false
    for (index, source) in sources.enumerated() {
      let next = index + 1 < sources.count ? sources[index + 1] : nil
      do {
        let found = try await firstPage(of: query, from: source, offline: offline)
        if found.value.page.total > 0 {
          return found.after(
            Answer(value: (), warnings: warnings, isSecondBest: failure != nil))
        }
        guard let next else {
          if let failure { throw failure }
          return found.after(Answer(value: (), warnings: hasFailed ? warnings : []))
        }
        warnings.append("\(source.name) found nothing; from \(next.provenance)")
      } catch ServiceError.offline where next != nil {
        continue
      } catch let error as any Failure {
        guard let next else { throw error }
        hasFailed = true
        if error.kind == .unavailable { failure = error }
        warnings.append("\(error.message.withoutFullStop); from \(next.provenance)")
      }
    }
    throw failure ?? ServiceError.offline
  }

  /// A further page of a search, from the source that it was begun with.
  package func page(
    _ page: Int, of query: SearchQuery, from origin: Film.Origin, offline: Bool
  ) async throws -> Answer<SearchPage> {
    guard origin == .omdb else {
      return Answer(value: try await catalog.search(query, page: page))
    }
    guard let omdb = await omdb() else { throw ServiceError.noAPIKey }
    do {
      return try await stored(page, of: query, from: omdb, offline: offline)
    } catch let cancellation as CancellationError {
      // The page may have been fetched ahead; who comes next shall not wait for that.
      prefetching?.cancel()
      throw cancellation
    }
  }

  /// Gets a page behind the prompt, unless few of the day's requests are left (200).
  package func prefetch(_ page: Int, of query: SearchQuery, from origin: Film.Origin) async {
    guard origin == .omdb, let usage = await usage(), usage.left > 200 else { return }
    prefetching?.cancel()
    prefetching = Task {
      // Where it fails, the command that wants the page asks again, and says why.
      _ = try? await self.page(page, of: query, from: origin, offline: false)
    }
  }

  /// As typed, and then with the last word read as a year.
  private func firstPage(
    of query: SearchQuery, from source: any FilmSource, offline: Bool
  ) async throws -> Answer<FoundPage> {
    let found = try await first(query, source, offline: offline)
    guard found.value.page.total == 0, let other = query.readingLastWordAsYear,
      source.origin != .omdb || !other.isShort
    else { return found }
    let again = try await first(other, source, offline: offline)
    return again.value.page.total > 0 ? again : found
  }

  private func first(
    _ query: SearchQuery, _ source: any FilmSource, offline: Bool
  ) async throws -> Answer<FoundPage> {
    let answer =
      if let omdb = source as? OMDbSource {
        try await stored(1, of: query, from: omdb, offline: offline)
      } else {
        Answer(value: try await source.search(query, page: 1))
      }
    return answer.map {
      FoundPage(query: query, origin: source.origin, pageSize: source.pageSize, page: $0)
    }
  }

  private func sources(
    for query: SearchQuery, in choice: SourceChoice, offline: Bool
  ) async throws -> [any FilmSource] {
    switch choice {
    case .catalog: return [catalog]
    case .omdb:
      guard let omdb = await omdb() else {
        throw offline ? ServiceError.offline : ServiceError.noAPIKey
      }
      return query.isShort ? [catalog] : [omdb]
    case .auto:
      guard !query.isShort, let omdb = await omdb() else { return [catalog] }
      return [omdb, catalog]
    }
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

extension FilmSource {
  /// The source as a place that an answer came from.
  fileprivate var provenance: String { asOf.map { "\(name) (as of \($0))" } ?? name }
}
