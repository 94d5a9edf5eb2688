import GRDBSQLite

/// The SQL functions that queries can use.
enum QueryFunctions {
  /// The names of the functions, in lowercase.
  static let allowed = Set(
    (scalar + aggregate + window + dates + json + mathematical).split(
      whereSeparator: \.isWhitespace
    )
    .map(String.init))

  private static let scalar = """
    abs char coalesce fold format glob hex ifnull iif instr length like likelihood likely lower ltrim max min \
    nullif printf quote random randomblob replace round rtrim sign soundex sqlite_version substr substring \
    trim typeof unicode unlikely upper zeroblob \

    """
  private static let aggregate = "avg count group_concat sum total "
  private static let window = """
    cume_dist dense_rank first_value lag last_value lead nth_value ntile percent_rank rank row_number \

    """
  private static let dates = """
    current_date current_time current_timestamp date datetime julianday strftime time unixepoch \

    """
  private static let json = """
    -> ->> json json_array json_array_length json_each json_extract json_group_array json_group_object \
    json_insert json_object json_patch json_quote json_remove json_replace json_set json_tree json_type \
    json_valid \

    """
  private static let mathematical = """
    acos acosh asin asinh atan atan2 atanh ceil ceiling cos cosh degrees exp floor ln log log10 log2 mod pi \
    pow power radians sin sinh sqrt tan tanh trunc
    """

  /// Adds `fold` to a connection, and replaces the functions of SQLite whose time grows with the product of the
  /// sizes of their arguments, or with a number; SQLite cannot stop a query while a function runs.
  ///
  /// The time of `like` and `glob` is limited by the maximum size of a pattern. Returns SQLite's code.
  static func add(to connection: OpaquePointer) -> CInt {
    for (name, count, function) in implementations {
      let code = sqlite3_create_function_v2(
        connection, name, count, flags, nil, function, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    let code = FormatFunction.add(to: connection)
    return code == SQLITE_OK ? JSONPatch.add(to: connection) : code
  }

  /// How functions are registered whose results depend only on their arguments, and that have no side effects.
  static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS

  private static var implementations: [(name: String, argumentCount: CInt, FunctionCall.Function)] {
    let trim: FunctionCall.Function = { TextFunctions.trim(FunctionCall($0, $1, $2), .both) }
    let trimStart: FunctionCall.Function = { TextFunctions.trim(FunctionCall($0, $1, $2), .start) }
    let trimEnd: FunctionCall.Function = { TextFunctions.trim(FunctionCall($0, $1, $2), .end) }
    return [
      ("fold", 1, { TextFunctions.fold(FunctionCall($0, $1, $2)) }),
      ("instr", 2, { TextFunctions.instr(FunctionCall($0, $1, $2)) }),
      ("replace", 3, { TextFunctions.replace(FunctionCall($0, $1, $2)) }),
      ("trim", 1, trim), ("trim", 2, trim), ("ltrim", 1, trimStart), ("ltrim", 2, trimStart),
      ("rtrim", 1, trimEnd), ("rtrim", 2, trimEnd),
    ]
  }
}
