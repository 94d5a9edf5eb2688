import FilmzDomain
import GRDB

/// Writes the values from before some changes, whatever was changed since.
struct OldValues {
  let transaction: JournalTransaction

  /// - Returns: What was written.
  func write(_ changes: [RecordedChange]) throws -> [FilmChange] {
    var written: [FilmChange] = []
    for record in changes.reversed() {
      let subject = try canonical(record.change.subject)
      guard let declared = transaction.subjects[subject.kind] else { continue }
      let current = try transaction.fields(of: subject)
      let old = record.change.fields.mapValues(\.old)
      try write(record.change, subject, declared, current)
      let fields = declared.differences(
        from: current ?? [:], to: try transaction.fields(of: subject) ?? [:])
      guard !fields.isEmpty else { continue }
      let kind: Change.Kind =
        current == nil ? .insert : record.change.kind == .insert ? .delete : .update
      written.append(
        FilmChange(
          Change(kind: kind, subject: subject, fields: fields),
          film: transaction.subjects.film(of: subject, current ?? old)))
    }
    return written
  }

  private func write(
    _ change: Change, _ subject: Change.Subject, _ declared: JournalSubject,
    _ current: [String: FieldValue]?
  ) throws {
    let old = change.fields.mapValues(\.old)
    switch (change.kind, current) {
    case (.insert, .some): try transaction.delete(subject)
    case (.delete, nil):
      if try hasParents(declared, old) { try transaction.put(subject, old) }
    case (.delete, .some): try transaction.put(subject, old.filter { !isParent($0.key, declared) })
    case (.update, let current?):
      let values = change.fields.map { name, field in
        let inverse = Change.FieldChange(old: field.new, new: field.old)
        return (name, inverse.applied(to: current[name] ?? .null))
      }
      try transaction.put(subject, Dictionary(uniqueKeysWithValues: values))
    default: break
    }
  }

  private func isParent(_ field: String, _ declared: JournalSubject) -> Bool {
    declared.parents.contains { $0.field == field }
  }

  private func hasParents(_ declared: JournalSubject, _ fields: [String: FieldValue]) throws -> Bool
  {
    try declared.parents.allSatisfy { parent in
      guard let id = fields[parent.field]?.text else { return false }
      return try transaction.fields(of: canonical(.init(parent.kind, id))) != nil
    }
  }

  private func canonical(_ subject: Change.Subject) throws -> Change.Subject {
    guard transaction.subjects[subject.kind]?.identity == .film else { return subject }
    let id = FilmID(canonical: subject.id)
    let canonical = try CollectionStore.fetchCanonicalIDs(of: [id], transaction.db)[id]
    return Change.Subject(subject.kind, (canonical ?? id).rawValue)
  }
}
