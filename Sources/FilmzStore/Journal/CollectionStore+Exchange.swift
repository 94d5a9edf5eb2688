package import FilmzDomain
import Foundation
import GRDB

/// The exchange of journals between installations.
extension CollectionStore {
  /// Returns all steps and changes of the journal, to be sent to another installation.
  package func recordedJournal() async throws -> (steps: [RecordedStep], changes: [RecordedChange])
  {
    try await read { db in
      let steps = try Row.fetchAll(db, sql: "SELECT * FROM main.step ORDER BY number").map { row in
        RecordedStep(
          id: try row.value("id"), installation: try row.value("installation"),
          madeAt: Date(microseconds: try row.value("madeAt")), command: try row.value("command"))
      }
      return (steps, try JournalReader(db: db, subjects: subjects).allChanges())
    }
  }

  /// Merges steps and changes of other installations into the journal; their order does not matter.
  ///
  /// Steps and changes that the journal already contains are ignored. Changes that this version does not
  /// support are stored without effect.
  ///
  /// - Returns: The resulting changes of the tables.
  @discardableResult
  package func receive(_ changes: [RecordedChange], of steps: [RecordedStep]) async throws
    -> [FilmChange]
  {
    try await write { [subjects] db in
      let newSteps = try steps.filter { try JournalWriter.insert($0, isOwn: false, db) }
      let newChanges = try changes.filter { try JournalWriter.insert($0, db) }
      return try Self.update(after: newChanges, newSteps, subjects, db)
    }
  }

  /// Updates the tables after steps and changes have been added to the journal.
  static func update(
    after newChanges: [RecordedChange], _ newSteps: [RecordedStep], _ subjects: SubjectRegistry,
    _ db: Database
  ) throws -> [FilmChange] {
    let reader = JournalReader(db: db, subjects: subjects)
    let undoneOrRedoneSteps = Set(
      newChanges.filter { $0.change.subject.kind == .step }.map(\.change.subject.id))
    try JournalWriter.updateSteps(undoneOrRedoneSteps.union(newSteps.map(\.id)), db)
    let affectedChanges = try newChanges + undoneOrRedoneSteps.flatMap(reader.changes(ofStep:))
    return try StateUpdate(db: db, subjects: subjects).update(after: affectedChanges)
  }

  /// Compares the tables with the state computed from the journal.
  ///
  /// - Returns: The subjects whose rows differ, and the steps that are undone according to only one of
  ///   the two.
  package func differencesFromJournal() async throws -> [Change.Subject] {
    try await read { db in
      let changes = try JournalReader(db: db, subjects: subjects).allChanges()
      let state = JournalState(of: changes, subjects: subjects)
      var rows: [Change.Subject: [String: FieldValue]] = [:]
      for subject in subjects.all {
        for (id, row) in try JournalSubjectTable(subject: subject).allRows(db) {
          rows[Change.Subject(subject.kind, id)] = row
        }
      }
      let undoState = UndoState(changes)
      let steps = try Row.fetchAll(db, sql: "SELECT id, undoneAt FROM main.step").filter { row in
        undoState.isUndone(try row.value("id")) != (try row.value("undoneAt", Int?.self) != nil)
      }
      return try Set(rows.keys).union(state.rows.keys).filter { rows[$0] != state.rows[$0] }
        + steps.map { Change.Subject(.step, try $0.value("id")) }
    }
  }
}
