import GRDB

/// The tables of the film cache, which is attached to the collection's connection as `cache`.
///
/// The file is disposable: one of another version is emptied, not migrated.
enum FilmCacheSchema {
  private static let version = 3

  /// Moments are seconds since 1970, `usedOn` whole days since then, ratings tenths of a point.
  private static let tables = """
    CREATE TABLE cache.film (
      id TEXT PRIMARY KEY NOT NULL,
      title TEXT NOT NULL,
      year INTEGER,
      endYear INTEGER,
      type TEXT,
      imdbRating INTEGER,
      imdbVotes INTEGER,
      runtimeMinutes INTEGER,
      genres TEXT NOT NULL,
      titleKey TEXT NOT NULL,
      searchText TEXT NOT NULL,
      grade INTEGER NOT NULL,
      fetchedAt REAL,
      storedAt REAL NOT NULL,
      usedOn INTEGER NOT NULL,
      version INTEGER NOT NULL DEFAULT 1,
      facts TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cache.filmByTitleKey ON film (titleKey);
    CREATE INDEX cache.filmByUse ON film (usedOn, storedAt);

    CREATE TABLE cache.page (
      key TEXT PRIMARY KEY NOT NULL,
      fetchedAt REAL NOT NULL,
      usedOn INTEGER NOT NULL,
      content TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cache.pageByUse ON page (usedOn, fetchedAt);
    """

  /// The films of the collection as lists filter and sort them, for ``CollectionListing``.
  ///
  /// Genres and tags stand folded between separators.
  static func listing(in schema: String) -> String {
    """
    CREATE TABLE \(schema).listing (
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      sortKey BLOB NOT NULL,
      year INTEGER,
      type TEXT,
      genres TEXT NOT NULL,
      hasFacts INTEGER NOT NULL,
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
    CREATE INDEX \(schema).listingByTime ON listing (addedAt DESC, sortKey, id);
    CREATE INDEX \(schema).listingByRating ON listing (rating DESC, sortKey, id);
    CREATE INDEX \(schema).listingStale ON listing (id) WHERE isStale = 1;
    CREATE INDEX \(schema).listingWithoutFacts ON listing (id) WHERE hasFacts = 0;

    CREATE TABLE \(schema).listingText (
      number INTEGER PRIMARY KEY,
      body TEXT NOT NULL
    ) STRICT;

    CREATE TABLE \(schema).listingState (
      change TEXT NOT NULL,
      number INTEGER NOT NULL,
      collation TEXT NOT NULL,
      catalog TEXT NOT NULL
    ) STRICT;
    """
  }

  /// Facts that change make the film's row stale.
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

  /// Makes the tables where they are missing or of another version.
  static func prepare(_ db: Database) throws {
    guard try !isCurrent(db) else { return }
    try db.inTransaction(.immediate) {
      guard try !isCurrent(db) else { return .commit }
      for table in try tables(db) {
        try db.execute(sql: "DROP TABLE cache.\(table.quotedDatabaseIdentifier)")
      }
      try db.execute(sql: tables + listing(in: "cache") + triggers)
      try db.execute(sql: "PRAGMA cache.user_version = \(version)")
      return .commit
    }
  }

  /// Copies what another file knows of the collection's films, where it is of this version.
  static func adoptFacts(of file: String, _ db: Database) throws {
    try db.execute(sql: "ATTACH DATABASE ? AS stored", arguments: [file])
    defer { try? db.execute(sql: "DETACH DATABASE stored") }
    guard try Int.fetchOne(db, sql: "PRAGMA stored.user_version") == version else { return }
    try db.execute(
      sql: """
        INSERT INTO cache.film SELECT * FROM stored.film
        WHERE id IN (SELECT id FROM main.entry)
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
    let sql = """
      SELECT count(*) FROM cache.sqlite_master
      WHERE name IN ('film', 'page', 'listing', 'listingText', 'listingState')
      """
    return try Int.fetchOne(db, sql: sql) == 5
  }
}
