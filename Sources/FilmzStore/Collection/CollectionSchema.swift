import FilmzDomain
import GRDB

/// The tables and migrations of the collection file.
///
/// A migration must not be changed after it has been released.
enum CollectionSchema {
  /// `PRAGMA application_id` of a collection: the letters `flmz`.
  static let applicationID = 0x666C_6D7A

  /// The name of a version of the tables, and a closure that changes the tables of the version before.
  private typealias Migration = (version: String, migrate: @Sendable (Database) throws -> Void)

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (version, migrate) in migrations { migrator.registerMigration(version, migrate: migrate) }
    return migrator
  }

  /// Creates the newest tables in an empty database in memory.
  ///
  /// This is faster than ``migrator``, which checks and records migrations; each command without a collection calls it.
  static func createInMemory(_ db: Database) throws {
    try db.inTransaction {
      for migration in migrations { try migration.migrate(db) }
      return .commit
    }
  }

  private static let migrations: [Migration] = [
    ("1.0", { db in try db.execute(sql: subjects + journal + "PRAGMA application_id = \(applicationID);") }),
    (
      "1.1",
      { db in
        for table in ["entry", "skip"] {
          try db.execute(sql: "ALTER TABLE \(table) ADD COLUMN platform TEXT CHECK (platform <> '')")
        }
      }
    ),
    ("1.2", { db in try db.execute(sql: lists) }), ("1.3", { db in try db.execute(sql: records + comments) }),
    (
      "1.4",
      { db in
        for table in ["entry", "viewing", "list"] {
          try db.execute(
            sql: """
              ALTER TABLE \(table) ADD COLUMN imported TEXT NOT NULL DEFAULT '[]'
                CHECK (json_valid(imported))
              """)
        }
        try db.execute(sql: importedRecords)
      }
    ),
    ("1.5", { db in try db.execute(sql: "ALTER TABLE entry ADD COLUMN type TEXT CHECK (type <> '')") }),
    ("1.6", { db in try db.execute(sql: sync) }),
    ("1.7", { db in try db.execute(sql: ownSteps + publications + subscriptions + sharedComments) }),
    (
      "1.9",
      { db in
        try db.execute(
          sql: "ALTER TABLE alias ADD COLUMN rejected TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(rejected))")
      }
    ),
    ("1.8", computeImportedValues),
  ]

  /// Recomputes the tables if the journal has imported values with days, which earlier versions ignored.
  ///
  /// It needs the newest tables: a migration that changes them is registered before this one.
  @Sendable private static func computeImportedValues(_ db: Database) throws {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.change WHERE instr(fields, '\"day\":'))"
    guard try Bool.fetchOne(db, sql: sql) == true else { return }
    try Journal(db: db, subjects: .standard).rewriteTables()
  }

  /// The SQL that creates the tables of lists and saved collections.
  private static let lists = """
    CREATE TABLE list (
      id TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL CHECK (name <> ''),
      description TEXT CHECK (description <> ''),
      createdAt INTEGER NOT NULL,
      changedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE listItem (
      id TEXT PRIMARY KEY NOT NULL,
      list TEXT NOT NULL REFERENCES list (id) DEFERRABLE INITIALLY DEFERRED,
      film TEXT NOT NULL REFERENCES entry (id) DEFERRABLE INITIALLY DEFERRED,
      position TEXT NOT NULL CHECK (position <> '')
    ) STRICT;
    CREATE INDEX listItemByPosition ON listItem (list, position, film);
    CREATE INDEX listItemByFilm ON listItem (film, list);

    CREATE TABLE savedCollection (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      name TEXT NOT NULL CHECK (name <> ''),
      filter TEXT NOT NULL CHECK (filter <> '')
    ) STRICT;

    """

  /// The SQL that creates the table of own records, and the indexes of their years and changes.
  ///
  /// `facts` contains the facts of all fields as one JSON object, a merge patch (RFC 7396) for the facts of
  /// sources.
  private static let records = """
    CREATE TABLE record (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      sourceTitle TEXT CHECK (sourceTitle <> ''),
      sourceYear INTEGER,
      \(recordFields.map { "\($0) TEXT CHECK (\($0) IS NULL OR json_valid(\($0)))" }.joined(separator: ",\n      ")),
      facts TEXT NOT NULL AS ('{' || substr(
        \(recordFields.map { #"coalesce(',"\#($0)":' || \#($0), '')"# }.joined(separator: " ||\n        ")),
        2) || '}') STORED
    ) STRICT;
    CREATE INDEX recordByYear ON record (year);
    CREATE INDEX changeOfRecord ON change (number) WHERE subjectKind IN ('record', 'alias', 'step');

    """

  private static let recordFields = [
    "title", "originalTitle", "year", "endYear", "type", "rated", "released", "runtimeMinutes",
    "genres", "directors", "writers", "actors", "plot", "languages", "countries", "awards",
    "poster",
  ]

  /// The SQL that creates the table of imported records, whose facts are a film as JSON, and the index of their
  /// changes.
  private static let importedRecords = """
    CREATE TABLE importedRecord (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      source TEXT NOT NULL CHECK (source <> ''),
      facts TEXT NOT NULL CHECK (json_valid(facts))
    ) STRICT;
    CREATE INDEX changeOfImportedRecord ON change (step, number) WHERE subjectKind = 'importedRecord';

    """

  /// The SQL that creates the table of comments.
  private static let comments = """
    CREATE TABLE comment (
      id TEXT PRIMARY KEY NOT NULL,
      film TEXT NOT NULL CHECK (film <> ''),
      name TEXT NOT NULL CHECK (name <> ''),
      time TEXT NOT NULL CHECK (time <> ''),
      text TEXT NOT NULL CHECK (text <> ''),
      source TEXT CHECK (source <> '')
    ) STRICT;
    CREATE INDEX commentByFilm ON comment (film, time);
    CREATE INDEX commentByTime ON comment (time);

    """

  /// The SQL that creates the tables of the subjects.
  ///
  /// The tables contain the current state of the subjects under canonical ids. It results from the journal.
  /// Times are whole microseconds since 1970, ratings are tenths of a point, and lists are JSON arrays.
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

  /// The SQL that creates the tables of the journal.
  ///
  /// `installation` contains the installation ids of this file; the last row is the current id. `log` does
  /// not list a step without a command. For a subject that does not have the id of a film, such as a viewing,
  /// `change.film` is the film that the subject belongs to. The rows of `change` are never updated.
  ///
  /// Like the tables of the subjects, `step.undoneAt` and `redoneAt` are derived from the changes. If the
  /// step was last undone, `undoneAt` is the time stamp of that change; if it was last redone, `redoneAt` is.
  /// The other column is `NULL`.
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
}

