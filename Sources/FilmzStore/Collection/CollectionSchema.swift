import GRDB

/// The tables of the collection file, and how they came to be.
///
/// A migration never changes once it has landed in a release.
enum CollectionSchema {
  /// `PRAGMA application_id` of a collection: the letters `flmz`.
  static let applicationID = 0x666C_6D7A

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1.0") { db in
      try db.execute(sql: subjects + journal + "PRAGMA application_id = \(applicationID);")
    }
    return migrator
  }

  /// What the journal's changes make of the data, under canonical ids.
  ///
  /// Times are whole microseconds since 1970, ratings tenths of a point, lists JSON arrays.
  private static let subjects = """
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

    """

  /// The changes, and the installations under whose ids this file was written, the present one last.
  ///
  /// A step without a command is not listed by `log`. `change.film` is the film that a subject with an
  /// id of its own belongs to. Columns of a change are never altered. `step.undoneAt` and `redoneAt` are
  /// computed from the changes, as the tables above are: the clock of the newest undo or redo of a step.
  private static let journal = """
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

    """

  /// Brings an opened file to the newest version, or says why it is no collection that can be used.
  ///
  /// To be called under a lock of the folder, so that no two processes migrate at once.
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
      guard try !isOfDevelopment(db) else { throw StoreError.olderCollection(path: path) }
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

  /// Whether SQLite's full check finds a file sound, and all tables are as they were made.
  static func isSound(_ db: Database) throws -> Bool {
    try db.verdict(of: "PRAGMA main.integrity_check(1)") == nil && hasItsTables(db)
  }

  /// Whether all tables and indexes are as they were made; true for a file of an older version.
  static func hasItsTables(_ db: Database) throws -> Bool {
    guard try migrator.hasCompletedMigrations(db) else { return true }
    let reference = try DatabaseQueue()
    try migrator.migrate(reference)
    return try reference.read { try $0.definitions(in: "main") }
      .isSubset(of: db.definitions(in: "main"))
  }

  /// The path of a collection that no file holds.
  static let memory = ":memory:"

  /// Whether a version from before the first release made the file; its journal cannot be read.
  static func isOfDevelopment(_ db: Database) throws -> Bool {
    guard try db.tableExists("grdb_migrations", in: "main") else { return false }
    let sql = "SELECT EXISTS (SELECT 1 FROM grdb_migrations WHERE identifier = 'v1')"
    return try Bool.fetchOne(db, sql: sql) ?? false
  }

  /// How many tables a file has besides the list of its migrations, which a kill may leave alone.
  private static let tables = """
    SELECT count(*) FROM main.sqlite_schema
    WHERE tbl_name <> 'grdb_migrations' AND name NOT LIKE 'sqlite_%'
    """
}
