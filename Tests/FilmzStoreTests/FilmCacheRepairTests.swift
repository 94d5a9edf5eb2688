import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Cache files that another hand was at.
struct FilmCacheRepairTests {
  private static let film = Film(id: .matrix, title: "The Matrix", origin: .omdb)

  @Test(arguments: [
    "ALTER TABLE page RENAME TO pages", "ALTER TABLE film RENAME TO films", "DROP TABLE page",
  ])
  func aFileWithoutItsTablesIsMadeAnew(sql: String) async throws {
    try await Home.with { home in
      try await Library(paths: home.paths).caching().store([Self.film], at: .sample)
      try home.runSQL(sql, on: Home.filmCache)
      let library = Library(paths: home.paths)
      #expect(try await library.upkeep().list().isEmpty)
      try await library.caching().store([Self.film], at: .sample)
      try await library.caching().store(
        CachedPage(page: SearchPage(films: [Self.film], total: 1), fetchedAt: .sample), key: "a")
      let other = try await Library(paths: home.paths).upkeep()
      #expect(try await other.films([.matrix]) == [.matrix: Self.film])
      #expect(try await other.page("a")?.page.page.total == 1)
    }
  }

  @Test func upkeepIsRefusedWhereAFolderIsInTheFilesPlace() async throws {
    try await Home.with { home in
      try home.folder.write("in the way", to: Home.filmCache + "/note")
      let library = Library(paths: home.paths)
      let refusal = StoreError.notAFile(path: home.folder.path(of: Home.filmCache))
      await #expect(throws: refusal) { try await library.upkeep() }
      #expect(try home.folder.read(Home.filmCache + "/note") == "in the way")
      try await library.caching().store([Self.film], at: .sample)
      #expect(try await library.reading().cache.films([.matrix]) == [.matrix: Self.film])
    }
  }

  @Test func upkeepOfACacheThatIsNotThereYetIsNoTrouble() async throws {
    try await Home.with { home in
      let films = try await Library(paths: home.paths).upkeep().list()
      #expect(films.isEmpty)
    }
  }
}
