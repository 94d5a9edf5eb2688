import FilmzDomain
import GRDB

/// Finds the steps to undo or redo.
struct StepFinder {
  let db: Database
  let direction: UndoDirection

  /// Returns the rows of the chosen steps of this installation, in the order in which they are to be undone or redone.
  ///
  /// Steps are undone in the order of `log`, and redone in the order in which they were undone last. Nothing is redone
  /// if a step that `log` lists has changed something after the last undo.
  func rows(_ choice: CollectionStore.StepChoice) throws -> [Row] {
    switch (choice, direction) {
    case (.step(let id), .undo): try rows("id = ? AND undoneAt IS NULL", [id])
    case (.step(let id), .redo): try rows("id = ? AND undoneAt IS NOT NULL", [id])
    case (.last, .undo): try rows("undoneAt IS NULL ORDER BY number DESC LIMIT 1", [], "INDEXED BY stepListed")
    case (.last, .redo):
      try rows("undoneAt > ? ORDER BY undoneAt DESC LIMIT 1", [try clockOfNewestChange()], "INDEXED BY stepUndone")
    case (.newest(let count), .undo):
      try rows(upToChange: count, by: "number", "undoneAt IS NULL", [], "INDEXED BY stepListed")
    case (.newest(let count), .redo):
      try rows(
        upToChange: count, by: "undoneAt", "undoneAt > ?", [try clockOfNewestChange()], "INDEXED BY stepUndone")
    }
  }

  /// The SQL condition of steps that changed something.
  ///
  /// If the film already had the mark that a step sets, the step consists of updates without fields.
  static let changedSomething = """
    EXISTS (SELECT 1 FROM main.change WHERE change.step = step.id AND NOT (kind = 'update' AND fields = '{}'))
    """

  /// Returns the rows that satisfy a condition, in descending order of a column, down to the `count`th that changed
  /// something.
  private func rows(
    upToChange count: Int, by column: String, _ condition: String, _ arguments: StatementArguments, _ index: String
  ) throws -> [Row] {
    let lowest = """
      SELECT min(\(column)) FROM (SELECT \(column) FROM main.step \(index)
      WHERE command IS NOT NULL AND isOwn AND \(condition) AND \(Self.changedSomething)
      ORDER BY \(column) DESC LIMIT ?)
      """
    return try rows(
      "\(condition) AND \(column) >= (\(lowest)) ORDER BY \(column) DESC", arguments + arguments + [count], index)
  }

  /// Returns the time stamp of the newest step of this installation that `log` lists and that changed something, undone
  /// or not; -1 if there is none.
  private func clockOfNewestChange() throws -> Int64 {
    let sql = """
      SELECT (SELECT min(clock) FROM main.change WHERE change.step = step.id)
      FROM main.step INDEXED BY stepListed
      WHERE command IS NOT NULL AND isOwn AND \(Self.changedSomething)
      ORDER BY number DESC LIMIT 1
      """
    return try Int64.fetchOne(db.cachedStatement(sql: sql)) ?? -1
  }

  /// Returns the steps of this installation that `log` lists and that satisfy a condition.
  ///
  /// Without an index, SQLite may scan the whole table, including all steps that only undid others.
  private func rows(_ condition: String, _ arguments: StatementArguments, _ index: String = "") throws -> [Row] {
    let sql = "SELECT * FROM main.step \(index) WHERE command IS NOT NULL AND isOwn AND \(condition)"
    return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

extension Database {
  /// Returns whether a step changed something (``StepFinder/changedSomething``).
  func changedSomething(_ step: String) throws -> Bool {
    try isTrue("SELECT EXISTS (SELECT 1 FROM main.step WHERE id = ? AND \(StepFinder.changedSomething))", [step])
  }
}
