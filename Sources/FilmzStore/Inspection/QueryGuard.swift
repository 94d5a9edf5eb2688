import FilmzDomain
import GRDBSQLite

/// Refuses statements of a query that do more than read the views, and stops those that exceed a limit.
///
/// SQLite calls it while it compiles and runs the statement.
final class QueryGuard {
  /// The beginning of the names of the databases, and of the views that read the tables.
  ///
  /// It is random: SQLite reports that a table is read for a view of some name, or that it was named with some
  /// database, and a query could use the same names.
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
  /// The end of the time that the statement may run, which begins with the first check.
  private lazy var end = ContinuousClock.now + limits.duration
  private let memoryAtStart = sqlite3_memory_used()
  private let readable = Set(QueryView.all.map(\.name) + ["json_each", "json_tree"])

  init(_ query: String, _ limits: QueryLimits) {
    self.query = query
    self.limits = limits
  }

  /// Returns the object that was passed to SQLite.
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
  func allows(
    _ action: CInt, _ first: String?, _ second: String?, database: String?, view: String?
  ) -> Bool {
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
      } else if QueryFunctions.allowed.contains(function.lowercased()) {
        return true
      } else {
        refuse(.unknownFunction(named: function))
      }
    case SQLITE_UPDATE where first == "sqlite_master":
      // SQLite updates its schema in memory when such a table is first used.
      refuse(.unknownView(named: QuerySyntax.pragmaTable(query) ?? "pragma"))
    default: refuse(.refused(QuerySyntax.changeKeyword(query) ?? "this statement"))
    }
    return false
  }

  private func refuse(_ refusal: QueryError) { error = error ?? StoreError.query(refusal) }

  /// Returns whether a column of a table or a view can be read.
  ///
  /// SQLite passes an empty name of a column if the query uses no column of a table or a common table
  /// expression. The database is that in the SQL, whose private name is only known to the SQL of the views.
  private func canRead(
    _ table: String, column: String, _ database: String?, view: String?
  ) -> Bool {
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
    if ContinuousClock.now > end {
      return StoreError.query(.tooSlow(seconds: Int(limits.duration.components.seconds)))
    }
    // Counts the memory of all connections of the process; others need little at the same time.
    guard sqlite3_memory_used() - memoryAtStart > Int64(limits.bytes) else { return nil }
    return StoreError.query(limits.memoryError)
  }
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
  /// The number of functions that the query itself may call; SQLite does not check the time between two calls.
  package var functions = 500

  package init() {}

  var memoryError: QueryError { .tooMuchMemory(megabytes: bytes >> 20) }
}
