import GRDB
import GRDBSQLite

/// Local titles to be written to the catalog.
struct LocalTitleBatch: Sendable {
  /// For each title, its id and its local titles in UTF-8, separated by line feeds.
  private(set) var rows: [(title: UInt32, names: [UInt8])] = []

  /// Adds a local title; consecutive local titles of the same title form one row.
  mutating func add(_ name: Span<UInt8>, of title: UInt32) {
    if rows.last?.title == title {
      rows[rows.count - 1].names.append(UInt8(ascii: "\n"))
    } else {
      rows.append((title, []))
    }
    for index in name.indices { rows[rows.count - 1].names.append(name[index]) }
  }
}

extension CatalogWriter {
  /// Writes local titles; if local titles of a title have been written already, the new ones are appended
  /// to them.
  func insert(_ batch: LocalTitleBatch) throws {
    guard !batch.rows.isEmpty else { return }
    try write { db in
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO localTitle VALUES (?, ?)
          ON CONFLICT (title) DO UPDATE SET titles = titles || char(10) || excluded.titles
          """)
      for row in batch.rows {
        sqlite3_bind_int64(statement.sqliteStatement, 1, Int64(row.title))
        // The bytes remain valid until the statement has been executed.
        try row.names.withUnsafeBytes { bytes in
          sqlite3_bind_text(
            statement.sqliteStatement, 2, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
            CInt(bytes.count), nil)
          try Self.step(statement.sqliteStatement)
        }
      }
    }
  }
}
