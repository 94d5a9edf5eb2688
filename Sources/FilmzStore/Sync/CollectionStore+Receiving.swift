package import FilmzDomain
package import Foundation
import GRDB

extension Change {
  /// `true` if the change undoes or redoes a step.
  fileprivate var reversesStep: Bool { subject.kind == .step && [.undo, .redo].contains(kind) }
}

extension CollectionStore {
  /// The time in seconds above which a change ahead of the clock is reported (``SyncReceipt/isFarAhead``).
  private static let maximumLead: TimeInterval = 86_400

  /// Merges the changes of a file into the journal, and records the file and its machine, in one transaction.
  ///
  /// If the file was written by the current installation but has new changes, the collection was restored or copied,
  /// and gets a new installation id. Changes that the journal already has are only recorded as changes of the file.
  /// Unknown and invalid changes are stored without effect.
  ///
  /// A received step is never an own step, even if it has an installation id of this home. A copied home and its
  /// original have the same id, and `undo` must not revert steps of the other home.
  ///
  /// - Throws: A ``StoreError``; nothing is changed then.
  package func receive(
    _ changes: [JournalRecord], of steps: [RecordedStep], in file: SyncFileRecord,
    from machine: SyncedMachine?, at now: Date
  ) async throws -> SyncReceipt {
    try await write { [subjects] db in
      if let machine { try Self.record(machine, db) }
      let (newSteps, newChanges, unstorable) = try Self.insert(steps, changes, in: file, db)
      var receipt = SyncReceipt()
      receipt.invalid = unstorable
      receipt.newChanges = newChanges.count
      if !newChanges.isEmpty, try Self.currentInstallation(db) == file.installation { try Self.addInstallation(db) }
      for record in newChanges where !record.change.reversesStep {
        guard let problem = subjects.problem(of: record) else { continue }
        receipt.add(problem, subjects[record.change.subject.kind])
      }
      let latest = newChanges.filter(\.hasValidClock).map(\.clock).max()
      receipt.isFarAhead = latest.map { $0.date > now + Self.maximumLead } ?? false
      let journal = Journal(db: db, subjects: subjects)
      let tableChanges = try journal.updateTables(after: newChanges, newSteps)
      receipt.broughtBack = try Self.broughtBack(tableChanges, db)
      receipt.conflicts = try journal.conflicts(causedBy: newChanges)
      return receipt
    }
  }

  /// Inserts the new steps and changes of a file, and records all changes as changes of the file.
  ///
  /// `unstorable` is the number of changes that no journal can store.
  private static func insert(
    _ steps: [RecordedStep], _ changes: [JournalRecord], in file: SyncFileRecord, _ db: Database
  ) throws -> (steps: [RecordedStep], changes: [RecordedChange], unstorable: Int) {
    let newSteps = try steps.filter { try JournalWriter.insert($0, isOwn: false, db) }
    let fileNumber = try insert(file, db)
    var newChanges: [RecordedChange] = []
    var unstorable = 0
    for change in changes {
      if try JournalWriter.insert(change, db) {
        newChanges.append(RecordedChange(change))
        try record(db.lastInsertedRowID, in: fileNumber, db)
      } else if try JournalWriter.contains(change, db) {
        try record(changeWithID: change.id, in: fileNumber, db)
      } else {
        unstorable += 1
      }
    }
    return (newSteps, newChanges, unstorable)
  }

  /// Records that a file contains a change of the journal, instead of the file that contained it before.
  ///
  /// A change in an own file stays recorded there, so that it is included when the own files are written anew.
  /// Otherwise, two machines that have sent the same change could both leave it out.
  private static func record(changeWithID id: String, in file: Int64, _ db: Database) throws {
    try db.run(
      """
      INSERT OR REPLACE INTO main.syncedChange (change, file)
      SELECT number, ?1 FROM main.change WHERE id = ?2 AND NOT EXISTS (
        SELECT 1 FROM main.syncedChange JOIN main.syncFile ON syncFile.number = syncedChange.file
        WHERE syncedChange.change = change.number AND syncFile.installation =
          (SELECT id FROM main.installation ORDER BY number DESC LIMIT 1))
      """, [file, id])
  }

