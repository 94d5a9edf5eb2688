import GRDB
import GRDBSQLite

@testable import FilmzStore

extension CollectionStore {
  /// Returns how many pages the connection has looked up, in its cache or in the files.
  func pageLookups() async throws -> Int {
    try await connection.database.read { db in
      [SQLITE_DBSTATUS_CACHE_HIT, SQLITE_DBSTATUS_CACHE_MISS].reduce(0) { sum, status in
        var current: CInt = 0
        var highest: CInt = 0
        sqlite3_db_status(db.sqliteConnection, status, &current, &highest, 0)
        return sum + Int(current)
      }
    }
  }
}
