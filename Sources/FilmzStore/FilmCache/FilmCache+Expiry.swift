import FilmzDomain
import Foundation
import GRDB

// The deletion of facts that may not be kept any longer.
extension FilmCache {
  /// Deletes the facts and pages of TMDB that were fetched before the longest permitted time.
  ///
  /// Ids are kept. Only reads two indexes if there is nothing to delete.
  ///
  /// - Parameters:
  ///   - now: The current time.
  ///   - db: A connection outside of a transaction.
  /// - Returns: `false` if there are such facts or pages, but the cache is locked or cannot be written.
  /// - Throws: A `DatabaseError` if the cache is damaged.
  static func deleteExpired(at now: Date, _ db: Database) throws -> Bool {
    let limit = expiryLimit(at: now)
    let sql = """
      SELECT EXISTS (SELECT 1 FROM cache.film WHERE \(isExpired("film")))
        OR EXISTS (SELECT 1 FROM cache.page WHERE \(isExpiredPage))
      """
    guard try Bool.fetchOne(db, sql: sql, arguments: [limit, limit]) == true else { return true }
    do {
      try db.cacheWriteTransaction { db in
        let films = try String.fetchAll(
          db, sql: "DELETE FROM cache.film WHERE \(isExpired("film")) RETURNING id",
          arguments: [limit])
        try markStale(films.map(FilmID.init(unchecked:)), db)
        try db.execute(sql: "DELETE FROM cache.page WHERE \(isExpiredPage)", arguments: [limit])
      }
      return true
    } catch let error as DatabaseError where error.isFileUnavailable {
      return false
    }
  }

  /// The latest time in seconds since 1970 at which facts of TMDB were fetched that may not be kept.
  static func expiryLimit(at now: Date) -> Double {
    now.timeIntervalSince1970 - Double(Freshness.maximumDaysOfTMDB) * 86_400
  }

  /// The condition that a row contains facts of TMDB that were fetched up to a time, the argument to bind.
  ///
  /// Search results have no time at which they were fetched, but are stored at once.
  static func isExpired(_ film: String) -> String {
    "\(film).source = 'tmdb' AND coalesce(\(film).fetchedAt, \(film).storedAt) <= ?"
  }

  /// The condition that a page of TMDB was fetched up to a time, the argument to bind.
  private static let isExpiredPage = "key >= 'tmdb ' AND key < 'tmdb!' AND fetchedAt <= ?"
}
