import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import GRDB
import Testing

/// Storing facts while another program writes.
@Suite(.timeLimit(.minutes(10)))
struct FilmCacheLockTests {
  private static let film = Film(id: .matrix, title: "The Matrix", origin: .omdb)

  /// Runs a closure while another connection has an open transaction on a file of the home.
  private func whileLocked(
    _ name: String, by begin: String, in home: Home, _ body: () async throws -> Void
  ) async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(path: home.folder.path(of: name), configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: begin) }
    try await body()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }

  @Test(arguments: [true, false])
  func factsAreStoredWhileAnotherProgramWritesTheCollection(isOpen: Bool) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt1": "Alpha"])
      let database = CollectionDatabase(paths: home.paths)
      if isOpen { _ = try await database.openCache() }
      try await whileLocked(Home.collection, by: "BEGIN IMMEDIATE", in: home) {
        let elapsed = try await ContinuousClock().measure {
          try await database.openCache().store([Self.film], at: .sample)
        }
        // A wait for the collection would be of ten seconds.
        #expect(elapsed < .seconds(9))
      }
      let storedFilms = try await CollectionDatabase(paths: home.paths).openForReading().cache
        .films([
          .matrix
        ])
      #expect(storedFilms == [.matrix: Self.film])
    }
  }

  @Test func storingFactsThrowsIfTheCacheStaysLocked() async throws {
    try await Home.with { home in
      let cache = try await CollectionDatabase(paths: home.paths).openCache()
      try await whileLocked(Home.filmCache, by: "BEGIN EXCLUSIVE", in: home) {
        let elapsed = await ContinuousClock().measure {
          await #expect(throws: StoreError.self) { try await cache.store([Self.film], at: .sample) }
        }
        // One wait of one second; with the connection's own limit it would be of ten.
        #expect(elapsed < .seconds(9))
      }
      try await cache.store([Self.film], at: .sample)
      #expect(try await cache.films([.matrix]) == [.matrix: Self.film])
    }
  }
}
