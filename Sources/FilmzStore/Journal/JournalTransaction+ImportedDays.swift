import FilmzDomain
import GRDB

// The days of imported values. Source: contract, What is synced.
extension JournalTransaction {
  /// Returns changes of fields with the days that a file gives their values.
  ///
  /// An update of a field that has a newer value has no day: the import decided that its value replaces that one. The
  /// elements that an update adds to a list follow those before, so it has no day either if there are any.
  func withDays(
    _ fields: [String: Change.FieldChange], _ kind: Change.Kind, _ subject: Change.Subject,
    _ declaration: JournalSubject, _ new: [String: FieldValue]
  ) throws -> [String: Change.FieldChange] {
    let values = fields.filter { declaration.field($0.key)?.isValue == true }
    guard kind != .delete, !values.isEmpty else { return fields }
    let imported = ImportedValues(elements: new["imported"]?.elements ?? [])
    var dated = fields
    for (name, field) in values {
      dated[name] = Change.FieldChange(
        old: field.old, new: field.new, day: imported.day(ofField: name))
    }
    guard kind == .update else { return dated }
    let history = FieldHistory(db: db, subjects: subjects, subject: subject)
    for (name, field) in values {
      let clock = HybridTimestamp(importedOn: imported.day(ofField: name))
      let hasNewer = try history.settings(of: name).contains { $0.position.clock >= clock }
      if hasNewer { dated[name] = field }
    }
    return dated
  }
}

extension ImportedValues {
  /// Returns the text of the day that a file gave the value of a field; empty if it gave none.
  func day(ofField name: String) -> String { Value(field: name).map { day(of: $0) } ?? "" }
}
