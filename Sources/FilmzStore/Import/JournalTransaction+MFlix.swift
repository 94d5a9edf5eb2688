package import FilmzDomain
package import Foundation
import GRDB

/// The numbers of subjects that an import has added, changed, and found as they are.
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

/// The subjects that an import adds or changes.
package struct SubjectPlan: Sendable {
  package fileprivate(set) var counts = ImportedCounts()
  fileprivate var updates: [(subject: Change.Subject, old: FieldValues, new: FieldValues)] = []
  /// The subjects of which the journal has no changes.
  fileprivate var insertions: [NewSubject] = []
  /// The subjects of which the journal has changes, such as undone ones.
  fileprivate var recordedInsertions: [NewSubject] = []

  fileprivate typealias FieldValues = [String: FieldValue]

  fileprivate mutating func insert(
    _ subject: Change.Subject, _ fields: FieldValues, isUnrecorded: Bool
  ) {
    counts.added += 1
    if isUnrecorded {
      insertions.append(NewSubject(subject, fields))
    } else {
      recordedInsertions.append(NewSubject(subject, fields))
    }
  }
}

// Imported records of films and comments of others.
extension ImportReader {
  /// Returns the changes after which films have some imported records.
  ///
  /// Of several records of a film, the first is used; so records of one file should be passed together. Unless
  /// `restoresRemoved` is `true`, records that a command has removed stay removed.
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

  /// Returns the changes after which comments of others exist; their ids are the same at each import.
  ///
  /// A comment that exists is left as it is. Unless `restoresRemoved` is `true`, comments that a command has
  /// removed stay removed. Of several comments with one id, the first is used; comments with values that cannot be
  /// stored are left out.
  package func plan(_ comments: [FilmComment], restoresRemoved: Bool) throws -> SubjectPlan {
    let new = Dictionary(
      comments.filter(\.canBeStored).map { ($0.id.uuidString, $0.fields) }
    ) { first, _ in first }
    let existing = try ids(.comment, new.keys)
    let missing = try unrecorded(.comment, new.keys.filter { !existing.contains($0) })
    let recorded = new.keys.filter { !existing.contains($0) && !missing.contains($0) }
    let removed = restoresRemoved ? [] : try self.removed(.comment, recorded)
    var plan = SubjectPlan()
    plan.counts.unchanged = existing.count
    plan.counts.removed = removed.count
    for (id, fields) in new.sorted(by: { $0.key < $1.key })
    where !existing.contains(id) && !removed.contains(id) {
      plan.insert(.init(.comment, id), fields, isUnrecorded: missing.contains(id))
    }
    return plan
  }

  /// Returns the fields of the records, by the current ids of their films.
  private func fields(of records: [ImportedRecord]) throws -> [String: [String: FieldValue]] {
    let canonical = try CollectionStore.fetchCanonicalIDs(of: records.map(\.film), db)
    var fields: [String: [String: FieldValue]] = [:]
    for record in records {
      let id = (canonical[record.film] ?? record.film).rawValue
      guard fields[id] == nil else { continue }
      fields[id] = ["source": .text(record.source.rawValue), "facts": .text(record.json)]
    }
    return fields
  }

  // MARK: - Many subjects

  private func rows(
    _ kind: Change.Subject.Kind, _ ids: some Collection<String>
  ) throws -> [String: [String: FieldValue]] {
    guard let subject = subjects[kind] else { throw StoreError.unknownChange }
    return try JournalSubjectTable(subject: subject).rows(where: "id", isIn: Array(ids), db)
  }

  /// Returns the ids of those subjects that exist.
  private func ids(
    _ kind: Change.Subject.Kind, _ ids: some Collection<String>
  ) throws -> Set<String> {
    guard let table = subjects[kind]?.table else { throw StoreError.unknownChange }
    let sql = "SELECT id FROM main.\(table) WHERE id IN (SELECT value FROM json_each(?))"
    return Set(
      try String.fetchAll(
        db.cachedStatement(sql: sql), arguments: [CollectionStore.jsonArray(of: Array(ids))]))
  }

