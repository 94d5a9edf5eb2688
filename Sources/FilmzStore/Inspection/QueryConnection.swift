import CSQLite
import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite
import Synchronization

/// A read-only connection that runs one query of the user.
///
/// GRDB is not used, because it sets an authorizer of its own. The collection and the film cache are opened
/// for reading, temporary data stays in memory, and a ``QueryGuard`` allows only reading the views.
final class QueryConnection {
  private let connection: OpaquePointer
  private let queryGuard: QueryGuard
  private let functions: [BoundedFunction]
  private let limits: QueryLimits
  private var statement: OpaquePointer?
  /// `true` if the views read the list index; `false` if it is not up to date.
  private(set) var usesListIndex = false

  /// Opens the files, creates the views, and compiles a query.
  ///
  /// - Throws: ``StoreError/query(_:)`` if the query cannot be run, `DatabaseError`.
  init(_ source: QuerySource, _ query: String, _ limits: QueryLimits) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(":memory:", &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      sqlite3_close_v2(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    connection = handle
    self.limits = limits
    queryGuard = QueryGuard(query, limits)
    functions = BoundedFunction.all(queryGuard)
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, 10_000)
    try attach(source)
    try createViews()
    try restrict()
    try Self.withMemory(of: limits.compilationBytes) { try prepare(query) }
  }

  deinit {
    sqlite3_finalize(statement)
    sqlite3_close_v2(connection)
  }

  /// `true` if the query reads a view that can use the list index.
  var readsFilms: Bool { queryGuard.hasRead(.films) || queryGuard.hasRead(.entries) }

  // MARK: - Preparing the connection

