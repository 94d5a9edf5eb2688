import GRDBSQLite

/// Replaces a function of SQLite that needs time in proportion to the product of its arguments' sizes, or to a number
/// in them.
///
/// SQLite cannot stop a query while a function runs. The replacement fails if the function would need more than about
/// two seconds, or if the query has to stop. Otherwise it runs SQLite's function on a connection of its own.
final class BoundedFunction {
  let name: String
  /// The number of arguments; -1 for any number.
  let argumentCount: CInt
  /// The cost above which the function fails.
  ///
  /// The cost is the product of the sizes of the first two arguments in bytes or, for a format, the sum of precisions.
  private let maximumCost: Int
  private let queryGuard: QueryGuard
  /// The connection of SQLite's function; `nil` until the first call.
  private var connection: OpaquePointer?
  /// The statements that call SQLite's function, by the number of arguments.
  private var statements: [Int: OpaquePointer] = [:]

  private init(_ name: String, _ argumentCount: CInt, maximumCost: Int, _ queryGuard: QueryGuard) {
    (self.name, self.argumentCount, self.maximumCost) = (name, argumentCount, maximumCost)
    self.queryGuard = queryGuard
  }

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  /// Returns the replacements of all functions that need one.
  static func all(_ queryGuard: QueryGuard) -> [BoundedFunction] {
    let valueBytes = queryGuard.limits.valueBytes
    return [
      ("instr", 2, 2_000_000_000), ("replace", 3, 2_000_000_000), ("trim", 2, 200_000_000),
      ("ltrim", 2, 200_000_000), ("rtrim", 2, 200_000_000), ("json_patch", 2, 10_000_000_000),
      ("like", 2, 500_000_000), ("like", 3, 500_000_000), ("glob", 2, 500_000_000),
      ("printf", -1, valueBytes), ("format", -1, valueBytes),
    ].map { name, argumentCount, maximumCost in
      BoundedFunction(name, argumentCount, maximumCost: maximumCost, queryGuard)
    }
  }

  /// `true` for `printf` and `format`, the only functions with any number of arguments.
  private var isFormat: Bool { argumentCount < 0 }

  /// Computes the function, and passes the result or error to SQLite.
  func run(_ context: OpaquePointer?, _ arguments: UnsafeBufferPointer<OpaquePointer?>) {
    if queryGuard.shouldStop() { return sqlite3_result_error_code(context, SQLITE_INTERRUPT) }
    // `printf()` returns `NULL`.
    guard !arguments.isEmpty else { return }
    guard cost(arguments) <= maximumCost else {
      return isFormat
        ? sqlite3_result_error_toobig(context)
        : sqlite3_result_error(context, "the texts for \(name) are too large", -1)
    }
    guard let statement = statement(argumentCount: arguments.count) else { return sqlite3_result_error_nomem(context) }
    var code = SQLITE_OK
    for (index, argument) in arguments.enumerated() where code == SQLITE_OK {
      code = sqlite3_bind_value(statement, CInt(index + 1), argument)
    }
    if code == SQLITE_OK { code = sqlite3_step(statement) }
    if code == SQLITE_ROW {
      sqlite3_result_value(context, sqlite3_column_value(statement, 0))
    } else {
      sqlite3_result_error(context, sqlite3_errmsg(connection), -1)
      sqlite3_result_error_code(context, code)
    }
    sqlite3_reset(statement)
    sqlite3_clear_bindings(statement)
  }

  /// Returns the statement that calls SQLite's function; `nil` if there is not enough memory.
  private func statement(argumentCount count: Int) -> OpaquePointer? {
    if let statement = statements[count] { return statement }
    if connection == nil {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
      guard sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK else { return nil }
      sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(queryGuard.limits.valueBytes))
      // SQLite's function calls itself for each wildcard.
      sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100)
    }
    var statement: OpaquePointer?
    sqlite3_prepare_v2(connection, sql(argumentCount: count), -1, &statement, nil)
    statements[count] = statement
    return statement
  }

  private func sql(argumentCount count: Int) -> String {
    let others = (1..<count).map { ", ?\($0 + 1)" }.joined()
    guard isFormat else { return "SELECT \(name)(?1\(others))" }
    // The result is `NULL` if it is empty or too large; with a character before it, only if it is too large.
    return """
      SELECT coalesce(printf(?1\(others)),
        iif(printf('x' || coalesce(?1, '')\(others)) IS NULL, zeroblob(1000000000), NULL))
      """
  }

  // MARK: - Costs

  private func cost(_ arguments: UnsafeBufferPointer<OpaquePointer?>) -> Int {
    if isFormat { return Self.sumOfPrecisions(arguments) }
    return Int(sqlite3_value_bytes(arguments[0])) * Int(sqlite3_value_bytes(arguments[1]))
  }

  /// Returns the sum of the precisions of `%c` and `%g`.
  ///
  /// The time of these conversions grows with the precision, even if the result is short or already too large.
  ///
  /// Source: SQLite, "Built-in printf()", and `printf.c` for the values of numbers.
  private static func sumOfPrecisions(_ arguments: UnsafeBufferPointer<OpaquePointer?>) -> Int {
    guard let text = sqlite3_value_text(arguments[0]) else { return 0 }
    let format = UnsafeBufferPointer(start: text, count: Int(sqlite3_value_bytes(arguments[0])))
    var (sum, number, nextArgument, isConversion) = (0, UInt32(0), 1, false)
    for byte in format {
      switch UnicodeScalar(byte) {
      case "%" where !isConversion: (number, isConversion) = (0, true)
      case _ where !isConversion: continue
      case "0"..."9": number = number &* 10 &+ UInt32(byte - UInt8(ascii: "0"))
      case "*":
        let isGiven = nextArgument < arguments.count
        let value = isGiven ? sqlite3_value_int64(arguments[nextArgument]) : 0
        number = Int32(truncatingIfNeeded: value).magnitude
        nextArgument += 1
      case ".": number = 0
      case "-", "+", " ", "#", "!", ",", "l": continue
      case let conversion:
        if ["c", "g", "G"].contains(conversion) { sum += Int(number & 0x7FFF_FFFF) }
        if !["%", "n"].contains(conversion) { nextArgument += 1 }
        isConversion = false
      }
    }
    return sum
  }
}