  /// Returns the ids of those subjects of which the journal has no changes, under no other id of a film.
  private func unrecorded(_ kind: Change.Subject.Kind, _ ids: [String]) throws -> Set<String> {
    let hasOtherIDs = try CollectionStore.hasAliasChanges(db)
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
    return Set(
      try String.fetchAll(
        db.cachedStatement(sql: sql),
        arguments: [CollectionStore.jsonArray(of: ids), kind.rawValue]))
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
    let sql = """
      SELECT value FROM json_each(?1) WHERE \(exists("= 'insert'")) AND \(exists("= 'delete'"))
      """
    return Set(
      try String.fetchAll(
        db.cachedStatement(sql: sql),
        arguments: [CollectionStore.jsonArray(of: ids), kind.rawValue]))
  }
}

extension JournalTransaction {
  /// Adds and changes subjects.
  package func perform(_ plan: SubjectPlan) throws {
    for (subject, old, new) in plan.updates { try record(.update, subject, from: old, to: new) }
    try insertUnrecorded(plan.insertions)
    try insertTogether(plan.recordedInsertions)
  }

  /// Sets the imported records of films, with one change for each record that differs.
  package func setImportedRecords(_ records: [ImportedRecord]) throws -> ImportedCounts {
    let plan = try importReader.plan(records, restoresRemoved: false)
    try perform(plan)
    return plan.counts
  }

  /// Adds comments of others, whose ids are the same at each import.
  package func insertImported(
    _ comments: [FilmComment], restoresRemoved: Bool = false
  ) throws -> ImportedCounts {
    let plan = try importReader.plan(comments, restoresRemoved: restoresRemoved)
    try perform(plan)
    return plan.counts
  }

  /// Inserts subjects of which the journal has changes, such as undone ones.
  private func insertTogether(_ insertions: [NewSubject]) throws {
    guard !insertions.isEmpty else { return }
    var records: [RecordedChange] = []
    for new in insertions {
      guard let declaration = subjects[new.subject.kind] else { throw StoreError.unknownChange }
      var fields = declaration.differences(from: [:], to: new.fields)
      if importsValues {
        fields = try withDays(fields, .insert, new.subject, declaration, new.fields)
      }
      let change = Change(kind: .insert, subject: new.subject, fields: fields)
      guard subjects.canApply(change) else {
        throw StoreError.saveFailed(reason: "a value cannot be stored")
      }
      records.append(try writer.write(change, film: nil))
    }
    _ = try StateUpdate(db: db, subjects: subjects).update(after: records)
    invalidateCaches()
  }
}

extension UUID {
  /// The namespace of comments of MFlix: 2c7be0f4-9d0e-4a53-8f16-5d2a41c3e978.
  private static let commentNamespace: [UInt8] = [
    0x2c, 0x7b, 0xe0, 0xf4, 0x9d, 0x0e, 0x4a, 0x53, 0x8f, 0x16, 0x5d, 0x2a, 0x41, 0xc3, 0xe9, 0x78,
  ]

  /// Creates the id of a comment from that of its document at MFlix; it is the same on every computer.
  package init(ofMFlixComment document: String) {
    self.init(nameBased: Array(document.utf8), in: Self.commentNamespace)
  }
}

extension FilmID {
  /// The namespace of films of MFlix: 7e1f03ab-64c8-4d9b-b2f5-08c6d1e4925a.
  private static let movieNamespace: [UInt8] = [
    0x7e, 0x1f, 0x03, 0xab, 0x64, 0xc8, 0x4d, 0x9b, 0xb2, 0xf5, 0x08, 0xc6, 0xd1, 0xe4, 0x92, 0x5a,
  ]

  /// Creates the id of a film that has no other one, from that of its document at MFlix.
  package init(ofMFlixMovie document: String) {
    let uuid = UUID(nameBased: Array(document.utf8), in: Self.movieNamespace)
    self.init(unchecked: "own:\(uuid.uuidString)")
  }
}