  /// Attaches the collection and the film cache under private names, by which only the views can read them.
  private func attach(_ source: QuerySource) throws {
    for (schema, path) in [("main", source.collection), ("cache", source.cache)] {
      let uri = path.map(CollectionFile.readOnlyURI) ?? ":memory:"
      try execute("ATTACH DATABASE '\(uri.replacing("'", with: "''"))' AS \(queryGuard.privatePrefix)\(schema)")
      if path == nil { try source.queue.inDatabase { try copy(schema, from: $0) } }
    }
    // All statements read the same state of both files.
    try execute("PRAGMA temp_store = MEMORY; BEGIN")
  }

  /// Copies a database of another connection that is in memory, or whose file only that connection can read.
  private func copy(_ schema: String, from db: Database) throws {
    let target = queryGuard.privatePrefix + schema
    guard let backup = sqlite3_backup_init(connection, target, db.sqliteConnection, schema) else {
      return try check(sqlite3_errcode(connection))
    }
    let code = sqlite3_backup_step(backup, -1)
    try check(sqlite3_backup_finish(backup))
    guard code == SQLITE_DONE else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
  }

  /// Creates each view as a view of another view with a private name, which reads the tables.
  private func createViews() throws {
    try check(addFunctions())
    usesListIndex = try hasRows(ListIndex.rowsIfCurrent)
    let facts: QueryFacts = (
      view: FactView(
        hasAliases: try hasRows("SELECT 1 FROM main.alias LIMIT 1"),
        hasImportedRecords: try hasRows("SELECT 1 FROM main.importedRecord LIMIT 1")), usesListIndex: usesListIndex
    )
    let prefix = queryGuard.privatePrefix
    for view in QueryView.all {
      let columns = view.columns.map(\.name).joined(separator: ", ")
      try execute(
        """
        CREATE TEMP VIEW \(prefix)\(view.name) AS \(withPrivateNames(view.select(facts)));
        CREATE TEMP VIEW \(view.name) AS SELECT \(columns) FROM \(prefix)\(view.name);
        """)
    }
    let names = try rows(
      "SELECT lower(name) FROM main.sqlite_schema UNION SELECT lower(name) FROM cache.sqlite_schema")
    queryGuard.tables = Set(names.compactMap { if case .text(let name) = $0[0] { name } else { nil } })
    // SQLite creates these tables when they are first used, which the guard would refuse.
    try execute("SELECT 1 FROM json_each('[]'), json_tree('[]')")
  }

  /// Applies the limits, and makes SQLite ask the guard about each action.
  private func restrict() throws {
    try execute("PRAGMA query_only = 1")
    try check(filmz_restrict_connection(connection))
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, limits.valueBytes), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_WORKER_THREADS, 0),
    ] { sqlite3_limit(connection, limit, CInt(value)) }
    let context = Unmanaged.passUnretained(queryGuard).toOpaque()
    sqlite3_set_authorizer(
      connection,
      { context, action, first, second, database, view in
        QueryGuard.from(context).allows(
          action, first.map { String(cString: $0) }, second.map { String(cString: $0) },
          database: database.map { String(cString: $0) }, view: view.map { String(cString: $0) })
          ? SQLITE_OK : SQLITE_DENY
      }, context)
    sqlite3_progress_handler(connection, 50, { QueryGuard.from($0).shouldStop() ? 1 : 0 }, context)
  }

  // MARK: - Running

  /// Compiles the only statement of a query.
  private func prepare(_ query: String) throws {
    guard !query.utf8.contains(0) else { throw StoreError.query(.invalid("it contains a NUL character")) }
    if let keyword = query.refusedKeyword { throw StoreError.query(.refused(keyword)) }
    let (first, code, tail) = compile(query)
    statement = first
    if code & 0xFF == SQLITE_NOMEM { throw StoreError.query(.tooComplex) }
    guard code == SQLITE_OK else { throw failure(code) }
    guard first != nil else { throw StoreError.query(.empty) }
    guard sqlite3_stmt_readonly(first) != 0, sqlite3_stmt_isexplain(first) == 0 else {
      throw StoreError.query(.refused("this statement"))
    }
    let (second, secondCode, _) = compile(tail)
    sqlite3_finalize(second)
    guard second == nil, secondCode == SQLITE_OK else { throw StoreError.query(.severalStatements) }
  }

  /// Compiles the first statement of a text, and returns it with SQLite's code and the rest of the text.
  private func compile(_ text: String) -> (statement: OpaquePointer?, code: CInt, tail: String) {
    text.withCString { start in
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, start, -1, &statement, &tail)
      return (statement, code, tail.map { String(cString: $0) } ?? "")
    }
  }

  /// Runs the query and returns at most `limit` rows.
  ///
  /// - Throws: ``StoreError/query(_:)``, `CancellationError`, `DatabaseError`.
  func run(limit: Int) throws -> QueryResult {
    try Self.withMemory(of: limits.bytes) { try result(of: statement, limit: limit) }
  }

  private func result(of statement: OpaquePointer?, limit: Int) throws -> QueryResult {
    let columns = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
    var rows: [[QueryValue]] = []
    var bytes = 0
    while true {
      let code = sqlite3_step(statement)
      if code == SQLITE_DONE { return QueryResult(columns: columns, rows: rows, hasMoreRows: false) }
      guard code == SQLITE_ROW else { throw failure(code) }
      guard rows.count < limit else { return QueryResult(columns: columns, rows: rows, hasMoreRows: true) }
      bytes += columns.indices.reduce(0) { $0 + 32 + size(of: statement, column: CInt($1)) }
      guard bytes <= limits.bytes else { throw StoreError.query(limits.memoryError) }
      rows.append(columns.indices.map { QueryValue(statement, column: CInt($0)) })
    }
  }

  /// Returns the size in bytes of a text or BLOB; 0 for a number, which SQLite would convert to a text.
  private func size(of statement: OpaquePointer?, column: CInt) -> Int {
    let isText = [SQLITE_TEXT, SQLITE_BLOB].contains(sqlite3_column_type(statement, column))
    return isText ? Int(sqlite3_column_bytes(statement, column)) : 0
  }

  /// Returns the error to throw for a code of SQLite; an error of the guard takes precedence.
  private func failure(_ code: CInt) -> any Error {
    if let error = queryGuard.error { return error }
    return switch code & 0xFF {
    case SQLITE_NOMEM: StoreError.query(limits.memoryError)
    case SQLITE_TOOBIG: StoreError.query(.valueTooLarge(megabytes: limits.valueBytes >> 20))
    case SQLITE_ERROR, SQLITE_MISMATCH, SQLITE_CONSTRAINT, SQLITE_AUTH:
      StoreError.query(QueryError(message: message, query: queryGuard.query))
    default: DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  // MARK: - Statements of the program

  private var message: String { String(cString: sqlite3_errmsg(connection)) }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message) }
  }

  private func execute(_ sql: String) throws { try check(sqlite3_exec(connection, sql, nil, nil, nil)) }

  /// Returns SQL of the stores with the private names of the databases.
  private func withPrivateNames(_ sql: String) -> String {
    ["main.", "cache."].reduce(sql) { $0.replacing($1, with: queryGuard.privatePrefix + $1) }
  }

  private func rows(_ sql: String) throws -> [[QueryValue]] {
    let (statement, code, _) = compile(withPrivateNames(sql))
    try check(code)
    defer { sqlite3_finalize(statement) }
    return try result(of: statement, limit: .max).rows
  }

  private func hasRows(_ sql: String) throws -> Bool { try !rows(sql).isEmpty }

  // MARK: - Memory

  /// The memory in bytes that other connections may need at the same time.
  private static let reservedBytes: Int64 = 256 << 20

  /// The number of running queries, and the highest of their memory limits; 0 without queries.
  private static let queries = Mutex((count: 0, limit: Int64(0)))

  /// Runs `body`, in which SQLite fails with `SQLITE_NOMEM` when it needs more than `bytes` in addition to the
  /// memory that it uses now.
  ///
  /// SQLite checks other limits neither while it compiles a statement nor between two jumps of its program. If several
  /// queries run at the same time, the highest of their limits is used.
  private static func withMemory<Result>(of bytes: Int, _ body: () throws -> Result) rethrows -> Result {
    queries.withLock { queries in
      queries.count += 1
      queries.limit = max(queries.limit, sqlite3_memory_used() + Int64(bytes) + reservedBytes)
      sqlite3_hard_heap_limit64(queries.limit)
    }
    defer {
      queries.withLock { queries in
        queries.count -= 1
        if queries.count == 0 { queries.limit = 0 }
        sqlite3_hard_heap_limit64(queries.limit)
      }
    }
    return try body()
  }
}

