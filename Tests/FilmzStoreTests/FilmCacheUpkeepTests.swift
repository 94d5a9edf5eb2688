import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Taking things out of the cache.
struct FilmCacheUpkeepTests {
  private static func day(_ number: Int) -> Date {
    Date.sample.addingTimeInterval(Double(number) * 86_400)
  }

  private static func ids(_ numbers: some Sequence<Int>) -> [FilmID] {
    numbers.map { FilmID(canonical: "tt\($0)") }
  }

  /// Keeps a film in the cache that was fetched, or only stored, on a day.
  private func keep(_ number: Int, day: Int, isFetched: Bool = true, _ cache: FilmCache)
    async throws
  {
    let film = Film(
      id: Self.ids([number])[0], title: "Film \(number)", origin: .omdb,
      fetchedAt: isFetched ? Self.day(day) : nil, isComplete: isFetched)
    try await cache.store([film], at: Self.day(day))
  }

  private func keepPage(_ key: String, day: Int, _ cache: FilmCache) async throws {
    try await cache.store(CachedPage(page: .empty, fetchedAt: Self.day(day)), key: key)
  }

  private func pages(_ keys: String..., in cache: FilmCache) async throws -> [String] {
    var found: [String] = []
    for key in keys where try await cache.page(key) != nil { found.append(key) }
    return found
  }

  private func films(_ cache: FilmCache) async throws -> [String] {
    try await cache.list().map(\.id.rawValue).sorted()
  }

  // MARK: - By hand

  @Test func removingTellsWhichFilmsWereThere() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...3 { try await keep(number, day: 0, cache) }
    #expect(try await cache.remove(Self.ids([1, 3, 9])) == Set(Self.ids([1, 3])))
    #expect(try await films(cache) == ["tt2"])
    #expect(try await cache.remove(Self.ids([1, 3, 9])).isEmpty)
    #expect(try await cache.remove([]).isEmpty)
    #expect(try await films(cache) == ["tt2"])
  }

  @Test func clearingTakesEverythingOutAndLeavesTheCollection() async throws {
    let stores = try await FilledCollection.make()
    try await keepPage("a", day: 0, stores.cache)
    #expect(try await stores.cache.clear() == CacheRemoval(films: 4, pages: 1))
    #expect(try await stores.cache.list().isEmpty)
    #expect(try await pages("a", in: stores.cache).isEmpty)
    #expect(try await stores.collection.counts().total == 5)
    #expect(try await stores.cache.clear() == CacheRemoval(films: 0, pages: 0))
  }

  // MARK: - By age

  @Test func pruningTakesOutWhatWasWrittenBeforeAMoment() async throws {
    let cache = try await Stores.inMemory().cache
    try await keep(1, day: 9, cache)
    try await keep(2, day: 10, cache)
    try await keep(3, day: 9, isFetched: false, cache)
    try await keep(4, day: 11, isFetched: false, cache)
    for day in 9...11 { try await keepPage("page \(day)", day: day, cache) }
    #expect(try await cache.prune(before: Self.day(10)) == CacheRemoval(films: 2, pages: 1))
    #expect(try await films(cache) == ["tt2", "tt4"])
    #expect(
      try await pages("page 9", "page 10", "page 11", in: cache) == ["page 10", "page 11"])
    #expect(try await cache.prune(before: Self.day(10)) == CacheRemoval(films: 0, pages: 0))
  }

  @Test func pruningGoesByTheFetchAndNotByTheUse() async throws {
    let cache = try await Stores.inMemory().cache
    try await keep(1, day: 0, cache)
    try await cache.use(Self.ids([1])[0], at: Self.day(40))
    #expect(try await cache.prune(before: Self.day(10)).films == 1)
  }

  @Test func pruningSparesFilmsOfTheCollection() async throws {
    let stores = try await FilledCollection.make()
    let removed = try await stores.cache.prune(before: .distantFuture)
    #expect(removed == CacheRemoval(films: 1, pages: 0))
    #expect(try await films(stores.cache) == ["tt1", "tt2", "tt3"])
  }

  // MARK: - By number

  @Test func whatWasNotUsedForLongestGoesFirst() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...6 { try await keep(number, day: number, cache) }
    try await cache.use(Self.ids([2])[0], at: Self.day(20))
    try await cache.use(Self.ids([1])[0], at: Self.day(21))
    try await cache.enforce(.init(films: 3, pages: 9))
    #expect(try await films(cache) == ["tt1", "tt2", "tt6"])
  }

  @Test func pagesAreBoundedToo() async throws {
    let cache = try await Stores.inMemory().cache
    for (day, key) in ["a", "b", "c", "d"].enumerated() { try await keepPage(key, day: day, cache) }
    try await cache.usePage("a", at: Self.day(9))
    try await cache.enforce(.init(films: 9, pages: 2))
    #expect(try await pages("a", "b", "c", "d", in: cache) == ["a", "d"])
    try await cache.enforce(.init(films: 9, pages: 0))
    #expect(try await pages("a", "b", "c", "d", in: cache).isEmpty)
  }

  @Test(arguments: [(4, 4), (5, 4), (1, 4), (0, 3)])
  func noFilmOfTheCollectionGoes(cap: Int, left: Int) async throws {
    let stores = try await FilledCollection.make()
    let other = try #require(Self.ids([9]).first)
    try await stores.cache.use(other, at: .distantFuture)
    try await stores.cache.enforce(.init(films: cap, pages: 0))
    #expect(try await films(stores.cache).count == left)
    #expect(try await films(stores.cache).prefix(3) == ["tt1", "tt2", "tt3"])
  }

  @Test func bytesAreBoundedToo() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample("tt1", "Mine")])
    for number in 1...9 {
      var film = Film(id: FilmID(canonical: "tt\(number)"), title: "Film", origin: .omdb)
      film.plot = String(repeating: "x", count: 10_000)
      let now = Date.sample + Double(number)
      try await stores.cache.store([film], at: now)
      let page = SearchPage(films: [film], total: 1)
      try await stores.cache.store(CachedPage(page: page, fetchedAt: now), key: "\(number)")
    }
    try await stores.cache.enforce(.init(films: 9, pages: 9, bytes: 35_000))
    let ids = (1...9).map { FilmID(canonical: "tt\($0)") }
    #expect(Set(try await stores.cache.films(ids).keys) == Set([ids[0]] + ids.suffix(3)))
    for number in 1...9 {
      #expect((try await stores.cache.page("\(number)") != nil) == (number > 6))
    }
  }

  @Test func belowTheCapNothingGoes() async throws {
    let cache = try await Stores.inMemory().cache
    for number in 1...3 { try await keep(number, day: number, cache) }
    try await keepPage("a", day: 0, cache)
    for cap in [FilmCache.Cap(films: 3, pages: 1), .standard] { try await cache.enforce(cap) }
    #expect(try await films(cache).count == 3)
    #expect(try await pages("a", in: cache) == ["a"])
  }

  @Test(arguments: [(0, ["tt1", "tt2", "tt3"]), (1, ["tt1", "tt2", "tt22", "tt3"])])
  func filmsOfTheCollectionDoNotCount(cap: Int, left: [String]) async throws {
    let stores = try await FilledCollection.make()
    for number in 20...22 { try await keep(number, day: 50_000 + number, stores.cache) }
    try await stores.cache.enforce(.init(films: cap, pages: 0))
    #expect(try await films(stores.cache) == left)
  }
}
