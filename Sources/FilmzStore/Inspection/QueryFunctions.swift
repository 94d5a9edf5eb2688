import FilmzDomain
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

  /// Adds the function `fold` to a connection; it returns a text without case and accents, for comparisons.
  static func addFold(to connection: OpaquePointer) -> CInt {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    return sqlite3_create_function_v2(
      connection, "fold", 1, flags, nil,
      { context, _, arguments in
        guard let bytes = sqlite3_value_text(arguments?[0]) else {
          return sqlite3_result_null(context)
        }
        let length = Int(sqlite3_value_bytes(arguments?[0]))
        let text = String(
          decoding: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        let key = TextFolding.key(text)
        let transient = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        sqlite3_result_text(context, key, CInt(key.utf8.count), transient)
      }, nil, nil, nil)
  }
}
