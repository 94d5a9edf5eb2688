import CStarterCatalog
import GRDB
import GRDBSQLite

/// The index of the starter catalog, which is part of the program.
///
/// It has the format of an imported catalog, and a further table with the lines of the ``StarterTable``.
struct StarterIndex: Sendable {
  /// The statement that creates the table of the lines; their ids are the numbers in IMDb ids.
  static let lineTable = "CREATE TABLE starterLine (id INTEGER PRIMARY KEY, line TEXT NOT NULL)"

  let reader: CatalogReader
  private let database: DatabaseQueue

  /// Opens the index, without copying it.
  ///
  /// - Throws: `DatabaseError`.
  init() throws {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.foreignKeysEnabled = false
    configuration.prepareDatabase { db in
      let code = filmz_open_starter_index(db.sqliteConnection)
      guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
    database = try DatabaseQueue(configuration: configuration)
    reader = try CatalogReader(database, path: "the starter catalog", ratingsAsOf: StarterTitle.ratingsAsOf)
  }

  /// Returns the titles with the given ids, by id; ids that are not in the catalog are ignored.
  func titles(_ ids: some Sequence<UInt32>) throws -> [UInt32: StarterTitle] {
    try database.inDatabase { db in
      let statement = try db.cachedStatement(sql: "SELECT line FROM starterLine WHERE id = ?")
      var titles: [UInt32: StarterTitle] = [:]
      for id in ids {
        guard let line = try statement.row(for: id, { Array($0.blob(0)) }) else { continue }
        titles[id] = StarterTitle(line.indices, of: line)
      }
      return titles
    }
  }

  /// Returns the ids of all titles.
  func ids() throws -> [UInt32] {
    try database.inDatabase { try RecordCatalog.numbers($0, sql: "SELECT id FROM title") }
  }
}
