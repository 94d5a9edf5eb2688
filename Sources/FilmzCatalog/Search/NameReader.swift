import GRDB
import GRDBSQLite

/// Reads the titles and original titles.
struct NameReader {
  private let statement: Statement

  init(_ db: Database) throws {
    statement = try db.cachedStatement(sql: "SELECT title, original FROM title WHERE id = ?")
  }

  /// Returns the title and, if it differs, the original title; empty if the catalog lacks the id.
  func mainNames(of id: UInt32) throws -> [String] {
    try read(id) { [$0.text(0), $0.text(1)].compactMap(\.self) } ?? []
  }

  /// Returns how the title or the original title equals the words of a query.
  func exactness(of id: UInt32, _ matcher: NameMatcher) throws -> TitleRanking.Exactness {
    try read(id) { row in
      let exactness = Self.exactness(row, 0, matcher)
      guard exactness != .main else { return .main }
      let original = Self.exactness(row, 1, matcher)
      return original == .none ? exactness : original
    } ?? .none
  }

  private static func exactness(
    _ row: SQLiteStatement, _ column: CInt, _ matcher: NameMatcher
  ) -> TitleRanking.Exactness {
    guard let start = sqlite3_column_text(row, column) else { return .none }
    let bytes = UnsafeRawBufferPointer(
      start: start, count: Int(sqlite3_column_bytes(row, column)))
    return matcher.exactness(bytes) { String(cString: start) }
  }

  /// Returns what a closure returns for the row of a title; `nil` if the catalog lacks the id.
  private func read<Value>(_ id: UInt32, _ body: (SQLiteStatement) -> Value) throws -> Value? {
    let cursor = statement.sqliteStatement
    sqlite3_reset(cursor)
    defer { sqlite3_reset(cursor) }
    sqlite3_bind_int64(cursor, 1, Int64(id))
    return try cursor.next() ? body(cursor) : nil
  }
}
