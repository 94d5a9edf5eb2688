import FilmzDomain
import GRDB

@testable import FilmzStore

extension CollectionStore {
  /// Merges changes and steps of another installation into the journal, without a file, and returns the resulting
  /// changes of the tables; those that the journal already contains are ignored.
  @discardableResult
  func receive(_ changes: [RecordedChange], of steps: [RecordedStep]) async throws -> [FilmChange] {
    try await write { [subjects] db in
      let newSteps = try steps.filter { try JournalWriter.insert($0, isOwn: false, db) }
      let newChanges = try changes.filter { try JournalWriter.insert($0.record, db) }
      return try Journal(db: db, subjects: subjects).updateTables(after: newChanges, newSteps)
    }
  }

  /// Compares the tables with the state computed from the journal.
  ///
  /// - Returns: The subjects whose rows differ, and the steps that are undone according to only one of
  ///   the two.
  func differencesFromJournal() async throws -> [Change.Subject] {
    try await read { db in
      let changes = try Journal(db: db, subjects: subjects).allChanges()
      let state = JournalState(of: changes, subjects: subjects)
      var rows: [Change.Subject: [String: FieldValue]] = [:]
      for subject in subjects.all {
        for (id, row) in try subject.allStoredRows(db) {
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

extension RecordedChange {
  /// The change as the journal stores it.
  fileprivate var record: JournalRecord {
    JournalRecord(
      id: id, step: step, installation: installation, clock: clock, kind: change.kind.rawValue,
      subjectKind: change.subject.kind.rawValue, subject: change.subject.id, film: film?.rawValue,
      fields: JournalWriter.json(of: change.fields))
  }
}
