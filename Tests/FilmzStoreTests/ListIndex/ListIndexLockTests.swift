import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Changing and listing the collection while another program has locked the film cache.
@Suite(.timeLimit(.minutes(10)))
struct ListIndexLockTests {
  @Test(arguments: [true, false])
  func changesDoNotWaitAndTheListIndexIsUpToDateAfterwards(isOpen: Bool) async throws {
    try await Home.with { home in
      let openDatabase = CollectionDatabase(paths: home.paths)
      for title in ["A", "B", "C"] { try await home.add(title, at: Home.day(1), by: openDatabase) }
      #expect(try await home.titles(openDatabase) == ["A", "B", "C"])
      let database = isOpen ? openDatabase : CollectionDatabase(paths: home.paths)
      try await home.whileCacheIsLocked {
        let elapsed = try await ContinuousClock().measure {
          try await home.add("D", at: Home.day(1), by: database)
        }
        // One wait of one second; with the connection's own limit it would be of ten.
        #expect(elapsed < .seconds(9))
        #expect(try await home.titles(database) == ["A", "B", "C", "D"])
        try await home.add("E", at: Home.day(1), by: database)
        #expect(try await home.titles(database) == ["A", "B", "C", "D", "E"])
      }
      #expect(try await home.titles(database) == ["A", "B", "C", "D", "E"])
      #expect(try await temporaryTableCount(database) == 0)
      #expect(try await indexedFilmCount(database) == 5)
    }
  }

  /// Returns the number of tables in memory that replace those of the cache.
  private func temporaryTableCount(_ database: CollectionDatabase) async throws -> Int? {
    try await count("sqlite_temp_master WHERE name LIKE 'listIndex%'", database)
  }

  /// Returns the number of films in the list index of the cache file.
  private func indexedFilmCount(_ database: CollectionDatabase) async throws -> Int? {
    try await count("cache.listIndex", database)
  }

  private func count(_ rows: String, _ database: CollectionDatabase) async throws -> Int? {
    try await database.openForReading().collection.connection.database.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM \(rows)")
    }
  }
}

extension Home {
  /// Runs a closure while another connection has locked the film cache for writing.
  func whileCacheIsLocked(_ body: () async throws -> Void) async throws {
    var configuration = Configuration()
    configuration.allowsUnsafeTransactions = true
    let queue = try DatabaseQueue(
      path: folder.path(of: Home.filmCache), configuration: configuration)
    try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
    try await body()
    try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    try queue.close()
  }
}
