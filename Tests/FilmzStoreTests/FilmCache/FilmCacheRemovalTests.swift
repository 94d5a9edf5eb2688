import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Removing films and pages from the cache.
struct FilmCacheRemovalTests {
  private static func day(_ number: Int) -> Date {
    Date.sample.addingTimeInterval(Double(number) * 86_400)
  }

  private static func ids(_ numbers: some Sequence<Int>) -> [FilmID] {
    numbers.map { FilmID(unchecked: "tt\($0)") }
  }

  /// Stores a film that was fetched on a day, or a search result that was stored on that day.
  private func storeFilm(_ number: Int, day: Int, isFetched: Bool = true, _ cache: FilmCache)
    async throws
  {
    let film = Film(
      id: Self.ids([number])[0], title: "Film \(number)", origin: .omdb,
      fetchedAt: isFetched ? Self.day(day) : nil, isComplete: isFetched)
    try await cache.store([film], at: Self.day(day))
  }

  private func storePage(_ key: String, day: Int, _ cache: FilmCache) async throws {
    try await cache.store(CachedPage(page: .empty, fetchedAt: Self.day(day)), key: key)
  }

  private func pages(_ keys: String..., in cache: FilmCache) async throws -> [String] {
    var existingKeys: [String] = []
    for key in keys where try await cache.page(key) != nil { existingKeys.append(key) }
    return existingKeys
  }

  private func films(_ cache: FilmCache) async throws -> [String] {
    try await cache.list().map(\.id.rawValue).sorted()
  }

  // MARK: - Explicit removal

