import FilmzDomain
import GRDB

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
