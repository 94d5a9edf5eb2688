import GRDB

/// The tables of the collection file, and how they came to be.
///
/// Migrations only add, and never change once they have landed in a release.
enum CollectionSchema {
  /// `PRAGMA application_id` of a collection: the letters `flmz`.
  static let applicationID = 0x666C_6D7A

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("v1") { db in
      try db.execute(sql: version1 + "PRAGMA application_id = \(applicationID);")
    }
    migrator.registerMigration("v2") { db in try db.execute(sql: version2) }
    return migrator
  }

  /// Times are whole microseconds since 1970, ratings tenths of a point, lists JSON arrays.
  private static let version1 = """
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
      film TEXT NOT NULL REFERENCES entry (id),
      position INTEGER NOT NULL,
      date TEXT CHECK (date <> ''),
      rating INTEGER CHECK (rating BETWEEN 0 AND 100),
      note TEXT CHECK (note <> ''),
      tags TEXT NOT NULL CHECK (json_valid(tags))
    ) STRICT;
    CREATE INDEX viewingByFilm ON viewing (film);

    CREATE TABLE step (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      madeAt INTEGER NOT NULL,
      command TEXT NOT NULL
    ) STRICT;

    CREATE TABLE change (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      id TEXT NOT NULL UNIQUE,
      step TEXT NOT NULL REFERENCES step (id),
      installation TEXT NOT NULL,
      clock INTEGER NOT NULL,
      kind TEXT NOT NULL,
      subjectKind TEXT NOT NULL,
      subject TEXT NOT NULL,
      fields TEXT NOT NULL CHECK (json_valid(fields))
    ) STRICT;
    CREATE INDEX changeByStep ON change (step);
    CREATE INDEX changeByClock ON change (clock);

    CREATE TABLE installation (
      id TEXT PRIMARY KEY NOT NULL
    ) STRICT;
    INSERT INTO installation VALUES (lower(
      hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2)
      || '-a' || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6))));
    """

  /// Undo and redo.
  ///
  /// A step that takes back or repeats another names it in `reverses`; the `state` of all others is 0
  /// while they stand, 1 when undone, and 2 when a new change has made that final. `undoneBy` is the
  /// number of the step that undid them last.
  private static let version2 = """
    ALTER TABLE step ADD COLUMN reverses TEXT REFERENCES step (id);
    ALTER TABLE step ADD COLUMN state INTEGER NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2));
    ALTER TABLE step ADD COLUMN undoneBy INTEGER;
    CREATE INDEX stepStanding ON step (number) WHERE reverses IS NULL AND state = 0;
    CREATE INDEX stepUndone ON step (undoneBy) WHERE state = 1;
    """

  /// Brings an opened file to the newest version, or says why it is no collection of ours.
  ///
  /// To be called under a ``FolderLock``, so that no two processes migrate at once.
  ///
  /// - Throws: A ``StoreError``, and nothing was written then.
  static func prepare(
    _ queue: DatabaseQueue, path: String, isReadOnly: Bool = false
  ) throws {
    let migrator = migrator
    let (isCurrent, isLogged) = try queue.read { db in
      let id = try Int.fetchOne(db, sql: "PRAGMA application_id") ?? 0
      let isEmpty = try Int.fetchOne(db, sql: tables) == 0
      guard id == applicationID || (id == 0 && isEmpty) else {
        throw StoreError.foreign(path)
      }
      guard try !migrator.hasBeenSuperseded(db) else {
        throw StoreError.newerCollection(path: path)
      }
      return (
        try id == applicationID && migrator.hasCompletedMigrations(db),
        try String.fetchOne(db, sql: "PRAGMA main.journal_mode") == "wal"
      )
    }
    guard !isReadOnly else {
      // A collection of an older version cannot be brought to this one without writing.
      if !isCurrent { throw DatabaseError(resultCode: .SQLITE_READONLY) }
      return
    }
    if !isLogged, path != memory {
      try queue.inDatabase { try $0.execute(sql: "PRAGMA main.journal_mode = WAL") }
    }
    if !isCurrent { try migrator.migrate(queue) }
  }

  /// The path of a collection that no file holds.
  static let memory = ":memory:"

  /// How many tables a file has besides the list of its migrations, which a kill may leave alone.
  private static let tables = """
    SELECT count(*) FROM main.sqlite_schema
    WHERE tbl_name <> 'grdb_migrations' AND name NOT LIKE 'sqlite_%'
    """
}
