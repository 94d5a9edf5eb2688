import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Files that are created, removed, or replaced while a database is in use.
struct CollectionDatabaseReplacementTests {
  private func titles(_ database: CollectionDatabase) async throws -> [String] {
    let store = try await database.openForReading().collection
    let ids = try await store.ids(matching: CollectionQuery())
    return try await store.listedFilms(ids).compactMap { $0.entry.caption?.title }
  }

  @Test func collectionCreatedByAnotherProgramIsDetected() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await titles(database).isEmpty)
      try await home.addFilms(["tt0133093": "The Matrix"])
      #expect(try await titles(database) == ["The Matrix"])
    }
  }

  @Test func filmsAddedByAnotherProgramAreListed() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await titles(database) == ["The Matrix"])
      try await home.addFilms(["tt0113277": "Heat"])
      #expect(try await Set(titles(database)) == ["The Matrix", "Heat"])
    }
  }

  @Test func removedCollectionIsEmptyAndTheNextChangeCreatesANewOne() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await titles(database) == ["The Matrix"])
      try FileManager.default.removeItem(at: home.folder.url(of: "data"))
      #expect(try await titles(database).isEmpty)
      #expect(!home.folder.exists("data"))
      try await database.openForWriting().collection.insert([.sample("tt0113277", "Heat")])
      #expect(try await titles(database) == ["Heat"])
      #expect(try await titles(CollectionDatabase(paths: home.paths)) == ["Heat"])
    }
  }

  @Test func replacedCollectionIsDetected() async throws {
    try await Home.with { home in
      try await Home.with { other in
        try await home.addFilms(["tt0133093": "The Matrix"])
        try await other.addFilms(["tt0113277": "Heat"])
        let database = CollectionDatabase(paths: home.paths)
        #expect(try await titles(database) == ["The Matrix"])
        try home.replace(Home.collection, withFileOf: other)
        #expect(try await titles(database) == ["Heat"])
        try await database.openForWriting().collection.insert([.sample("tt0078748", "Alien")])
        #expect(try await Set(titles(CollectionDatabase(paths: home.paths))) == ["Heat", "Alien"])
      }
    }
  }

  @Test func replacedFilmCacheIsDetected() async throws {
    try await Home.with { home in
      try await Home.with { other in
        try await CollectionDatabase(paths: other.paths).openCache()
          .store([Film(id: .matrix, title: "Of another cache", origin: .omdb)], at: Date())
        let database = CollectionDatabase(paths: home.paths)
        try await database.openCache().store(
          [Film(id: .matrix, title: "Of this", origin: .omdb)], at: Date())
        try home.replace(Home.filmCache, withFileOf: other)
        let film = try await database.openForReading().cache.films([.matrix])[.matrix]
        #expect(film?.title == "Of another cache")
      }
    }
  }

  @Test func removingTheFilmCacheLosesOnlyFacts() async throws {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      try await database.openForWriting().collection.insert([.sample()])
      try await database.openCache().store(
        [Film(id: .matrix, title: "The Matrix", origin: .omdb)], at: Date())
      try FileManager.default.removeItem(at: home.folder.url(of: "cache"))
      #expect(try await titles(database) == ["The Matrix"])
      #expect(try await database.openForReading().cache.films([.matrix]).isEmpty)
      #expect(try await database.openForReading().collection.idsWithoutFacts(limit: 9) == [.matrix])
    }
  }
}

extension Home {
  /// Replaces a file of this home with a copy of another home's file, by renaming the copy.
  fileprivate func replace(_ name: String, withFileOf other: Home) throws {
    let copy = folder.url(of: name + ".new")
    try FileManager.default.copyItem(at: other.folder.url(of: name), to: copy)
    for suffix in ["-wal", "-shm"] {
      try? FileManager.default.removeItem(at: folder.url(of: name + suffix))
    }
    try #require(rename(copy.path, folder.path(of: name)) == 0)
  }
}
