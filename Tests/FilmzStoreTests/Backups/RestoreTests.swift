import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Restoring backups over collection files in any state.
struct RestoreTests {
  /// Runs a closure with a home whose backup contains film A, and whose collection A and B.
  private func withBackup(_ body: (Home, CollectionDatabase, Backup) async throws -> Void)
    async throws
  {
    try await Home.with { home in
      let database = CollectionDatabase(paths: home.paths)
      try await home.add("A", at: Home.day(1), by: database)
      let backup = try await database.backUp(at: Home.day(1))
      try await home.add("B", at: Home.day(1), by: database)
      await database.close()
      try await body(home, database, backup)
    }
  }

  @Test func restoringOverAnUndamagedCollectionIsReversible() async throws {
    try await withBackup { home, database, backup in
      let restored = try await database.restore(backup, at: Home.day(2))
      #expect(try await home.titles() == ["A"])
      #expect(restored.setAside == nil)
      let replaced = try #require(restored.replaced)
      #expect(replaced.films == 2 && replaced.kind == .replaced && replaced.time == Home.day(2))
      _ = try await database.restore(replaced, at: Home.day(2))
      #expect(try await home.titles() == ["A", "B"])
      #expect(try home.backupFiles().count == 3)
    }
  }

  @Test func journalIsRestored() async throws {
    try await withBackup { home, database, backup in
      _ = try await database.restore(backup, at: Home.day(2))
      let store = try await CollectionDatabase(paths: home.paths).openForReading().collection
      #expect(try await store.journal().map(\.subject) == ["ttA"])
    }
  }

  @Test func openDatabaseContinuesWithTheRestoredCollection() async throws {
    try await withBackup { home, database, backup in
      let other = CollectionDatabase(paths: home.paths)
      #expect(try await home.titles(other) == ["A", "B"])
      let stores = try await other.openForWriting()
      _ = try await database.restore(backup, at: Home.day(2))
      #expect(try await home.titles(other) == ["A"])
      try await stores.collection.insert([.sample("ttC", "C")])
      #expect(try await home.titles(database) == ["A", "C"])
      #expect(try await home.titles() == ["A", "C"])
      #expect(try await database.state() == .sound(films: 2))
    }
  }

  @Test func shorterAndLongerBackupsAreRestored() async throws {
    try await withBackup { home, database, shorterBackup in
      for number in 1...200 { try await home.add("\(number)", at: Home.day(1), by: database) }
      let restored = try await database.restore(shorterBackup, at: Home.day(2))
      #expect(try await database.state() == .sound(films: 1))
      _ = try await database.restore(try #require(restored.replaced), at: Home.day(2))
      #expect(try await database.state() == .sound(films: 202))
    }
  }

  @Test func damagedFileIsMovedToQuarantineWithItsWAL() async throws {
    try await withBackup { home, database, backup in
      // The changes of another program are in the WAL as long as it has the file open.
      let other = CollectionDatabase(paths: home.paths)
      try await home.add("C", at: Home.day(1), by: other)
      try home.damageCollection()
      let walContent = try home.bytes(of: Home.collection + "-wal")
      let damaged = try home.bytes(of: Home.collection)
      let restored = try await database.restore(backup, at: .sample)
      let quarantinedFile = try #require(restored.setAside)
      #expect(quarantinedFile.lastPathComponent == "damaged-20231114T221320Z.sqlite")
      #expect(try Data(contentsOf: quarantinedFile) == damaged)
      #expect(try Data(contentsOf: URL(filePath: quarantinedFile.path + "-wal")) == walContent)
      #expect(
        try home.folder.mode(of: Home.backups + "/" + quarantinedFile.lastPathComponent) == 0o600)
      #expect(restored.replaced == nil)
      #expect(try await home.titles() == ["A"])
      #expect(try !home.backupNames().contains { $0.hasPrefix("damaged") })
      #expect(try home.folder.mode(of: Home.collection) == 0o600)
    }
  }

  @Test func databaseWithTheDamagedFileOpenSwitchesToTheNewFile() async throws {
    try await withBackup { home, database, backup in
      let other = CollectionDatabase(paths: home.paths)
      _ = try await other.openForWriting().collection.insert([.sample("ttC", "C")])
      try home.damageCollection()
      _ = try await database.restore(backup, at: Home.day(2))
      try await home.add("D", at: Home.day(2), by: database)
      #expect(try await home.titles(other) == ["A", "D"])
      try await home.add("E", at: Home.day(2), by: other)
      await other.close()
      #expect(try await home.titles(database) == ["A", "D", "E"])
      #expect(try await database.state() == .sound(films: 3))
    }
  }

