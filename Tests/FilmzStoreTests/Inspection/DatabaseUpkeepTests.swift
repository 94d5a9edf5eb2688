import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Sizes, indexes, rebuilding, and compacting of the database files.
struct DatabaseUpkeepTests {
  @Test func usageCountsRowsAndBytes() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let files = try await database.usage(byTable: false)
      #expect(files.map(\.file) == ["collection.sqlite", "films.sqlite"])
      #expect(files.allSatisfy { $0.table == nil && $0.rows > 0 && $0.bytes ?? 0 > 4096 })
      let tables = try await database.usage(byTable: true)
      let entry = try #require(tables.first { $0.table == "entry" })
      #expect(entry.rows == 3 && entry.file == "collection.sqlite" && entry.bytes ?? 0 >= 4096)
      #expect(tables.contains { $0.table == "film" && $0.rows == 2 && $0.file == "films.sqlite" })
      for file in files {
        #expect(tables.filter { $0.file == file.file }.map(\.rows).reduce(0, +) == file.rows)
      }
    }
  }

  @Test func indexesHaveTheirColumns() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let indexes = try await database.indexes()
      #expect(
        indexes.first { $0.name == "listItemByPosition" }
          .map { [$0.table] + $0.columns } == ["listItem", "list", "position", "film"])
      #expect(indexes.first { $0.name == "filmOfTMDB" }?.columns == ["(expression)"])
      #expect(indexes.allSatisfy { $0.bytes ?? 0 > 0 })
      #expect(!indexes.contains { $0.name.hasPrefix("sqlite_") })
    }
  }

  @Test func rebuildRestoresTheIndexAndChangesNoOwnData() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let store = try await database.openForWriting().collection
      let list = try await store.sortedIDs()
      let own = try await store.dumpOfEverything()
      try home.runSQL(
        "UPDATE listIndex SET titleKey = 'x', year = 1; DELETE FROM listIndexText",
        on: Home.filmCache)
      let rebuilt = try await database.rebuildIndexes()
      #expect(rebuilt.map { "\($0.name) \($0.rows)" } == ["list index 3"])
      #expect(try await store.sortedIDs() == list)
      #expect(try await store.dumpOfEverything() == own)
      let years = try await store.read { db in
        try Int.fetchAll(db, sql: "SELECT year FROM cache.listIndex ORDER BY year")
      }
      #expect(years == [1990, 1999, 2001])
    }
  }

  @Test func compactingMakesFilesSmallerAndKeepsAllData() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let stores = try await database.openForWriting()
      try await stores.collection.runSQL(
        """
        CREATE TABLE main.junk (a);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n LIMIT 400)
        INSERT INTO junk SELECT zeroblob(5000) FROM n
        """)
      try await stores.collection.runSQL("DROP TABLE main.junk")
      let data = try await stores.collection.dumpOfEverything()
      let compactions = try await database.compact()
      #expect(compactions.map(\.file) == ["collection.sqlite", "films.sqlite"])
      #expect(compactions[0].saved > 1_000_000)
      #expect(try await stores.collection.dumpOfEverything() == data)
      #expect(try await database.check() == [])
    }
  }

  @Test func compactingAFileThatAnotherProcessWritesFailsInOneLine() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let other = try DatabaseQueue(
        path: home.folder.path(of: Home.collection), configuration: configuration)
      try await other.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      let path = home.paths.collection.path(percentEncoded: false)
      await #expect(throws: StoreError.busy(path: path)) { try await database.compact() }
      try await other.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      _ = try await database.compact()
    }
  }
}

extension CollectionStore {
  /// Returns the ids of the films in the order of the index of lists.
  fileprivate func sortedIDs() async throws -> [String] {
    try await read(inTransaction: false) { db in
      try ListIndex(db: db, collation: collation, subjects: subjects).update()
      return try String.fetchAll(db, sql: "SELECT id FROM cache.listIndex ORDER BY sortKey, id")
    }
  }
}
