import GRDB

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
