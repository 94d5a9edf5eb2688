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
  private typealias Call = @convention(c) (OpaquePointer?) -> CInt
  private typealias Wait = @convention(c) (OpaquePointer?, CInt) -> CInt
  private typealias Text = @convention(c) (OpaquePointer?, CInt) -> UnsafePointer<CChar>?

  /// The first column of what a query finds, as texts; NULL is an empty one.
  func texts(_ sql: String) throws -> [String] {
    let open = unsafeBitCast(try Self.address("sqlite3_open"), to: Open.self)
    let wait = unsafeBitCast(try Self.address("sqlite3_busy_timeout"), to: Wait.self)
    let prepare = unsafeBitCast(try Self.address("sqlite3_prepare_v2"), to: Prepare.self)
    let finalize = unsafeBitCast(try Self.address("sqlite3_finalize"), to: Call.self)
    let close = unsafeBitCast(try Self.address("sqlite3_close"), to: Call.self)
    var database: OpaquePointer?
    defer { _ = close(database) }
    try Self.check(open(path, &database), sql)
    _ = wait(database, 10_000)
    var statement: OpaquePointer?
    defer { _ = finalize(statement) }
    try Self.check(prepare(database, sql, -1, &statement, nil), sql)
    return try Self.rows(of: statement, sql)
  }

  private static func rows(of statement: OpaquePointer?, _ sql: String) throws -> [String] {
    let step = unsafeBitCast(try address("sqlite3_step"), to: Call.self)
    let text = unsafeBitCast(try address("sqlite3_column_text"), to: Text.self)
    var rows: [String] = []
    while true {
      let code = step(statement)
      guard code == 100 else {  // SQLITE_ROW
        try check(code == 101 ? 0 : code, sql)  // SQLITE_DONE
        return rows
      }
      rows.append(text(statement, 0).map { String(cString: $0) } ?? "")
    }
  }

  private static func check(_ code: CInt, _ sql: String) throws {
    guard code == 0 else {
      throw TestSupportError.system(call: "SQLite code \(code): \(sql)", code: 0)
    }
  }
}

extension FilmzProcess {
  /// The collection's file.
  var collectionFile: SQLiteFile {
    SQLiteFile(path: folder.path(of: "home/data/collection.sqlite"))
  }

  /// What SQLite says of the collection's file: `["ok"]` where nothing is wrong with it.
  func integrity() throws -> [String] {
    try collectionFile.texts("PRAGMA integrity_check")
      + collectionFile.texts("PRAGMA foreign_key_check")
  }
}
