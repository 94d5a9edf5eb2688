import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Ids of films that a source has reported and the film cache stores.
struct ReportedAliasTests {
  private static let tmdbID = FilmID(tmdb: .movie, 603)

  private func details(
    _ title: String = "Matrix of TMDB", id: FilmID = .matrix, otherIDs: [FilmID] = [tmdbID]
  ) -> Film {
    var film = Film(
      id: id, title: title, origin: .tmdb, fetchedAt: .sample, isComplete: true)
    film.otherIDs = otherIDs
    return film
  }

  private func hit(_ title: String = "Hit") -> Film {
    Film(id: Self.tmdbID, title: title, origin: .tmdb)
  }

  @Test func factsAreFoundByEachReportedID() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([details()], at: .sample)
    for id in [FilmID.matrix, Self.tmdbID] {
      #expect(try await stores.cache.films([id]) == [id: details()])
      #expect(try await stores.cache.film(id)?.film == details())
      #expect(try await stores.cache.records([id]).map(\.id) == [.matrix])
    }
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    #expect(try await stores.collection.resolvedFilms([Self.tmdbID]).map(\.id) == [.matrix])
    #expect(try await stores.collection.aliases(of: .matrix) == [Self.tmdbID])
    try await stores.cache.markUsed(Self.tmdbID, at: .sample + 3 * 86_400)
    let usedOn = try #require(try await stores.cache.film(.matrix)?.usedOn)
    #expect(FilmCache.isUnused(since: usedOn - 1, at: .sample + 3 * 86_400))
    #expect(!FilmCache.isUnused(since: usedOn, at: .sample + 3 * 86_400))
    #expect(try await stores.cache.remove([Self.tmdbID]) == [.matrix])
    #expect(try await stores.cache.list().isEmpty)
  }

  @Test func removingFactsKeepsTheIDsAndClearingRemovesThem() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([details()], at: .sample)
    _ = try await stores.cache.prune(before: .distantFuture)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    _ = try await stores.cache.clear()
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]).isEmpty)
    #expect(try await stores.collection.aliases(of: .matrix).isEmpty)
  }

  @Test func onlyIDsOfLowerRankAreStored() async throws {
    let stores = try await Stores.inMemory()
    let other = FilmID(unchecked: "tt0000001")
    try await stores.cache.store(
      [details(id: Self.tmdbID, otherIDs: [.matrix, other, Self.tmdbID])], at: .sample)
    #expect(try await stores.collection.aliases(of: Self.tmdbID).isEmpty)
    #expect(try await stores.collection.canonicalIDs(of: [.matrix, other, Self.tmdbID]).isEmpty)
  }

  @Test func newerReportReplacesTheOlderOne() async throws {
    let stores = try await Stores.inMemory()
    let other = FilmID(unchecked: "tt0234215")
    try await stores.cache.store([details()], at: .sample)
    try await stores.cache.store([details("Reloaded", id: other)], at: .sample + 1)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: other])
    #expect(try await stores.cache.film(Self.tmdbID)?.film.title == "Reloaded")
  }

  @Test func searchResultsAreStoredUnderTheReportedID() async throws {
    let cache = try await Stores.inMemory().cache
    let page = CachedPage(page: SearchPage(films: [hit()], total: 1), fetchedAt: .sample)
    try await cache.store(page, key: "tmdb search")
    #expect(try await cache.list().map(\.id) == [Self.tmdbID])
    try await cache.store([details()], at: .sample)
    #expect(try await cache.list().map(\.id) == [.matrix])
    try await cache.store(page, key: "tmdb search")
    #expect(try await cache.list().map(\.title) == ["Matrix of TMDB"])
    #expect(try await cache.page("tmdb search")?.page == page)
    #expect(try await cache.remove([.matrix]) == [.matrix])
    try await cache.store(page, key: "tmdb search")
    #expect(try await cache.films([.matrix])[.matrix]?.title == "Hit")
  }

  // MARK: - The collection

  @Test func filmThatIsInTheCollectionUnderTheReportedIDIsFound() async throws {
    let stores = try await Stores.inMemory()
    try await stores.cache.store([hit()], at: .sample)
    try await stores.collection.insert([.sample("tmdb:movie:603", "Matrix")])
    try await stores.cache.store([details()], at: .sample)
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]).isEmpty)
    #expect(try await stores.collection.aliases(of: .matrix).isEmpty)
    let listed = try await stores.collection.listedFilms([Self.tmdbID])
    #expect(listed.map(\.entry.id) == [Self.tmdbID] && listed.first?.film?.title == "Hit")
    #expect(try await stores.cache.film(Self.tmdbID)?.film == details())
    try await stores.cache.evict(beyond: .init(films: 0, pages: 0))
    #expect(try await stores.cache.film(Self.tmdbID)?.film == details())
  }

  @Test func aliasOfTheCollectionTakesPrecedence() async throws {
    let stores = try await Stores.inMemory()
    let other = FilmID(unchecked: "tt0234215")
    try await stores.cache.store([details()], at: .sample)
    _ = try await stores.collection.apply("identify", at: .sample) { transaction in
      try transaction.identify(Self.tmdbID, other)
    }
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: other])
    #expect(try await stores.collection.aliases(of: .matrix).isEmpty)
    #expect(try await stores.collection.aliases(of: other) == [Self.tmdbID])
    try await stores.cache.store([hit()], at: .sample)
    #expect(try await stores.cache.films([other])[other]?.title == "Hit")
  }

  @Test func reportedIDIsResolvedByTheAliasesOfTheCollection() async throws {
    let stores = try await Stores.inMemory()
    let canonical = FilmID(unchecked: "tt0000007")
    try await stores.cache.store([details()], at: .sample)
    _ = try await stores.collection.apply("identify", at: .sample) { transaction in
      try transaction.identify(.matrix, canonical)
    }
    #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: canonical])
    #expect(try await stores.collection.aliases(of: canonical) == [Self.tmdbID, .matrix])
    #expect(try await stores.cache.films([Self.tmdbID])[Self.tmdbID]?.id == canonical)
  }

  @Test func copiedFactsAreFoundByTheReportedIDs() async throws {
    try await Home.with { home in
      try await CollectionDatabase(paths: home.paths).openCache().store([details()], at: .sample)
      try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.filmCache)
      let uri = try #require(CollectionFile.immutableURI(of: home.folder.path(of: Home.filmCache)))
      let stores = try await Stores.inMemory()
      try await stores.collection.insert([.sample("tmdb:movie:603", "Matrix")])
      try await stores.collection.connection.database.writeWithoutTransaction { db in
        try FilmCacheSchema.copyFacts(from: uri, at: .sample, db)
      }
      #expect(try await stores.cache.film(Self.tmdbID)?.film == details())
      #expect(try await stores.collection.resolvedFilms([Self.tmdbID]).map(\.id) == [Self.tmdbID])
    }
  }
}