extension QueryConnection {
  /// Adds `fold(X)`, which returns a text without case and accents, and the functions that replace SQLite's.
  ///
  /// The functions and the guard must not be released before the connection is closed. Returns SQLite's code.
  private func addFunctions() -> CInt {
    let flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS
    for function in functions {
      let code = sqlite3_create_function_v2(
        connection, function.name, function.argumentCount, flags, Unmanaged.passUnretained(function).toOpaque(),
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

extension QueryValue {
  /// Creates the value of a column of a statement's current row.
  fileprivate init(_ statement: OpaquePointer?, column: CInt) {
    switch sqlite3_column_type(statement, column) {
    case SQLITE_INTEGER: self = .integer(sqlite3_column_int64(statement, column))
    case SQLITE_FLOAT: self = .real(sqlite3_column_double(statement, column))
    case SQLITE_TEXT:
      let text = sqlite3_column_text(statement, column)
      let bytes = UnsafeBufferPointer(start: text, count: Int(sqlite3_column_bytes(statement, column)))
      self = .text(String(decoding: bytes, as: UTF8.self))
    case SQLITE_BLOB:
      let start = sqlite3_column_blob(statement, column)
      let length = Int(sqlite3_column_bytes(statement, column))
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: length)))
    default: self = .null
    }
  }
}
