import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Changing and listing the collection while another program holds the film cache.
@Suite(.timeLimit(.minutes(1)))
struct HeldFilmCacheTests {
  @Test(arguments: [true, false])
  func aChangeWaitsForNothingAndListsAreTheirOldSelvesAfterwards(isOpen: Bool) async throws {
    try await Home.with { home in
      let first = CollectionDatabase(paths: home.paths)
      for title in ["A", "B", "C"] { try await home.add(title, at: Home.day(1), by: first) }
      #expect(try await home.titles(first) == ["A", "B", "C"])
      let database = isOpen ? first : CollectionDatabase(paths: home.paths)
      try await whileHeld(home) {
        let elapsed = try await ContinuousClock().measure {
          try await home.add("D", at: Home.day(1), by: database)
        }
        #expect(elapsed < .seconds(3))
        #expect(try await home.titles(database) == ["A", "B", "C", "D"])
        try await home.add("E", at: Home.day(1), by: database)
        #expect(try await home.titles(database) == ["A", "B", "C", "D", "E"])
      }
      #expect(try await home.titles(database) == ["A", "B", "C", "D", "E"])
      #expect(try await standIns(database) == 0)
      #expect(try await listed(database) == 5)
    }
  }

  private func whileHeld(_ home: Home, _ body: () async throws -> Void) async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(
      path: home.folder.path(of: Home.filmCache), configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try await body()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }

  /// Tables of the memory that stand in for those of the cache.
  private func standIns(_ database: CollectionDatabase) async throws -> Int? {
    try await count("sqlite_temp_master WHERE name LIKE 'listing%'", database)
  }

  private func listed(_ database: CollectionDatabase) async throws -> Int? {
    try await count("cache.listing", database)
  }

  private func count(_ rows: String, _ database: CollectionDatabase) async throws -> Int? {
    try await database.openForReading().collection.connection.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(rows)")
    }
  }
}
