import CSQLite
import GRDB

/// Lets the statements of an import work in memory instead of writing most pages to a temporary file first; the process
/// keeps up to 16 MiB of freed memory for them.
///
/// Has no effect after the first connection has been opened.
package func keepStatementJournalsInMemory() { filmz_keep_statement_journals_in_memory() }

/// Inserts rows into a table, several with one statement, which is much faster than one statement for each row.
///
/// If an insertion fails, the transaction must be rolled back: some rows of the statement may have been inserted.
struct RowInsertion {
  private static let rowsPerStatement = 50

  private let db: Database
  private let head: String
  private let placeholders: String
  private var rowCount = 0
  private var values: [DatabaseValue] = []
  /// The statement for a full number of rows; `nil` until it is first needed.
  private var statement: Statement?

  init(into table: String, columns: [String], _ db: Database) {
    self.db = db
    // With the default, ABORT, SQLite would keep the old pages that a statement changes. It does so anyway if the table
    // refers to another one (see ``keepStatementJournalsInMemory()``).
    head = "INSERT OR FAIL INTO main.\(table) (\(columns.joined(separator: ", "))) VALUES "
    placeholders =
      "(\(Array(repeating: "?", count: columns.count).joined(separator: ", ")))"
  }

  /// Adds a row with a value for each column; the row is in the table after ``finish()`` at the latest.
  mutating func add(_ row: [DatabaseValue]) throws {
    values.append(contentsOf: row)
    rowCount += 1
    guard rowCount == Self.rowsPerStatement else { return }
    let statement = try statement ?? makeStatement()
    self.statement = statement
    try execute(statement)
  }

  /// Inserts the last rows.
  mutating func finish() throws {
    if rowCount > 0 { try execute(makeStatement()) }
  }

  private func makeStatement() throws -> Statement {
    let rows = Array(repeating: placeholders, count: rowCount).joined(separator: ", ")
    return try db.makeStatement(sql: head + rows)
  }

  private mutating func execute(_ statement: Statement) throws {
    statement.setUncheckedArguments(StatementArguments(values))
    try statement.execute()
    values.removeAll(keepingCapacity: true)
    rowCount = 0
  }
}