  /// Returns the films that received changes restored after an own step had removed the film or a viewing of it.
  private static func broughtBack(_ changes: [FilmChange], _ db: Database) throws -> [FilmID] {
    let inserted = changes.map(\.change).filter { $0.kind == .insert && [.entry, .viewing].contains($0.subject.kind) }
      .map(\.subject.id)
    let sql = """
      SELECT DISTINCT coalesce(film, subject) FROM main.change
      WHERE subject IN (SELECT value FROM json_each(?)) AND subjectKind IN ('entry', 'viewing')
        AND kind = 'delete'
        AND EXISTS (SELECT 1 FROM main.step WHERE step.id = change.step AND isOwn)
      ORDER BY 1
      """
    return try db.filmIDs(sql, [jsonArray(of: inserted)])
  }

  // MARK: - Conflicts

  /// Returns the values that two machines have changed independently.
  package func conflicts() async throws -> [ValueConflict] {
    try await read { try Journal(db: $0, subjects: subjects).conflicts(of: nil) }
  }

  /// Sets the field of a conflict to the value that was replaced, as a step.
  package func restore(_ conflict: ValueConflict, _ command: String, at now: Date) async throws {
    try await apply(command, at: now) { transaction in
      transaction.acceptsValuesOfEarlierVersions = true
      try transaction.upsert(conflict.subject, [conflict.field: conflict.replaced])
    }
  }
}

extension Journal {
  /// Returns the conflicts in which a new change, or one that a new change has undone or redone, replaced a value or
  /// had its value replaced.
  fileprivate func conflicts(causedBy newChanges: [RecordedChange]) throws -> [ValueConflict] {
    let reversedSteps = newChanges.filter(\.change.reversesStep).map(\.change.subject.id)
    let affected = try newChanges + reversedSteps.flatMap(changes(ofStep:))
    let ids = Set(affected.map(\.id))
    return try conflicts(of: Set(affected.map(\.change.subject.id))).filter { !$0.changes.isDisjoint(with: ids) }
  }

  /// Returns the conflicts of the subjects with the given ids, or of all subjects if `ids` is `nil`.
  fileprivate func conflicts(of ids: Set<String>?) throws -> [ValueConflict] {
    guard ids?.isEmpty != true else { return [] }
    let sql = """
      SELECT subject FROM main.change
      \(ids == nil ? "" : "WHERE subject IN (SELECT value FROM json_each(?))")
      GROUP BY subject HAVING min(installation) <> max(installation)
      """
    let changedByTwo = try db.texts(sql, ids.map { [CollectionStore.jsonArray(of: Array($0))] } ?? [])
    let steps = Set(try changes(of: changedByTwo).map(\.step))
    // One query, because the order of all changes matters.
    let changes = try self.changes(of: changedByTwo + steps)
    let own = try ownSteps(among: changes)
    return try ValueConflict.conflicts(in: changes, ownSteps: own, subjects).compactMap(named)
  }

  /// Returns a conflict with the name of its subject; `nil` if the subject does not exist, or has another value by now.
  private func named(_ conflict: ValueConflict) throws -> ValueConflict? {
    guard let declaration = subjects[conflict.subject.kind],
      let fields = try declaration.storedFields(of: conflict.subject.id, db), fields[conflict.field] == conflict.value
    else { return nil }
    var conflict = conflict
    conflict.name = declaration.nameField.flatMap { fields[$0]?.text }
    return conflict
  }
}

/// The effects of receiving a file of another installation.
package struct SyncReceipt: Sendable {
  /// The number of changes that the journal did not have.
  package var newChanges = 0
  /// The films that this collection had removed, and that new changes restored.
  package var broughtBack: [FilmID] = []
  /// The conflicts in which a new change replaced a value, or had its value replaced.
  package var conflicts: [ValueConflict] = []
  /// The number of new changes that this version does not understand; they are stored and sent unchanged.
  package var notUnderstood = 0
  /// The number of changes with values that no command writes; they have no effect.
  package var invalid = 0
  /// The labels of the invalid values, such as `list name`.
  package var invalidValues: Set<String> = []
  /// `true` if a new change is more than a day ahead of the clock.
  package var isFarAhead = false
}

extension SyncReceipt {
  /// Counts a new change that has no effect.
  mutating func add(_ problem: ChangeProblem, _ declaration: JournalSubject?) {
    guard problem != .unknown, let declaration else {
      notUnderstood += 1
      return
    }
    invalid += 1
    let value = if case .invalidValue(let field) = problem { field } else { "id" }
    let label = declaration.field(value)?.label ?? value
    invalidValues.insert("\(declaration.noun) \(label)")
  }
}
