import FilmzFiles
import Foundation
import GRDB

/// The tables of the film cache, which is attached to the collection's connection as `cache`.
///
/// The file is disposable: one of another version is emptied, not migrated.
enum FilmCacheSchema {
  private static let version = 5

  /// A film has a row for each layer of facts that is known of it (`FactLayer`), under the id by which
  /// the source knows it; what a source does not tell is `NULL`.
  ///
  /// Moments are seconds since 1970, `usedOn` whole days since then, ratings tenths of a point; people
  /// and names are folded, and like `directors` and `actors` one a line.
  private static let tables = """
    CREATE TABLE cache.film (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL,
      layer INTEGER NOT NULL,
      source TEXT NOT NULL,
      level INTEGER NOT NULL,
      title TEXT NOT NULL,
      year INTEGER,
      endYear INTEGER,
      type TEXT,
      imdbRating INTEGER,
      imdbVotes INTEGER,
      runtimeMinutes INTEGER,
      genres TEXT,
      titleKey TEXT NOT NULL,
      names TEXT,
      people TEXT,
      directors TEXT,
      actors TEXT,
      fetchedAt REAL,
      storedAt REAL NOT NULL,
      usedOn INTEGER NOT NULL,
      version INTEGER NOT NULL,
      facts TEXT NOT NULL,
      UNIQUE (id, layer)
    ) STRICT;
    CREATE INDEX cache.filmByUse ON film (usedOn, storedAt);

    CREATE TABLE cache.page (
      key TEXT PRIMARY KEY NOT NULL,
      fetchedAt REAL NOT NULL,
      usedOn INTEGER NOT NULL,
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cache.pageByUse ON page (usedOn, fetchedAt);

    """

  /// The films of the collection as lists filter and sort them, for ``ListIndex``.
  ///
  /// Genres and tags stand folded between separators, names of people between blanks, one a line. `level` is a `DetailLevel`, 0 if nobody told
  /// anything of the film.
  static func listIndex(in schema: String) -> String {
    """
    CREATE TABLE \(schema).listing (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      sortKey BLOB NOT NULL,
      titleKey TEXT,
      year INTEGER,
      type TEXT,
      genres TEXT NOT NULL,
      imdbRating INTEGER,
      imdbVotes INTEGER,
      runtimeMinutes INTEGER,
      level INTEGER NOT NULL,
      isLookedUp INTEGER NOT NULL DEFAULT 0,
      isStale INTEGER NOT NULL DEFAULT 0,
      addedAt INTEGER NOT NULL,
      rating INTEGER,
      audience TEXT,
      isWatched INTEGER NOT NULL,
      watchedOn TEXT,
      tags TEXT NOT NULL
    ) STRICT;
    CREATE INDEX \(schema).listingByName ON listing (sortKey, id);
    CREATE INDEX \(schema).listingByTitle ON listing (titleKey);
    CREATE INDEX \(schema).listingByTime ON listing (addedAt DESC, sortKey, id);
    CREATE INDEX \(schema).listingByRating ON listing (rating DESC, sortKey, id);
    CREATE INDEX \(schema).listingStale ON listing (id) WHERE isStale = 1;
    CREATE INDEX \(schema).listingWithoutDetails ON listing (id) WHERE level < 3;

    CREATE TABLE \(schema).listingText (
      number INTEGER PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE \(schema).listingPeople (
      number INTEGER PRIMARY KEY,
      names TEXT NOT NULL
    ) STRICT;

    CREATE TABLE \(schema).listingFacts (
      number INTEGER PRIMARY KEY,
      year INTEGER,
      rating INTEGER,
      viewings INTEGER NOT NULL,
      level INTEGER NOT NULL,
      fetchedAt REAL,
      imdbRating INTEGER,
      runtimeMinutes INTEGER,
      genres TEXT,
      directors TEXT,
      actors TEXT
    ) STRICT;

    CREATE TABLE \(schema).listingState (
      change TEXT NOT NULL,
      number INTEGER NOT NULL,
      collation TEXT NOT NULL,
      catalog TEXT NOT NULL
    ) STRICT;

    """
  }

  /// The tables of ``listIndex(in:)``.
  static let listIndexTables = [
    "listing", "listingText", "listingPeople", "listingFacts", "listingState",
  ]

