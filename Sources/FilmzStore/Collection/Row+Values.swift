import GRDB

/// The error for a row with values that filmz never writes.
///
/// The file that contains the row is damaged.
struct DamagedRowError: Error {
  let file: StoreConnection.File
}

// Reading values that may be damaged. GRDB's subscripts crash if a value does not have the expected type.
extension Row {
  /// Returns the value of a column.
  ///
  /// - Throws: `RowDecodingError` if the value does not have the requested type.
  func value<Value: DatabaseValueConvertible>(
    _ column: String, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, forColumn: column)
  }

  /// Returns the value of the column at an index, from 0.
  ///
  /// This is faster than reading by name. SQLite converts a value of another type if possible.
  ///
  /// - Throws: `RowDecodingError` if the value cannot be converted.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, atIndex: index)
  }

  /// Returns the value of the column at an index, from 0; SQLite does not convert it.
  ///
  /// - Throws: `RowDecodingError` if the value does not have the requested type.
  func strictValue<Value: DatabaseValueConvertible>(
    _ index: Int, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, atIndex: index)
  }
}
