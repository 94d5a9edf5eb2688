package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// Which steps are meant.
  package enum StepChoice: Sendable, Hashable {
    /// At most so many, the newest first.
    case newest(Int)
    /// One step, whatever was done after it.
    case step(String)
  }

  /// Undoes or redoes steps of this installation, all in one transaction.
  ///
  /// The journal gets a change for each that says so, and nothing in it is altered. The values are what
  /// the other changes make of them then (contract, "What is synced").
  ///
  /// - Parameters:
  ///   - direction: Whether steps are undone or redone.
  ///   - choice: The steps; for redo those that were undone last come first.
  ///   - command: The command line that asked for it, for the step that writes old values.
  ///   - now: The moment of it.
  ///   - force: Whether old values are written by a step of their own if another installation has
  ///     changed them since; otherwise nothing is changed then.
  /// - Returns: The steps in the order in which they were undone or redone.
  /// - Throws: ``StoreError/nothingToReverse(_:)``, ``StoreError/unknownStep(command:)``,
  ///   ``StoreError/changedSince(command:what:film:)``; nothing was changed then.
  @discardableResult
  package func reverse(
    _ direction: UndoDirection, _ choice: StepChoice, command: String, at now: Date, force: Bool
  ) async throws -> [UndoneStep] {
    try await writing { [subjects] db in
      let undo = UndoTransaction(db: db, subjects: subjects, now: now)
      var selection = try StepSelection(db: db, direction: direction)
      var undone: [UndoneStep] = []
      let most = if case .newest(let count) = choice { count } else { 1 }
      while undone.count < most, let row = try selection.next(choice) {
        let step = try journalStep(row, db)
        if force { selection.exclude(step.id) }
        let changes = try undo.reverse(
          step, direction, isOnlyOthers: choice.isNewest, force: force ? command : nil)
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

/// Finds the steps that undo or redo means.
private struct StepSelection {
  let db: Database
  let direction: UndoDirection
  /// The newest step from before; steps that write old values come behind it.
  private let newest: Int64
  /// Steps that were undone or redone already; one whose old values were written still stands.
  private var done: [String] = []

  init(db: Database, direction: UndoDirection) throws {
    self.db = db
    self.direction = direction
    newest = try Int64.fetchOne(db, sql: "SELECT max(number) FROM main.step") ?? 0
  }

  mutating func exclude(_ step: String) { done.append(step) }

  func next(_ choice: CollectionStore.StepChoice) throws -> Row? {
    switch choice {
    case .step(let id):
      let state = direction == .undo ? "undoneAt IS NULL" : "undoneAt IS NOT NULL"
      return try row("step", "id = ? AND \(state)", [id])
    case .newest: return try direction == .undo ? newestStanding() : newestUndone()
    }
  }

  /// The step that counts last, as it was made or as it was redone.
  private func newestStanding() throws -> Row? {
    let made = try row(
      "step INDEXED BY stepAsMade",
      "undoneAt IS NULL AND redoneAt IS NULL ORDER BY number DESC LIMIT 1")
    let redone = try row(
      "step INDEXED BY stepRedone", "redoneAt IS NOT NULL ORDER BY redoneAt DESC LIMIT 1")
    guard let redone else { return made }
    let madeAt = try made.flatMap { try clock(of: try $0.value("id")) } ?? -1
    return madeAt > (try redone.value("redoneAt")) ? made : redone
  }

  /// The step that was undone last, unless another was made after that.
  private func newestUndone() throws -> Row? {
    let last = try newestListed()
    let madeAt = try last.flatMap { try clock(of: try $0.value("id")) } ?? -1
    return try row(
      "step INDEXED BY stepUndone", "undoneAt > ? ORDER BY undoneAt DESC LIMIT 1", [madeAt])
  }

  /// The newest own step that `log` lists, whatever became of it.
  private func newestListed() throws -> Row? {
    let sql = """
      SELECT * FROM main.step INDEXED BY stepListed
      WHERE command IS NOT NULL AND \(CollectionStore.isOwn) ORDER BY number DESC LIMIT 1
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql))
  }

  /// An own step that `log` lists.
  ///
  /// The index is named, because SQLite may walk the table instead, past all steps that only undid
  /// others.
  private func row(
    _ table: String, _ condition: String, _ arguments: StatementArguments = []
  ) throws -> Row? {
    let sql = """
      SELECT * FROM main.\(table)
      WHERE number <= ? AND id NOT IN (SELECT value FROM json_each(?))
        AND command IS NOT NULL AND \(CollectionStore.isOwn) AND \(condition)
      """
    let bound: StatementArguments = [newest, CollectionStore.text(of: done)]
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: bound + arguments)
  }

  /// The clock of a step's first change.
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

  /// Undoes or redoes a step, unless what it changed was changed since: either by other installations
  /// only, or by anybody.
  ///
  /// With a command the old values are then written by a step of this command. Returns what is different
  /// now; throws ``StoreError/unknownStep(command:)``, ``StoreError/changedSince(command:what:film:)``.
  func reverse(
    _ step: JournalStep, _ direction: UndoDirection, isOnlyOthers: Bool, force command: String?
  ) throws -> [FilmChange] {
    let changes = try JournalReader(db: db, subjects: subjects).changes(ofStep: step.id)
    guard changes.allSatisfy({ subjects.understand($0.change) }) else {
      throw StoreError.unknownStep(command: step.command)
    }
    if direction == .undo {
      let conflict = UndoConflict(db: db, subjects: subjects, step: step, changes: changes)
      if let found = try conflict.find(isOnlyOthers: isOnlyOthers) {
        guard let command else {
          throw StoreError.changedSince(
            command: step.command, what: found.what, film: found.film)
        }
        return try OldValues(
          transaction: JournalTransaction(db, subjects, command: command, now: now)
        ).write(changes)
      }
    }
    let transaction = JournalTransaction(db, subjects, command: nil, now: now)
    try transaction.note(Change(kind: direction.kind, subject: .init(.step, step.id)))
    try JournalWriter.updateSteps([step.id], db)
    return try StateUpdate(db: db, subjects: subjects).update(after: changes)
  }
}
