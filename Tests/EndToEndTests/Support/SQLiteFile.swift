import FilmzTestSupport
import Glibc

/// A database file that tests read and change with SQLite's library, bypassing the program.
struct SQLiteFile {
  private typealias Open =
    @convention(c) (
      UnsafePointer<CChar>, UnsafeMutablePointer<OpaquePointer?>
    ) -> CInt
  private typealias Execute =
    @convention(c) (
      OpaquePointer?, UnsafePointer<CChar>, OpaquePointer?, OpaquePointer?, OpaquePointer?
    ) -> CInt
  private typealias Close = @convention(c) (OpaquePointer?) -> CInt

  let path: String

  /// Executes SQL statements.
  func execute(_ sql: String) throws {
    let open = unsafeBitCast(try Self.address("sqlite3_open"), to: Open.self)
    let execute = unsafeBitCast(try Self.address("sqlite3_exec"), to: Execute.self)
    let close = unsafeBitCast(try Self.address("sqlite3_close"), to: Close.self)
    var database: OpaquePointer?
    defer { _ = close(database) }
    let code = [open(path, &database), execute(database, sql, nil, nil, nil)].first { $0 != 0 }
    if let code { throw TestSupportError.system(call: "SQLite code \(code): \(sql)", code: 0) }
  }

  /// Returns the address of a function in SQLite's library.
  static func address(_ name: String) throws -> UnsafeMutableRawPointer {
    guard let address = dlsym(dlopen("libsqlite3.so.0", RTLD_NOW), name) else {
      throw TestSupportError.system(call: name, code: ENOSYS)
    }
    return address
  }
}

extension FilmzProcess {
  /// Makes all entries of the film cache older by a number of days.
  func ageCache(days: Int) throws {
    let seconds = days * 86_400
    try SQLiteFile(path: folder.path(of: "home/cache/films.sqlite")).execute(
      """
      UPDATE film SET storedAt = storedAt - \(seconds), fetchedAt = fetchedAt - \(seconds),
        usedOn = usedOn - \(days);
      UPDATE film SET facts =
        json_set(facts, '$.fetchedAt', json_extract(facts, '$.fetchedAt') - \(seconds))
        WHERE fetchedAt IS NOT NULL;
      UPDATE page SET fetchedAt = fetchedAt - \(seconds), usedOn = usedOn - \(days);
      """)
  }
}
