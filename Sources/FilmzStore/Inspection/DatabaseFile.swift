import FilmzDomain
import FilmzFiles
import Foundation
import GRDB

/// One of the database files of a home, as a database of an open connection.
struct DatabaseFile {
  let connection: any DatabaseWriter
  /// The name of the database on the connection: `main`, or the name under which it is attached.
  let schema: String
  let url: URL

  /// The name of the file, such as `collection.sqlite`.
  var name: String { url.lastPathComponent }

  /// The size in bytes of the file and its write-ahead log.
  var bytes: Int {
    let path = FileStatus.target(of: url.path(percentEncoded: false))
    return [path, path + "-wal"].reduce(0) { $0 + (FileStatus(path: $1)?.bytes ?? 0) }
  }

  /// Opens a file that is never changed after it has been written, for reading.
  ///
  /// - Throws: `DatabaseError`; `SQLITE_CANTOPEN` if it is not a file.
  init(reading url: URL) throws {
    guard let uri = DatabasePath.immutableURI(of: url.path(percentEncoded: false)) else {
      throw DatabaseError(resultCode: .SQLITE_CANTOPEN)
    }
    var configuration = Configuration()
    configuration.readonly = true
    configuration.label = "filmz.inspection"
    connection = try DatabaseQueue(path: uri, configuration: configuration)
    schema = "main"
    self.url = url
  }

  init(_ connection: any DatabaseWriter, _ schema: String, _ url: URL) {
    (self.connection, self.schema, self.url) = (connection, schema, url)
  }

  /// Runs a closure that reads, and that is interrupted if the task is cancelled.
  ///
  /// - Throws: A ``StoreError``, `CancellationError`, or an error of the closure.
  func read<Value>(_ body: (Database) throws -> Value) async throws -> Value {
    do {
      return try await connection.performOnCallingThread { try $0.readTransaction(body) }
    } catch let error as DatabaseError {
      throw Self.map(error, path: url.path(percentEncoded: false))
    }
  }

  /// Returns the error to throw for a database error; an interrupted statement results from a cancelled task.
  static func map(_ error: DatabaseError, path: String) -> any Error {
    error.resultCode == .SQLITE_INTERRUPT ? CancellationError() : StoreError(error, path: path)
  }
}

// MARK: - Sizes

extension DatabaseFile {
  /// Returns the size of the file or, with `byTable`, the sizes of its tables by name.
  func usage(byTable: Bool) async throws -> [DatabaseUsage] {
    try await read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM \(schema).sqlite_schema
          WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY name
          """)
      let rows = try tables.cancellableMap { table in
        let sql = "SELECT count(*) FROM \(schema).\(table.quotedDatabaseIdentifier)"
        return try Int.fetchOne(db, sql: sql) ?? 0
      }
      guard byTable else { return [DatabaseUsage(file: name, table: nil, rows: rows.reduce(0, +), bytes: bytes)] }
      let sizes = try sizes(of: "tbl_name", db)
      return zip(tables, rows).map { table, rows in
        DatabaseUsage(file: name, table: table, rows: rows, bytes: sizes?[table])
      }
    }
  }

  /// Returns the indexes that `CREATE INDEX` has created, sorted by table and name.
  func indexes() async throws -> [DatabaseIndex] {
    try await read { db in
      let sizes = try sizes(of: "name", db)
      let sql = """
        SELECT name, tbl_name, sql FROM \(schema).sqlite_schema
        WHERE type = 'index' AND sql IS NOT NULL ORDER BY tbl_name, name
        """
      return try Row.fetchAll(db, sql: sql).cancellableMap { row in
        let name: String = try row.value("name")
        let columns = try Row.fetchAll(
          db, sql: "SELECT name FROM pragma_index_info(?, ?) ORDER BY seqno", arguments: [name, schema])
        let table: String = try row.value("tbl_name")
        return DatabaseIndex(
          name: name, table: table, columns: try columns.map { try $0.value("name", String?.self) ?? "(expression)" },
          bytes: sizes?[name], rows: try rowCount(of: table, indexedWith: try row.value("sql"), db))
      }
    }
  }

  /// Returns the number of rows of a table that an index contains: those that satisfy its condition, if its SQL has
  /// one.
  private func rowCount(of table: String, indexedWith sql: String, _ db: Database) throws -> Int {
    let condition = sql.range(of: "WHERE").map { sql[$0.lowerBound...] } ?? ""
    return try Int.fetchOne(
      db, sql: "SELECT count(*) FROM \(schema).\(table.quotedDatabaseIdentifier) \(condition)") ?? 0
  }

  /// Returns the sizes in bytes of tables and indexes, summed up by a column of the schema table.
  ///
  /// Returns `nil` if this SQLite has no `dbstat`.
  private func sizes(of column: String, _ db: Database) throws -> [String: Int]? {
    let hasStatistics = "SELECT EXISTS (SELECT 1 FROM pragma_module_list WHERE name = 'dbstat')"
    guard try Bool.fetchOne(db, sql: hasStatistics) == true else { return nil }
    let sql = """
      SELECT entry.\(column) AS name, sum(pgsize) AS bytes
      FROM dbstat('\(schema)', 1) AS page JOIN \(schema).sqlite_schema AS entry USING (name) GROUP BY 1
      """
    let rows = try Row.fetchAll(db, sql: sql)
    return Dictionary(try rows.map { (try $0.value("name"), try $0.value("bytes")) }, uniquingKeysWith: +)
  }
}
