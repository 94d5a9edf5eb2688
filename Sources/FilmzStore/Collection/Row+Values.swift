import GRDB

/// A row does not hold what the program writes, so that its file is damaged.
struct DamagedRowError: Error {
  let file: StoreConnection.File
}

/// Reading values that may be damaged; GRDB's subscripts end the program where a value has another type.
extension Row {
  /// Returns the value of a column.
  ///
  /// - Throws: `RowDecodingError` if it is of another type.
  func value<Value: DatabaseValueConvertible>(
    _ column: String, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, forColumn: column)
  }

  /// Returns the value of the column at an index, which counts from 0; faster, because SQLite converts
  /// between types where it can.
  ///
  /// - Throws: `RowDecodingError` if it cannot be converted.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, atIndex: index)
  }
}
