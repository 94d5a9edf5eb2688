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
  /// Before each call of them, and of `like` and `glob`, the guard decides whether the query has to stop; it must
  /// exist as long as the connection. Returns SQLite's code.
  static func add(to connection: OpaquePointer, _ queryGuard: QueryGuard) -> CInt {
    let context = Unmanaged.passUnretained(queryGuard).toOpaque()
    for (name, count, function) in implementations {
      let code = sqlite3_create_function_v2(
        connection, name, count, flags, context, function, nil, nil, nil)
      guard code == SQLITE_OK else { return code }
    }
    let code = FormatFunction.add(to: connection)
    return code == SQLITE_OK ? JSONPatch.add(to: connection, queryGuard) : code
  }

  /// How functions are registered whose results depend only on their arguments, and that have no side effects.
  static let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS

  private static var implementations: [(name: String, argumentCount: CInt, FunctionCall.Function)] {
    let trim: FunctionCall.Function = {
      QueryFunctions.run($0, $1, $2) { TextFunctions.trim($0, .both) }
    }
    let trimStart: FunctionCall.Function = {
      QueryFunctions.run($0, $1, $2) { TextFunctions.trim($0, .start) }
    }
    let trimEnd: FunctionCall.Function = {
      QueryFunctions.run($0, $1, $2) { TextFunctions.trim($0, .end) }
    }
    let like: FunctionCall.Function = { QueryFunctions.run($0, $1, $2, TextFunctions.like) }
    return [
      ("fold", 1, { QueryFunctions.run($0, $1, $2, TextFunctions.fold) }),
      ("instr", 2, { QueryFunctions.run($0, $1, $2, TextFunctions.instr) }),
      ("replace", 3, { QueryFunctions.run($0, $1, $2, TextFunctions.replace) }),
      ("trim", 1, trim), ("trim", 2, trim), ("ltrim", 1, trimStart), ("ltrim", 2, trimStart),
      ("rtrim", 1, trimEnd), ("rtrim", 2, trimEnd), ("like", 2, like), ("like", 3, like),
      ("glob", 2, { QueryFunctions.run($0, $1, $2, TextFunctions.glob) }),
    ]
  }

  /// Runs a function, unless the query has to stop: SQLite does not check that between two calls.
  private static func run(
    _ context: OpaquePointer?, _ count: CInt,
    _ arguments: UnsafeMutablePointer<OpaquePointer?>?, _ function: (FunctionCall) -> Void
  ) {
    let call = FunctionCall(context, count, arguments)
    guard call.object(QueryGuard.self)?.shouldStop() != true else {
      return call.returnInterrupted()
    }
    function(call)
  }
}
