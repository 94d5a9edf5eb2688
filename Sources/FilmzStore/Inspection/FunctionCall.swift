import GRDBSQLite

/// A call of an SQL function: its arguments and its result, which is `NULL` until it is set.
struct FunctionCall {
  typealias Function =
    @convention(c) (OpaquePointer?, CInt, UnsafeMutablePointer<OpaquePointer?>?) -> Void

  let count: Int
  private let context: OpaquePointer?
  private let arguments: UnsafeMutablePointer<OpaquePointer?>?

  init(
    _ context: OpaquePointer?, _ count: CInt, _ arguments: UnsafeMutablePointer<OpaquePointer?>?
  ) {
    self.context = context
    self.arguments = arguments
    self.count = Int(count)
  }

  // MARK: - Arguments

  func argument(_ index: Int) -> OpaquePointer? { arguments?[index] }

  func isBlob(_ index: Int) -> Bool { sqlite3_value_type(argument(index)) == SQLITE_BLOB }

  /// Returns the size in bytes of a BLOB, or of another value as a text.
  func size(_ index: Int) -> Int { Int(sqlite3_value_bytes(argument(index))) }

  /// Returns a value as a text in UTF-8, which is valid until the function returns; `nil` for `NULL`.
  ///
  /// The bytes of a BLOB are not changed.
  func text(_ index: Int) -> UnsafeRawBufferPointer? {
    let value = argument(index)
    guard let start = sqlite3_value_text(value) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: size(index))
  }

  /// The maximum size of a value in bytes.
  var maximumSize: Int {
    Int(sqlite3_limit(sqlite3_context_db_handle(context), SQLITE_LIMIT_LENGTH, -1))
  }

  /// The maximum size of a pattern in bytes.
  var maximumPatternSize: Int {
    Int(
      sqlite3_limit(
        sqlite3_context_db_handle(context), SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1))
  }

  /// The object that the function was registered with.
  func object<Object: AnyObject>(_ type: Object.Type) -> Object? {
    sqlite3_user_data(context).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  // MARK: - Result

  func returnInteger(_ number: Int) { sqlite3_result_int64(context, Int64(number)) }

  func returnValue(_ value: OpaquePointer?) { sqlite3_result_value(context, value) }

  /// Returns a value that JSON functions insert as JSON instead of as a text.
  func returnJSON(_ value: OpaquePointer?) {
    returnValue(value)
    sqlite3_result_subtype(context, CUnsignedInt(UInt8(ascii: "J")))
  }

  /// Returns a text in UTF-8.
  func returnText(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count <= maximumSize else { return returnTooLarge() }
    guard let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else {
      return sqlite3_result_text(context, "", 0, Self.transient)
    }
    sqlite3_result_text(context, start, CInt(bytes.count), Self.transient)
  }

  /// Makes SQLite copy a text.
  private static var transient: sqlite3_destructor_type {
    unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Fails because the query has to stop.
  func returnInterrupted() { sqlite3_result_error_code(context, SQLITE_INTERRUPT) }

  /// Fails because the result is larger than ``maximumSize``.
  func returnTooLarge() { sqlite3_result_error_toobig(context) }

  func returnError(_ message: UnsafePointer<CChar>) { sqlite3_result_error(context, message, -1) }
}
