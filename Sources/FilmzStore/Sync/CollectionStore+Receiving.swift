package import FilmzDomain
package import Foundation
import GRDB

/// The effects of a received file of another installation.
package struct SyncReceipt: Sendable {
  /// The number of changes that the journal did not have.
  package var newChanges = 0
  /// The films that this collection had removed, and that these changes restored.
  package var broughtBack: [FilmID] = []
  /// The conflicts in which one of these changes replaced a value, or was replaced.
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
  fileprivate mutating func add(
    _ problem: ChangeProblem, _ declaration: JournalSubject?
  ) {
    guard problem != .unknown, let declaration else {
      notUnderstood += 1
      return
    }
    invalid += 1
    let value = if case .invalidValue(let field) = problem { field } else { "id" }
    let label = declaration.field(value)?.label ?? value
    invalidValues.insert("\(declaration.wording.noun) \(label)")
  }
}

extension Change {
  /// `true` if the change undoes or redoes a step.
  fileprivate var reversesStep: Bool {
    subject.kind == .step && [.undo, .redo].contains(kind)
  }
}

extension CollectionStore {
  private static let maximumLead: TimeInterval = 86_400

  /// Merges the changes of a file into the journal, and records the file and its machine, in one transaction.
  ///
  /// If the file is of the current installation and has changes that are new, the collection was restored or copied,
  /// and gets a new installation id. Changes that the journal already has are only recorded. Unknown and invalid
  /// changes are stored without effect.
  ///
  /// No received step counts as an own one, not even one with an installation id of this home. That id can also be of
  /// the home that this one is a copy of, and `undo` must not revert steps of other homes.
  ///
  /// - Throws: A ``StoreError``; nothing is changed then.
  package func receive(
    _ changes: [JournalRecord], of steps: [RecordedStep], in file: SyncedFile,
    from machine: SyncedMachine?, at now: Date
  ) async throws -> SyncReceipt {
    try await write { [subjects] db in
      if let machine { try Self.record(machine, db) }
      let (newSteps, newChanges, unstorable) = try Self.insert(steps, changes, in: file, db)
      var receipt = SyncReceipt()
      receipt.invalid = unstorable
      receipt.newChanges = newChanges.count
      if !newChanges.isEmpty, try Self.currentInstallation(db) == file.installation {
        try Self.renewInstallation(db)
      }
      for record in newChanges where !record.change.reversesStep {
        guard let problem = subjects.problem(of: record) else { continue }
        receipt.add(problem, subjects[record.change.subject.kind])
      }
      let latest = newChanges.filter(\.hasValidClock).map(\.clock).max()
      receipt.isFarAhead = latest.map { $0.date > now + Self.maximumLead } ?? false
      let tableChanges = try Self.update(after: newChanges, newSteps, subjects, db)
      receipt.broughtBack = try Self.broughtBack(tableChanges, db)
      receipt.conflicts = try Self.conflicts(causedBy: newChanges, subjects, db)
      return receipt
    }
  }

