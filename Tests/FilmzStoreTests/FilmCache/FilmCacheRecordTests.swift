import FilmzDomain
import FilmzStore
import Foundation
import Testing

/// The records of cached films.
struct FilmCacheRecordTests {
  private func film(_ id: String, _ title: String, fetchedAt: Date? = nil) -> Film {
    Film(
      id: FilmID(unchecked: id), title: title, year: 1999, origin: .omdb, fetchedAt: fetchedAt,
      isComplete: fetchedAt != nil)
  }

  private func record(_ cache: FilmCache) async throws -> CachedFilm {
    try #require(try await cache.list().first)
  }

  @Test func filmsAreSortedByTitleIgnoringCaseAndAccents() async throws {
    let cache = try await Stores.inMemory().cache
    let titles = ["zeta", "Éclair", "Alpha", "eclipse", "  Beta!"]
    let films = titles.enumerated().map { film("tt\($0.offset)", $0.element) }
    try await cache.store(films, at: .sample)
    #expect(
      try await cache.list().map(\.title) == ["Alpha", "  Beta!", "Éclair", "eclipse", "zeta"])
  }

  @Test func filmsWithTheSameTitleAreSortedByYear() async throws {
    let cache = try await Stores.inMemory().cache
    let years = [("tt1", 2004), ("tt2", 1931), ("tt3", 1979)]
    let films = years.map {
      Film(id: FilmID(unchecked: $0.0), title: "Dawn", year: $0.1, origin: .omdb)
    }
    try await cache.store(films, at: .sample)
    #expect(try await cache.list().map(\.year) == [1931, 1979, 2004])
  }

  @Test func recordsHaveTimesCompletenessAndCollectionMembership() async throws {
    let stores = try await Stores.inMemory()
    try await stores.collection.insert([.sample()])
    let later = Date.sample.addingTimeInterval(86_400)
    try await stores.cache.store(
      [film("tt0133093", "The Matrix", fetchedAt: .sample), film("tt2", "Unfetched")], at: later)
    let records = try await stores.cache.list()
    #expect(records.map(\.id.rawValue) == ["tt0133093", "tt2"])
    #expect(records.map(\.isInCollection) == [true, false])
    #expect(records.map(\.isComplete) == [true, false])
    #expect(records.map(\.fetchedAt) == [.sample, nil])
    #expect(records.map(\.storedAt) == [later, later])
    #expect(records.map(\.year) == [1999, 1999])
    #expect(records.map(\.usedOn) == [19_676, 19_676])
    #expect(records[0].lastUsed == Date(timeIntervalSince1970: 19_676 * 86_400))
  }

  @Test func recordsAreThoseOfTheRequestedFilms() async throws {
    let cache = try await Stores.inMemory().cache
    try await cache.store(
      [film("tt1", "Zeta"), film("tt2", "Alpha"), film("tt3", "Beta")], at: .sample)
    let ids = ["tt1", "tt9", "tt2"].map(FilmID.init(unchecked:))
    #expect(try await cache.records(ids).map(\.title) == ["Alpha", "Zeta"])
    #expect(try await cache.records([]).isEmpty)
  }

  @Test func sizesAreCountedInBytesAndNotInCharacters() async throws {
    let cache = try await Stores.inMemory().cache
    let film = film("tt1", "千と千尋の神隠し")
    try await cache.store([film], at: .sample)
    #expect(try await record(cache).bytes == JSONEncoder().encode(film).count)
  }

  @Test func versionIncreasesWithEachFetch() async throws {
    let cache = try await Stores.inMemory().cache
    var versions: [Int] = []
    // A search result, three fetches, and a search result again.
    for fetchedAt in [nil, Date.sample, .sample, .sample, nil] {
      try await cache.store([film("tt1", "Heat", fetchedAt: fetchedAt)], at: .sample)
      versions.append(try await record(cache).version)
    }
    #expect(versions == [1, 1, 2, 3, 3])
  }

  @Test func usingAFilmUpdatesOnlyItsDayOfUse() async throws {
    let cache = try await Stores.inMemory().cache
    let heat = film("tt1", "Heat", fetchedAt: .sample)
    try await cache.store([heat, film("tt2", "Ronin")], at: .sample)
    let initialDay = try #require(try await cache.film(heat.id)?.usedOn)
    try await cache.markUsed(heat.id, at: Date.sample.addingTimeInterval(2 * 86_400))
    let used = try #require(try await cache.film(heat.id))
    #expect(used.usedOn == initialDay + 2)
    #expect(used.film == heat)
    #expect(try await cache.list().map(\.usedOn) == [initialDay + 2, initialDay])
    #expect(try await cache.list().map(\.version) == [1, 1])
    let missing = try await cache.film(FilmID(unchecked: "tt9"))
    #expect(missing == nil)
  }

  @Test(arguments: [(0.0, false), (1, false), (6399, false), (6400, true), (86_400, true)])
  func filmsAreUnusedFromTheDayAfterTheirLastUse(seconds: Double, isUnused: Bool) async throws {
    // 22:13:20 UTC is 6400 seconds before midnight.
    let now = Date.sample.addingTimeInterval(seconds)
    #expect(FilmCache.isUnused(since: 19_675, at: now) == isUnused)
    #expect(!FilmCache.isUnused(since: 19_677, at: now))
  }
}
