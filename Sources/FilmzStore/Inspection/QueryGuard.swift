import FilmzDomain
import GRDBSQLite

/// Decides what the statement of a query may do, and when it has to stop.
///
/// SQLite calls it while it compiles and runs the statement.
final class QueryGuard {
  /// Why a statement was stopped.
  enum Stop {
    case cancelled
    case time
    case memory
  }

  /// The beginning of the names of the databases, and of the views that read the tables.
  ///
  /// It is random: SQLite reports that a table is read for a view of some name, or that it was named with some
  /// database, and a query could use the same names.
  let privatePrefix = "_\(UInt64.random(in: .min ... .max))_"
  /// Why the last statement was not compiled; `nil` if nothing was refused.
  private(set) var refusal: QueryError?
  /// Why the statement was stopped; `nil` if it was not.
  private(set) var stop: Stop?
  /// The tables and virtual tables of the connection, in lowercase.
  var tables: Set<String> = []
  /// The tokens of the query.
  private(set) var query: [QuerySyntax.Token] = []

  /// The numbers of columns and functions in the statement and in the views that it reads.
  private var actionCount = 0
  /// The number of functions that the statement itself calls.
  private var functionCount = 0
  private let limits: QueryLimits
  private let end: ContinuousClock.Instant
  private let memoryAtStart = sqlite3_memory_used()
  private let viewNames = Set(QueryView.all.map(\.name))

  init(_ limits: QueryLimits) {
    self.limits = limits
    end = .now + limits.duration
  }

  /// Prepares for the compilation of a query.
  func begin(_ tokens: [QuerySyntax.Token]) {
    query = tokens
    refusal = nil
    actionCount = 0
    functionCount = 0
  }

  // MARK: - Authorization

  /// Returns whether the statement may perform an action.
  ///
  /// The meaning of the arguments depends on the action. Source: SQLite, "Authorizer Action Codes".
  func allows(
    _ action: CInt, _ first: String?, _ second: String?, database: String?, view: String?
  ) -> Bool {
    if exceedsCount(action, view: view) {
      refuse(.tooComplex)
      return false
    }
    switch action {
    case SQLITE_SELECT, SQLITE_RECURSIVE: return true
    case SQLITE_READ:
      let table = first ?? ""
      if canRead(table.lowercased(), column: second ?? "", database, view: view) { return true }
      refuse(.unknownView(named: table))
    case SQLITE_FUNCTION:
      let function = second ?? ""
      if QueryFunctions.allowed.contains(function.lowercased()) { return true }
      refuse(.unknownFunction(named: function))
    case SQLITE_UPDATE where first == "sqlite_master": refuse(virtualTableRefusal)
    default: refuse(.refused(Self.statements[action] ?? "this statement"))
    }
    return false
  }

  /// Counts an action; returns `true` if the statement has too many.
  private func exceedsCount(_ action: CInt, view: String?) -> Bool {
    actionCount += 1
    if action == SQLITE_FUNCTION, view == nil { functionCount += 1 }
    return actionCount > limits.actions || functionCount > limits.functions
  }

  /// The refusal of a virtual table, for which SQLite updates its schema in memory.
  private var virtualTableRefusal: QueryError {
    let names = query.lazy.compactMap(\.name)
    let table = names.first { tables.contains($0) || $0.hasPrefix("pragma_") }
    return table.map(QueryError.unknownView(named:)) ?? .refused("UPDATE")
  }

  /// Only the first refusal is reported; the others follow from it.
  private func refuse(_ error: QueryError) { refusal = refusal ?? error }

  /// Returns whether a column of a table or a view can be read.
  ///
  /// SQLite passes an empty name of a column if the query uses no column of a table or a common table
  /// expression. The database is that in the SQL, whose private name is only known to the SQL of the views.
  private func canRead(
    _ table: String, column: String, _ database: String?, view: String?
  ) -> Bool {
    if view?.hasPrefix(privatePrefix) == true || table.hasPrefix(privatePrefix) { return true }
    if viewNames.contains(table) { return database == nil || database == "temp" }
    if ["json_each", "json_tree"].contains(table) { return true }
    guard column.isEmpty else { return false }
    if let database { return database.hasPrefix(privatePrefix) }
    return !tables.contains(table) && !table.hasPrefix("sqlite_") && !table.hasPrefix("pragma_")
  }

  /// The statements that are refused, by their actions.
  private static let statements: [CInt: String] = [
    SQLITE_INSERT: "INSERT", SQLITE_UPDATE: "UPDATE", SQLITE_DELETE: "DELETE",
    SQLITE_PRAGMA: "PRAGMA", SQLITE_ATTACH: "ATTACH", SQLITE_DETACH: "DETACH",
    SQLITE_TRANSACTION: "a transaction", SQLITE_SAVEPOINT: "SAVEPOINT",
    SQLITE_REINDEX: "REINDEX", SQLITE_ANALYZE: "ANALYZE", SQLITE_ALTER_TABLE: "ALTER",
  ]

  // MARK: - Limits

  /// Returns whether the statement has to stop now, because of a limit or because the task was cancelled.
  func shouldStop() -> Bool {
    if stop == nil { stop = currentStop() }
    return stop != nil
  }

  /// Counts memory that the rows of the result need outside SQLite; returns `false` if it exceeds the limit.
  func allowsResult(bytes: Int) -> Bool {
    if bytes > limits.bytes { stop = .memory }
    return stop == nil
  }

  private func currentStop() -> Stop? {
    if Task.isCancelled { return .cancelled }
    if ContinuousClock.now > end { return .time }
    // Counts the memory of all connections of the process; others need little at the same time.
    return sqlite3_memory_used() - memoryAtStart > Int64(limits.bytes) ? .memory : nil
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
  /// The maximum size in bytes of a row.
  package var rowBytes = 64 << 20
  /// The memory in bytes that SQLite may use to compile the query.
  package var compilationBytes = 64 << 20
  /// The number of columns and functions that SQLite may find while it compiles the query and the views.
  package var actions = 20_000
  /// The number of functions that the query itself may call; SQLite does not check the time between two calls.
  package var functions = 500

  package init() {}
}