  /// Facts that change make the row of the film with their id stale; ``FilmCache`` sees to films that
  /// have another id.
  private static let triggers = """
    CREATE TRIGGER cache.filmInserted AFTER INSERT ON film BEGIN
      UPDATE listing SET isStale = 1 WHERE id = NEW.id;
    END;
    CREATE TRIGGER cache.filmUpdated AFTER UPDATE OF facts ON film BEGIN
      UPDATE listing SET isStale = 1 WHERE id = NEW.id;
    END;
    CREATE TRIGGER cache.filmDeleted AFTER DELETE ON film BEGIN
      UPDATE listing SET isStale = 1 WHERE id = OLD.id;
    END;
    """

  /// The path of a film cache that no file holds.
  static let memory = ":memory:"

  /// Attaches a file as `cache`, and makes its tables if they are missing.
  static func attach(_ path: String, to db: Database) throws {
    try db.execute(sql: "ATTACH DATABASE ? AS cache", arguments: [path])
    do {
      try db.execute(sql: "PRAGMA cache.journal_mode = WAL; PRAGMA cache.synchronous = NORMAL")
      try prepare(db)
    } catch {
      try db.execute(sql: "DETACH DATABASE cache")
      throw error
    }
  }

  /// Attaches an empty cache, on a file that takes the place of a damaged one; if no file can be made,
  /// in memory.
  static func attachNew(_ path: String, to db: Database) throws {
    let path = FileStatus.target(of: path)
    removeDatabase(path)
    try? PrivateFile.create(URL(filePath: path))
    if (try? attach(path, to: db)) == nil { try attach(memory, to: db) }
  }

  /// Whether SQLite's full check finds the cache sound, all tables are as they were made, and what should
  /// be JSON is.
  static func isSound(_ db: Database) throws -> Bool {
    guard try db.verdict(of: "PRAGMA cache.integrity_check(1)") == nil else { return false }
    let reference = try DatabaseQueue()
    let definitions = try reference.inDatabase { db in
      try attach(memory, to: db)
      return try db.definitions(in: "cache")
    }
    return try definitions.isSubset(of: db.definitions(in: "cache")) && unreadableFilms(db) == 0
  }

  /// The number of films whose facts are no JSON.
  static func unreadableFilms(_ db: Database) throws -> Int {
    let sql = "SELECT count(*) FROM cache.film WHERE NOT json_valid(facts)"
    return try Int.fetchOne(db, sql: sql) ?? 0
  }

  /// Makes the tables where they are missing or of another version.
  static func prepare(_ db: Database) throws {
    guard try !isCurrent(db) else { return }
    try db.inTransaction(.immediate) {
      guard try !isCurrent(db) else { return .commit }
      for table in try tables(db) {
        try db.execute(sql: "DROP TABLE cache.\(table.quotedDatabaseIdentifier)")
      }
      try db.execute(sql: tables + listIndex(in: "cache") + triggers)
      try db.execute(sql: "PRAGMA cache.user_version = \(version)")
      return .commit
    }
  }

  /// Copies what another file knows of the collection's films, if it is of this version.
  static func adoptFacts(of file: String, _ db: Database) throws {
    try db.execute(sql: "ATTACH DATABASE ? AS stored", arguments: [file])
    defer { try? db.execute(sql: "DETACH DATABASE stored") }
    guard try Int.fetchOne(db, sql: "PRAGMA stored.user_version") == version else { return }
    try db.execute(
      sql: """
        INSERT INTO cache.film SELECT * FROM stored.film
        WHERE id IN (SELECT id FROM main.entry UNION ALL SELECT id FROM main.alias)
        """)
  }

  private static func tables(_ db: Database) throws -> [String] {
    let sql = """
      SELECT name FROM cache.sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'
      """
    return try String.fetchAll(db, sql: sql)
  }

  private static func isCurrent(_ db: Database) throws -> Bool {
    guard try Int.fetchOne(db, sql: "PRAGMA cache.user_version") == version else { return false }
    let names = ["film", "page"] + listIndexTables
    let sql = """
      SELECT count(*) FROM cache.sqlite_master WHERE name IN (SELECT value FROM json_each(?))
      """
    return try Int.fetchOne(db, sql: sql, arguments: [CollectionStore.text(of: names)])
      == names.count
  }
}
