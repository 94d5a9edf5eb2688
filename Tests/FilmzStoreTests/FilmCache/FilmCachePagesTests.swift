import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// Cached pages of search results.
struct FilmCachePagesTests {
  private static let fetchedAt = Date(timeIntervalSince1970: 1_700_000_000.25)

  private static func page(
    _ titles: String..., total: Int = 24, fetchedAt: Date = fetchedAt
  ) -> CachedPage {
    let films = titles.enumerated().map { index, title in
      Film(id: FilmID(unchecked: "tt\(index + 1)"), title: title, year: 1999, origin: .omdb)
    }
    return CachedPage(page: SearchPage(films: films, total: total), fetchedAt: fetchedAt)
  }

  private static func day(_ moment: Date) -> Int { Int(moment.timeIntervalSince1970 / 86_400) }

  @Test func storedPagesAreReturnedUnchanged() async throws {
    let cache = try await Stores.inMemory().cache
    let page = Self.page("Heat", "Ëlan “千” \u{1B}")
    try await cache.store(page, key: "omdb heat")
    let cachedPage = try #require(try await cache.page("omdb heat"))
    #expect(cachedPage.page == page)
    #expect(cachedPage.usedOn == Self.day(Self.fetchedAt))
  }

  @Test func pagesWithoutFilmsAreStored() async throws {
    let cache = try await Stores.inMemory().cache
    let emptyPage = CachedPage(page: .empty, fetchedAt: Self.fetchedAt)
    try await cache.store(emptyPage, key: "omdb zzyzx")
    #expect(try await cache.page("omdb zzyzx")?.page == emptyPage)
  }

  @Test(arguments: ["", "omdb", "omdb heat ", "OMDB HEAT", "omdb heat'"])
  func pagesAreFoundByTheirExactKeyOnly(key: String) async throws {
    let cache = try await Stores.inMemory().cache
    try await cache.store(Self.page("Heat"), key: "omdb heat")
    let other = try await cache.page(key)
    #expect(other == nil)
  }

  @Test func pageFetchedAgainReplacesTheOldOne() async throws {
    let cache = try await Stores.inMemory().cache
    let later = Self.fetchedAt.addingTimeInterval(40 * 86_400)
    try await cache.store(Self.page("Heat", "Heath"), key: "a")
    try await cache.store(Self.page("Ronin"), key: "b")
    let newPage = Self.page("Heat", total: 1, fetchedAt: later)
    try await cache.store(newPage, key: "a")
    let cachedPage = try #require(try await cache.page("a"))
    #expect(cachedPage.page == newPage)
    #expect(cachedPage.usedOn == Self.day(later))
    #expect(try await cache.page("b")?.page == Self.page("Ronin"))
  }

  @Test func usingAPageUpdatesOnlyItsDayOfUse() async throws {
    let cache = try await Stores.inMemory().cache
    try await cache.store(Self.page("Heat"), key: "a")
    try await cache.store(Self.page("Heat"), key: "b")
    let later = Self.fetchedAt.addingTimeInterval(3 * 86_400)
    try await cache.markPageUsed("a", at: later)
    let used = try #require(try await cache.page("a"))
    #expect(used.usedOn == Self.day(Self.fetchedAt) + 3)
    #expect(used.page == Self.page("Heat"))
    #expect(try await cache.page("b")?.usedOn == Self.day(Self.fetchedAt))
  }

  @Test(arguments: ["''", "'{'", "'[]'", #"'{"films":[{}],"total":1}'"#, #"'{"total":3}'"#])
  func pagesWithDamagedContentAreIgnored(content: String) async throws {
    try await Home.with { home in
      try await CollectionDatabase(paths: home.paths).openCache().store(Self.page("Heat"), key: "a")
      try home.runSQL("UPDATE page SET content = \(content)", on: Home.filmCache)
      let cache = try await CollectionDatabase(paths: home.paths).openCache()
      let damaged = try await cache.page("a")
      #expect(damaged == nil)
      try await cache.store(Self.page("Heat"), key: "a")
      #expect(try await cache.page("a")?.page == Self.page("Heat"))
    }
  }

  @Test func filmsOfAPageAreStoredAsIncompleteFacts() async throws {
    let cache = try await Stores.inMemory().cache
    let page = Self.page("Heat", "Ronin")
    try await cache.store(page, key: "a")
    #expect(try await cache.films(page.page.films.map(\.id)).count == 2)
    let records = try await cache.list()
    #expect(records.map(\.title) == ["Heat", "Ronin"])
    #expect(records.allSatisfy { !$0.isComplete && $0.fetchedAt == nil })
    #expect(records.allSatisfy { $0.storedAt == Self.fetchedAt })
  }

  @Test(arguments: [Date.sample, nil])
  func filmsOfAPageDoNotReplaceCompleteFacts(fetchedAt: Date?) async throws {
    let cache = try await Stores.inMemory().cache
    let page = Self.page("Heat")
    let id = page.page.films[0].id
    let complete = Film(
      id: id, title: "Heat", origin: .omdb, fetchedAt: fetchedAt, isComplete: true)
    try await cache.store([complete], at: .sample)
    try await cache.store(page, key: "a")
    #expect(try await cache.films([id]) == [id: complete])
  }
}
