import FilmzDomain
import Foundation
import GRDB

/// Reads changes out of the journal.
struct JournalReader {
  let db: Database
  let subjects: SubjectRegistry

  /// The changes of a step, in the order in which they came into this journal.
  func changes(ofStep id: String) throws -> [RecordedChange] {
    try fetch("step = ?", [id])
  }

  /// The changes of subjects with some ids, whatever their kind.
  func changes(of ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("subject IN (SELECT value FROM json_each(?))", [Self.list(ids)])
  }

  /// The changes of all that belongs to some films.
  func changes(ofFilms ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("film IN (SELECT value FROM json_each(?))", [Self.list(ids)])
  }

  /// The changes of subjects whose ids consist of a parent's id and others.
  func changes(ofPartsOf id: String) throws -> [RecordedChange] {
    try fetch("subject > ? || ' ' AND subject < ? || '!'", [id, id])
  }

  /// The whole journal.
  func allChanges() throws -> [RecordedChange] { try fetch("1", []) }

  /// Which steps of some changes are undone.
  func undoneSteps(of steps: some Collection<String>) throws -> UndoneSteps {
    UndoneSteps(try changes(of: steps))
  }

  /// Whether a step counts as never made.
  func isUndone(_ step: String) throws -> Bool {
    let marks = try fetch("subject = ? AND subjectKind = 'step'", [step])
    return !marks.isEmpty && UndoneSteps(marks).contains(step)
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

  private static func list(_ ids: some Collection<String>) -> String {
    CollectionStore.text(of: Array(ids))
  }
}

extension RecordedChange {
  /// Fields that this version cannot read make a change that it does not understand.
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
      film: try row.value("film", String?.self).map(FilmID.init(canonical:)))
  }

  private static func fields(_ text: String) -> [String: Change.FieldChange]? {
    guard text != "{}" else { return [:] }
    return try? JSONDecoder().decode([String: Change.FieldChange].self, from: Data(text.utf8))
  }
}
