import FilmzDomain
import GRDB

// The days of imported values. Source: contract, What is synced.
extension JournalTransaction {
  /// Returns changes of fields with the days that a file gives their values.
  ///
  /// An update of a field that has a newer value has no day: the import decided that its value replaces that one. So
  /// has one that adds elements to a list, if a newer change removed one of them.
  func withDays(
    _ fields: [String: Change.FieldChange], _ kind: Change.Kind, _ subject: Change.Subject,
    _ declaration: JournalSubject, _ new: [String: FieldValue]
  ) throws -> [String: Change.FieldChange] {
    guard kind != .delete else { return fields }
    let imported = ImportedValues(elements: new["imported"]?.elements ?? [])
    let history = FieldHistory(db: db, subjects: subjects, subject: subject)
    var dated = fields
    for (name, field) in fields {
      guard let declared = declaration.field(name), let day = imported.day(of: declared),
        try kind == .insert
          || !history.hasNewer(field, of: declared, than: HybridTimestamp(importedOn: day))
      else { continue }
      dated[name] = Change.FieldChange(old: field.old, new: field.new, day: day)
    }
    return dated
  }
}

extension FieldHistory {
  /// Returns whether a field has a value, or a list has lost an element that a change adds, since a time stamp.
  fileprivate func hasNewer(
    _ change: Change.FieldChange, of field: JournalSubject.Field, than clock: HybridTimestamp
  ) throws -> Bool {
    let added = Set(change.new.elements).subtracting(change.old.elements)
    return try settings(of: field.name).contains {
      $0.position.clock >= clock
        && (!field.isSet || !added.isDisjoint(with: $0.field.old.elements))
    }
  }
}

extension ImportedValues {
  /// Returns the text of the day that a file gave the value of a field, empty if it gave none; `nil` for a field whose
  /// values are never older than their change.
  func day(of field: JournalSubject.Field) -> String? {
    field.isValue ? Value(field: field.name).map { day(of: $0) } ?? "" : nil
  }
}
