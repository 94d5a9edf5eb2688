import FilmzFiles
import Foundation
import GRDB
import GRDBSQLite

/// The tables of the film cache, which is attached to the collection's connection as `cache`.
///
/// The file is disposable: if its version differs, its tables are dropped and created again.
enum FilmCacheSchema {
  private static let version = 11
  /// The version that differs from the current one only in the list index.
  private static let versionOfOldIndex = 10

  /// The SQL that creates the tables of films and of pages of search results.
  ///
  /// A film has one row for each layer of facts (`FactLayer`), under the id that the source uses; facts that the source
  /// does not have are `NULL`. Times are seconds since 1970, `usedOn` is whole days since 1970, and ratings are tenths
  /// of a point. `names` contains the folded title and original title, and `people` the folded names of directors,
  /// writers, and actors. `directors` and `actors` contain the names as the source reports them. All four have one name
  /// per line.
  ///
  /// `alias` contains further ids of films that sources have reported, each with the id of its film.
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
      rated TEXT,
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
    CREATE INDEX cache.filmOfTMDB ON film (coalesce(fetchedAt, storedAt)) WHERE source = 'tmdb';

    CREATE TABLE cache.alias (
      id TEXT PRIMARY KEY NOT NULL,
      film TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX cache.aliasByFilm ON alias (film);

    CREATE TABLE cache.page (
      key TEXT PRIMARY KEY NOT NULL,
      fetchedAt REAL NOT NULL,
      usedOn INTEGER NOT NULL,
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cache.pageByUse ON page (usedOn, fetchedAt);
    CREATE INDEX cache.pageOfTMDB ON page (fetchedAt) WHERE key >= 'tmdb ' AND key < 'tmdb!';

    """

  /// Returns the SQL that creates the tables of the ``ListIndex`` in a database.
  ///
  /// `listIndexLists` has one row per list of films, with the numbers of its films and of those that are seen.
  /// Each of the other tables except `listIndexState` has at most one row per film of the collection.
  ///
  /// In `listIndex`, genres are in lowercase and tags are folded, with a separator before and after each genre and tag.
  /// `platform` is a `FilmFilter.platformKey`, and `certification` is a `FilmFilter.certificationKey`. `level` is a
  /// `DetailLevel`, or 0 if there are no facts from sources. `lacksFacts` is 1 if there are no details under the film's
  /// canonical id; facts under an alias may be those of another film. The indexes with many columns are used by
  /// ``ListIndexQuery``, the last four by smart collections. All contain the certification for the kids filter, which
  /// also counts the films of lists with `listIndexShown`.
  ///
  /// In `listIndexPeople`, names are folded, one per line, with a space before and after each name. `listIndexState`
  /// has one row: the newest change in the index (id and row number), the collation of its sort keys, and the revision
  /// of the local catalog in which films without facts were looked up.
  static func listIndex(in schema: String) -> String {
    """
    CREATE TABLE \(schema).listIndex (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      title TEXT,
      sortKey BLOB NOT NULL,
      titleKey TEXT,
      year INTEGER,
      type TEXT,
      genres TEXT NOT NULL,
      imdbRating INTEGER,
      imdbVotes INTEGER,
      runtimeMinutes INTEGER,
      level INTEGER NOT NULL,
      lacksFacts INTEGER NOT NULL,
      isLookedUp INTEGER NOT NULL DEFAULT 0,
      isStale INTEGER NOT NULL DEFAULT 0,
      addedAt INTEGER NOT NULL,
      rating INTEGER,
      audience TEXT,
      isWatched INTEGER NOT NULL,
      watchedOn TEXT,
      datedViewings INTEGER NOT NULL,
      platform TEXT,
      tags TEXT NOT NULL,
      certification TEXT
    ) STRICT;
    CREATE INDEX \(schema).listIndexByName ON listIndex (
      sortKey, id, isWatched, datedViewings, rating, type, addedAt, certification
    );
    CREATE INDEX \(schema).listIndexByTitle ON listIndex (titleKey);
    CREATE INDEX \(schema).listIndexByTime ON listIndex (
      addedAt DESC, sortKey, id, isWatched, datedViewings, rating, type, certification
    );
    CREATE INDEX \(schema).listIndexByViewing ON listIndex (
      watchedOn DESC, sortKey, id, isWatched, datedViewings, rating, type, addedAt, certification
    ) WHERE isWatched = 1;
    CREATE INDEX \(schema).listIndexByRating ON listIndex (rating DESC, sortKey, id);
    CREATE INDEX \(schema).listIndexStale ON listIndex (id) WHERE isStale = 1;
    CREATE INDEX \(schema).listIndexWithoutFacts ON listIndex (isLookedUp, id) WHERE lacksFacts = 1;
    CREATE INDEX \(schema).listIndexShown ON listIndex (id, certification, isWatched);
    CREATE INDEX \(schema).listIndexCounts ON listIndex (
      isWatched, datedViewings, rating, type, certification
    );
    CREATE INDEX \(schema).listIndexGenres ON listIndex (genres, certification)
      WHERE isWatched = 1;
    CREATE INDEX \(schema).listIndexYears ON listIndex (year, certification) WHERE isWatched = 1;
    CREATE INDEX \(schema).listIndexPlatforms ON listIndex (platform, certification)
      WHERE isWatched = 1 AND platform IS NOT NULL;

    CREATE TABLE \(schema).listIndexText (
      number INTEGER PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE \(schema).listIndexPeople (
      number INTEGER PRIMARY KEY,
      names TEXT NOT NULL
    ) STRICT;

    CREATE TABLE \(schema).listIndexFacts (
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

    CREATE TABLE \(schema).listIndexLists (
      id TEXT PRIMARY KEY NOT NULL,
      films INTEGER NOT NULL,
      seen INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE \(schema).listIndexState (
      change TEXT NOT NULL,
      number INTEGER NOT NULL,
      collation TEXT NOT NULL,
      catalog TEXT NOT NULL
    ) STRICT;

    """
  }

  /// The names of the tables of ``listIndex(in:)``.
  static let listIndexTables = [
    "listIndex", "listIndexText", "listIndexPeople", "listIndexFacts", "listIndexLists",
    "listIndexState",
  ]

  /// Recreates the tables of the list index without rows; ``ListIndex/update()`` fills them.
  static func emptyListIndex(_ db: Database) throws {
    for table in listIndexTables { try db.execute(sql: "DROP TABLE IF EXISTS cache.\(table)") }
    try db.execute(sql: listIndex(in: "cache"))
  }

  /// Triggers that mark the row of a film in the list index as stale when its facts change.
  ///
  /// They only find a film whose facts are stored under its canonical id. For facts under an alias,
  /// ``FilmCache/markStale(_:_:)`` marks the row.
  private static let triggers = """
    CREATE TRIGGER cache.filmInserted AFTER INSERT ON film BEGIN
      UPDATE listIndex SET isStale = 1 WHERE id = NEW.id;
    END;
    CREATE TRIGGER cache.filmUpdated AFTER UPDATE OF facts ON film BEGIN
      UPDATE listIndex SET isStale = 1 WHERE id = NEW.id;
    END;
    CREATE TRIGGER cache.filmDeleted AFTER DELETE ON film BEGIN
      UPDATE listIndex SET isStale = 1 WHERE id = OLD.id;
    END;
    """

  /// The path of a film cache in memory.
  static let memory = ":memory:"

  /// Attaches a file as `cache`, and creates its tables if they are missing or of another version.
  static func attach(_ path: String, to db: Database) throws {
    try db.execute(sql: "ATTACH DATABASE ? AS cache", arguments: [path])
    do {
      // With less memory, filling the list index would write pages several times.
      try db.execute(
        sql: "PRAGMA cache.journal_mode = WAL; PRAGMA cache.synchronous = NORMAL; PRAGMA cache.cache_size = -24000")
      try prepare(db)
    } catch {
      try db.execute(sql: "DETACH DATABASE cache")
      throw error
    }
  }

  /// Attaches a file as `cache`, and deletes the facts that have expired at the time `now`.
  ///
  /// If they cannot be deleted, attaches a cache in memory instead. Damage is not reported until the cache is used.
  static func attach(_ path: String, deletingExpiredAt now: Date, to db: Database) throws {
    try attach(path, to: db)
    guard (try? FilmCache.deleteExpired(at: now, db)) == false else { return }
    try db.execute(sql: "DETACH DATABASE cache")
    try attach(memory, to: db)
  }

  /// Removes a damaged cache and attaches an empty one in a new file at its path.
  ///
  /// If the new file cannot be used, attaches a cache in memory.
  static func attachEmptyCache(replacing path: String, to db: Database) throws {
    let path = FileStatus.target(of: path)
    removeDatabase(path)
    try? PrivateFile.create(URL(filePath: path))
    if (try? attach(path, to: db)) == nil { try attach(memory, to: db) }
  }

  /// Creates the tables if they are missing; tables of another version are dropped first.
  static func prepare(_ db: Database) throws {
    guard try !isCurrent(db) else { return }
    try db.inTransaction(.immediate) {
      guard try !isCurrent(db) else { return .commit }
      let hasOldIndex = try Int.fetchOne(db, sql: "PRAGMA cache.user_version") == versionOfOldIndex && hasAllTables(db)
      if hasOldIndex {
        try emptyListIndex(db)
      } else {
        for table in try tableNames(db) { try db.execute(sql: "DROP TABLE cache.\(table.quotedDatabaseIdentifier)") }
        try db.execute(sql: tables + listIndex(in: "cache") + triggers)
      }
      try db.execute(sql: "PRAGMA cache.user_version = \(version)")
      return .commit
    }
  }

  /// Returns whether the attached film cache is stored in a file, not in memory.
  static func isOnFile(_ db: Database) -> Bool {
    let path = sqlite3_db_filename(db.sqliteConnection, "cache")
    return path.map { $0.pointee != 0 } ?? false
  }

  /// Copies the facts of the collection's films, and all aliases, from the cache at a URI, unless that cache is of
  /// another version.
  ///
  /// Facts that have expired at the time `now` are not copied.
  static func copyFacts(from uri: String, at now: Date, _ db: Database) throws {
    try db.execute(sql: "ATTACH DATABASE ? AS stored", arguments: [uri])
    defer { try? db.execute(sql: "DETACH DATABASE stored") }
    guard try Int.fetchOne(db, sql: "PRAGMA stored.user_version") == version else { return }
    try db.execute(
      sql: """
        INSERT INTO cache.film SELECT * FROM stored.film
        WHERE id IN (SELECT id FROM main.entry UNION ALL SELECT id FROM main.alias
          UNION ALL SELECT alias.film FROM main.entry JOIN stored.alias USING (id))
          AND NOT (\(FilmCache.isExpired("film")))
        """, arguments: [FilmCache.expiryLimit(at: now)])
    try db.execute(sql: "INSERT INTO cache.alias SELECT * FROM stored.alias")
  }

  private static func tableNames(_ db: Database) throws -> [String] {
    let sql = "SELECT name FROM cache.sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'"
    return try String.fetchAll(db, sql: sql)
  }

  private static func isCurrent(_ db: Database) throws -> Bool {
    try Int.fetchOne(db, sql: "PRAGMA cache.user_version") == version && hasAllTables(db)
  }

  private static func hasAllTables(_ db: Database) throws -> Bool {
    let names = ["film", "alias", "page"] + listIndexTables
    let list = names.map { "'\($0)'" }.joined(separator: ", ")
    let sql = "SELECT count(*) FROM cache.sqlite_master WHERE name IN (\(list))"
    return try Int.fetchOne(db, sql: sql) == names.count
  }
}

// Checks of the film cache.
extension FilmCacheSchema {
  /// Returns whether the cache passes SQLite's full integrity check, has the expected schema, and all its
  /// facts are valid JSON.
  static func isIntact(_ db: Database) throws -> Bool {
    try db.integrityCheck("PRAGMA cache.integrity_check(1)") == nil && hasExpectedSchema(db)
      && countUnreadableFilms(db) == 0
  }

  /// Returns whether all tables, indexes, and triggers have their original definitions.
  static func hasExpectedSchema(_ db: Database) throws -> Bool {
    let reference = try DatabaseQueue()
    let definitions = try reference.inDatabase { db in
      try attach(memory, to: db)
      return try db.definitions(in: "cache")
    }
    return try definitions.isSubset(of: db.definitions(in: "cache"))
  }

  /// Returns the number of rows whose facts are not valid JSON.
  static func countUnreadableFilms(_ db: Database) throws -> Int {
    let sql = "SELECT count(*) FROM cache.film WHERE NOT json_valid(facts)"
    return try Int.fetchOne(db, sql: sql) ?? 0
  }
}
