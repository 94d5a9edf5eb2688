import FilmzDomain
import FilmzTestSupport
import Foundation
import Testing

@testable import FilmzStore

/// Collections of the first release, created with literal SQL that does not change with the schema.
struct SchemaMigrationTests {
  private static let release1 = """
    PRAGMA journal_mode = WAL;
    CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
    INSERT INTO grdb_migrations VALUES ('1.0');
    CREATE TABLE entry (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      title TEXT CHECK (title <> ''),
      year INTEGER,
      addedAt INTEGER NOT NULL,
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      audience TEXT CHECK (audience IN ('me', 'partner', 'family')),
      recommendedBy TEXT CHECK (recommendedBy <> ''),
      notes TEXT CHECK (notes <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))
    ) STRICT;
    CREATE INDEX entryByTime ON entry (addedAt);
    CREATE TABLE viewing (
      id TEXT PRIMARY KEY NOT NULL,
      film TEXT NOT NULL REFERENCES entry (id) DEFERRABLE INITIALLY DEFERRED,
      position INTEGER NOT NULL,
      date TEXT CHECK (date <> ''),
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      note TEXT CHECK (note <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))
    ) STRICT;
    CREATE INDEX viewingByFilm ON viewing (film);
    CREATE TABLE skip (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      title TEXT CHECK (title <> ''),
      year INTEGER,
      skippedAt INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE ratingSkip (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      skippedAt INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE alias (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      film TEXT NOT NULL CHECK (film <> '' AND film <> id),
      foundBy TEXT CHECK (foundBy <> '')
    ) STRICT;
    CREATE INDEX aliasByFilm ON alias (film);
    CREATE TABLE installation (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE step (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      installation TEXT NOT NULL,
      madeAt INTEGER NOT NULL,
      command TEXT,
      undoneAt INTEGER,
      redoneAt INTEGER
    ) STRICT;
    CREATE INDEX stepListed ON step (number) WHERE command IS NOT NULL;
    CREATE INDEX stepAsMade ON step (number)
      WHERE command IS NOT NULL AND undoneAt IS NULL AND redoneAt IS NULL;
    CREATE INDEX stepUndone ON step (undoneAt) WHERE undoneAt IS NOT NULL;
    CREATE INDEX stepRedone ON step (redoneAt) WHERE redoneAt IS NOT NULL;
    CREATE TABLE change (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      step TEXT NOT NULL REFERENCES step (id),
      installation TEXT NOT NULL,
      clock INTEGER NOT NULL,
      kind TEXT NOT NULL,
      subjectKind TEXT NOT NULL,
      subject TEXT NOT NULL,
      film TEXT,
      fields TEXT NOT NULL CHECK (json_valid(fields))
    ) STRICT;
    CREATE INDEX changeByStep ON change (step);
    CREATE INDEX changeByClock ON change (clock);
    CREATE INDEX changeBySubject ON change (subject, subjectKind);
    CREATE INDEX changeByFilm ON change (film) WHERE film IS NOT NULL;
    CREATE INDEX changeOfAlias ON change (subject) WHERE subjectKind = 'alias';
    PRAGMA application_id = 1718381946;
    """

  private static let data = """
    INSERT INTO installation (id) VALUES ('11111111-1111-4111-A111-111111111111');
    INSERT INTO entry VALUES
      ('tt0133093', 'The Matrix', 1999, 1700000000000000, 85, 'partner', 'Ann', 'fun', '["a"]');
    INSERT INTO viewing VALUES
      ('22222222-2222-4222-A222-222222222222', 'tt0133093', 1, '2024-05', 90, 'n', '["b"]');
    INSERT INTO skip VALUES ('tt0113277', 'Heat', 1995, 1700000000000000);
    INSERT INTO step (id, installation, madeAt, command) VALUES
      ('44444444-4444-4444-A444-444444444444', '11111111-1111-4111-A111-111111111111',
        1700000000000000, 'add tt0133093');
    INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, film, fields)
      SELECT value ->> 0, '44444444-4444-4444-A444-444444444444',
        '11111111-1111-4111-A111-111111111111', value ->> 1, 'insert', value ->> 2, value ->> 3,
        value ->> 4, value ->> 5
      FROM json_each('[
        ["55555555-5555-4555-A555-555555555551", 111411200000000000, "entry", "tt0133093", null,
          {"title":{"old":null,"new":"The Matrix"},"year":{"old":null,"new":1999},
          "addedAt":{"old":null,"new":1700000000000000},"rating":{"old":null,"new":85},
          "audience":{"old":null,"new":"partner"},"recommendedBy":{"old":null,"new":"Ann"},
          "notes":{"old":null,"new":"fun"},"tags":{"old":null,"new":["a"]}}],
        ["55555555-5555-4555-A555-555555555552", 111411200000000001, "viewing",
          "22222222-2222-4222-A222-222222222222", "tt0133093",
          {"film":{"old":null,"new":"tt0133093"},"position":{"old":null,"new":1},
          "date":{"old":null,"new":"2024-05"},"rating":{"old":null,"new":90},
          "note":{"old":null,"new":"n"},"tags":{"old":null,"new":["b"]}}],
        ["55555555-5555-4555-A555-555555555553", 111411200000000002, "skip", "tt0113277", null,
          {"title":{"old":null,"new":"Heat"},"year":{"old":null,"new":1995},
          "skippedAt":{"old":null,"new":1700000000000000}}]
      ]');
    """

