import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Cache files that other programs have changed.
struct FilmCacheRepairTests {
  private static let film = Film(id: .matrix, title: "The Matrix", origin: .omdb)

  @Test(arguments: [
    "ALTER TABLE page RENAME TO pages", "ALTER TABLE film RENAME TO films", "DROP TABLE page",
  ])
  func cachesWithoutTheirTablesAreRecreated(sql: String) async throws {
    try await Home.with { home in
      try await CollectionDatabase(paths: home.paths).openCache().store([Self.film], at: .sample)
      try home.runSQL(sql, on: Home.filmCache)
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await database.openCacheForMaintenance().list().isEmpty)
      try await database.openCache().store([Self.film], at: .sample)
      try await database.openCache().store(
        CachedPage(page: SearchPage(films: [Self.film], total: 1), fetchedAt: .sample), key: "a")
      let other = try await CollectionDatabase(paths: home.paths).openCacheForMaintenance()
      #expect(try await other.films([.matrix]) == [.matrix: Self.film])
      #expect(try await other.page("a")?.page.page.total == 1)
    }
  }

  @Test func maintenanceThrowsIfTheCacheFileIsAFolder() async throws {
    try await Home.with { home in
      try home.folder.write("in the way", to: Home.filmCache + "/note")
      let database = CollectionDatabase(paths: home.paths)
      let expectedError = StoreError.notAFile(path: home.folder.path(of: Home.filmCache))
      await #expect(throws: expectedError) { try await database.openCacheForMaintenance() }
      #expect(try home.folder.read(Home.filmCache + "/note") == "in the way")
      try await database.openCache().store([Self.film], at: .sample)
      #expect(try await database.openForReading().cache.films([.matrix]) == [.matrix: Self.film])
    }
  }

  @Test func maintenanceOfAMissingCacheSucceeds() async throws {
    try await Home.with { home in
      let films = try await CollectionDatabase(paths: home.paths).openCacheForMaintenance().list()
      #expect(films.isEmpty)
    }
  }
}