  @Test func removeReturnsTheRemovedFilms() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...3 { try await storeFilm(number, day: 0, cache) }
    #expect(try await cache.remove(Self.ids([1, 3, 9])) == Set(Self.ids([1, 3])))
    #expect(try await films(cache) == ["tt2"])
    #expect(try await cache.remove(Self.ids([1, 3, 9])).isEmpty)
    #expect(try await cache.remove([]).isEmpty)
    #expect(try await films(cache) == ["tt2"])
  }

  @Test func clearRemovesAllFilmsAndPagesButNotTheCollection() async throws {
    let stores = try await FilledCollection.make()
    try await storePage("a", day: 0, stores.cache)
    #expect(try await stores.cache.clear() == (films: 4, pages: 1))
    #expect(try await stores.cache.list().isEmpty)
    #expect(try await pages("a", in: stores.cache).isEmpty)
    #expect(try await stores.collection.counts().total == 5)
    #expect(try await stores.cache.clear() == (films: 0, pages: 0))
  }

  // MARK: - By age

  @Test func pruneRemovesFilmsAndPagesOlderThanADate() async throws {
    let cache = try await Stores.inMemory().cache
    try await storeFilm(1, day: 9, cache)
    try await storeFilm(2, day: 10, cache)
    try await storeFilm(3, day: 9, isFetched: false, cache)
    try await storeFilm(4, day: 11, isFetched: false, cache)
    for day in 9...11 { try await storePage("page \(day)", day: day, cache) }
    #expect(try await cache.prune(before: Self.day(10)) == (films: 2, pages: 1))
    #expect(try await films(cache) == ["tt2", "tt4"])
    #expect(
      try await pages("page 9", "page 10", "page 11", in: cache) == ["page 10", "page 11"])
    #expect(try await cache.prune(before: Self.day(10)) == (films: 0, pages: 0))
  }

  @Test func pruneIgnoresTheDayOfUse() async throws {
    let cache = try await Stores.inMemory().cache
    try await storeFilm(1, day: 0, cache)
    try await cache.markUsed(Self.ids([1])[0], at: Self.day(40))
    #expect(try await cache.prune(before: Self.day(10)).films == 1)
  }

  @Test func pruneDoesNotRemoveFilmsOfTheCollection() async throws {
    let stores = try await FilledCollection.make()
    let removed = try await stores.cache.prune(before: .distantFuture)
    #expect(removed == (films: 1, pages: 0))
    #expect(try await films(stores.cache) == ["tt1", "tt2", "tt3"])
  }

  // MARK: - By size

  @Test func leastRecentlyUsedFilmsAreEvictedFirst() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...6 { try await storeFilm(number, day: number, cache) }
    try await cache.markUsed(Self.ids([2])[0], at: Self.day(20))
    try await cache.markUsed(Self.ids([1])[0], at: Self.day(21))
    try await cache.evict(beyond: .init(films: 3, pages: 9))
    #expect(try await films(cache) == ["tt1", "tt2", "tt6"])
  }

  @Test func pagesBeyondTheLimitAreEvicted() async throws {
    let cache = try await Stores.inMemory().cache
    for (day, key) in ["a", "b", "c", "d"].enumerated() {
      try await storePage(key, day: day, cache)
    }
    try await cache.markPageUsed("a", at: Self.day(9))
    try await cache.evict(beyond: .init(films: 9, pages: 2))
    #expect(try await pages("a", "b", "c", "d", in: cache) == ["a", "d"])
    try await cache.evict(beyond: .init(films: 9, pages: 0))
    #expect(try await pages("a", "b", "c", "d", in: cache).isEmpty)
  }

  @Test(arguments: [(4, 4), (5, 4), (1, 4), (0, 3)])
  func filmsOfTheCollectionAreNotEvicted(limit: Int, expectedCount: Int) async throws {
    let stores = try await FilledCollection.make()
    let filmOutsideCollection = try #require(Self.ids([9]).first)
    try await stores.cache.markUsed(filmOutsideCollection, at: .distantFuture)
    try await stores.cache.evict(beyond: .init(films: limit, pages: 0))
    #expect(try await films(stores.cache).count == expectedCount)
    #expect(try await films(stores.cache).prefix(3) == ["tt1", "tt2", "tt3"])
  }

  @Test func filmsAndPagesBeyondTheByteLimitAreEvicted() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample("tt1", "Mine")])
    for number in 1...9 {
      var film = Film(id: FilmID(unchecked: "tt\(number)"), title: "Film", origin: .omdb)
      film.plot = String(repeating: "x", count: 10_000)
      let now = Date.sample + Double(number)
      try await stores.cache.store([film], at: now)
      let page = SearchPage(films: [film], total: 1)
      try await stores.cache.store(CachedPage(page: page, fetchedAt: now), key: "\(number)")
    }
    try await stores.cache.evict(beyond: .init(films: 9, pages: 9, bytes: 35_000))
    let ids = (1...9).map { FilmID(unchecked: "tt\($0)") }
    #expect(Set(try await stores.cache.films(ids).keys) == Set([ids[0]] + ids.suffix(3)))
    for number in 1...9 {
      #expect((try await stores.cache.page("\(number)") != nil) == (number > 6))
    }
  }

  @Test func nothingIsEvictedWithinTheLimits() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...3 { try await storeFilm(number, day: number, cache) }
    try await storePage("a", day: 0, cache)
    for limit in [FilmCache.SizeLimit(films: 3, pages: 1), .standard] {
      try await cache.evict(beyond: limit)
    }
    #expect(try await films(cache).count == 3)
    #expect(try await pages("a", in: cache) == ["a"])
  }

  @Test(arguments: [(0, ["tt1", "tt2", "tt3"]), (1, ["tt1", "tt2", "tt22", "tt3"])])
  func filmsOfTheCollectionDoNotCountTowardsTheLimit(limit: Int, expectedFilms: [String])
    async throws
  {
    let stores = try await FilledCollection.make()
    for number in 20...22 { try await storeFilm(number, day: 50_000 + number, stores.cache) }
    try await stores.cache.evict(beyond: .init(films: limit, pages: 0))
    #expect(try await films(stores.cache) == expectedFilms)
  }
}
