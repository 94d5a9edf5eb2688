import FilmzDomain
import GRDB

/// Finds out which machines have set the values that hold after a step was undone or redone.
struct ValueOrigins {
  /// The number of changes above which they are only counted, not described.
  private static let maximumChanges = 20

  let db: Database
  let subjects: SubjectRegistry

  private var reader: JournalReader { JournalReader(db: db, subjects: subjects) }

  /// Returns the installations of other machines that have set the new values of updated fields, by the field; without
  /// values that the step had found or has set.
  ///
  /// Source: contract, What is synced.
  func origins(of changes: [FilmChange], after step: JournalStep) throws -> [String: String] {
    let updates = changes.map(\.change).filter { $0.kind == .update }
    guard !updates.isEmpty, changes.count <= Self.maximumChanges else { return [:] }
    var stepValues: [String: [FieldValue]] = [:]
    for record in try reader.changes(ofStep: step.id) {
      for (name, field) in record.change.fields {
        stepValues[record.change.subject.fieldKey(name)] = [field.old, field.new]
      }
    }
    var origins: [String: String] = [:]
    for update in updates {
      for (name, field) in update.fields {
        let key = update.subject.fieldKey(name)
        guard stepValues[key]?.contains(field.new) != true,
          let origin = try origin(of: name, update.subject)
        else { continue }
        origins[key] = origin
      }
    }
    return origins
  }

  /// Returns the installation of the newest change that names a field and takes effect; `nil` if it is an own change.
  private func origin(of field: String, _ subject: Change.Subject) throws -> String? {
    let changes = try reader.changes(of: [subject.id]).filter {
      $0.change.subject == subject && $0.change.kind != .delete && $0.change.fields[field] != nil
    }
    let undoState = try reader.undoState(of: Set(changes.map(\.step)))
    let effective = changes.compactMap { record in
      undoState.position(of: field, in: record).map { (position: $0, record: record) }
    }
    guard let newest = effective.max(by: { $0.position < $1.position })?.record,
      try reader.ownSteps(among: [newest]).isEmpty
    else { return nil }
    return newest.installation
  }
}
