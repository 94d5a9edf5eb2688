package import FilmzDomain
package import Foundation
import GRDB

extension CollectionStore {
  /// The steps to undo or redo.
  package enum StepChoice: Sendable, Hashable {
    /// At most this many steps: to undo, those that took effect last; to redo, those that were undone last.
    case newest(Int)
    /// The step with an id, regardless of later steps.
    case step(String)
  }

  /// Undoes or redoes steps of this installation in one transaction.
  ///
  /// Appends an undo or redo change to the journal for each step; existing changes are never altered. The
  /// new values result from the remaining effective changes. Source: contract, What is synced.
  ///
  /// An undo conflicts with later changes of the same data by another installation and, for
  /// ``StepChoice/step(_:)``, also by this one.
  ///
  /// - Parameters:
  ///   - direction: Whether to undo or redo.
  ///   - choice: The steps.
  ///   - command: The command line that is recorded with a step that writes old values.
  ///   - now: The time of the changes.
  ///   - force: `true` to write the old values in a new step if there is a conflict; `false` to throw an
  ///     error.
  /// - Returns: The steps in the order in which they were undone or redone.
  /// - Throws: ``StoreError/nothingToReverse(_:)``, ``StoreError/unknownStep(command:)``, or
  ///   ``StoreError/changedSince(command:data:film:)``; nothing is changed then.
  @discardableResult
  package func reverse(
    _ direction: UndoDirection, _ choice: StepChoice, command: String, at now: Date, force: Bool
  ) async throws -> [ReversedStep] {
    try await write { [subjects] db in
      let undo = UndoTransaction(db: db, subjects: subjects, now: now)
      var finder = try StepFinder(db: db, direction: direction)
      var reversedSteps: [ReversedStep] = []
      let maximumCount = if case .newest(let count) = choice { count } else { 1 }
      while reversedSteps.count < maximumCount, let row = try finder.next(choice) {
        let step = try journalStep(row, db)
        if force { finder.exclude(step.id) }
        let changes = try undo.reverse(
          step, direction, ignoresOwnChanges: choice.isNewest, force: force ? command : nil)
        let origins = try ValueOrigins(db: db, subjects: subjects).origins(of: changes, after: step)
        reversedSteps.append(ReversedStep(step: step, changes: changes, origins: origins))
      }
      guard !reversedSteps.isEmpty else { throw StoreError.nothingToReverse(direction) }
      return reversedSteps
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
  /// The number of the newest step at the start of the search.
  ///
  /// Steps that are made during the search to write old values have higher numbers and are not found.
  private let maximumNumber: Int64
  /// The steps that are not found again.
  ///
  /// A forced undo that writes old values in a new step does not mark the original step as undone.
  private var excludedSteps: [String] = []

  init(db: Database, direction: UndoDirection) throws {
    self.db = db
    self.direction = direction
    maximumNumber = try Int64.fetchOne(db, sql: "SELECT max(number) FROM main.step") ?? 0
  }

  /// Excludes a step from later calls of ``next(_:)``.
  mutating func exclude(_ step: String) { excludedSteps.append(step) }

  /// Returns the row of the next step to undo or redo, or `nil` if there are no more steps.
  func next(_ choice: CollectionStore.StepChoice) throws -> Row? {
    switch choice {
    case .step(let id):
      let state = direction == .undo ? "undoneAt IS NULL" : "undoneAt IS NOT NULL"
      return try row("step", "id = ? AND \(state)", [id])
    case .newest: return try direction == .undo ? newestEffectiveStep() : newestUndoneStep()
    }
  }

  /// Returns the step that was made or redone last, among those that are not undone; `nil` if all steps
  /// are undone.
  private func newestEffectiveStep() throws -> Row? {
    let neverReversed = try row(
      "step INDEXED BY stepAsMade",
      "undoneAt IS NULL AND redoneAt IS NULL ORDER BY number DESC LIMIT 1")
    let redone = try row(
      "step INDEXED BY stepRedone", "redoneAt IS NOT NULL ORDER BY redoneAt DESC LIMIT 1")
    guard let redone else { return neverReversed }
    let neverReversedClock = try neverReversed.flatMap { try clock(of: try $0.value("id")) } ?? -1
    return neverReversedClock > (try redone.value("redoneAt")) ? neverReversed : redone
  }

  /// Returns the step that was undone last, or `nil` if no step is undone or a step that `log` lists was
  /// made after the last undo.
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
      WHERE command IS NOT NULL AND isOwn ORDER BY number DESC LIMIT 1
      """
    return try Row.fetchOne(db.cachedStatement(sql: sql))
  }

  /// Returns the first step of this installation that `log` lists and that satisfies a condition.
  ///
  /// Steps that are excluded, or were made since the start of the search, are ignored. If the condition
  /// asks for the newest step, `table` includes an index. Without the index, SQLite may scan the whole
  /// table, including all steps that only undid others.
  private func row(
    _ table: String, _ condition: String, _ arguments: StatementArguments = []
  ) throws -> Row? {
    let sql = """
      SELECT * FROM main.\(table)
      WHERE number <= ? AND id NOT IN (SELECT value FROM json_each(?))
        AND command IS NOT NULL AND isOwn AND \(condition)
      """
    let bound: StatementArguments = [maximumNumber, CollectionStore.jsonArray(of: excludedSteps)]
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: bound + arguments)
  }

  /// Returns the time stamp of a step's first change, or `nil` if the step has no changes.
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
  /// If a later change of the same data conflicts with an undo, the old values are written in a new step of
  /// `command`; if that is `nil`, this method throws. Later changes of this installation are only conflicts
  /// if `ignoresOwnChanges` is `false`. Returns the resulting changes of the tables. Throws
  /// ``StoreError/unknownStep(command:)`` or ``StoreError/changedSince(command:data:film:)``.
  func reverse(
    _ step: JournalStep, _ direction: UndoDirection, ignoresOwnChanges: Bool, force command: String?
  ) throws -> [FilmChange] {
    let changes = try JournalReader(db: db, subjects: subjects).changes(ofStep: step.id)
    guard changes.allSatisfy({ subjects.problem(of: $0) != .unknown }) else {
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

/// Undoes changes by writing their old values in a new step, which overwrites the values of later
/// changes.
struct ForcedUndo {
  private let transaction: JournalTransaction

  init(transaction: JournalTransaction) {
    self.transaction = transaction
    transaction.acceptsValuesOfEarlierVersions = true
  }

  /// Writes the old values of changes.
  ///
  /// - Returns: The resulting changes of the tables.
  func restoreOldValues(of changes: [RecordedChange]) throws -> [FilmChange] {
    var resultingChanges: [FilmChange] = []
    for record in changes.reversed() {
      let subject = try canonical(record.change.subject)
      guard let declaration = transaction.subjects[subject.kind] else { continue }
      let current = try transaction.fields(of: subject)
      let old = record.change.fields.mapValues(\.old)
      try restoreOldValues(of: record.change, subject, declaration, current)
      let fields = declaration.differences(
        from: current ?? [:], to: try transaction.fields(of: subject) ?? [:])
      guard !fields.isEmpty else { continue }
      let kind: Change.Kind =
        current == nil ? .insert : record.change.kind == .insert ? .delete : .update
      resultingChanges.append(
        FilmChange(
          Change(kind: kind, subject: subject, fields: fields),
          film: transaction.subjects.film(of: subject, current ?? old)))
    }
    return resultingChanges
  }

  /// Writes the old values of one change.
  ///
  /// `current` contains the fields of its subject, or is `nil` if the subject does not exist. A removed
  /// subject is only inserted again if its parents exist, and an update of a subject that does not exist is
  /// skipped.
  private func restoreOldValues(
    of change: Change, _ subject: Change.Subject, _ declaration: JournalSubject,
    _ current: [String: FieldValue]?
  ) throws {
    let old = change.fields.mapValues(\.old)
    switch (change.kind, current) {
    case (.insert, .some): try transaction.delete(subject)
    case (.delete, nil):
      guard try allParentsExist(declaration, old) else { return }
      // The removal may have been recorded with another id of the film than that in the id of its subject.
      let parents = declaration.parentIDs(in: subject.id).mapValues(FieldValue.text)
      try transaction.upsert(subject, old.merging(parents) { $1 })
    case (.delete, .some):
      try transaction.upsert(subject, old.filter { !isParentField($0.key, declaration) })
    case (.update, let current?):
      let values = change.fields.map { name, field in
        let inverse = Change.FieldChange(old: field.new, new: field.old)
        return (name, inverse.applied(to: current[name] ?? .null))
      }
      try transaction.upsert(subject, Dictionary(uniqueKeysWithValues: values))
    default: break
    }
  }

  private func isParentField(_ field: String, _ declaration: JournalSubject) -> Bool {
    declaration.parents.contains { $0.field == field }
  }

  private func allParentsExist(
    _ declaration: JournalSubject, _ fields: [String: FieldValue]
  ) throws -> Bool {
    try declaration.parents.allSatisfy { parent in
      guard let id = fields[parent.field]?.text else { return false }
      return try transaction.fields(of: canonical(.init(parent.kind, id))) != nil
    }
  }

  /// Returns the subject under the canonical id of its film.
  ///
  /// If the subject is not identified by a film, returns the subject itself.
  private func canonical(_ subject: Change.Subject) throws -> Change.Subject {
    guard transaction.subjects[subject.kind]?.identity == .film else { return subject }
    let id = FilmID(unchecked: subject.id)
    let canonical = try CollectionStore.fetchRecordedCanonicalIDs(of: [id], transaction.db)[id]
    return Change.Subject(subject.kind, (canonical ?? id).rawValue)
  }
}
