import FilmzDomain
import GRDB

// Reading the changes that set a field of an existing subject, which is given with its canonical id.
extension ImportReader {
  /// Returns the effective changes that set a field, in any order.
  ///
  /// The result is that of ``JournalState/assignments(of:_:)``. Usually the changes of the subject are sufficient. The
  /// state is only computed if the film has several ids, or if the subject or its film was removed before.
  func assignments(of field: String, _ subject: Change.Subject) throws -> [FieldAssignment] {
    if let changes = try batch.changes(of: subject, in: journal) {
      return assignments(of: field, in: changes, batch.undoState)
    }
    guard try isSet(field, subject) else { return [] }
    let changes = try journal.changes(of: [subject.id]).filter { $0.change.subject == subject }
    guard try !hasSeveralIDs(subject, changes), try !hasRemoval(subject, changes) else {
      return try journal.state(of: subject).assignments(of: field, subject)
    }
    return assignments(of: field, in: changes, try journal.undoState(of: Set(changes.map(\.step))))
  }

  private func assignments(
    of field: String, in changes: [RecordedChange], _ undoState: UndoState
  ) -> [FieldAssignment] {
    changes.compactMap { record in
      guard subjects.problem(of: record) == nil, let value = record.change.fields[field],
        let position = undoState.position(of: field, in: record)
      else { return nil }
      return (record, value, position)
    }
  }

  /// Returns whether any change, effective or not, sets the field under any id of the film.
  ///
  /// If any film has aliases, returns `true` for every viewing, because it may have been recorded under several ids.
  private func isSet(_ field: String, _ subject: Change.Subject) throws -> Bool {
    if subject.kind == .viewing, try db.hasAliases { return true }
    let aliases =
      subjects[subject.kind]?.identity == .film ? try db.recordedAliases(of: [FilmID(unchecked: subject.id)]) : [:]
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject IN (SELECT value FROM json_each(?)) AND subjectKind = ? AND kind <> 'delete'
          AND json_type(fields, '$.' || ?) IS NOT NULL)
      """
    let ids = [subject.id] + aliases.keys.map(\.rawValue)
    return try db.isTrue(sql, [CollectionStore.jsonArray(of: ids), subject.kind.rawValue, field])
  }

  /// Returns whether the film of the subject is, or was, known by several ids.
  private func hasSeveralIDs(_ subject: Change.Subject, _ changes: [RecordedChange]) throws -> Bool {
    var films = Set(changes.compactMap(\.film))
    if subjects[subject.kind]?.identity == .film { films.insert(FilmID(unchecked: subject.id)) }
    return try journal.withRelatedFilms(films).count > films.count
  }

  private func hasRemoval(_ subject: Change.Subject, _ changes: [RecordedChange]) throws -> Bool {
    let ids = Set(changes.compactMap(\.film?.rawValue)).union([subject.id])
    let sql = """
      SELECT EXISTS (SELECT 1 FROM main.change
        WHERE subject IN (SELECT value FROM json_each(?)) AND kind = 'delete')
      """
    return try db.isTrue(sql, [CollectionStore.jsonArray(of: ids)])
  }
}

/// The changes of the subjects that an import merges next, read together when the first of them is needed.
///
/// Each subject must be changed only once until the next batch begins.
final class ChangeBatch {
  private var ids: [String] = []
  /// The changes of all kinds of subjects with ``ids``, by the subjects' ids; `nil` until they are needed.
  private var changes: [String: [RecordedChange]]?
  /// The undone steps among those of ``changes``.
  private(set) var undoState = UndoState([])

  /// Begins a batch of the subjects with the given ids.
  func begin(_ ids: [String]) { (self.ids, changes) = (ids, nil) }

  /// Returns the changes of a subject that determine its fields; `nil` if the batch is not sufficient.
  ///
  /// The batch is not sufficient if it does not contain the subject, if the subject or its film was removed before, or
  /// if any film has or had several ids.
  func changes(of subject: Change.Subject, in journal: Journal) throws -> [RecordedChange]? {
    let changes = try changes(in: journal)
    guard let own = changes[subject.id]?.filter({ $0.change.subject == subject }) else { return nil }
    let ids = Set(own.compactMap(\.film?.rawValue)).union([subject.id])
    let wereNeverRemoved = ids.allSatisfy { id in
      changes[id].map { !$0.contains { $0.change.kind == .delete } } ?? false
    }
    return wereNeverRemoved ? own : nil
  }

  private func changes(in journal: Journal) throws -> [String: [RecordedChange]] {
    if let changes { return changes }
    var all: [RecordedChange] = []
    let isUsable = try !ids.isEmpty && !journal.db.hasAliasChanges
    if isUsable { all = try journal.changes(of: ids) }
    undoState = try journal.undoState(of: Set(all.map(\.step)))
    let changes = Dictionary(grouping: all, by: \.change.subject.id)
      .merging(isUsable ? ids.map { ($0, []) } : []) { changes, _ in changes }
    self.changes = changes
    return changes
  }
}
