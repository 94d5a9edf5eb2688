import GRDB
import GRDBSQLite

extension SQLiteStatement {
  /// Advances to the next row; returns `false` if there is none.
  ///
  /// - Throws: `DatabaseError` if the file cannot be read.
  func next() throws -> Bool {
    switch sqlite3_step(self) {
    case SQLITE_ROW: true
    case SQLITE_DONE: false
    case let code: throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
  }

  /// Returns the blob in a column of the current row.
  ///
  /// The blob is valid until the statement advances or is reset.
  func blob(_ column: CInt) -> UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(
      start: sqlite3_column_blob(self, column), count: Int(sqlite3_column_bytes(self, column)))
  }

  /// Returns the string in a column of the current row, or `nil` for NULL.
  func text(_ column: CInt) -> String? {
    sqlite3_column_text(self, column).map { String(cString: $0) }
  }

  /// Returns the number in a column of the current row, or `nil` for 0 and NULL, which stand for an
  /// unknown value.
  func number(_ column: CInt) -> Int? {
    let value = Int(sqlite3_column_int64(self, column))
    return value == 0 ? nil : value
  }

  /// Binds a copy of a blob to the statement.
  func bind(_ blob: [UInt8], at index: CInt) {
    // SQLITE_TRANSIENT is a macro with a cast, which Swift does not import.
    let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    sqlite3_bind_blob64(self, index, blob, sqlite3_uint64(blob.count), transient)
  }
}
