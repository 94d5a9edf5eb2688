import GRDB
import GRDBSQLite

extension SQLiteStatement {
  /// Goes to the next row, if there is one.
  ///
  /// - Throws: `DatabaseError` where the file cannot be read.
  func next() throws -> Bool {
    switch sqlite3_step(self) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  /// A blob of the current row; it lives until the statement goes on.
  func blob(_ column: CInt) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(self, column), count: Int(sqlite3_column_bytes(self, column)))
  }

  /// A text of the current row, or nothing for NULL.
  func text(_ column: CInt) -> String? {
    sqlite3_column_text(self, column).map { String(cString: $0) }
  }

  /// A number of the current row, or nothing for 0, which stands for what is not known.
  func number(_ column: CInt) -> Int? {
    let value = Int(sqlite3_column_int64(self, column))
    return value == 0 ? nil : value
  }

  /// Gives a blob to a statement, which copies it.
  func bind(_ blob: [UInt8], at index: CInt) {
    // SQLITE_TRANSIENT is a cast that Swift does not see.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_blob64(self, index, blob, sqlite3_uint64(blob.count), transient)
  }
}
