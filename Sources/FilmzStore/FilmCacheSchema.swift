import GRDB

/// The tables of the film cache, which is attached to the collection's connection as `cache`.
///
/// The file is disposable: one of another version is emptied, not migrated.
enum FilmCacheSchema {
  private static let version = 2

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

  /// Makes the tables where they are missing or of another version.
  static func prepare(_ db: Database) throws {
    guard try !isCurrent(db) else { return }
    try db.inTransaction(.immediate) {
      guard try !isCurrent(db) else { return .commit }
      for table in try tables(db) {
        try db.execute(sql: "DROP TABLE cache.\(table.quotedDatabaseIdentifier)")
      }
      try db.execute(sql: tables)
      try db.execute(sql: "PRAGMA cache.user_version = \(version)")
      return .commit
    }
  }

  private static func tables(_ db: Database) throws -> [String] {
    let sql = """
      SELECT name FROM cache.sqlite_master WHERE type = 'table' AND substr(name, 1, 7) <> 'sqlite_'
      """
    return try String.fetchAll(db, sql: sql)
  }

  private static func isCurrent(_ db: Database) throws -> Bool {
    guard try Int.fetchOne(db, sql: "PRAGMA cache.user_version") == version else { return false }
    let sql = "SELECT count(*) FROM cache.sqlite_master WHERE name IN ('film', 'page')"
    return try Int.fetchOne(db, sql: sql) == 2
  }
}
