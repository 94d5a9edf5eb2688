import GRDBSQLite

/// The SQL functions `printf` and `format` for results of limited size.
///
/// SQLite's own function returns `NULL` if its result is too large, and its time grows with the precision of `%c`,
/// whatever the limit is. It runs on a second connection, after widths and precisions have been checked.
final class FormatFunction {
  /// The connection of SQLite's own function; `nil` until the first call.
  private var connection: OpaquePointer?
  /// The statements that call SQLite's own function, by their SQL.
  private var statements: [String: OpaquePointer] = [:]

  private init() {}

  deinit {
    for statement in statements.values { sqlite3_finalize(statement) }
    sqlite3_close_v2(connection)
  }

  /// Replaces the functions on a connection, and returns SQLite's code.
  static func add(to connection: OpaquePointer) -> CInt {
    for name in ["printf", "format"] {
      let code = sqlite3_create_function_v2(
        connection, name, -1, QueryFunctions.flags,
        Unmanaged.passRetained(FormatFunction()).toOpaque(),
        { context, count, arguments in
          let call = FunctionCall(context, count, arguments)
          call.object(FormatFunction.self)?.run(call)
        }, nil, nil, { object in object.map { Unmanaged<FormatFunction>.fromOpaque($0).release() } }
      )
      guard code == SQLITE_OK else { return code }
    }
    return SQLITE_OK
  }

  private func run(_ call: FunctionCall) {
    guard call.count > 0, let format = call.text(0) else { return }
    var text = FormatText(format, argumentCount: call.count) {
      sqlite3_value_int64(call.argument($0))
    }
    guard text.minimumSize(limit: call.maximumSize) <= call.maximumSize else {
      return call.returnTooLarge()
    }
    evaluate(call, format: "?1") { value in
      // A result without any characters is `NULL` too; with a character before it, it is not.
      guard sqlite3_value_type(value) == SQLITE_NULL else { return call.returnValue(value) }
      evaluate(call, format: "'x' || ?1") { value in
        if sqlite3_value_type(value) == SQLITE_NULL { call.returnTooLarge() }
      }
    }
  }

  /// Calls SQLite's own function with a format in SQL, of which `?1` is the format of the call, and passes its
  /// result to `body`; if that fails, the call fails.
  private func evaluate(_ call: FunctionCall, format: String, _ body: (OpaquePointer?) -> Void) {
    guard let statement = statement(argumentCount: call.count, format) else {
      return call.returnError(sqlite3_errmsg(connection))
    }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    sqlite3_limit(connection, SQLITE_LIMIT_LENGTH, CInt(call.maximumSize))
    for index in 0..<call.count {
      sqlite3_bind_value(statement, CInt(index + 1), call.argument(index))
    }
    switch sqlite3_step(statement) & 0xFF {
    case SQLITE_ROW: body(sqlite3_column_value(statement, 0))
    case SQLITE_TOOBIG: call.returnTooLarge()
    default: call.returnError(sqlite3_errmsg(connection))
    }
  }

  /// Returns a statement with parameters for all arguments; `nil` if SQLite cannot compile it.
  private func statement(argumentCount count: Int, _ format: String) -> OpaquePointer? {
    let others = (1..<count).map { ", ?\($0 + 1)" }.joined()
    let sql = "SELECT printf(\(format)\(others))"
    if let statement = statements[sql] { return statement }
    if connection == nil {
      let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
      guard sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK else { return nil }
    }
    var statement: OpaquePointer?
    guard sqlite3_prepare_v2(connection, sql, -1, &statement, nil) == SQLITE_OK else { return nil }
    statements[sql] = statement
    return statement
  }
}

/// The format of a call of `printf`.
///
/// Source: SQLite, "Built-in printf()", and `printf.c` for the order of flags, width, precision, and length.
struct FormatText {
  private let argumentCount: Int
  private var rest: Slice<UnsafeRawBufferPointer>
  private var nextArgument = 1
  private let integer: (Int) -> Int64

  /// Creates the format of a call.
  ///
  /// - Parameters:
  ///   - text: The format in UTF-8, which ends at the first NUL.
  ///   - argumentCount: The number of arguments; the first one is the format.
  ///   - integer: Returns an argument as an integer.
  init(
    _ text: UnsafeRawBufferPointer, argumentCount: Int, integer: @escaping (Int) -> Int64
  ) {
    rest = text.prefix { $0 != 0 }
    self.argumentCount = argumentCount
    self.integer = integer
  }

  /// Returns a size in bytes that the result has at least; stops when it exceeds a limit.
  mutating func minimumSize(limit: Int) -> Int {
    var size = 0
    while size <= limit, let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%"), !rest.isEmpty else {
        size += 1
        continue
      }
      // A conversion that SQLite does not know is the end of the result.
      guard let conversionSize = readConversion() else { break }
      size += conversionSize
    }
    return size
  }

  /// Reads a conversion after its `%`, and returns the minimum size of its text; `nil` if SQLite does not know it.
  private mutating func readConversion() -> Int? {
    let (width, precision) = readSizes()
    guard let conversion = rest.popFirst().map({ Character(UnicodeScalar($0)) }) else { return nil }
    switch conversion {
    case "%": return max(1, width)
    case "n": return 0
    case "c", "d", "i", "o", "p", "r", "u", "x", "X":
      nextArgument += 1
      return max(width, precision)
    case "e", "E", "f", "g", "G", "q", "Q", "s", "w", "z":
      nextArgument += 1
      return width
    default: return nil
    }
  }

  /// Reads flags, width, precision, and length.
  private mutating func readSizes() -> (width: Int, precision: Int) {
    var (width, precision) = (0, 0)
    while let byte = rest.first {
      switch Character(UnicodeScalar(byte)) {
      case "-", "+", " ", "#", "!", "0", ",":
        rest.removeFirst()
        continue
      case "1"..."9", "*": width = readNumber()
      case ".":
        rest.removeFirst()
        precision = readNumber()
        if rest.first != UInt8(ascii: "l") { return (width, precision) }
      case "l":
        for _ in 0..<2 where rest.first == UInt8(ascii: "l") { rest.removeFirst() }
        return (width, precision)
      default: return (width, precision)
      }
      guard let next = rest.first, [UInt8(ascii: "."), UInt8(ascii: "l")].contains(next) else {
        break
      }
    }
    return (width, precision)
  }

  /// Reads digits, or a `*` for the next argument, whose sign is only about alignment.
  private mutating func readNumber() -> Int {
    if rest.first == UInt8(ascii: "*") {
      rest.removeFirst()
      let value = nextArgument < argumentCount ? integer(nextArgument) : 0
      nextArgument += 1
      let number = Int(Int32(truncatingIfNeeded: value))
      return number == Int(Int32.min) ? 0 : abs(number)
    }
    var number: UInt32 = 0
    while let byte = rest.first, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
      number = number &* 10 &+ UInt32(byte - UInt8(ascii: "0"))
      rest.removeFirst()
    }
    return Int(number & 0x7FFF_FFFF)
  }
}
