import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Collections of the first version, opened by this one.
struct CollectionMigrationTests {
  private func withVersion1(_ body: (Home, Library) async throws -> Void) async throws {
    try await Home.with { home in
      try home.runSQL(Version1File.schema + Version1File.data, on: Home.collection)
      try await body(home, Library(paths: home.paths))
    }
  }

  @Test func allDataIsThereAndTheJournalFitsToIt() async throws {
    try await withVersion1 { _, library in
      let store = try await library.reading().collection
      let entry = CollectionEntry.sample(year: 1999) { entry in
        entry.rating = Rating(tenths: 85)
        entry.tags = ["a", "b"]
      }
      var found = try #require(try await store.entry())
      let viewing = try #require(found.viewings.first)
      found.viewings = []
      #expect(found == entry)
      #expect(viewing.date?.text == "2024-05" && viewing.rating?.tenths == 90)
      #expect(try await store.installations() == [Version1File.installation])
      let replay = try await JournalReplay(journalOf: store)
      #expect(replay.misfits.isEmpty)
      #expect(try await replay.subjects == JournalReplay(tablesOf: store).subjects)
    }
  }

  @Test func itsStepsAreLoggedAndNoneIsUndone() async throws {
    try await withVersion1 { _, library in
      let log = try await library.reading().collection.log(limit: nil)
      #expect(
        log.map(\.command) == [
          "rm tt0113277", "rate . 8.5", "add tt0113277", "add tt0133093 --watched",
        ])
      #expect(log.map(\.number) == [4, 3, 2, 1])
      #expect(log.allSatisfy { !$0.isUndone })
      #expect(log.last?.films == [.matrix])
    }
  }

  @Test func itsStepsCanBeUndoneAndRedone() async throws {
    try await withVersion1 { home, library in
      let store = try await library.writing().collection
      let start = try await store.dump()
      try await store.reverse(.undo, .newest(1), command: "undo", at: .sample + 9, force: false)
      #expect(
        try await store.entry(FilmID(canonical: "tt0113277"))
          == .sample("tt0113277", nil, addedAt: .sample + 1.5))
      try await store.reverse(.undo, .newest(9), command: "undo 9", at: .sample + 9, force: false)
      #expect(try await store.dump().isEmpty)
      let again = try await Library(paths: home.paths).writing().collection
      try await again.reverse(.redo, .newest(9), command: "redo 9", at: .sample + 9, force: false)
      #expect(try await again.dump() == start)
      #expect(try await again.damage() == nil)
    }
  }

  @Test func aFileIsMigratedOnceAndIsThenAsANewOne() async throws {
    try await withVersion1 { home, library in
      _ = try await library.reading()
      let known = try await schema(of: Library(paths: home.paths))
      let new = try await Stores.inMemory().collection.database.read(Self.schema)
      #expect(known == new)
    }
  }

  private func schema(of library: Library) async throws -> [String] {
    try await library.reading().collection.database.read(Self.schema)
  }

  /// The columns of all tables and indexes; the text of a table that was altered has other blanks.
  private static func schema(_ db: Database) throws -> [String] {
    let migrations = try String.fetchAll(db, sql: "SELECT identifier FROM grdb_migrations")
    let tables = try String.fetchAll(
      db, sql: "SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name")
    let columns = try tables.map { table in
      try table + ": "
        + db.columns(in: table).map { "\($0.name) \($0.type)" }.joined(separator: ", ")
    }
    let indexes = try String.fetchAll(
      db, sql: "SELECT sql FROM main.sqlite_schema WHERE type = 'index' AND sql > '' ORDER BY 1")
    return migrations + columns + indexes
  }

  @Test(arguments: [false, true])
  func aFileOfALaterVersionIsRefusedUntouched(isWriting: Bool) async throws {
    try await withVersion1 { home, _ in
      try home.runSQL(
        "INSERT INTO grdb_migrations VALUES ('v2'), ('v99')", on: Home.collection)
      let before = try home.bytes(of: Home.collection)
      let files = try FileManager.default.contentsOfDirectory(atPath: home.folder.path(of: "data"))
      let library = Library(paths: home.paths)
      let path = home.folder.path(of: Home.collection)
      await #expect(throws: StoreError.newerCollection(path: path)) {
        _ = try await isWriting ? library.writing() : library.reading()
      }
      #expect(try home.bytes(of: Home.collection) == before)
      let left = try FileManager.default.contentsOfDirectory(atPath: home.folder.path(of: "data"))
      #expect(Set(left).subtracting(files).allSatisfy { !$0.hasPrefix("collection") })
    }
  }
}
