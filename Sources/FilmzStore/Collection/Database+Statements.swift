import FilmzDomain
import GRDB

// Running statements, which stay compiled for the next use.
extension Database {
  func rows(_ sql: String, _ arguments: StatementArguments = []) throws -> [Row] {
    try Row.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns the rows one after another; a row is only valid until the cursor advances.
  func rowCursor(_ sql: String, _ arguments: StatementArguments = []) throws -> RowCursor {
    try Row.fetchCursor(cachedStatement(sql: sql), arguments: arguments)
  }

  func row(_ sql: String, _ arguments: StatementArguments = []) throws -> Row? {
    try Row.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  func texts(_ sql: String, _ arguments: StatementArguments = []) throws -> [String] {
    try String.fetchAll(cachedStatement(sql: sql), arguments: arguments)
  }

  func filmIDs(_ sql: String, _ arguments: StatementArguments = []) throws -> [FilmID] {
    try texts(sql, arguments).map(FilmID.init(unchecked:))
  }

  func text(_ sql: String, _ arguments: StatementArguments = []) throws -> String? {
    try String.fetchOne(cachedStatement(sql: sql), arguments: arguments)
  }

  /// Returns the number that a statement selects; 0 if there is none.
  func integer<Value: DatabaseValueConvertible & FixedWidthInteger>(
    _ sql: String, _ arguments: StatementArguments = []
  ) throws -> Value {
    try Value.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? 0
  }

  /// Returns whether a statement selects a true value; `false` if it selects none.
  func isTrue(_ sql: String, _ arguments: StatementArguments = []) throws -> Bool {
    try Bool.fetchOne(cachedStatement(sql: sql), arguments: arguments) ?? false
  }

  func run(_ sql: String, _ arguments: StatementArguments = []) throws {
    try cachedStatement(sql: sql).execute(arguments: arguments)
  }
}

extension [Row] {
  /// Returns a value of each row, by the film id in a column; of several rows of a film, the first one counts.
  func byFilm<Value>(_ column: String = "id", _ value: (Row) throws -> Value) throws -> [FilmID: Value] {
    let pairs = try map { (FilmID(unchecked: try $0.value(column)), try value($0)) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// The error for a row with values that filmz never writes.
///
/// The file that contains the row is damaged.
struct DamagedRowError: Error { let file: StoreConnection.File }

// Reading values that may be damaged. GRDB's subscripts crash if a value does not have the expected type.
extension Row {
  /// Returns the value of a column.
  ///
  /// - Throws: `RowDecodingError` if the value does not have the requested type.
  func value<Value: DatabaseValueConvertible>(_ column: String, _ type: Value.Type = Value.self) throws -> Value {
    try decode(type, forColumn: column)
  }

  /// Returns the value of the column at an index, from 0.
  ///
  /// This is faster than reading by name. SQLite converts a value of another type if possible.
  ///
  /// - Throws: `RowDecodingError` if the value cannot be converted.
  func value<Value: DatabaseValueConvertible & StatementColumnConvertible>(
    _ index: Int, _ type: Value.Type = Value.self
  ) throws -> Value { try decode(type, atIndex: index) }

  /// Returns the value of the column at an index, from 0; SQLite does not convert it.
  ///
  /// - Throws: `RowDecodingError` if the value does not have the requested type.
  func strictValue<Value: DatabaseValueConvertible>(_ index: Int, _ type: Value.Type = Value.self) throws -> Value {
    try decode(type, atIndex: index)
  }
}
