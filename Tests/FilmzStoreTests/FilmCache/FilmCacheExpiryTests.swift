import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Synchronization
import Testing

@testable import FilmzStore

/// Facts of TMDB are not kept for more than 180 days.
struct FilmCacheExpiryTests {
  private static let tmdbID = FilmID(tmdb: .movie, 603)
  private static let lastMoment = Date.sample + 180 * 86_400 - 1
  private static let expiry = Date.sample + 180 * 86_400

  private func database(_ home: Home, at now: Date) -> CollectionDatabase {
    CollectionDatabase(paths: home.paths, now: { now })
  }

  private func film(_ origin: Film.Origin, _ title: String, isComplete: Bool = true) -> Film {
    var film = Film(
      id: isComplete ? .matrix : FilmID(tmdb: .movie, 7), title: title, origin: origin,
      fetchedAt: isComplete ? .sample : nil, isComplete: isComplete)
    film.genres = ["Action"]
    if isComplete && origin == .tmdb { film.otherIDs = [Self.tmdbID] }
    return film
  }

  /// Adds a film to the collection, and stores facts and pages of TMDB and OMDb.
  private func fill(_ home: Home, hasOMDb: Bool = false) async throws {
    try await home.addFilms(["tt0133093": "The Matrix"])
    let cache = try await database(home, at: .sample).openCache()
    try await cache.store([film(.tmdb, "TMDB")], at: .sample)
    if hasOMDb { try await cache.store([film(.omdb, "OMDb")], at: .sample) }
    let page = SearchPage(films: [film(.tmdb, "Hit", isComplete: false)], total: 1)
    try await cache.store(CachedPage(page: page, fetchedAt: .sample), key: "tmdb search x")
    for key in ["omdb x", "tmdbx", "tmdb"] {
      try await cache.store(CachedPage(page: .empty, fetchedAt: .sample), key: key)
    }
    _ = try await database(home, at: .sample).openForReading().collection.find(CollectionQuery())
  }

  private var genreQuery: CollectionQuery {
    var query = CollectionQuery()
    query.filter.genres = [["action"]]
    return query
  }

  @Test func factsAndPagesAreDeletedWhenTheCacheIsOpened() async throws {
    try await Home.with { home in
      try await fill(home)
      var stores = try await database(home, at: Self.lastMoment).openForReading()
      #expect(try await stores.cache.list().map(\.title) == ["Hit", "TMDB"])
      #expect(try await stores.collection.find(genreQuery).ids == [.matrix])
      stores = try await database(home, at: Self.expiry).openForReading()
      #expect(try await stores.cache.list().isEmpty)
      let page = try await stores.cache.page("tmdb search x")
      #expect(page == nil)
      for key in ["omdb x", "tmdbx", "tmdb"] {
        #expect(try await stores.cache.page(key) != nil)
      }
      #expect(try await stores.collection.find(genreQuery).ids.isEmpty)
      #expect(try await stores.collection.find(CollectionQuery()).ids == [.matrix])
      #expect(try await stores.collection.idsWithoutFacts(limit: 9) == [.matrix])
      #expect(try await stores.collection.canonicalIDs(of: [Self.tmdbID]) == [Self.tmdbID: .matrix])
    }
  }

  @Test func factsOfOtherSourcesAreKept() async throws {
    try await Home.with { home in
      try await fill(home, hasOMDb: true)
      let cache = try await database(home, at: Self.expiry).openForReading().cache
      let film = try #require(try await cache.film(.matrix)?.film)
      #expect(film.title == "OMDb" && film.otherIDs.isEmpty && film.contributingOrigins.isEmpty)
    }
  }

  @Test func factsUnderAnAliasAreDeleted() async throws {
    try await Home.with { home in
      try await home.addFilms(["tmdb:movie:7": "Hit"])
      try await fill(home)
      let canonical = FilmID(unchecked: "tt0000007")
      let before = try await database(home, at: .sample).openForWriting().collection
      _ = try await before.apply("identify", at: .sample) { transaction in
        try transaction.identify(FilmID(tmdb: .movie, 7), canonical)
      }
      #expect(try await before.find(genreQuery).ids == [canonical, .matrix])
      let collection = try await database(home, at: Self.expiry).openForReading().collection
      #expect(try await collection.find(genreQuery).ids.isEmpty)
    }
  }

