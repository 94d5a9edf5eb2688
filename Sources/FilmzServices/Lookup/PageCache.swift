import FilmzDomain
import FilmzStore
import Foundation

/// A cache of search pages from services, in memory and in the film cache.
///
/// Concurrent requests for the same page are coalesced.
actor PageCache {
  /// The maximum number of pages in memory.
  private static let capacity = 500

  private let database: CollectionDatabase
  private let writer: CacheWriter
  private let settings: @Sendable () async -> Settings
  private let now: @Sendable () -> Date
  private var pages = LRUCache<String, CachedPage>(capacity: capacity)
  private let requests = RequestCoalescer<String, CachedPage>()

  init(
    database: CollectionDatabase, writer: CacheWriter, settings: @escaping @Sendable () async -> Settings,
    now: @escaping @Sendable () -> Date
  ) { (self.database, self.writer, self.settings, self.now) = (database, writer, settings, now) }

  /// Returns a fresh copy of a page, or fetches the page.
  ///
  /// If the request fails or the command runs offline, returns a stale copy that contains films.
  ///
  /// - Parameters:
  ///   - key: The cache key; it begins with the identifier of the source.
  ///   - service: The service that provides the page.
  ///   - context: The context of the command.
  ///   - fetch: Requests the page from the service.
  /// - Returns: The page, with a warning if it is stale.
  /// - Throws: The error of the request, or ``ServiceError/Cause/offline``, if there is no copy
  ///   that contains films.
  func page(
    _ key: String, of service: ServiceDescriptor, in context: CommandContext,
    _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> SourceResult<SearchPage> {
    let copy = await cachedPage(key)
    if let copy, await isFresh(copy) { return SourceResult(value: copy.page) }
    guard !context.isOffline else {
      guard let copy, copy.page.total > 0 else { throw ServiceError(service, .offline) }
      return SourceResult(value: copy.page, warnings: [.offlineCopy(age: age(of: copy))])
    }
    do {
      return SourceResult(value: try await fetchOnce(key, fetch).page)
    } catch let failure as any UserFacingError {
      guard let copy, copy.page.total > 0 else { throw failure }
      let warning = Warning(failure, consequence: "these results are from a copy fetched \(age(of: copy))")
      return SourceResult(value: copy.page, warnings: [warning], isFallback: true)
    }
  }

  /// Returns whether there is a fresh record, made by ``storeMissing(_:)``, that a service has no
  /// result for a key.
  func isKnownMissing(_ key: String) async -> Bool {
    guard let page = await cachedPage(key) else { return false }
    return await isFresh(page)
  }

  /// Records that a service has no result for a key, as an empty page.
  func storeMissing(_ key: String) async { await store(CachedPage(page: .empty, fetchedAt: now()), key) }

  /// Removes all pages from memory.
  func clearMemory() { pages.removeAll() }

  private func fetchOnce(
    _ key: String, _ fetch: @escaping @Sendable () async throws -> SearchPage
  ) async throws -> CachedPage {
    try await requests.value(for: key) {
      // Another request may have completed since the cache was checked.
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

  /// Returns the page in memory if it is fresh.
  ///
  /// A stale page is not returned, because another filmz process may have written a newer copy to
  /// the film cache.
  private func freshMemoryPage(_ key: String) async -> CachedPage? {
    guard let page = pages.value(for: key), await isFresh(page) else { return nil }
    return page
  }

  /// Returns the fresh or stale copy of a page in memory or in the film cache.
  private func cachedPage(_ key: String) async -> CachedPage? {
    if let page = await freshMemoryPage(key) { return page }
    guard let record = try? await database.openForReading().cache.page(key) else { return pages.value(for: key) }
    pages.store(record.page, for: key)
    if FilmCache.isUnused(since: record.usedOn, at: now()) {
      try? await database.openCache().markPageUsed(key, at: now())
    }
    return record.page
  }

  /// Returns whether a copy is fresh.
  ///
  /// Pages are fresh for as long as films; pages without films for at most one day.
  private func isFresh(_ copy: CachedPage) async -> Bool {
    let days = Freshness.days(await settings().cacheDays, for: copy.page.films.first?.origin)
    return Freshness.isFresh(fetchedAt: copy.fetchedAt, at: now(), days: copy.page.total > 0 ? days : min(1, days))
  }

  private func age(of copy: CachedPage) -> String { Freshness.age(of: copy.fetchedAt, at: now()) }
}

/// Writes to the film cache, and evicts films and pages if the cache exceeds its size limit.
///
/// Errors are ignored: without the cache, films and pages are only fetched again.
actor CacheWriter {
  /// The number of films and pages stored between two evictions.
  private static let evictionInterval = 500

  private let database: CollectionDatabase
  private let sizeLimit: FilmCache.SizeLimit
  /// The growth of the cache in bytes after which films and pages are evicted even if fewer than
  /// ``evictionInterval`` films and pages were stored.
  private let growthBeforeEviction: Int
  /// The number of films and pages stored since the last eviction; `nil` before the first one.
  private var storedSinceEviction: Int?
  /// The size of the cache after the last eviction.
  private var bytesAtEviction = 0

  init(database: CollectionDatabase, sizeLimit: FilmCache.SizeLimit = .standard, growthBeforeEviction: Int = 32 << 20) {
    (self.database, self.sizeLimit) = (database, sizeLimit)
    self.growthBeforeEviction = growthBeforeEviction
  }

  /// Performs a write that stores `count` films and pages, and then evicts others if necessary.
  func store(_ count: Int, _ write: @Sendable (FilmCache) async throws -> Void) async {
    let total = (storedSinceEviction ?? Self.evictionInterval) + count
    storedSinceEviction = total >= Self.evictionInterval ? 0 : total
    do {
      let cache = try await database.openCache()
      try await write(cache)
      try await evictIfNeeded(total, from: cache)
    } catch { storedSinceEviction = total }
  }

  private func evictIfNeeded(_ stored: Int, from cache: FilmCache) async throws {
    let bytes = try await cache.usedBytes()
    guard stored >= Self.evictionInterval || bytes > bytesAtEviction + growthBeforeEviction else { return }
    try await cache.evict(beyond: sizeLimit)
    bytesAtEviction = try await cache.usedBytes()
  }
}

/// A cache of limited size that evicts the least recently used entry.
package struct LRUCache<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Node: Sendable {
    var value: Value
    var newer: Key?
    var older: Key?
  }

  /// The maximum number of entries, at least 1.
  private let capacity: Int
  private var nodes: [Key: Node] = [:]
  private var newest: Key?
  private var oldest: Key?

  package init(capacity: Int) { self.capacity = max(1, capacity) }

  var count: Int { nodes.count }

  /// Returns the value of a key, and marks it as the most recently used one.
  package mutating func value(for key: Key) -> Value? {
    guard let value = nodes[key]?.value else { return nil }
    if newest != key {
      remove(key)
      insert(value, for: key)
    }
    return value
  }

  /// Stores a value as the most recently used one; if the cache is full, evicts the least recently
  /// used entry.
  package mutating func store(_ value: Value, for key: Key) {
    remove(key)
    if nodes.count == capacity, let oldest { remove(oldest) }
    insert(value, for: key)
  }

  mutating func remove(_ key: Key) {
    unlink(key)
    nodes[key] = nil
  }

  mutating func removeAll() {
    self = LRUCache(capacity: capacity)
  }

  private mutating func insert(_ value: Value, for key: Key) {
    nodes[key] = Node(value: value, newer: nil, older: newest)
    if let newest { nodes[newest]?.newer = key }
    newest = key
    oldest = oldest ?? key
  }

  private mutating func unlink(_ key: Key) {
    guard let node = nodes[key] else { return }
    if let newer = node.newer { nodes[newer]?.older = node.older } else { newest = node.older }
    if let older = node.older { nodes[older]?.newer = node.newer } else { oldest = node.newer }
  }
}
