import FilmzTestSupport
import Foundation
import GRDB

/// Writes values of wrong types into `STRICT` tables, to simulate a damaged disk.
struct CellCorruptor {
  /// SQL expressions of each type, including the ends of ranges.
  static let wrongValues = [
    "NULL", "0", "9223372036854775807", "-1.5e300", "''", "'wrong'", "x'DEADBEEF'",
  ]

  /// A column of a table.
  struct Column: Sendable, CustomStringConvertible {
    let table: String
    let name: String
    var description: String { "\(table).\(name)" }
  }

  let path: String

  /// Returns the columns that can store a wrong value: all except for integer primary keys and generated
  /// columns.
  func columns() throws -> [Column] {
    try run { db in
      let sql = """
        SELECT tables.name AS "table", columns.name AS "column"
        FROM sqlite_schema AS tables JOIN pragma_table_xinfo(tables.name) AS columns
        WHERE tables.type = 'table' AND tables.name NOT LIKE 'sqlite_%'
          AND NOT (columns.type = 'INTEGER' AND columns.pk > 0) AND columns.hidden NOT IN (2, 3)
        """
      return try Row.fetchAll(db, sql: sql).map { Column(table: $0[0], name: $0[1]) }
    }
  }

  /// Sets a column of some rows to an SQL expression, bypassing the constraints of the table.
  func write(_ expression: String, to column: Column, where condition: String = "1") throws {
    let originalDefinition = try run { db in
      let definition = try String.fetchOne(
        db, sql: "SELECT sql FROM sqlite_schema WHERE name = ?", arguments: [column.table])
      try define(column.table, as: Self.withoutConstraints(definition ?? ""), db)
      return definition ?? ""
    }
    try run { db in
      try db.execute(
        sql: """
          PRAGMA ignore_check_constraints = ON;
          UPDATE OR REPLACE "\(column.table)" SET "\(column.name)" = \(expression)
          WHERE \(condition)
          """)
    }
    try run { try define(column.table, as: originalDefinition, $0) }
  }

  private func define(_ table: String, as sql: String, _ db: Database) throws {
    try db.execute(sql: "PRAGMA writable_schema = ON")
    try db.execute(
      sql: "UPDATE sqlite_schema SET sql = ? WHERE name = ?", arguments: [sql, table])
    try db.execute(sql: "PRAGMA writable_schema = RESET")
  }

  /// Returns a table definition without type conversions and constraints.
  private static func withoutConstraints(_ definition: String) -> String {
    definition.replacing(/\) STRICT$/, with: ")").replacing(" NOT NULL", with: "")
      .replacing(/\ (TEXT|REAL|INTEGER(?! PRIMARY))/, with: " BLOB")
  }

  private func run<Value>(_ body: (Database) throws -> Value) throws -> Value {
    var configuration = Configuration()
    configuration.foreignKeysEnabled = false
    // Prevents `UPDATE OR REPLACE` from running the delete triggers of the film cache.
    configuration.prepareDatabase { try $0.execute(sql: "PRAGMA recursive_triggers = OFF") }
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    defer { try? queue.close() }
    return try queue.writeWithoutTransaction(body)
  }
}
