import FilmzDomain
import FilmzStore
import FilmzTestSupport
import Foundation
import Testing

/// Opening files that are not usable as a collection.
struct UnusableCollectionTests {
  /// The ways of opening a collection.
  enum Access: CaseIterable {
    case reading
    case writing

    func open(_ database: CollectionDatabase) async throws -> Stores {
      switch self {
      case .reading: try await database.openForReading()
      case .writing: try await database.openForWriting()
      }
    }
  }

  private static let junk = [
    "xy", "not a database\n", String(repeating: "junk ", count: 2000),
    "SQLite format 3\0" + String(repeating: "\u{7F}", count: 5000),
  ]

  @Test(arguments: junk, Access.allCases)
  func junkFilesAreRejectedAndLeftUnchanged(text: String, access: Access) async throws {
    try await Home.with { home in
      try home.folder.write(text, to: Home.collection)
      try await expectRejection(of: home, by: access) { path in
        text.hasPrefix("SQLite")
          ? .damagedCollection(path: path, newest: nil) : .notACollection(path: path)
      }
    }
  }

  private static let foreignSQL = [
    "CREATE TABLE song (id INTEGER)", "CREATE TABLE entry (id TEXT)",
    "PRAGMA application_id = 1234; CREATE TABLE song (id INTEGER)",
    "PRAGMA application_id = 1234; PRAGMA user_version = 1",
    "CREATE VIEW one AS SELECT 1",
  ]

  @Test(arguments: foreignSQL, Access.allCases)
  func databasesOfOtherProgramsAreRejected(sql: String, access: Access) async throws {
    for mode in ["WAL", "DELETE"] {
      try await Home.with { home in
        try home.runSQL("PRAGMA journal_mode = \(mode); " + sql, on: Home.collection)
        try await expectRejection(of: home, by: access) { .notACollection(path: $0) }
      }
    }
  }

  @Test(arguments: Access.allCases)
  func collectionsOfANewerVersionAreRejected(access: Access) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      let sql = "INSERT INTO grdb_migrations VALUES ('v99 of the future')"
      try home.runSQL(sql, on: Home.collection)
      try await expectRejection(of: home, by: access) { .newerCollection(path: $0) }
    }
  }

  @Test(arguments: [0, 100, 4096, 5000])
  func damagedCollectionsAreNamedAndLeftUnchanged(length: Int) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt0133093": "The Matrix"])
      let content = try home.bytes(of: Home.collection)
      let damaged = content.prefix(length) + Data(repeating: 0xA5, count: content.count - length)
      try home.folder.write(damaged, to: Home.collection)
      let error = await #expect(throws: StoreError.self) {
        try await CollectionDatabase(paths: home.paths).openForReading().collection.statistics()
      }
      let path = home.folder.path(of: Home.collection)
      #expect(
        error
          == (length == 0
            ? .notACollection(path: path) : .damagedCollection(path: path, newest: nil)))
      #expect(try home.bytes(of: Home.collection) == damaged)
    }
  }

  @Test(arguments: Access.allCases)
  func emptyFileIsOpenedAsANewCollection(access: Access) async throws {
    try await Home.with { home in
      try home.folder.write("", to: Home.collection)
      let stores = try await access.open(CollectionDatabase(paths: home.paths))
      #expect(try await stores.collection.counts().total == 0)
    }
  }

  @Test(arguments: Access.allCases)
  func schemaIsCompletedIfItsCreationWasInterrupted(access: Access) async throws {
    try await Home.with { home in
      let sql = "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)"
      try home.runSQL(sql, on: Home.collection)
      let stores = try await access.open(CollectionDatabase(paths: home.paths))
      try await stores.collection.insert([.sample()])
      #expect(try await stores.collection.counts().total == 1)
    }
  }

  private func expectRejection(
    of home: Home, by access: Access,
    error expected: (String) -> StoreError
  ) async throws {
    let contentBefore = try home.bytes(of: Home.collection)
    let error = await #expect(throws: StoreError.self) {
      try await access.open(CollectionDatabase(paths: home.paths)).collection.counts()
    }
    #expect(error == expected(home.folder.path(of: Home.collection)))
    #expect(error?.exitCategory == .inputOutput)
    #expect(try home.bytes(of: Home.collection) == contentBefore)
    #expect(try home.folder.files().filter { $0.hasPrefix("data/") } == [Home.collection])
  }
}
