package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// The steps to undo or redo.
  package enum StepChoice: Sendable, Hashable {
    /// Up to a number of steps, newest first.
    case newest(Int)
    /// One step, regardless of later steps.
    case step(String)
  }

  /// Undoes or redoes steps of this installation in one transaction.
  ///
  /// Appends an undo or redo change to the journal for each step; existing changes are never altered. The
  /// new values result from the remaining effective changes (contract, "What is synced").
  ///
  /// - Parameters:
  ///   - direction: Whether to undo or redo.
  ///   - choice: The steps; redo starts with the step that was undone last.
  ///   - command: The command line, for the step that writes old values.
  ///   - now: The time of the changes.
  ///   - force: `true` to write the old values in a new step if another installation has changed them
  ///     since; otherwise this method throws.
  /// - Returns: The steps in the order in which they were undone or redone.
  /// - Throws: ``StoreError/nothingToReverse(_:)``, ``StoreError/unknownStep(command:)``, or
  ///   ``StoreError/changedSince(command:data:film:)``; nothing is changed then.
  @discardableResult
  package func reverse(
    _ direction: UndoDirection, _ choice: StepChoice, command: String, at now: Date, force: Bool
  ) async throws -> [UndoneStep] {
    try await write { [subjects] db in
      let undo = UndoTransaction(db: db, subjects: subjects, now: now)
      var finder = try StepFinder(db: db, direction: direction)
      var undone: [UndoneStep] = []
      let maximumCount = if case .newest(let count) = choice { count } else { 1 }
      while undone.count < maximumCount, let row = try finder.next(choice) {
        let step = try journalStep(row, db)
        if force { finder.exclude(step.id) }
        let changes = try undo.reverse(
          step, direction, ignoresOwnChanges: choice.isNewest, force: force ? command : nil)
        undone.append(UndoneStep(step: step, changes: changes))
      }
      guard !undone.isEmpty else { throw StoreError.nothingToReverse(direction) }
      return undone
    }
  }
}

extension CollectionStore.StepChoice {
  fileprivate var isNewest: Bool { if case .newest = self { true } else { false } }
}

/// Finds the steps to undo or redo, one after another.
private struct StepFinder {
  let db: Database
  let direction: UndoDirection
  /// The number of the newest step at the start; steps that write old values have higher numbers.
  private let maximumNumber: Int64
  /// Steps that were already processed; a step whose old values were written is still not undone.
  private var excludedSteps: [String] = []

  init(db: Database, direction: UndoDirection) throws {
    self.db = db
    self.direction = direction
    maximumNumber = try Int64.fetchOne(db, sql: "SELECT max(number) FROM main.step") ?? 0
  }

  /// Excludes a step from later calls of ``next(_:)``.
  mutating func exclude(_ step: String) { excludedSteps.append(step) }

  /// Returns the next step, or `nil` if there are no more steps.
  func next(_ choice: CollectionStore.StepChoice) throws -> Row? {
    switch choice {
    case .step(let id):
      let state = direction == .undo ? "undoneAt IS NULL" : "undoneAt IS NOT NULL"
      return try row("step", "id = ? AND \(state)", [id])
    case .newest: return try direction == .undo ? newestEffectiveStep() : newestUndoneStep()
    }
  }

  /// Returns the step that took effect last, by its own changes or by its redo.
  private func newestEffectiveStep() throws -> Row? {
    let neverReversed = try row(
      "step INDEXED BY stepAsMade",
      "undoneAt IS NULL AND redoneAt IS NULL ORDER BY number DESC LIMIT 1")
    let redone = try row(
      "step INDEXED BY stepRedone", "redoneAt IS NOT NULL ORDER BY redoneAt DESC LIMIT 1")
    guard let redone else { return neverReversed }
    let firstClock = try neverReversed.flatMap { try clock(of: try $0.value("id")) } ?? -1
    return firstClock > (try redone.value("redoneAt")) ? neverReversed : redone
  }

  /// Returns the step that was undone last, or `nil` if a step was made after that.
  private func newestUndoneStep() throws -> Row? {
    let newestListed = try newestListedStep()
    let newestClock = try newestListed.flatMap { try clock(of: try $0.value("id")) } ?? -1
    return try row(
      "step INDEXED BY stepUndone", "undoneAt > ? ORDER BY undoneAt DESC LIMIT 1", [newestClock])
  }

  /// Returns the newest step of this installation that `log` lists, undone or not.
  private func newestListedStep() throws -> Row? {
    let sql = """
      SELECT * FROM main.step INDEXED BY stepListed
      WHERE command IS NOT NULL AND \(CollectionStore.ownStepCondition) ORDER BY number DESC LIMIT 1
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql))
  }

  /// Returns the first step of this installation that `log` lists and that satisfies a condition.
  ///
  /// Callers name the index, because SQLite may otherwise scan the table, including all steps that only
  /// undid others.
  private func row(
    _ table: String, _ condition: String, _ arguments: StatementArguments = []
  ) throws -> Row? {
    let sql = """
      SELECT * FROM main.\(table)
      WHERE number <= ? AND id NOT IN (SELECT value FROM json_each(?))
        AND command IS NOT NULL AND \(CollectionStore.ownStepCondition) AND \(condition)
      """
    let bound: StatementArguments = [maximumNumber, CollectionStore.jsonArray(of: excludedSteps)]
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: bound + arguments)
  }

  /// Returns the clock of a step's first change.
  private func clock(of step: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT min(clock) FROM main.change WHERE step = ?"),
      arguments: [step])
  }
}

/// Undoes and redoes single steps.
private struct UndoTransaction {
  let db: Database
  let subjects: SubjectRegistry
  let now: Date

  /// Undoes or redoes a step.
  ///
  /// If the data that the step changed has been changed since, by another installation or, unless
  /// `ignoresOwnChanges` is `true`, by any, the old values are written in a new step of `command`; without
  /// a command this method throws. Returns the resulting changes of the tables. Throws
  /// ``StoreError/unknownStep(command:)`` or ``StoreError/changedSince(command:data:film:)``.
  func reverse(
    _ step: JournalStep, _ direction: UndoDirection, ignoresOwnChanges: Bool, force command: String?
  ) throws -> [FilmChange] {
    let changes = try JournalReader(db: db, subjects: subjects).changes(ofStep: step.id)
    guard changes.allSatisfy({ subjects.canApply($0.change) }) else {
      throw StoreError.unknownStep(command: step.command)
    }
    if direction == .undo {
      let detector = UndoConflictDetector(
        db: db, subjects: subjects, step: step, changes: changes)
      if let conflict = try detector.firstConflict(ignoresOwnChanges: ignoresOwnChanges) {
        guard let command else {
          throw StoreError.changedSince(
            command: step.command, data: conflict.data, film: conflict.film)
        }
        return try ForcedUndo(
          transaction: JournalTransaction(db, subjects, command: command, now: now)
        ).restoreOldValues(of: changes)
      }
    }
    let transaction = JournalTransaction(db, subjects, command: nil, now: now)
    try transaction.append(Change(kind: direction.kind, subject: .init(.step, step.id)))
    try JournalWriter.updateSteps([step.id], db)
    return try StateUpdate(db: db, subjects: subjects).update(after: changes)
  }
}
