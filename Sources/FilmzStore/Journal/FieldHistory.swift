import FilmzDomain
import GRDB

/// The changes that set the fields of one existing subject, which has its canonical id.
struct FieldHistory {
  let db: Database
  let subjects: SubjectRegistry
  let subject: Change.Subject

  private var reader: JournalReader { JournalReader(db: db, subjects: subjects) }

  /// Returns the effective changes that set a field, in any order.
  ///
  /// They are those of ``JournalState/settings(of:_:)``. Usually the changes of the subject are sufficient; the state
  /// has to be computed if its film has several ids, or if the subject or its film was removed before.
  func settings(of field: String) throws -> [FieldSetting] {
    guard try isSet(field) else { return [] }
    let changes = try reader.changes(of: [subject.id]).filter { $0.change.subject == subject }
    guard try !hasSeveralIDs(changes), try !hasRemoval(changes) else {
      return try StateUpdate(db: db, subjects: subjects).state(of: subject)
        .settings(of: field, subject)
    }
    let undoState = try reader.undoState(of: Set(changes.map(\.step)))
    return changes.compactMap { record in
      guard subjects.problem(of: record) == nil, let value = record.change.fields[field],
        let position = undoState.position(of: field, in: record)
      else { return nil }
      return FieldSetting(record: record, field: value, position: position)
    }
  }

  /// Returns whether any change sets the field, effective or not, under any id of the film.
  private func isSet(_ field: String) throws -> Bool {
    let aliases =
      subjects[subject.kind]?.identity == .film
      ? try CollectionStore.fetchRecordedAliases(of: [FilmID(unchecked: subject.id)], db) : [:]
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject IN (SELECT value FROM json_each(?)) AND subjectKind = ? AND kind <> 'delete'
          AND json_type(fields, '$.' || ?) IS NOT NULL)
      """
    let ids = [subject.id] + aliases.keys.map(\.rawValue)
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql),
      arguments: [CollectionStore.jsonArray(of: ids), subject.kind.rawValue, field]) ?? false
  }

  /// Returns whether the film of the subject is, or was, known by several ids.
  private func hasSeveralIDs(_ changes: [RecordedChange]) throws -> Bool {
    var films = Set(changes.compactMap(\.film))
    if subjects[subject.kind]?.identity == .film { films.insert(FilmID(unchecked: subject.id)) }
    return try StateUpdate(db: db, subjects: subjects).withRelatedFilms(films).count > films.count
  }

  private func hasRemoval(_ changes: [RecordedChange]) throws -> Bool {
    let ids = Set(changes.compactMap(\.film?.rawValue)).union([subject.id])
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject IN (SELECT value FROM json_each(?)) AND kind = 'delete')
      """
    return try Bool.fetchOne(
      db.cachedStatement(sql: sql), arguments: [CollectionStore.jsonArray(of: Array(ids))]) ?? false
  }
}

/// Determines the machines that have set the current values after a step was undone or redone.
struct ValueOrigins {
  /// The number of changes above which they are only counted, not described.
  private static let maximumChanges = 20

  let db: Database
  let subjects: SubjectRegistry

  private var reader: JournalReader { JournalReader(db: db, subjects: subjects) }

  /// Returns the installations of other machines that have set the new values of updated fields, by the field, except
  /// for the old and the new values of the step.
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