// The tables for sync, published and followed lists, and shared comments.
extension CollectionSchema {
  /// The SQL that creates the tables for sync.
  ///
  /// `syncFile` contains the sync files that were read or written, and `syncedChange` the changes in them, each with
  /// one of its files. Both must be consistent with the journal, and are therefore in the same database. `syncMachine`
  /// contains the state of each other machine, as of the newest file of its installation.
  static let sync = """
    CREATE TABLE syncFile (
      number INTEGER PRIMARY KEY,
      installation TEXT NOT NULL,
      fileNumber INTEGER NOT NULL,
      checksum TEXT NOT NULL,
      changes INTEGER NOT NULL,
      stamp TEXT NOT NULL,
      UNIQUE (installation, fileNumber)
    ) STRICT;

    CREATE TABLE syncedChange (
      change INTEGER PRIMARY KEY REFERENCES change (number),
      file INTEGER NOT NULL REFERENCES syncFile (number)
    ) STRICT;
    CREATE INDEX syncedChangeByFile ON syncedChange (file);

    CREATE TABLE syncMachine (
      installation TEXT PRIMARY KEY NOT NULL,
      name TEXT NOT NULL,
      writtenAt INTEGER NOT NULL,
      fileNumber INTEGER NOT NULL,
      received TEXT NOT NULL CHECK (json_valid(received))
    ) STRICT;

    """

