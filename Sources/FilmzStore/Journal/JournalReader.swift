import FilmzDomain
import Foundation
import GRDB

/// Reads changes from the journal, in the order in which they were added to it.
struct JournalReader {
  let db: Database
  let subjects: SubjectRegistry

  /// Returns the changes of a step.
  func changes(ofStep id: String) throws -> [RecordedChange] {
    try fetch("step = ?", [id])
  }

  /// Returns the changes of all subjects with the given ids, of any kind.
  func changes(of ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("subject IN (SELECT value FROM json_each(?))", [Self.jsonArray(of: ids)])
  }

  /// Returns the changes of all subjects that belong to the given films and have ids of their own, such
  /// as viewings.
  func changes(ofFilms ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("film IN (SELECT value FROM json_each(?))", [Self.jsonArray(of: ids)])
  }

  /// Returns the changes of all subjects whose ids consist of the ids of several parents, the first of
  /// which has the given id.
  func changes(ofChildrenOf id: String) throws -> [RecordedChange] {
    try fetch("subject > ? || ' ' AND subject < ? || '!'", [id, id])
  }

  /// Returns all changes in the journal.
  func allChanges() throws -> [RecordedChange] { try fetch("1", []) }

  /// Returns which of the given steps are undone, and at which positions the redone ones take effect.
  func undoState(of steps: some Collection<String>) throws -> UndoState {
    UndoState(try changes(of: steps))
  }

  /// Returns whether a step is undone.
  func isUndone(_ step: String) throws -> Bool {
    let changes = try fetch("subject = ? AND subjectKind = 'step'", [step])
    return !changes.isEmpty && UndoState(changes).isUndone(step)
  }

  private func fetch(_ condition: String, _ arguments: StatementArguments) throws
    -> [RecordedChange]
  {
    let sql = "SELECT * FROM main.change WHERE \(condition) ORDER BY number"
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var changes: [RecordedChange] = []
    while let row = try rows.next() { changes.append(try RecordedChange(row: row)) }
    return changes
  }

  private static func jsonArray(of ids: some Collection<String>) -> String {
    CollectionStore.jsonArray(of: Array(ids))
  }
}

extension RecordedChange {
  /// Creates a change from a row of the journal.
  ///
  /// If the fields cannot be decoded, the kind of the change is an empty string. No version supports this
  /// kind; the change therefore has no effect.
  init(row: Row) throws {
    let fields = Self.fields(try row.value("fields"))
    let kind = Change.Kind(rawValue: fields == nil ? "" : try row.value("kind"))
    let subject = Change.Subject(
      .init(rawValue: try row.value("subjectKind")), try row.value("subject"))
    self.init(
      id: try row.value("id"), step: try row.value("step"),
      installation: try row.value("installation"),
      clock: HybridTimestamp(rawValue: try row.value("clock")),
      change: Change(kind: kind, subject: subject, fields: fields ?? [:]),
      film: try row.value("film", String?.self).map(FilmID.init(unchecked:)))
  }

  private static func fields(_ text: String) -> [String: Change.FieldChange]? {
    guard text != "{}" else { return [:] }
    return try? JSONDecoder().decode([String: Change.FieldChange].self, from: Data(text.utf8))
  }
}