  @Test(arguments: [false, true])
  func collectionOfTheFirstReleaseKeepsItsData(isWriting: Bool) async throws {
    try await Home.with { home in
      try home.runSQL(Self.release1 + Self.data, on: Home.collection)
      let database = CollectionDatabase(paths: home.paths)
      let store =
        try await isWriting
        ? database.openForWriting().collection : database.openForReading().collection
      try await Self.expectData(in: store)
      #expect(try await database.state() == .sound(films: 1))
    }
  }

  @Test func migratedCollectionStoresServicesAndUndoesOldSteps() async throws {
    try await Home.with { home in
      try home.runSQL(Self.release1 + Self.data, on: Home.collection)
      let store = try await CollectionDatabase(paths: home.paths).openForWriting().collection
      try await store.apply("seen", at: .sample + 1) { transaction in
        try transaction.update(.matrix) { $0.platform = "Netflix" }
        try transaction.insertSkip(
          of: FilmID(unchecked: "tt0078748"), caption: nil, platform: "Max")
      }
      #expect(try await store.entries([.matrix])[.matrix]?.platform == "Netflix")
      #expect(try await store.skippedFilms().map(\.platform) == ["Max", nil])
      #expect(try await store.differencesFromJournal().isEmpty)
      try await store.reverse(.undo, .newest(2), command: "undo", at: .sample + 2, force: false)
      #expect(try await store.dump() == [])
      try await store.reverse(.redo, .newest(1), command: "redo", at: .sample + 3, force: false)
      try await Self.expectData(in: store)
    }
  }

  @Test func stepsOfOtherInstallationsAreNotOwn() async throws {
    try await Home.with { home in
      let step = """
        INSERT INTO step (id, installation, madeAt, command)
        VALUES ('66666666-6666-4666-A666-666666666666', 'other', 1700000000000001, 'rate 3');
        """
      try home.runSQL(Self.release1 + Self.data + step, on: Home.collection)
      let store = try await CollectionDatabase(paths: home.paths).openForWriting().collection
      #expect(try await store.log(limit: nil).map(\.command) == ["add tt0133093"])
      #expect(try await store.log(limit: nil, ofAllInstallations: true).count == 2)
    }
  }

  @Test func backupOfTheFirstReleaseIsRestored() async throws {
    try await Home.with { home in
      try home.runSQL(Self.release1 + Self.data, on: "data/backups/manual-old.sqlite")
      let database = CollectionDatabase(paths: home.paths)
      let backup = try database.backups.backup(named: "manual-old")
      _ = try await database.restore(backup, at: .sample)
      try await Self.expectData(in: try await database.openForWriting().collection)
    }
  }

  /// An earlier version received a change with a day, took its value as new, and kept the change.
  @Test func valuesReceivedByAnEarlierVersionLieAtTheirDays() async throws {
    try await Home.with { home in
      let change = """
        INSERT INTO change (id, step, installation, clock, kind, subjectKind, subject, fields)
        VALUES ('55555555-5555-4555-A555-555555555554', '44444444-4444-4444-A444-444444444444',
          '77777777-7777-4777-A777-777777777777', 111411200000000003, 'update', 'entry', 'tt0133093',
          '{"rating":{"old":null,"new":20,"day":"2015-01-01"}}');
        UPDATE entry SET rating = 20;
        """
      try home.runSQL(Self.release1 + Self.data + change, on: Home.collection)
      let store = try await CollectionDatabase(paths: home.paths).openForReading().collection
      try await Self.expectData(in: store)
    }
  }

  private static func expectData(in store: CollectionStore) async throws {
    let entry = try #require(try await store.entries([.matrix])[.matrix])
    #expect(entry.caption == Caption(title: "The Matrix", year: 1999))
    #expect(entry.rating == Rating(tenths: 85) && entry.tags == ["a"] && entry.platform == nil)
    #expect(entry.viewings.map(\.date?.text) == ["2024-05"])
    let skips = try await store.skippedFilms()
    #expect(skips.map(\.id.rawValue) == ["tt0113277"])
    #expect(skips.first?.caption == Caption(title: "Heat", year: 1995))
    #expect(try await store.differencesFromJournal().isEmpty)
  }
}
