import GRDBSQLite

/// The SQL function `json_patch` for texts of limited size.
///
/// Its time grows with the product of the numbers of keys. SQLite's own function, which is replaced on the
/// connection of the query, runs on a second connection.
final class JSONPatch {
  /// The maximum of the product of the sizes of both texts, which takes about a second.
  private static let maximumProduct = 10_000_000_000

  private let connection: OpaquePointer
  private let statement: OpaquePointer
  private let queryGuard: QueryGuard

  /// Returns `nil` if SQLite cannot allocate memory.
  private init?(_ queryGuard: QueryGuard) {
    var connection: OpaquePointer?
    var statement: OpaquePointer?
    let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_MEMORY | SQLITE_OPEN_NOMUTEX
    guard sqlite3_open_v2(":memory:", &connection, flags, nil) == SQLITE_OK, let connection,
      sqlite3_prepare_v2(connection, "SELECT json_patch(?, ?)", -1, &statement, nil) == SQLITE_OK,
      let statement
    else {
      sqlite3_close_v2(connection)
      return nil
    }
    self.connection = connection
    self.statement = statement
    self.queryGuard = queryGuard
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(connection)
  }

  /// Replaces the function on a connection, and returns SQLite's code.
  static func add(to connection: OpaquePointer, _ queryGuard: QueryGuard) -> CInt {
    guard let patch = JSONPatch(queryGuard) else { return SQLITE_NOMEM }
    return sqlite3_create_function_v2(
      connection, "json_patch", 2, QueryFunctions.flags, Unmanaged.passRetained(patch).toOpaque(),
      { context, count, arguments in
        let call = FunctionCall(context, count, arguments)
        call.object(JSONPatch.self)?.run(call)
      }, nil, nil, { object in object.map { Unmanaged<JSONPatch>.fromOpaque($0).release() } })
  }

  private func run(_ call: FunctionCall) {
    guard !queryGuard.shouldStop() else { return call.returnInterrupted() }
    guard call.size(0) * call.size(1) <= Self.maximumProduct else {
      return call.returnError("the texts for json_patch are too large")
    }
    defer {
      sqlite3_reset(statement)
      sqlite3_clear_bindings(statement)
    }
    sqlite3_bind_value(statement, 1, call.argument(0))
    sqlite3_bind_value(statement, 2, call.argument(1))
    guard sqlite3_step(statement) == SQLITE_ROW else {
      return call.returnError(sqlite3_errmsg(connection))
    }
    call.returnJSON(sqlite3_column_value(statement, 0))
  }
}