  @Test(arguments: ["", "-wal"])
  func missingFileIsRestored(leftoverSuffix: String) async throws {
    try await withBackup { home, database, backup in
      try FileManager.default.removeItem(at: home.folder.url(of: Home.collection))
      if !leftoverSuffix.isEmpty {
        try home.folder.write("stale", to: Home.collection + leftoverSuffix)
      }
      let restored = try await database.restore(backup, at: Home.day(2))
      #expect(restored.replaced == nil && restored.setAside == nil)
      #expect(try await home.titles() == ["A"])
      if !leftoverSuffix.isEmpty {
        #expect(try home.backupFiles().contains { $0.hasSuffix(leftoverSuffix) })
      }
    }
  }

  @Test func foreignAndNewerFilesAreMovedToQuarantine() async throws {
    try await withBackup { home, database, backup in
      try home.folder.write("junk", to: Home.collection)
      #expect(try await database.state() == .foreign)
      let foreign = try await database.restore(backup, at: Home.day(2)).setAside
      #expect(try String(contentsOf: try #require(foreign), encoding: .utf8) == "junk")
      await database.close()
      try home.runSQL("INSERT INTO grdb_migrations VALUES ('v99')", on: Home.collection)
      #expect(try await database.state() == .newer)
      let newer = try await database.restore(backup, at: Home.day(2)).setAside
      #expect(newer?.lastPathComponent.hasPrefix("newer-") == true)
      #expect(try await home.titles() == ["A"])
    }
  }

  @Test(arguments: [
    "no database at all", "SQLite format 3\0 and no more", "",
  ])
  func backupsThatAreNotDatabasesAreRejected(text: String) async throws {
    try await withBackup { home, database, _ in
      try home.folder.write(text, to: Home.backups + "/mine.sqlite")
      let files = try home.backupFiles()
      await expectRejection(of: "mine", by: database)
      #expect(try await home.titles() == ["A", "B"])
      #expect(try home.backupFiles() == files)
    }
  }

  @Test func damagedForeignAndNewerBackupsAreRejected() async throws {
    try await withBackup { home, database, backup in
      let content = try home.bytes(of: "\(Home.backups)/\(backup.name).sqlite")
      try home.folder.write(
        content.prefix(8192) + Data(repeating: 0xA5, count: content.count - 8192),
        to: Home.backups + "/broken1.sqlite")
      try home.runSQL("CREATE TABLE entry (id TEXT)", on: Home.backups + "/foreign.sqlite")
      try home.folder.write(content, to: Home.backups + "/later.sqlite")
      try home.runSQL(
        "INSERT INTO grdb_migrations VALUES ('v99')", on: Home.backups + "/later.sqlite")
      for name in ["broken1", "foreign", "later"] { await expectRejection(of: name, by: database) }
      #expect(try await home.titles() == ["A", "B"])
    }
  }

  @Test func unknownNamesThrowAnErrorWithTheNewestBackups() async throws {
    try await withBackup { home, database, backup in
      for name in ["nix", "", "../collection", "../collection.sqlite"] {
        #expect(throws: StoreError.noSuchBackup(name: name, newest: [backup.name])) {
          try database.backups.backup(named: name)
        }
      }
    }
  }

  @Test func errorsForADamagedCollectionSuggestTheNewestBackup() async throws {
    try await withBackup { home, _, backup in
      try home.damageCollection()
      let error = await #expect(throws: StoreError.self) { try await home.titles() }
      let path = home.folder.path(of: Home.collection)
      #expect(error == .damagedCollection(path: path, newest: backup))
      #expect(error?.remedy == .restore(backup))
      #expect(backup.films == 1)
    }
  }

  private func expectRejection(of name: String, by database: CollectionDatabase) async {
    let error = await #expect(throws: StoreError.self, "\(name)") {
      try await database.restore(database.backups.backup(named: name), at: Home.day(2))
    }
    #expect(error?.exitCategory == .badData)
    #expect(error?.message.hasPrefix("the backup \(name) cannot be restored: ") == true)
  }
}
