import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Film caches that cannot be used, which must not affect the collection.
struct FilmCacheFileTests {
  private let film = Film(id: .matrix, title: "The Matrix", origin: .omdb)

  /// Runs a closure with a home that has one film in the collection, and its facts in the cache.
  private func withFilledHome(_ body: (Home) async throws -> Void) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      try await CollectionDatabase(paths: home.paths).openCache().store([film], at: Date())
      try await body(home)
    }
  }

  @Test(arguments: ["x", "no database\n", String(repeating: "junk ", count: 5000)])
  func damagedCacheIsRecreated(text: String) async throws {
    try await withFilledHome { home in
      try home.folder.write(text, to: Home.filmCache)
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await database.openForReading().cache.films([.matrix]).isEmpty)
      #expect(try await database.openForReading().collection.counts().total == 1)
      try await database.openCache().store([film], at: Date())
      let cache = try await CollectionDatabase(paths: home.paths).openForReading().cache
      #expect(try await cache.films([.matrix])[.matrix] == film)
      #expect(try home.folder.mode(of: Home.filmCache) == 0o600)
    }
  }

  @Test(arguments: ["PRAGMA user_version = 99", "PRAGMA user_version = 0; DROP TABLE film"])
  func cachesOfOtherVersionsAreEmptied(sql: String) async throws {
    try await withFilledHome { home in
      try home.runSQL(sql, on: Home.filmCache)
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await database.openForReading().cache.films([.matrix]).isEmpty)
      try await database.openCache().store([film], at: Date())
      #expect(try await database.openForReading().cache.films([.matrix])[.matrix] == film)
    }
  }

  @Test func factsThatCannotBeDecodedAreIgnored() async throws {
    try await withFilledHome { home in
      try home.runSQL(#"UPDATE film SET facts = '{"id":1}'"#, on: Home.filmCache)
      #expect(
        try await CollectionDatabase(paths: home.paths).openForReading().cache.films([.matrix])
          .isEmpty)
    }
  }

  @Test func cacheFoundToBeDamagedDuringACommandIsRecreated() async throws {
    try await withFilledHome { home in
      let content = try home.bytes(of: Home.filmCache)
      let damaged = content.prefix(4096) + Data(repeating: 0xA5, count: content.count - 4096)
      try home.folder.write(damaged, to: Home.filmCache)
      let database = CollectionDatabase(paths: home.paths)
      let path = home.folder.path(of: Home.filmCache)
      let store = try await database.openForReading().collection
      #expect(try await store.ids(matching: CollectionQuery()) == [.matrix])
      #expect(database.warnings.takeAll().messages.first?.contains(path) == true)
      #expect(try await database.openForReading().cache.damage() == nil)
      #expect(database.warnings.takeAll() == [])
    }
  }

  @Test(arguments: ["cache", "cache/films.sqlite/x"])
  func cacheIsInMemoryIfItsFileCannotBeCreated(obstacle: String) async throws {
    try await Home.with { home in
      try home.folder.write("in the way", to: obstacle)
      let database = CollectionDatabase(paths: home.paths)
      let stores = try await database.openForWriting()
      try await stores.collection.insert([.sample()])
      try await database.openCache().store([film], at: Date())
      #expect(try await database.openForReading().cache.films([.matrix])[.matrix] == film)
      #expect(
        try await database.openForReading().collection.ids(matching: CollectionQuery()) == [.matrix]
      )
      #expect(try home.folder.read(obstacle) == "in the way")
      #expect(
        try await CollectionDatabase(paths: home.paths).openForReading().collection.counts().total
          == 1)
    }
  }
}