  @Test func factsAreDeletedWhileTheCacheIsOpen() async throws {
    try await Home.with { home in
      try await fill(home)
      let time = Mutex(Date.sample)
      let database = CollectionDatabase(paths: home.paths, now: { time.withLock { $0 } })
      #expect(try await database.openForReading().cache.list().count == 2)
      time.withLock { $0 = Self.expiry + 86_400 }
      #expect(try await database.openForReading().cache.list().isEmpty)
      #expect(try await database.openForReading().collection.find(genreQuery).ids.isEmpty)
    }
  }

  @Test(arguments: [true, false])
  func factsThatCannotBeDeletedAreNotReturned(isOpen: Bool) async throws {
    try await Home.with { home in
      try await fill(home)
      let time = Mutex(isOpen ? Date.sample : Self.expiry + 86_400)
      let database = CollectionDatabase(paths: home.paths, now: { time.withLock { $0 } })
      if isOpen { #expect(try await database.openForReading().cache.list().count == 2) }
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let queue = try DatabaseQueue(
        path: home.folder.path(of: Home.filmCache), configuration: configuration)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      time.withLock { $0 = Self.expiry + 86_400 }
      let stores = try await database.openForReading()
      #expect(try await stores.cache.list().isEmpty)
      #expect(try await stores.collection.find(CollectionQuery()).ids == [.matrix])
      try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      try queue.close()
      #expect(try await self.database(home, at: Self.expiry).openForReading().cache.list().isEmpty)
    }
  }

  @Test func copiedFactsAreNotOlderThanPermitted() async throws {
    try await Home.with { home in
      try await fill(home, hasOMDb: true)
      try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.filmCache)
      let uri = try #require(CollectionFile.immutableURI(of: home.folder.path(of: Home.filmCache)))
      let stores = try await Stores.inMemory()
      try await stores.collection.insert([.sample()])
      try await stores.collection.connection.database.writeWithoutTransaction { db in
        try FilmCacheSchema.copyFacts(from: uri, at: Self.expiry, db)
      }
      #expect(try await stores.cache.list().map(\.title) == ["OMDb"])
      #expect(try await stores.cache.film(.matrix)?.film.contributingOrigins == [])
    }
  }

  /// Adding a search result to the collection stores it again.
  @Test func copyOfASearchResultIsNotKeptLonger() async throws {
    try await Home.with { home in
      try await fill(home)
      let cache = try await database(home, at: Self.lastMoment).openCache()
      try await cache.store([film(.tmdb, "Hit", isComplete: false)], at: Self.lastMoment)
      let stores = try await database(home, at: Self.expiry).openForReading()
      #expect(try await stores.cache.list().isEmpty)
    }
  }

  @Test func deletionUsesIndexes() async throws {
    let collection = try await Stores.inMemory().collection
    let plan = try await collection.connection.database.read { db in
      let sql = "EXPLAIN QUERY PLAN DELETE FROM cache.film WHERE \(FilmCache.isExpired("film"))"
      return try Row.fetchAll(db, sql: sql, arguments: [0]).map {
        try $0.value("detail", String.self)
      }
    }
    #expect(plan.contains { $0.contains("filmOfTMDB") }, "\(plan)")
  }

  @Test(arguments: [(30, 29.9, true), (400, 179.9, true), (400, 180, false), (30, 30, false)])
  func factsOfTMDBAreFreshForAtMost180Days(days: Int, age: Double, isFresh: Bool) {
    let now = Date.sample + age * 86_400
    #expect(film(.tmdb, "TMDB").isFresh(at: now, days: days) == isFresh)
    #expect(film(.omdb, "OMDb").isFresh(at: now, days: days) == (age < Double(days)))
  }
}
