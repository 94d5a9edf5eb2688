import CSQLite
import FilmzDomain
import Foundation
import GRDB
import GRDBSQLite

/// A read-only connection that runs one query of the user.
///
/// It is no connection of GRDB, which has an authorizer of its own. The collection and the film cache are
/// opened for reading, temporary data stays in memory, and a ``QueryGuard`` refuses everything but reading
/// the views.
final class QueryConnection {
  private let connection: OpaquePointer
  private let queryGuard: QueryGuard
  private let limits: QueryLimits
  /// `true` if the views read the index of lists; `false` if it is not up to date.
  private(set) var usesListIndex = false

  /// Opens the files for a query, and creates the views.
  ///
  /// - Throws: `DatabaseError`.
  init(_ source: QuerySource, _ limits: QueryLimits) throws {
    var handle: OpaquePointer?
    let flags = SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_READWRITE
    let code = sqlite3_open_v2(":memory:", &handle, flags, nil)
    guard let handle, code == SQLITE_OK else {
      sqlite3_close_v2(handle)
      throw DatabaseError(resultCode: ResultCode(rawValue: code))
    }
    connection = handle
    self.limits = limits
    queryGuard = QueryGuard(limits)
    sqlite3_extended_result_codes(connection, 1)
    sqlite3_busy_timeout(connection, 10_000)
    try attach(source)
    try createViews()
    try restrict()
  }

  deinit { sqlite3_close_v2(connection) }

  // MARK: - Preparing the connection

  /// Attaches the collection and the film cache under private names, by which only the views can read them.
  private func attach(_ source: QuerySource) throws {
    for (schema, path) in [("main", source.collection), ("cache", source.cache)] {
      let uri = path.map(CollectionFile.readOnlyURI) ?? ":memory:"
      try execute(
        "ATTACH DATABASE '\(uri.replacing("'", with: "''"))' AS \(queryGuard.privatePrefix)\(schema)"
      )
      if path == nil { try source.queue.inDatabase { try copy(schema, from: $0) } }
    }
    // All statements read the same state of both files.
    try execute("PRAGMA temp_store = MEMORY; BEGIN")
  }

