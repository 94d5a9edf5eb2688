import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// What `db check` finds after another program has damaged the files, and that sound files have no findings.
struct DatabaseCheckTests {
  /// Each case is SQL that alters the collection, and the checks and problems that are found.
  @Test(arguments: [
    (
      "UPDATE entry SET rating = 10 WHERE id = 'tt0133093'",
      ["journal: 1 row of the table entry with other values than the journal: rating"]
    ),
    (
      "UPDATE entry SET rating = 10, notes = 'x'; UPDATE entry SET year = 3 WHERE id = 'tt1'",
      ["journal: 3 rows of the table entry with other values than the journal: notes, rating, year"]
    ),
    (
      "INSERT INTO skip (id, skippedAt) VALUES ('tt5', 1)",
      ["journal: 1 row of the table skip not in the journal"]
    ),
    ("DELETE FROM viewing", ["journal: 1 row of the table viewing missing"]),
    (
      "DELETE FROM listItem WHERE film = 'tt1'",
      ["journal: 1 row of the table listItem missing"]
    ),
    (
      "UPDATE viewing SET film = 'tt77'",
      [
        "integrity: 1 viewing of a film that is not in the collection",
        "journal: 1 row of the table viewing with other values than the journal: film",
      ]
    ),
    (
      "UPDATE listItem SET list = 'x' WHERE film = 'tt1'",
      [
        "lists: 1 place in a list that does not exist",
        "journal: 1 row of the table listItem with other values than the journal: list",
      ]
    ),
    (
      "DELETE FROM entry WHERE id = 'tt1'",
      [
        "lists: 1 place of a film that is not in the collection",
        "journal: 1 row of the table entry missing",
      ]
    ),
    (
      "UPDATE listItem SET position = '000001 x'",
      ["journal: 2 rows of the table listItem with other values than the journal: position"]
    ),
    (
      "UPDATE listItem SET position = 'x' WHERE film = 'tt1'",
      [
        "lists: 1 place without a valid position",
        "journal: 1 row of the table listItem with other values than the journal: position",
      ]
    ),
    (
      "UPDATE listItem SET film = 'tt1'",
      [
        "lists: 1 film with several places in one list",
        "journal: 1 row of the table listItem with other values than the journal: film",
      ]
    ),
    (
      "INSERT INTO alias (id, film) VALUES ('own:1', 'tmdb:movie:1'), ('tmdb:movie:1', 'tt0133093')",
      [
        "aliases: 1 alternative id of an id that is an alternative id itself",
        "journal: 2 rows of the table alias not in the journal",
      ]
    ),
    (
      "INSERT INTO alias (id, film) VALUES ('tt2', 'tt0133093')",
      [
        "aliases: 1 alternative id with data of a film",
        "journal: 1 row of the table alias not in the journal",
      ]
    ),
    (
      "INSERT INTO alias (id, film) VALUES ('own:1', 'nothing'), ('tt001', 'tt1')",
      [
        "aliases: 2 alternative ids of an id that is not a film's",
        "journal: 2 rows of the table alias not in the journal",
      ]
    ),
    (
      "UPDATE step SET undoneAt = 1 WHERE number = 1",
      ["journal: 1 step wrongly marked as undone or not undone"]
    ),
    (
      "DELETE FROM step WHERE number = 1",
      ["journal: 6 changes without a step"]
    ),
    (
      "DELETE FROM change WHERE subjectKind = 'viewing'",
      ["journal: 1 row of the table viewing not in the journal"]
    ),
    ("DROP INDEX entryByTime", ["schema: a table or an index is missing or was altered"]),
  ])
  func damageOfTheCollectionIsFound(sql: String, problems: [String]) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      #expect(try await database.check() == [])
      try home.runSQL("PRAGMA foreign_keys = OFF; " + sql, on: Home.collection)
      let findings = try await CollectionDatabase(paths: home.paths).check()
      let found = findings.map { "\($0.check.rawValue): \($0.problem)" }
      #expect(found == problems)
      #expect(findings.allSatisfy { $0.file == "collection.sqlite" })
      let isOfJournal = sql.hasPrefix("DELETE FROM step") || sql.hasPrefix("DROP INDEX")
      #expect(findings.allSatisfy { $0.remedy == (isOfJournal ? .copyCollection : .rebuild) })
    }
  }

  @Test(arguments: [
    "UPDATE entry SET rating = 10, notes = 'x' WHERE id = 'tt0133093'", "DELETE FROM viewing",
    "INSERT INTO skip (id, skippedAt) VALUES ('tt5', 1)",
    "UPDATE listItem SET position = '000001 x'", "DELETE FROM entry WHERE id = 'tt1'",
    "UPDATE step SET undoneAt = 1 WHERE number = 1",
    "INSERT INTO alias (id, film) VALUES ('tt2', 'tt0133093')",
  ])
  func tablesThatDifferFromTheJournalAreRebuilt(sql: String) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let sound = try await database.openForReading().collection.dumpOfEverything()
      try home.runSQL("PRAGMA foreign_keys = OFF; " + sql, on: Home.collection)
      let other = CollectionDatabase(paths: home.paths)
      #expect(try await other.rebuildIndexes().map(\.name) == ["collection", "list index"])
      #expect(try await other.openForReading().collection.dumpOfEverything() == sound)
      #expect(try await other.check() == [])
      #expect(try other.backups.list().filter { $0.kind == .manual }.count == 1)
    }
  }

  /// A row of the index of lists that cannot be read, or is wrong, is no damage of the collection.
  @Test(arguments: [
    "UPDATE listIndexFacts SET rating = 5000", "UPDATE listIndexFacts SET viewings = -1",
    "UPDATE listIndex SET type = 'opera' WHERE id = 'tt1'",
    "UPDATE listIndexLists SET films = 99", "DELETE FROM listIndexText",
  ])
  func wrongRowsOfTheListIndexAreMended(sql: String) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      let statistics = "\(try await database.openForReading().collection.statistics())"
      try home.runSQL(sql, on: Home.filmCache)
      let other = CollectionDatabase(paths: home.paths)
      let isUnreadable = sql.contains("listIndexFacts")
      if !isUnreadable {
        #expect(
          try await other.check().map { "\($0.file): \($0.check) \($0.remedy)" }
            == ["films.sqlite: index rebuild"])
        _ = try await other.rebuildIndexes()
      }
      #expect("\(try await other.openForReading().collection.statistics())" == statistics)
      #expect(try await other.check() == [])
      #expect(other.warnings.takeAll().messages.isEmpty)
    }
  }

  @Test(arguments: [
    ("UPDATE film SET facts = 'x'", "facts: facts of 2 films that cannot be read"),
    (
      "DROP TABLE listIndexText; CREATE TABLE listIndexText (a)",
      "schema: a table or an index is missing or was altered"
    ),
  ])
  func damageOfTheFilmCacheIsFound(sql: String, problem: String) async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      try home.runSQL(sql, on: Home.filmCache)
      let findings = try await CollectionDatabase(paths: home.paths).check()
      #expect(findings.map { "\($0.check.rawValue): \($0.problem)" } == [problem])
      #expect(findings.allSatisfy { $0.file == "films.sqlite" && $0.remedy == .deleteCache })
    }
  }

  @Test func unreadableCatalogAndBackupAreFound() async throws {
    try await QueryTests.withFilledHome { home, database async throws in
      try home.folder.write(
        String(repeating: "no database ", count: 500), to: "data/catalog.sqlite")
      _ = try await database.backUp(at: .sample)
      #expect(try await database.check().map(\.file) == ["catalog.sqlite"])
      let backup = try #require(try database.backups.list().first)
      try home.folder.write("damaged", to: "data/backups/\(backup.name).sqlite")
      let files = try await database.check().map(\.file)
      #expect(files == ["catalog.sqlite", "backups/\(backup.name).sqlite"])
    }
  }

  @Test func emptyHomeIsSoundAndStaysEmpty() async throws {
    try await Home.with { home async throws in
      let database = CollectionDatabase(paths: home.paths)
      #expect(try await database.check() == [])
      #expect(try await database.usage(byTable: true) == [])
      #expect(try await database.indexes() == [])
      #expect(try await database.compact() == [])
      #expect(try home.folder.files() == [])
    }
  }

  @Test func homeWithUndoneStepsAliasesAndListsIsSound() async throws {
    try await QueryTests.withFilledHome { _, database async throws in
      let store = try await database.openForWriting().collection
      var generator = SplitMix(7)
      for step in 0..<30 {
        try await store.apply("rate", at: .sample + Double(100 + step)) { transaction in
          try transaction.insert(.sample("tt10\(step)", "Film \(step)"))
        }
        if generator.chance(oneIn: 3) {
          try await store.reverse(
            .undo, .newest(1), command: "undo", at: .sample + Double(100 + step), force: false)
        }
      }
      #expect(try await database.check() == [])
    }
  }
}
