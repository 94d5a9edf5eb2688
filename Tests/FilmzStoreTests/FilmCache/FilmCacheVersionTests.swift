import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Cache files of other versions, created with literal SQL that does not change with the schema.
struct FilmCacheVersionTests {
  private static let version1 = """
    CREATE TABLE film (
      id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL, year INTEGER, endYear INTEGER, type TEXT,
      imdbRating INTEGER, imdbVotes INTEGER, runtimeMinutes INTEGER, genres TEXT NOT NULL,
      titleKey TEXT NOT NULL, searchText TEXT NOT NULL, grade INTEGER NOT NULL,
      facts TEXT NOT NULL) STRICT;
    CREATE INDEX filmByTitleKey ON film (titleKey);
    INSERT INTO film VALUES ('tt0133093', 'The Matrix', 1999, NULL, 'movie', 87, 2000000, 136,
      'Action', 'the matrix', 'the matrix', 3, '{"id":"tt0133093","title":"The Matrix"}');
    PRAGMA user_version = 1;
    """

  private let film = Film(
    id: .matrix, title: "The Matrix", origin: .omdb, fetchedAt: .sample, isComplete: true)

  /// Checks that the cache is empty and can be used, and that the collection is unchanged.
  private func expectNewCache(_ home: Home) async throws {
    let page = CachedPage(page: .empty, fetchedAt: .sample)
    let database = CollectionDatabase(paths: home.paths)
    #expect(try await database.openForReading().cache.list().isEmpty)
    #expect(
      try await database.openForReading().collection.ids(matching: CollectionQuery()) == [.matrix])
    try await database.openCache().store([film], at: .sample)
    try await database.openCache().store(page, key: "a")
    let cache = try await CollectionDatabase(paths: home.paths).openForReading().cache
    #expect(try await cache.films([.matrix]) == [.matrix: film])
    #expect(try await cache.page("a")?.page == page)
    #expect(try await cache.list().map(\.isInCollection) == [true])
  }

  /// Version 10 had other columns in the index of lists, and wrong rows; its facts are kept.
  @Test func indexOfVersion10IsBuiltAnew() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      _ = try await database.openForWriting().collection.insert([.sample("tt0133093", "Old")])
      try await database.openCache().store([film], at: .sample)
      _ = try await database.openForReading().collection.ids(matching: CollectionQuery())
      try home.runSQL(
        "DROP TABLE listIndex; CREATE TABLE listIndex (number INTEGER, id TEXT, title TEXT); PRAGMA user_version = 10",
        on: Home.filmCache)
      let other = try await CollectionDatabase(paths: home.paths).openForReading()
      #expect(try await other.cache.list().map(\.title) == ["The Matrix"])
      #expect(try await other.collection.ids(matching: CollectionQuery()) == [.matrix])
    }
  }

  @Test func cacheOfTheFirstVersionIsRecreated() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      try home.runSQL("DROP TABLE film; DROP TABLE page;" + Self.version1, on: Home.filmCache)
      try await expectNewCache(home)
    }
  }

  @Test(arguments: [
    "DROP TABLE page", "DROP TABLE film", "DROP TABLE film; DROP TABLE page",
  ])
  func cachesWithMissingTablesAreRecreated(sql: String) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      try await CollectionDatabase(paths: home.paths).openCache().store([film], at: .sample)
      try home.runSQL(sql + "; PRAGMA user_version = 2", on: Home.filmCache)
      try await expectNewCache(home)
    }
  }

  @Test func recreatingTheCacheLeavesTheCollectionFileUnchanged() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      try home.runSQL("PRAGMA wal_checkpoint(TRUNCATE)", on: Home.collection)
      let contentBefore = try home.bytes(of: Home.collection)
      try home.runSQL("DROP TABLE film", on: Home.filmCache)
      try await expectNewCache(home)
      #expect(try home.bytes(of: Home.collection) == contentBefore)
    }
  }

  @Test func cacheOfTheCurrentVersionIsLeftUnchanged() async throws {
    try await Home.with { home in
      try await CollectionDatabase(paths: home.paths).openCache().store([film], at: .sample)
      for _ in 1...2 {
        let cache = try await CollectionDatabase(paths: home.paths).openCache()
        #expect(try await cache.films([.matrix]) == [.matrix: film])
      }
    }
  }
}
