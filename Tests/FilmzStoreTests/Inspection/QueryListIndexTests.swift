import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Queries see the current facts, whether or not the index of lists has them.
struct QueryListIndexTests {
  private static let query = """
    select title, year from entries where id = 'tt1'
    union all select title, year from films where id = 'tt1'
    """

  @Test func changedFactsAreSeenAtOnce() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let reader = CollectionDatabase(paths: home.paths)
      #expect(try await Self.rows(reader) == ["Alpha|1990", "Alpha|1990"])
      let film = Film(id: Self.film, title: "Beta", year: 1991, type: .movie, origin: .omdb)
      try await database.openForWriting().cache.store([film], at: .sample)
      #expect(try await Self.rows(reader) == ["Beta|1991", "Beta|1991"])
      try await Self.setOwnYear(1992, database)
      #expect(try await Self.rows(reader) == ["Beta|1992", "Beta|1992"])
      #expect(try await Self.usesListIndex(reader))
    }
  }

  @Test func lockedCacheHasNoInfluence() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      #expect(try await Self.rows(database) == ["Alpha|1990", "Alpha|1990"])
      var configuration = Configuration()
      configuration.allowsUnsafeTransactions = true
      let queue = try DatabaseQueue(
        path: home.folder.path(of: Home.filmCache), configuration: configuration)
      try await queue.writeWithoutTransaction { try $0.execute(sql: "BEGIN IMMEDIATE") }
      try await Self.setOwnYear(1992, database)
      #expect(try await Self.rows(database) == ["Alpha|1992", "Alpha|1992"])
      #expect(try await !Self.usesListIndex(database))
      try await queue.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
      #expect(try await Self.rows(database) == ["Alpha|1992", "Alpha|1992"])
      #expect(try await Self.usesListIndex(database))
    }
  }

  /// Only queries of films update the index.
  @Test func queryOfOtherViewsLeavesTheIndexAsItIs() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      #expect(
        try await database.query("select count(*) from steps", limit: 1).rows == [[.integer(2)]])
      #expect(try await !Self.usesListIndex(database))
    }
  }

  @Test(
    arguments: [
      ("delete from films", .refused("DELETE")),
      ("select * from films; select 1", .severalStatements),
      ("with x as (select 1) delete from entries", .refused("DELETE")),
      ("select titel from films", .unknownColumn("titel", near: ["title"], isQuoted: false)),
    ] as [(String, QueryError)])
  func refusedQueryLeavesTheIndexAsItIs(query: String, error: QueryError) async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      await #expect(throws: StoreError.query(error)) {
        try await database.query(query, limit: 1)
      }
      #expect(try await !Self.usesListIndex(database))
    }
  }

  /// After a large import, a query reads the films without the index, which takes less time than making it.
  @Test func queryAfterManyChangesLeavesTheIndexToLists() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      #expect(try await Self.rows(database) == ["Alpha|1990", "Alpha|1990"])
      let stores = try await database.openForWriting()
      try await stores.collection.insert(
        (1...1_200).map { .sample("tt\(9_000_000 + $0)", "Film \($0)", year: 2000) })
      let query = "select count(*), min(title) from entries where year = 2000"
      for usesListIndex in [false, true] {
        let rows = try await database.query(query, limit: 1).rows
        #expect(rows.map { $0.map(\.text) } == [["1200", "Film 1"]])
        #expect(try await Self.rows(database) == ["Alpha|1990", "Alpha|1990"])
        #expect(try await Self.usesListIndex(database) == usesListIndex)
        _ = try await stores.collection.find(CollectionQuery())
      }
    }
  }

  private static let film = FilmID(unchecked: "tt1")

  private static func rows(_ database: CollectionDatabase) async throws -> [String] {
    try await database.query(query, limit: 9).rows.map {
      $0.map(\.text).joined(separator: "|")
    }
  }

  private static func setOwnYear(_ year: Int, _ database: CollectionDatabase) async throws {
    try await database.openForWriting().collection.apply("edit", at: .sample + 120) { transaction in
      try transaction.setRecord(
        OwnRecord(film: film, facts: [.year: .integer(Int64(year))]),
        caption: Caption(title: "Alpha", year: 1990))
    }
  }

  private static func usesListIndex(_ database: CollectionDatabase) async throws -> Bool {
    try QueryConnection(try await database.querySource(), query, QueryLimits()).usesListIndex
  }
}
