import FilmzDomain
import GRDBSQLite

/// Refuses statements of a query that do more than read the views, and stops those that exceed a limit.
///
/// SQLite calls the guard while it compiles and runs the statement.
final class QueryGuard {
  /// The beginning of the names of the databases, and of the views that read the tables.
  ///
  /// When a table is read, SQLite only reports through which view, and under which name of its database. The names are
  /// random, so that a query cannot use them.
  let privatePrefix = "_\(UInt64.random(in: .min ... .max))_"
  /// The first reason why the statement was refused or stopped; `nil` if there is none.
  private(set) var error: (any Error)?
  /// The tables of the databases, in lowercase.
  var tables: Set<String> = []
  let query: String
  let limits: QueryLimits

  private var privateViewsRead: Set<String> = []
  /// The number of functions that the query itself calls.
  private var functionCount = 0
  /// The time at which the statement is stopped; the permitted duration begins with the first check.
  private lazy var end = ContinuousClock.now + limits.duration
  private let memoryAtStart = sqlite3_memory_used()
  /// The names of the views and table-valued functions that a query may read.
  private let readable = Set(QueryView.all.map(\.name) + ["json_each", "json_tree"])

  init(_ query: String, _ limits: QueryLimits) {
    self.query = query
    self.limits = limits
  }

  /// Returns the guard that was passed to SQLite as the context of a callback.
  static func from(_ context: UnsafeMutableRawPointer?) -> QueryGuard {
    guard let context else { preconditionFailure("SQLite passes the context that it was given") }
    return Unmanaged<QueryGuard>.fromOpaque(context).takeUnretainedValue()
  }

  /// Returns whether the compiled statement reads a view.
  func hasRead(_ view: QueryView) -> Bool { privateViewsRead.contains(privatePrefix + view.name) }

  // MARK: - Authorization

  /// Returns whether the statement may perform an action.
  ///
  /// The meaning of the arguments depends on the action. Source: SQLite, "Authorizer Action Codes".
  func allows(_ action: CInt, _ first: String?, _ second: String?, database: String?, view: String?) -> Bool {
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      let table = first ?? ""
      if canRead(table.lowercased(), column: second ?? "", database, view: view) { return true }
      refuse(.unknownView(named: table))
    case SQLITE_FUNCTION:
      let function = second ?? ""
      if view?.hasPrefix(privatePrefix) != true { functionCount += 1 }
      if functionCount > limits.functions {
        refuse(.tooComplex)
      } else if Self.allowedFunctions.contains(function.lowercased()) {
        return true
      } else {
        refuse(.unknownFunction(named: function))
      }
    case SQLITE_UPDATE where first == "sqlite_master":
      // SQLite updates its schema in memory when a table-valued function of a pragma is first used.
      refuse(.unknownView(named: query.pragmaTable ?? "pragma"))
    default: refuse(.refused(query.changeKeyword ?? "this statement"))
    }
    return false
  }

  private func refuse(_ refusal: QueryError) { error = error ?? StoreError.query(refusal) }

  /// Returns whether a column of a table or a view can be read.
  ///
  /// SQLite passes an empty name of a column if the query uses no column of a table or a common table
  /// expression. `database` is the name in the SQL; only the SQL of the views has the private names.
  private func canRead(_ table: String, column: String, _ database: String?, view: String?) -> Bool {
    if let view, view.hasPrefix(privatePrefix) {
      privateViewsRead.insert(view)
      return true
    }
    if table.hasPrefix(privatePrefix) || readable.contains(table) { return true }
    guard column.isEmpty else { return false }
    if let database { return database.hasPrefix(privatePrefix) }
    return !tables.contains(table) && !table.hasPrefix("sqlite_")
  }

  // MARK: - Limits

  /// Returns whether the statement has to stop now, because of a limit or because the task was cancelled.
  func shouldStop() -> Bool {
    if error == nil { error = reasonToStop() }
    return error != nil
  }

  private func reasonToStop() -> (any Error)? {
    if Task.isCancelled { return CancellationError() }
    if ContinuousClock.now > end { return StoreError.query(.tooSlow(seconds: Int(limits.duration.components.seconds))) }
    // Counts the memory of all connections of the process; the others need little at the same time.
    guard sqlite3_memory_used() - memoryAtStart > Int64(limits.bytes) else { return nil }
    return StoreError.query(limits.memoryError)
  }
}

extension QueryGuard {
  /// The names of the functions that a query may call, in lowercase: scalar, aggregate, window, date, JSON, and
  /// mathematical functions.
  static let allowedFunctions = Set(
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
}

/// The limits of a query.
package struct QueryLimits: Sendable {
  /// The time after which the query is stopped.
  package var duration = Duration.seconds(30)
  /// The memory in bytes that SQLite may use for the query, and that its result may have.
  package var bytes = 256 << 20
  /// The maximum size in bytes of a value.
  package var valueBytes = 16 << 20
  /// The memory in bytes that SQLite may use to compile the query.
  package var compilationBytes = 64 << 20
  /// The number of function calls that the query may contain; SQLite does not check the time between two calls.
  package var functions = 500

  package init() {}

  var memoryError: QueryError { .tooMuchMemory(megabytes: bytes >> 20) }
}
