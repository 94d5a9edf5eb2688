package import FilmzDomain
import GRDB

/// A subject to insert.
package typealias NewSubject = (subject: Change.Subject, fields: [String: FieldValue])

extension JournalTransaction {
  /// Inserts new subjects, faster than ``upsert(_:_:)``.
  ///
  /// Before this step, the journal must have no changes of the subjects and of their films. The parents of a subject
  /// must be among the subjects, or exist already.
  ///
  /// - Throws: ``StoreError/saveFailed(reason:)`` if a value cannot be stored, `CancellationError`.
  package func insertUnrecorded(_ new: some Sequence<NewSubject>) throws {
    var changes = JournalWriter.changeInsertion(db)
    var tables: [Change.Subject.Kind: RowInsertion] = [:]
    for (index, (subject, fields)) in new.enumerated() {
      if index.isMultiple(of: 1000) { try Task.checkCancellation() }
      guard let declaration = subjects[subject.kind], subjects.canInsert(subject, fields) else {
        throw StoreError.saveFailed(reason: "a value cannot be stored")
      }
      let row = declaration.row(subject.id, fields, isImported: importsValues)
      let film = declaration.filmParent(in: subjects).flatMap { fields[$0.field]?.text }
      let change = try writer.insertionRow(of: subject, film: film, fields: row.json)
      try changes.add(change)
      try tables[
        subject.kind, default: RowInsertion(into: declaration.table, columns: declaration.insertionColumns, db)
      ].add(row.values)
    }
    try changes.finish()
    for kind in tables.keys { try tables[kind]?.finish() }
  }

  /// Inserts films of which the journal has no changes, and which have no aliases, with their viewings.
  package func insertUnrecorded(_ entries: [CollectionEntry]) throws {
    try insertUnrecorded(entries.lazy.flatMap(\.newSubjects))
  }
}

extension CollectionEntry {
  /// The entry and its viewings.
  fileprivate var newSubjects: [NewSubject] {
    [(.init(.entry, id.rawValue), fields)]
      + viewings.enumerated().map { index, viewing in
        var fields = viewing.fields
        fields["position"] = .integer(Int64(index + 1))
        return (.init(.viewing, viewing.id.text), fields)
      }
  }
}

extension JournalSubject {
  /// Returns the row of a new subject in its table, and the fields of its insertion as JSON, as the journal stores
  /// them.
  ///
  /// If `isImported` is `true`, the JSON contains the days of the values in the imported file.
  fileprivate func row(
    _ id: String, _ new: [String: FieldValue], isImported: Bool
  ) -> (values: [DatabaseValue], json: String) {
    let imported = isImported ? ImportedValues(elements: new["imported"]?.elements ?? []) : nil
    var values: [DatabaseValue] = []
    values.reserveCapacity(fields.count + 1)
    var json: [UInt8] = []
    json.reserveCapacity(256)
    for field in fields {
      let value = new[field.name].map(Self.withoutDuplicates) ?? field.defaultValue
      values.append(value.databaseValue)
      guard value != field.defaultValue else { continue }
      let day = imported?.day(of: field)
      json.append(member: field.name, .init(old: .null, new: value, day: day))
    }
    values.append(id.databaseValue)
    return (values, json.endedObject())
  }

  /// Returns the value of a list without duplicates, as an insertion stores it.
  private static func withoutDuplicates(_ value: FieldValue) -> FieldValue {
    guard value.elements.count > 1 else { return value }
    return Change.FieldChange(old: .list([]), new: value).applied(to: .list([]))
  }
}
