import GRDB

/// The tables of the film cache, which is attached to the collection's connection as `cache`.
///
/// The file is disposable: one of another version is emptied, not migrated.
enum FilmCacheSchema {
  private static let version = 1

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
      facts TEXT NOT NULL
    ) STRICT;
    CREATE INDEX cache.filmByTitleKey ON film (titleKey);
    """

  /// Makes the tables where they are missing or of another version.
  static func prepare(_ db: Database) throws {
    guard try Int.fetchOne(db, sql: "PRAGMA cache.user_version") != version else { return }
    try db.inTransaction(.immediate) {
      guard try Int.fetchOne(db, sql: "PRAGMA cache.user_version") != version else {
        return .commit
      }
      try db.execute(sql: "DROP TABLE IF EXISTS cache.film")
      try db.execute(sql: tables)
      try db.execute(sql: "PRAGMA cache.user_version = \(version)")
      return .commit
    }
  }
}
