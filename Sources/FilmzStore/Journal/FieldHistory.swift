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
  /// They are those of ``JournalState/settings(of:_:)``. Usually the changes of the subject are enough to know them; the
  /// state has to be computed if its film has several ids, or if the subject or its film was removed before.
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
