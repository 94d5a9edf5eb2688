package import FilmzDomain
import GRDB

/// A subject to insert.
package struct NewSubject: Sendable {
  package let subject: Change.Subject
  package let fields: [String: FieldValue]

  package init(_ subject: Change.Subject, _ fields: [String: FieldValue]) {
    self.subject = subject
    self.fields = fields
  }
}

extension JournalTransaction {
  /// Records and performs the insertions of subjects of which, and of whose films, the journal had no changes
  /// before this step.
  ///
  /// Parents are among the subjects or in their tables already; the tables refer to them when the transaction ends.
  ///
  /// - Throws: ``StoreError/saveFailed(reason:)`` if a value cannot be stored, `CancellationError`.
  package func insertUnrecorded(_ new: some Sequence<NewSubject>) throws {
    var changes = JournalWriter.changeInsertion(db)
    var tables: [Change.Subject.Kind: RowInsertion] = [:]
    for (index, new) in new.enumerated() {
      if index.isMultiple(of: 1000) { try Task.checkCancellation() }
      let subject = new.subject
      guard let declaration = subjects[subject.kind], subjects.canInsert(subject, new.fields) else {
        throw StoreError.saveFailed(reason: "a value cannot be stored")
      }
      let row = new.row(declaration, isImported: importsValues)
      let film = declaration.filmParent(in: subjects).flatMap { new.fields[$0.field]?.text }
      let change = try writer.insertionRow(of: subject, film: film, fields: row.json)
      try changes.add(change)
      let table = JournalSubjectTable(subject: declaration)
      try tables[
        subject.kind, default: RowInsertion(into: declaration.table, columns: table.columns, db)
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
    [NewSubject(.init(.entry, id.rawValue), fields)]
      + viewings.enumerated().map { index, viewing in
        var fields = viewing.fields
        fields["position"] = .integer(Int64(index + 1))
        return NewSubject(.init(.viewing, viewing.id.text), fields)
      }
  }
}

extension NewSubject {
  /// Returns the row of the subject's table, and the fields of the insertion as the journal has them, in JSON.
  ///
  /// If `isImported` is `true`, values have the days that a file gives them.
  fileprivate func row(
    _ declaration: JournalSubject, isImported: Bool
  ) -> (values: [DatabaseValue], json: String) {
    let imported =
      isImported ? ImportedValues(elements: fields["imported"]?.elements ?? []) : nil
    var values: [DatabaseValue] = []
    values.reserveCapacity(declaration.fields.count + 1)
    var json: [UInt8] = []
    json.reserveCapacity(256)
    for field in declaration.fields {
      let value = fields[field.name].map(Self.withoutDuplicates) ?? field.defaultValue
      values.append(value.databaseValue)
      guard value != field.defaultValue else { continue }
      let day = imported?.day(of: field)
      json.append(member: field.name, .init(old: .null, new: value, day: day))
    }
    values.append(subject.id.databaseValue)
    return (values, json.endedObject())
  }

  /// Returns the value of a list without duplicates, as an insertion stores it.
  private static func withoutDuplicates(_ value: FieldValue) -> FieldValue {
    guard value.elements.count > 1 else { return value }
    return Change.FieldChange(old: .list([]), new: value).applied(to: .list([]))
  }
}
