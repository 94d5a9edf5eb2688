import FilmzDomain
import GRDBSQLite

/// The SQL functions that queries can use.
enum QueryFunctions {
  /// The names of the functions, in lowercase: scalar, aggregate, window, date, JSON, and mathematical functions.
  static let allowed = Set(
    """
    abs char coalesce fold format glob hex ifnull iif instr length like likelihood likely lower ltrim max min
    nullif printf quote random randomblob replace round rtrim sign soundex sqlite_version substr substring
    trim typeof unicode unlikely upper zeroblob
    avg count group_concat sum total
    cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number
    current_date current_time current_timestamp date datetime julianday strftime time unixepoch
    -> ->> json json_array json_array_length json_each json_extract json_group_array json_group_object
    json_insert json_object json_patch json_quote json_remove json_replace json_set json_tree json_type
    json_valid
    acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi
    pow power radians sin sinh sqrt tan tanh trunc
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  private static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS

  /// Adds functions to a connection: `fold(X)`, which returns a text without case and accents, and `bounded`, which
  /// replace those of SQLite.
  ///
  /// The functions and the guard must not be released before the connection is closed. Returns SQLite's code.
  static func add(
    to connection: OpaquePointer, _ bounded: [BoundedFunction], _ queryGuard: QueryGuard
  ) -> CInt {
    for function in bounded {
      let code = sqlite3_create_function_v2(
        connection, function.name, function.argumentCount, flags,
        Unmanaged.passUnretained(function).toOpaque(),
        { context, count, arguments in
          guard let object = sqlite3_user_data(context) else { return }
          Unmanaged<BoundedFunction>.fromOpaque(object).takeUnretainedValue()
            .run(context, UnsafeBufferPointer(start: arguments, count: Int(count)))
        }, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    return sqlite3_create_function_v2(
      connection, "fold", 1, flags, Unmanaged.passUnretained(queryGuard).toOpaque(),
      { context, _, arguments in
        if QueryGuard.from(sqlite3_user_data(context)).shouldStop() {
          return sqlite3_result_error_code(context, SQLITE_INTERRUPT)
        }
        guard let text = sqlite3_value_text(arguments?[0]) else { return }
        let count = Int(sqlite3_value_bytes(arguments?[0]))
        let bytes = UnsafeBufferPointer(start: text, count: count)
        let key = TextFolding.key(String(decoding: bytes, as: UTF8.self))
        // Makes SQLite copy the text.
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_result_text(context, key, CInt(key.utf8.count), transient)
      }, nil, nil, nil)
  }
}
