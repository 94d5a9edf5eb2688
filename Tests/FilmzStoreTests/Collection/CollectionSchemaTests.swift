import FilmzDomain
import FilmzTestSupport
import Foundation
import GRDB
import Testing

@testable import FilmzStore

/// Collections of other versions, created with literal SQL that does not change with the schema.
struct CollectionSchemaTests {
  private static let version1 = """
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('v1');
    CREATE TABLE entry (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''), title TEXT CHECK (title <> ''), year INTEGER,
      addedAt INTEGER NOT NULL, rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      audience TEXT CHECK (audience IN ('me', 'partner', 'family')),
      recommendedBy TEXT CHECK (recommendedBy <> ''), notes TEXT CHECK (notes <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))) STRICT;
    CREATE INDEX entryByTime ON entry (addedAt);
    CREATE TABLE viewing (
      id TEXT PRIMARY KEY NOT NULL, film TEXT NOT NULL REFERENCES entry (id),
      position INTEGER NOT NULL, date TEXT CHECK (date <> ''),
      rating INTEGER CHECK (rating BETWEEN 0 AND 100), note TEXT CHECK (note <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))) STRICT;
    CREATE INDEX viewingByFilm ON viewing (film);
    CREATE TABLE step (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, madeAt INTEGER NOT NULL,
      command TEXT NOT NULL) STRICT;
    CREATE TABLE change (
      number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
      step TEXT NOT NULL REFERENCES step (id), installation TEXT NOT NULL, clock INTEGER NOT NULL,
      kind TEXT NOT NULL, subjectKind TEXT NOT NULL, subject TEXT NOT NULL,
      fields TEXT NOT NULL CHECK (json_valid(fields))) STRICT;
    CREATE INDEX changeByStep ON change (step);
    CREATE INDEX changeByClock ON change (clock);
    CREATE TABLE installation (id TEXT PRIMARY KEY NOT NULL) STRICT;
    PRAGMA application_id = 1718381946;
    """

  private static let data = """
    INSERT INTO installation VALUES ('11111111-1111-4111-a111-111111111111');
    INSERT INTO entry VALUES
      ('tt0133093', 'The Matrix', 1999, 1700000000000000, 85, 'partner', 'Ann', 'fun', '["a","b"]'),
      ('tmdb:movie:603', NULL, NULL, 1700000001500000, NULL, NULL, NULL, NULL, '[]');
    INSERT INTO viewing VALUES
      ('22222222-2222-4222-8222-222222222222', 'tt0133093', 1, '2024-05', 90, 'n',
        '["cinema"]'),
      ('33333333-3333-4333-8333-333333333333', 'tt0133093', 2, NULL, NULL, NULL, '[]');
    INSERT INTO step (id, madeAt, command) VALUES
      ('44444444-4444-4444-8444-444444444444', 1700000000000000, 'add tt0133093');
    INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields) VALUES
      ('55555555-5555-4555-8555-555555555555', '44444444-4444-4444-8444-444444444444',
        '11111111-1111-4111-a111-111111111111', 111411200000000000, 'insert', 'film', 'tt0133093',
        '{"rating":{"old":null,"new":85}}');
    """

  @Test func collectionInMemoryHasTheTablesOfAFile() throws {
    let (memory, migrated) = (try DatabaseQueue(), try DatabaseQueue())
    try memory.inDatabase(CollectionSchema.createInMemory)
    try CollectionSchema.migrator.migrate(migrated)
    let definitions = try memory.read { try $0.definitions(in: "main") }
    #expect(try definitions == migrated.read { try $0.definitions(in: "main") } && definitions.count > 30)
  }

  @Test(arguments: [false, true])
  func collectionsFromBeforeTheFirstReleaseAreRejectedAndLeftUnchanged(isWriting: Bool) async throws {
    try await Home.with { home in
      try home.runSQL(Self.version1 + Self.data, on: Home.collection)
      let contentBefore = try home.bytes(of: Home.collection)
      let filesBefore = try FileManager.default.contentsOfDirectory(
        atPath: home.folder.path(of: "data"))
      let database = CollectionDatabase(paths: home.paths)
      let path = home.folder.path(of: Home.collection)
      let error = await #expect(throws: StoreError.olderCollection(path: path)) {
        _ = try await isWriting ? database.openForWriting() : database.openForReading()
      }
      #expect(error?.exitCategory == .inputOutput)
      #expect(try home.bytes(of: Home.collection) == contentBefore)
      let filesAfter = try FileManager.default.contentsOfDirectory(
        atPath: home.folder.path(of: "data"))
      #expect(Set(filesAfter) == Set(filesBefore))
      #expect(try await database.state() == .older)
    }
  }

  @Test(arguments: [false, true])
  func collectionsOfALaterVersionAreRejectedAndLeftUnchanged(isWriting: Bool) async throws {
    try await Home.with { home in
      try await home.addFilms(["tt1": "A"])
      try home.runSQL(
        "INSERT INTO grdb_migrations VALUES ('99.0'); PRAGMA wal_checkpoint(TRUNCATE)",
        on: Home.collection)
      let contentBefore = try home.bytes(of: Home.collection)
      let path = home.folder.path(of: Home.collection)
      await #expect(throws: StoreError.newerCollection(path: path)) {
        let database = CollectionDatabase(paths: home.paths)
        _ = try await isWriting ? database.openForWriting() : database.openForReading()
      }
      #expect(try home.bytes(of: Home.collection) == contentBefore)
    }
  }

  @Test func backupsFromBeforeTheFirstReleaseCannotBeRestored() async throws {
    try await Home.with { home in
      try home.runSQL(Self.version1 + Self.data, on: "data/backups/manual-old.sqlite")
      let database = CollectionDatabase(paths: home.paths)
      let backup = try database.backups.backup(named: "manual-old")
      let reason = "it was made by a filmz older than the first release"
      await #expect(throws: StoreError.unusableBackup(name: "manual-old", reason: reason)) {
        try await database.restore(backup, at: .sample)
      }
    }
  }

  @Test func newCollectionsHaveTheApplicationID() async throws {
    try await Home.with { home in
      try await home.addFilms(["tt1": "A"])
      let header = try home.bytes(of: Home.collection).prefix(100)
      #expect(header[68..<72] == Data("flmz".utf8))
    }
  }
}