  /// Inserts the new steps and changes of a file, and records all changes as changes of the file.
  ///
  /// `unstorable` is the number of changes that no journal can store.
  private static func insert(
    _ steps: [RecordedStep], _ changes: [JournalRecord], in file: SyncedFile, _ db: Database
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

  /// Records that a file has a change of the journal, instead of the file that had it before.
  ///
  /// A change in an own file is still recorded there, so that it is included when the own files are written anew.
  /// Otherwise, of two machines that have sent the same change, both could leave it out.
  private static func record(changeWithID id: String, in file: Int64, _ db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO main.syncedChange (change, file)
        SELECT number, ?1 FROM main.change WHERE id = ?2 AND NOT EXISTS (
          SELECT 1 FROM main.syncedChange JOIN main.syncFile ON syncFile.number = syncedChange.file
          WHERE syncedChange.change = change.number AND syncFile.installation =
            (SELECT id FROM main.installation ORDER BY number DESC LIMIT 1))
        """
    ).execute(arguments: [file, id])
  }

  /// Returns the films that are inserted, or have an inserted viewing, after a step of this collection had removed
  /// them.
  private static func broughtBack(_ changes: [FilmChange], _ db: Database) throws -> [FilmID] {
    let inserted = changes.map(\.change).filter {
      $0.kind == .insert && [.entry, .viewing].contains($0.subject.kind)
    }.map(\.subject.id)
    let sql = """
      SELECT DISTINCT coalesce(film, subject) FROM main.change
      WHERE subject IN (SELECT value FROM json_each(?)) AND subjectKind IN ('entry', 'viewing')
        AND kind = 'delete'
        AND EXISTS (SELECT 1 FROM main.step WHERE step.id = change.step AND isOwn)
      ORDER BY 1
      """
    return try String.fetchAll(
      db.cachedStatement(sql: sql), arguments: [jsonArray(of: inserted)]
    ).map(FilmID.init(unchecked:))
  }

  // MARK: - Conflicts

  /// Returns the values that two machines have changed independently.
  package func conflicts() async throws -> [ValueConflict] {
    try await read { [subjects] db in try Self.conflicts(of: nil, subjects, db) }
  }

  /// Returns the conflicts in which a new change, or one that a new change has undone or redone, replaced a value or
  /// was replaced.
  private static func conflicts(
    causedBy newChanges: [RecordedChange], _ subjects: SubjectRegistry, _ db: Database
  ) throws -> [ValueConflict] {
    let reader = JournalReader(db: db, subjects: subjects)
    let reversedSteps = newChanges.filter(\.change.reversesStep).map(\.change.subject.id)
    let affected = try newChanges + reversedSteps.flatMap(reader.changes(ofStep:))
    let ids = Set(affected.map(\.id))
    return try conflicts(of: Set(affected.map(\.change.subject.id)), subjects, db)
      .filter { !$0.changes.isDisjoint(with: ids) }
  }

  /// Returns the conflicts of the subjects with some ids, or of all.
  private static func conflicts(
    of ids: Set<String>?, _ subjects: SubjectRegistry, _ db: Database
  ) throws -> [ValueConflict] {
    guard ids?.isEmpty != true else { return [] }
    let sql = """
      SELECT subject FROM main.change
      \(ids == nil ? "" : "WHERE subject IN (SELECT value FROM json_each(?))")
      GROUP BY subject HAVING min(installation) <> max(installation)
      """
    let changedByTwo = try String.fetchAll(
      db.cachedStatement(sql: sql), arguments: ids.map { [jsonArray(of: Array($0))] } ?? [])
    let reader = JournalReader(db: db, subjects: subjects)
    let steps = Set(try reader.changes(of: changedByTwo).map(\.step))
    // One query, because the order of all changes matters.
    let changes = try reader.changes(of: changedByTwo + steps)
    let own = try reader.ownSteps(among: changes)
    return try ValueConflict.conflicts(in: changes, ownSteps: own, subjects).compactMap {
      conflict in
      try named(conflict, subjects, db)
    }
  }

  /// Returns a conflict with the name of its subject; `nil` if the subject does not exist, or has another value than
  /// the conflict names.
  private static func named(
    _ conflict: ValueConflict, _ subjects: SubjectRegistry, _ db: Database
  ) throws -> ValueConflict? {
    guard let declaration = subjects[conflict.subject.kind],
      let fields = try JournalSubjectTable(subject: declaration).fields(
        of: conflict.subject.id, db),
      fields[conflict.field] == conflict.value
    else { return nil }
    var conflict = conflict
    conflict.name = declaration.wording.nameField.flatMap { fields[$0]?.text }
    return conflict
  }

  /// Sets the field of a conflict to the value that was replaced, as a step.
  package func restore(_ conflict: ValueConflict, _ command: String, at now: Date) async throws {
    try await apply(command, at: now) { transaction in
      transaction.acceptsValuesOfEarlierVersions = true
      try transaction.upsert(conflict.subject, [conflict.field: conflict.replaced])
    }
  }
}

/// A value that is not sent, because the change that set it is too large for a file.
package struct OversizedValue: Sendable, Hashable {
  /// The film of the value; `nil` if it belongs to no film.
  package let film: FilmID?
  /// The name of the field, such as `note`, or `note of the viewing`.
  package let label: String
  /// The name of the subject, such as a list; `nil` if subjects of its kind have none.
  package let name: String?
  /// The size of the value in bytes.
  package let size: Int
}

// Changes that are too large for any file. They are recorded as changes of file 0 without an installation, so that
// they do not count as unsent; these records are removed with the folder. A change that was sent without some values is
// recorded in its file, and marked by a file without an installation whose number is the row number of the change.
extension CollectionStore {
  /// Records that changes are too large for any file.
  package func setAside(_ changes: [Int64]) async throws {
    try await write { db in
      let file = try Self.insert(.withoutInstallation(number: 0), db)
      for change in changes { try Self.record(change, in: file, db) }
    }
  }

  /// Records that a change was sent without values that are too large.
  static func recordShortened(_ change: Int64, _ db: Database) throws {
    _ = try insert(.withoutInstallation(number: Int(change)), db)
  }

  /// Returns the current values that were not sent because they are too large for any file, in the order of the
  /// changes.
  package func oversizedValues() async throws -> [OversizedValue] {
    try await read { [subjects] db in
      let sql = """
        SELECT id FROM main.change WHERE number IN (
          SELECT change FROM main.syncedChange WHERE file IN (
            SELECT number FROM main.syncFile WHERE installation = '')
          UNION SELECT fileNumber FROM main.syncFile WHERE installation = '')
        ORDER BY number
        """
      let reader = JournalReader(db: db, subjects: subjects)
      return try String.fetchAll(db.cachedStatement(sql: sql)).compactMap { id in
        try reader.change(withID: id).flatMap { try Self.oversizedValue($0, subjects, db) }
      }
    }
  }

  /// Returns the largest value that a change has set; `nil` if it is not current any more.
  private static func oversizedValue(
    _ record: RecordedChange, _ subjects: SubjectRegistry, _ db: Database
  ) throws -> OversizedValue? {
    guard let declaration = subjects[record.change.subject.kind] else { return nil }
    var subject = record.change.subject
    if declaration.identity == .film {
      let id = FilmID(unchecked: subject.id)
      let canonicalID = try fetchRecordedCanonicalIDs(of: [id], db)[id] ?? id
      subject = Change.Subject(subject.kind, canonicalID.rawValue)
    }
    guard
      let row = try JournalSubjectTable(subject: declaration).fields(of: subject.id, db)
    else { return nil }
    let sizes = declaration.fields.compactMap { field -> (JournalSubject.Field, Int)? in
      guard let value = record.change.fields[field.name]?.new, row[field.name] == value,
        let size = field.size(beyondLimit: value)
      else { return nil }
      return (field, size)
    }
    guard let (field, size) = sizes.max(by: { $0.1 < $1.1 }) else { return nil }
    let label = field.label ?? field.name
    let noun = declaration.wording.noun
    return OversizedValue(
      film: subjects.film(of: subject, row),
      label: declaration.identity == .film ? label : "\(label) of the \(noun)",
      name: declaration.wording.nameField.flatMap { row[$0]?.text }, size: size)
  }
}

extension SyncedFile {
  fileprivate static func withoutInstallation(number: Int) -> SyncedFile {
    SyncedFile(installation: "", number: number, checksum: "", changes: 0, stamp: "")
  }
}
