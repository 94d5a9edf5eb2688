import FilmzDomain
import FilmzStore
import Foundation

/// Pages of searches at services: in memory and in the film cache, fetched once for all that want them.
actor PageCache {
  private static let capacity = 500

  private let database: CollectionDatabase
  private let writer: CacheWriter
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date
  private var pages = LRUCache<String, CachedPage>(capacity: capacity)
  private let requests = RequestCoalescer<String, CachedPage>()

  init(
    database: CollectionDatabase, writer: CacheWriter,
    settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) {
    self.database = database
    self.writer = writer
    self.settings = settings
    self.now = now
  }

  /// Returns a page: a fresh copy, else the service's answer, and if that fails a copy that is older.
  ///
  /// - Parameters:
  ///   - key: Tells pages apart; it begins with the source's identifier.
  ///   - service: The service that would be asked.
  ///   - context: The command that wants the page.
  ///   - fetch: Asks the service.
  /// - Returns: The page, with a warning if it is not fresh.
  /// - Throws: The failure of the service if there is no copy.
  func page(
    _ key: String, of service: ServiceDescriptor, in context: CommandContext,
    _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> SourceResult<SearchPage> {
    let copy = await storedPage(key)
    if let copy, await isFresh(copy) { return SourceResult(value: copy.page) }
    guard !context.isOffline else {
      guard let copy, copy.page.total > 0 else { throw ServiceError(service, .offline) }
      return SourceResult(value: copy.page, warnings: [.offlineCopy(age: age(of: copy))])
    }
    do {
      return SourceResult(value: try await fetched(key, fetch).page)
    } catch let failure as any UserFacingError {
      guard let copy, copy.page.total > 0 else { throw failure }
      let warning = Warning(failure, consequence: "from a copy of \(age(of: copy))")
      return SourceResult(value: copy.page, warnings: [warning], isFallback: true)
    }
  }

  /// Whether a service said less than a day ago that it does not have what the key stands for.
  func isKnownMissing(_ key: String) async -> Bool {
    guard let page = await storedPage(key) else { return false }
    return await isFresh(page)
  }

  /// Keeps that a service does not have what the key stands for, like a search that found nothing.
  func storeMissing(_ key: String) async {
    await store(CachedPage(page: .empty, fetchedAt: now()), key)
  }

  /// Forgets the pages in memory.
  func forget() { pages.removeAll() }

  private func fetched(
    _ key: String, _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> CachedPage {
    try await requests.value(for: key) {
      // Another request may have completed since the copies were looked at.
      if let page = await self.freshMemoryPage(key) { return page }
      let page = CachedPage(page: try await fetch(), fetchedAt: self.now())
      await self.store(page, key)
      return page
    }
  }

  private func store(_ page: CachedPage, _ key: String) async {
    pages.store(page, for: key)
    await writer.store(1 + page.page.films.count) { try await $0.store(page, key: key) }
  }

  /// The page in memory, while it is fresh; afterwards another filmz may have fetched it.
  private func freshMemoryPage(_ key: String) async -> CachedPage? {
    guard let page = pages.value(for: key), await isFresh(page) else { return nil }
    return page
  }

  private func storedPage(_ key: String) async -> CachedPage? {
    if let page = await freshMemoryPage(key) { return page }
    guard let found = try? await database.openForReading().cache.page(key) else {
      return pages.value(for: key)
    }
    pages.store(found.page, for: key)
    if FilmCache.isUnused(since: found.usedOn, at: now()) {
      try? await database.openCache().usePage(key, at: now())
    }
    return found.page
  }

  /// What was found stays fresh as films do; that nothing was found, for a day.
  private func isFresh(_ copy: CachedPage) async -> Bool {
    let days = await settings().cacheDays
    return Freshness.holds(
      since: copy.fetchedAt, at: now(), days: copy.page.total > 0 ? days : min(1, days))
  }

  private func age(of copy: CachedPage) -> String { Freshness.age(of: copy.fetchedAt, at: now()) }
}

/// Writes to the film cache, and keeps it below its size.
///
/// A cache that cannot be written costs time and nothing else.
actor CacheWriter {
  /// Films and pages that are stored before the cache's size is looked at again.
  private static let checkInterval = 500

  private let database: CollectionDatabase
  private let cap: FilmCache.Cap
  /// Bytes by which the cache may grow before that.
  private let checkedGrowth: Int
  /// Films and pages that were stored since the cache's size was looked at; `nil` before the first.
  private var storedSinceCheck: Int?
  /// The size of the cache when it was looked at.
  private var bytesAtCheck = 0

  init(database: CollectionDatabase, cap: FilmCache.Cap = .standard, checkedGrowth: Int = 32 << 20)
  {
    self.database = database
    self.cap = cap
    self.checkedGrowth = checkedGrowth
  }

  /// Stores films and pages, so many as said.
  func store(
    _ count: Int, _ write: @Sendable (FilmCache) async throws -> Void
  ) async {
    let total = (storedSinceCheck ?? Self.checkInterval) + count
    storedSinceCheck = total >= Self.checkInterval ? 0 : total
    do {
      let cache = try await database.openCache()
      try await write(cache)
      try await evictIfNeeded(total, from: cache)
    } catch {
      storedSinceCheck = total
    }
  }

  private func evictIfNeeded(_ stored: Int, from cache: FilmCache) async throws {
    let bytes = try await cache.usedBytes()
    guard stored >= Self.checkInterval || bytes > bytesAtCheck + checkedGrowth else { return }
    try await cache.enforce(cap)
    bytesAtCheck = try await cache.usedBytes()
  }
}
