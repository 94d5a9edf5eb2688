import FilmzTestSupport
import Glibc

extension SQLiteFile {
  private typealias Open =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
    ) -> CInt
  private typealias Prepare =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, CInt, UnsafeMutablePointer<OpaquePointer?>,
      OpaquePointer?
    ) -> CInt
  private typealias CallWithHandle = @convention(c) (OpaquePointer?) -> CInt
  private typealias SetTimeout = @convention(c) (OpaquePointer?, CInt) -> CInt
  private typealias ColumnText = @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CChar>?

  /// Returns the first column of the rows of a query, as text; NULL is an empty string.
  func queryFirstColumn(_ sql: String) throws -> [String] {
    let open = unsafeBitCast(try Self.address("sqlite3_open"), to: Open.self)
    let setBusyTimeout = unsafeBitCast(
      try Self.address("sqlite3_busy_timeout"), to: SetTimeout.self)
    let prepare = unsafeBitCast(try Self.address("sqlite3_prepare_v2"), to: Prepare.self)
    let finalize = unsafeBitCast(try Self.address("sqlite3_finalize"), to: CallWithHandle.self)
    let close = unsafeBitCast(try Self.address("sqlite3_close"), to: CallWithHandle.self)
    var database: OpaquePointer?
    defer { _ = close(database) }
    try Self.check(open(path, &database), sql)
    _ = setBusyTimeout(database, 10_000)
    var statement: OpaquePointer?
    defer { _ = finalize(statement) }
    try Self.check(prepare(database, sql, -1, &statement, nil), sql)
    return try Self.rows(of: statement, sql)
  }

  private static func rows(of statement: OpaquePointer?, _ sql: String) throws -> [String] {
    let step = unsafeBitCast(try address("sqlite3_step"), to: CallWithHandle.self)
    let columnText = unsafeBitCast(try address("sqlite3_column_text"), to: ColumnText.self)
    var rows: [String] = []
    while true {
      let code = step(statement)
      guard code == 100 else {  // SQLITE_ROW
        try check(code == 101 ? 0 : code, sql)  // SQLITE_DONE
        return rows
      }
      rows.append(columnText(statement, 0).map { String(cString: $0) } ?? "")
    }
  }

  private static func check(_ code: CInt, _ sql: String) throws {
    guard code == 0 else {
      throw TestSupportError.system(call: "SQLite code \(code): \(sql)", code: 0)
    }
  }
}

extension FilmzProcess {
  /// The collection file.
  var collectionFile: SQLiteFile {
    SQLiteFile(path: folder.path(of: "home/data/collection.sqlite"))
  }

  /// Returns the problems that SQLite finds in the collection file, or `["ok"]` if there are none.
  func integrityCheck() throws -> [String] {
    try collectionFile.queryFirstColumn("PRAGMA integrity_check")
      + collectionFile.queryFirstColumn("PRAGMA foreign_key_check")
  }
}
