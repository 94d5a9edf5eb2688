package import FilmzDomain
import Foundation
import GRDB

/// The subjects that an import adds or changes.
package struct SubjectPlan: Sendable {
  package fileprivate(set) var counts = ImportedCounts()
  fileprivate var updates: [(subject: Change.Subject, old: FieldValues, new: FieldValues)] = []
  /// The subjects of which the journal has no changes.
  fileprivate var insertions: [NewSubject] = []
  /// The subjects of which the journal has changes, such as undone ones.
  fileprivate var recordedInsertions: [NewSubject] = []

  fileprivate typealias FieldValues = [String: FieldValue]

  fileprivate mutating func insert(_ subject: Change.Subject, _ fields: FieldValues, isUnrecorded: Bool) {
    counts.added += 1
    if isUnrecorded { insertions.append((subject, fields)) } else { recordedInsertions.append((subject, fields)) }
  }
}

// Imported records of films and comments of others.
extension ImportReader {
  /// Returns the changes that give films the imported records of a file.
  ///
  /// Of several records of a film, the first is used; therefore, all records of a file should be passed together.
  /// Unless `restoresRemoved` is `true`, records that a command has removed stay removed.
  package func plan(_ records: [ImportedRecord], restoresRemoved: Bool) throws -> SubjectPlan {
    let new = try fields(of: records)
    let old = try rows(.importedRecord, new.keys)
    let missing = try unrecorded(.importedRecord, new.keys.filter { old[$0] == nil })
    let recorded = new.keys.filter { old[$0] == nil && !missing.contains($0) }
    let removed = restoresRemoved ? [] : try self.removed(.importedRecord, recorded)
    var plan = SubjectPlan()
    plan.counts.removed = removed.count
    for (id, fields) in new.sorted(by: { $0.key < $1.key }) where !removed.contains(id) {
      let subject = Change.Subject(.importedRecord, id)
      if old[id] == fields {
        plan.counts.unchanged += 1
      } else if let old = old[id] {
        plan.counts.changed += 1
        plan.updates.append((subject, old, fields))
      } else {
        plan.insert(subject, fields, isUnrecorded: missing.contains(id))
      }
    }
    return plan
  }

  /// Returns the changes that add the comments of others in a file; their ids are the same at each import.
  ///
  /// A comment that exists is left as it is. Unless `restoresRemoved` is `true`, comments that a command has
  /// removed stay removed. Of several comments with one id, the first is used; comments with values that cannot be
  /// stored are left out.
  package func plan(_ comments: [FilmComment], restoresRemoved: Bool) throws -> SubjectPlan {
    let new = Dictionary(comments.filter(\.canBeStored).map { ($0.id.uuidString, $0.fields) }) { first, _ in first }
    let existing = try ids(.comment, new.keys)
    let missing = try unrecorded(.comment, new.keys.filter { !existing.contains($0) })
    let recorded = new.keys.filter { !existing.contains($0) && !missing.contains($0) }
    let removed = restoresRemoved ? [] : try self.removed(.comment, recorded)
    var plan = SubjectPlan()
    plan.counts.unchanged = existing.count
    plan.counts.removed = removed.count
    for (id, fields) in new.sorted(by: { $0.key < $1.key }) where !existing.contains(id) && !removed.contains(id) {
      plan.insert(.init(.comment, id), fields, isUnrecorded: missing.contains(id))
    }
    return plan
  }

  /// Returns the fields of the records, by the current ids of their films.
  private func fields(of records: [ImportedRecord]) throws -> [String: [String: FieldValue]] {
    let canonical = try db.canonicalIDs(of: records.map(\.film))
    var fields: [String: [String: FieldValue]] = [:]
    for record in records {
      let id = (canonical[record.film] ?? record.film).rawValue
      guard fields[id] == nil else { continue }
      fields[id] = ["source": .text(record.source.rawValue), "facts": .text(record.json)]
    }
    return fields
  }

  // MARK: - Many subjects