  /// Copies a database of another connection that has no file, or whose file can only be read by it.
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
    try check(QueryFunctions.add(to: connection, queryGuard))
    usesListIndex = try hasRows(ListIndex.rowsIfCurrent)
    let facts = QueryFacts(
      view: FactView(
        hasAliases: try hasRows("SELECT 1 FROM main.alias LIMIT 1"),
        hasImportedRecords: try hasRows("SELECT 1 FROM main.importedRecord LIMIT 1")),
      usesListIndex: usesListIndex)
    let prefix = queryGuard.privatePrefix
    for view in QueryView.all {
      let columns = view.columns.map(\.name).joined(separator: ", ")
      try execute(
        """
        CREATE TEMP VIEW \(prefix)\(view.name) AS \(withPrivateNames(view.select(facts)));
        CREATE TEMP VIEW \(view.name) AS SELECT \(columns) FROM \(prefix)\(view.name);
        """)
    }
    queryGuard.tables = try tables()
    // SQLite creates these tables when they are first used, which the guard would refuse.
    sqlite3_finalize(try prepareInternal("SELECT 1 FROM json_each('[]'), json_tree('[]')"))
  }

  /// Returns the names of all tables, indexes, and virtual tables, in lowercase.
  private func tables() throws -> Set<String> {
    let statement = try prepareInternal(
      """
      SELECT lower(name) FROM main.sqlite_schema UNION SELECT lower(name) FROM cache.sqlite_schema
      UNION SELECT lower(name) FROM pragma_module_list
      """)
    defer { sqlite3_finalize(statement) }
    var names: Set<String> = []
    while let statement, try step(statement) {
      if case .text(let name) = QueryValue(statement, column: 0) { names.insert(name) }
    }
    return names
  }

  private func restrict() throws {
    try check(filmz_restrict_connection(connection))
    for (limit, value) in [
      (SQLITE_LIMIT_LENGTH, limits.valueBytes), (SQLITE_LIMIT_SQL_LENGTH, 1 << 20),
      (SQLITE_LIMIT_ATTACHED, 0), (SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 100),
      (SQLITE_LIMIT_COLUMN, 500), (SQLITE_LIMIT_WORKER_THREADS, 0),
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
    sqlite3_progress_handler(
      connection, 50, { QueryGuard.from($0).shouldStop() ? 1 : 0 }, context)
  }

  // MARK: - Running

  /// Checks that a query can be run.
  ///
  /// - Throws: ``StoreError/query(_:)``, `DatabaseError`.
  func check(_ query: String) throws {
    sqlite3_finalize(try prepare(query))
  }

  /// Runs a query and returns at most `limit` rows.
  ///
  /// - Throws: ``StoreError/query(_:)``, `CancellationError`, `DatabaseError`.
  func run(_ query: String, limit: Int) throws -> QueryResult {
    let statement = try prepare(query)
    defer { sqlite3_finalize(statement) }
    return try QueryHeap.limited(to: limits.bytes) { try result(of: statement, limit: limit) }
  }

  private func result(of statement: OpaquePointer, limit: Int) throws -> QueryResult {
    let columns = (0..<sqlite3_column_count(statement)).map { column in
      sqlite3_column_name(statement, column).map { String(cString: $0) } ?? ""
    }
    var rows: [[QueryValue]] = []
    var bytes = 0
    while try step(statement) {
      guard rows.count < limit else {
        return QueryResult(columns: columns, rows: rows, hasMoreRows: true)
      }
      bytes += try size(ofRow: statement)
      guard queryGuard.allowsResult(bytes: bytes) else { throw failure(SQLITE_INTERRUPT) }
      rows.append(columns.indices.map { QueryValue(statement, column: CInt($0)) })
    }
    return QueryResult(columns: columns, rows: rows, hasMoreRows: false)
  }

  /// Compiles the only statement of a query.
  private func prepare(_ query: String) throws -> OpaquePointer {
    guard !query.utf8.contains(0) else {
      throw StoreError.query(.invalid("it contains a NUL character"))
    }
    let tokens = QuerySyntax.tokens(query)
    if let statement = QuerySyntax.refusedStatement(tokens) {
      throw StoreError.query(.refused(statement))
    }
    queryGuard.begin(tokens)
    let (statement, code, tail) = QueryHeap.limited(to: limits.compilationBytes) { compile(query) }
    guard code == SQLITE_OK else { throw compilationFailure(code, query) }
    guard let statement else { throw StoreError.query(.empty) }
    let isOnly = QuerySyntax.tokens(tail).allSatisfy { $0 == .symbol(";") }
    let isReading = sqlite3_stmt_readonly(statement) != 0 && sqlite3_stmt_isexplain(statement) == 0
    guard isOnly, isReading else {
      sqlite3_finalize(statement)
      throw StoreError.query(isReading ? .severalStatements : .refused("this statement"))
    }
    return statement
  }

  /// Compiles the first statement of a text, and returns it with SQLite's code and the rest of the text.
  private func compile(_ text: String) -> (OpaquePointer?, CInt, tail: String) {
    text.withCString { start in
      var statement: OpaquePointer?
      var tail: UnsafePointer<CChar>?
      let code = sqlite3_prepare_v2(connection, start, -1, &statement, &tail)
      return (statement, code, tail.map { String(cString: $0) } ?? "")
    }
  }

  /// Advances to the next row; returns `false` after the last one.
  private func step(_ statement: OpaquePointer) throws -> Bool {
    switch sqlite3_step(statement) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    case let code: throw failure(code)
    }
  }

  // MARK: - Errors

  private func compilationFailure(_ code: CInt, _ query: String) -> any Error {
    if let refusal = queryGuard.refusal { return StoreError.query(refusal) }
    if code & 0xFF == SQLITE_NOMEM || message.hasPrefix("too many references to ") {
      return StoreError.query(.tooComplex)
    }
    guard code & 0xFF == SQLITE_ERROR else { return failure(code) }
    if message.hasPrefix("cannot modify"), let keyword = QuerySyntax.changeKeyword(queryGuard.query)
    {
      return StoreError.query(.refused(keyword))
    }
    return StoreError.query(QueryError(message: message, query: query))
  }

  private func failure(_ code: CInt) -> any Error {
    switch (code & 0xFF, queryGuard.stop) {
    case (SQLITE_INTERRUPT, .cancelled): CancellationError()
    case (SQLITE_INTERRUPT, .time):
      StoreError.query(.tooSlow(seconds: Int(limits.duration.components.seconds)))
    case (SQLITE_INTERRUPT, _), (SQLITE_NOMEM, _):
      StoreError.query(.tooMuchMemory(megabytes: limits.bytes >> 20))
    case (SQLITE_TOOBIG, _):
      StoreError.query(.valueTooLarge(megabytes: limits.valueBytes >> 20))
    case (SQLITE_AUTH, _):
      StoreError.query(queryGuard.refusal ?? .refused("this statement"))
    case (SQLITE_ERROR, _), (SQLITE_MISMATCH, _), (SQLITE_CONSTRAINT, _):
      StoreError.query(.invalid(message))
    default: DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  private var message: String { String(cString: sqlite3_errmsg(connection)) }

  private func check(_ code: CInt) throws {
    guard code == SQLITE_OK else {
      throw DatabaseError(resultCode: ResultCode(rawValue: code), message: message)
    }
  }

  private func execute(_ sql: String) throws {
    try check(sqlite3_exec(connection, sql, nil, nil, nil))
  }

  /// Returns SQL of the stores with the private names of the databases.
  private func withPrivateNames(_ sql: String) -> String {
    ["main.", "cache."].reduce(sql) { $0.replacing($1, with: queryGuard.privatePrefix + $1) }
  }

  private func prepareInternal(_ sql: String) throws -> OpaquePointer? {
    let (statement, code, _) = compile(withPrivateNames(sql))
    try check(code)
    return statement
  }

  private func hasRows(_ sql: String) throws -> Bool {
    let statement = try prepareInternal(sql)
    defer { sqlite3_finalize(statement) }
    return try statement.map(step) ?? false
  }

  // MARK: - Values

  /// Returns the memory that the values of a row need.
  ///
  /// - Throws: ``StoreError/query(_:)`` if it exceeds the limit of a row.
  private func size(ofRow statement: OpaquePointer) throws -> Int {
    let size = (0..<sqlite3_column_count(statement)).reduce(0) { size, column in
      switch sqlite3_column_type(statement, column) {
      case SQLITE_TEXT, SQLITE_BLOB: size + 32 + Int(sqlite3_column_bytes(statement, column))
      default: size + 16
      }
    }
    guard size <= limits.rowBytes else {
      throw StoreError.query(.rowTooLarge(megabytes: limits.rowBytes >> 20))
    }
    return size
  }
}

extension QueryGuard {
  fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> QueryGuard {
    guard let context else { preconditionFailure("SQLite passes the context that it was given") }
    return Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
  }
}
