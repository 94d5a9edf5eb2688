import GRDB

/// The error of a row with values that filmz never writes, which means that its file is damaged.
struct DamagedRowError: Error {
  let file: StoreConnection.File
}

// Reading values that may be damaged; GRDB's subscripts crash if a value has another type.
extension Row {
  /// Returns the value of a column.
  ///
  /// - Throws: `RowDecodingError` if the value has another type.
  func value<Value: DatabaseValueConvertible>(
    _ column: String, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, forColumn: column)
  }

  /// Returns the value of the column at an index, from 0.
  ///
  /// This is faster than reading by name, and also accepts values of another type that SQLite can convert.
  ///
  /// - Throws: `RowDecodingError` if the value cannot be converted.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int, _ type: Value.Type = Value.self
  ) throws -> Value {
    try decode(type, atIndex: index)
  }
}