  /// Returns the fields of those subjects that exist, by id.
  private func rows(
    _ kind: Change.Subject.Kind, _ ids: some Collection<String>
  ) throws -> [String: [String: FieldValue]] {
    guard let subject = subjects[kind] else { throw StoreError.unknownChange }
    return try subject.storedRows(where: "id", isIn: Array(ids), db)
  }

  /// Returns the ids of those subjects that exist.
  private func ids(_ kind: Change.Subject.Kind, _ ids: some Collection<String>) throws -> Set<String> {
    guard let table = subjects[kind]?.table else { throw StoreError.unknownChange }
    let sql = "SELECT id FROM main.\(table) WHERE id IN (SELECT value FROM json_each(?))"
    return Set(try db.texts(sql, [CollectionStore.jsonArray(of: ids)]))
  }

  /// Returns the ids of those subjects of which the journal has no changes, under any id of their films.
  private func unrecorded(_ kind: Change.Subject.Kind, _ ids: [String]) throws -> Set<String> {
    let hasOtherIDs = try db.hasAliasChanges
    let condition =
      hasOtherIDs
      ? """
      AND NOT EXISTS (SELECT 1 FROM main.alias WHERE alias.id = value OR alias.film = value)
      AND NOT EXISTS (SELECT 1 FROM main.change INDEXED BY changeOfAlias
        WHERE subject = value AND subjectKind = 'alias')
      """ : ""
    let sql = """
      SELECT value FROM json_each(?1) WHERE NOT EXISTS (
        SELECT 1 FROM main.change WHERE subject = value AND subjectKind = ?2) \(condition)
      """
    return Set(try db.texts(sql, [CollectionStore.jsonArray(of: ids), kind.rawValue]))
  }

  /// Returns those subjects that were added and removed by steps that are not undone.
  private func removed(_ kind: Change.Subject.Kind, _ ids: [String]) throws -> Set<String> {
    func exists(_ condition: String) -> String {
      """
      EXISTS (SELECT 1 FROM main.change JOIN main.step ON step.id = change.step
        WHERE change.subject = value AND change.subjectKind = ?2 AND step.undoneAt IS NULL
          AND change.kind \(condition))
      """
    }
    let sql = "SELECT value FROM json_each(?1) WHERE \(exists("= 'insert'")) AND \(exists("= 'delete'"))"
    return Set(try db.texts(sql, [CollectionStore.jsonArray(of: ids), kind.rawValue]))
  }
}

extension JournalTransaction {
  /// Adds and changes subjects.
  package func perform(_ plan: SubjectPlan) throws {
    for (subject, old, new) in plan.updates { try record(.update, subject, from: old, to: new) }
    try insertUnrecorded(plan.insertions)
    try insertRecorded(plan.recordedInsertions)
  }

  /// Inserts subjects of which the journal has changes, such as undone ones.
  private func insertRecorded(_ insertions: [NewSubject]) throws {
    guard !insertions.isEmpty else { return }
    var records: [RecordedChange] = []
    for new in insertions {
      guard let declaration = subjects[new.subject.kind] else { throw StoreError.unknownChange }
      var fields = declaration.differences(from: [:], to: new.fields)
      if importsValues { fields = try withDays(fields, .insert, new.subject, declaration, new.fields) }
      let change = Change(kind: .insert, subject: new.subject, fields: fields)
      guard subjects.problem(of: change) == nil else { throw StoreError.saveFailed(reason: "a value cannot be stored") }
      records.append(try writer.write(change, film: nil))
    }
    try journal.updateTables(after: records)
    invalidateCaches()
  }
}

/// The numbers of subjects that an import has added, changed, and left unchanged.
package struct ImportedCounts: Sendable, Hashable {
  package var added = 0
  package var changed = 0
  package var unchanged = 0
  /// The number of subjects that a command has removed since an earlier import, and that stay removed.
  package var removed = 0

  package init(added: Int = 0, changed: Int = 0, unchanged: Int = 0, removed: Int = 0) {
    (self.added, self.changed, self.unchanged, self.removed) = (added, changed, unchanged, removed)
  }
}