  /// The SQL that marks the steps that were made in this collection file.
  ///
  /// The ids in `installation` do not show this: a copied home and its original have the same ids.
  static let ownSteps = """
    ALTER TABLE step ADD COLUMN isOwn INTEGER NOT NULL DEFAULT 0 CHECK (isOwn IN (0, 1));
    UPDATE step SET isOwn = 1 WHERE installation IN (SELECT id FROM installation);
    DROP INDEX stepListed;
    CREATE INDEX stepListed ON step (number) WHERE command IS NOT NULL AND isOwn;
    DROP INDEX stepAsMade;
    CREATE INDEX stepAsMade ON step (number)
      WHERE command IS NOT NULL AND isOwn AND undoneAt IS NULL AND redoneAt IS NULL;

    """

  /// The SQL that creates the table of the lists that this home has published.
  ///
  /// `installation` is the id of the installation that published the list.
  static let publications = """
    CREATE TABLE publication (
      list TEXT PRIMARY KEY NOT NULL,
      id TEXT NOT NULL UNIQUE,
      folder TEXT NOT NULL,
      hasRatings INTEGER NOT NULL,
      hasPosters INTEGER NOT NULL,
      publishedAt INTEGER NOT NULL,
      isWithdrawn INTEGER NOT NULL,
      checksum TEXT NOT NULL,
      installation TEXT NOT NULL
    ) STRICT;

    """

  /// The SQL that creates the tables of the lists that the user follows.
  ///
  /// `followedList` has the data of a list as it was read last. It is neither in the journal nor synced, and may be
  /// missing for a list that another machine follows.
  static let subscriptions = """
    CREATE TABLE subscription (
      id TEXT PRIMARY KEY NOT NULL CHECK (id <> ''),
      name TEXT NOT NULL CHECK (name <> ''),
      address TEXT NOT NULL CHECK (address <> ''),
      followedAt INTEGER NOT NULL
    ) STRICT;

    CREATE TABLE followedList (
      id TEXT PRIMARY KEY NOT NULL,
      content TEXT NOT NULL CHECK (json_valid(content)),
      readAt INTEGER NOT NULL,
      isWithdrawn INTEGER NOT NULL CHECK (isWithdrawn IN (0, 1))
    ) STRICT;

    """

  /// The SQL that creates the table of the comments on a server, and marks the comments that are shared there.
  ///
  /// A comment without a text was removed. The row with the highest number is the comment that was received last.
  static let sharedComments = """
    ALTER TABLE comment ADD COLUMN shared INTEGER CHECK (shared IN (0, 1));
    CREATE INDEX commentShared ON comment (id) WHERE shared;

    CREATE TABLE sharedComment (
      id TEXT NOT NULL,
      writer TEXT NOT NULL,
      film TEXT NOT NULL,
      text TEXT,
      time TEXT NOT NULL,
      number INTEGER NOT NULL,
      isOwn INTEGER NOT NULL CHECK (isOwn IN (0, 1)),
      PRIMARY KEY (id, writer)
    ) STRICT;
    CREATE INDEX sharedCommentByNumber ON sharedComment (number);
    CREATE INDEX sharedCommentByFilm ON sharedComment (film, time) WHERE text IS NOT NULL AND NOT isOwn;
    CREATE INDEX sharedCommentByTime ON sharedComment (time) WHERE text IS NOT NULL AND NOT isOwn;
    CREATE INDEX sharedCommentOwn ON sharedComment (id) WHERE isOwn;

    """
}
