import FilmzDomain
import Foundation
import GRDB

/// The journal of all changes, and the tables of the subjects, which are computed from it (event sourcing).
///
/// Changes are returned in the order in which they were added to the journal.
struct Journal {
  let db: Database
  let subjects: SubjectRegistry

  /// Returns the changes of a step.
  func changes(ofStep id: String) throws -> [RecordedChange] { try fetch("step = ?", [id]) }

  /// Returns the change with an id; `nil` if the journal has no such change.
  func change(withID id: String) throws -> RecordedChange? { try fetch("id = ?", [id]).first }

  /// Returns the changes of all subjects with the given ids, of any kind.
  func changes(of ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("subject IN (SELECT value FROM json_each(?))", [CollectionStore.jsonArray(of: ids)])
  }

  /// Returns those changes of all subjects with the given ids that name none of the given films.
  func changes(of ids: some Collection<String>, notOfFilms films: some Collection<FilmID>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch(
      """
      subject IN (SELECT value FROM json_each(?))
        AND (film IS NULL OR film NOT IN (SELECT value FROM json_each(?)))
      """, [CollectionStore.jsonArray(of: ids), CollectionStore.jsonArray(of: films)])
  }

  /// Returns the changes of all subjects that belong to the given films and have ids of their own, such
  /// as viewings.
  func changes(ofFilms ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("film IN (SELECT value FROM json_each(?))", [CollectionStore.jsonArray(of: ids)])
  }

  /// Returns the changes of all subjects whose ids consist of the ids of several parents, the first of
  /// which has the given id.
  func changes(ofChildrenOf id: String) throws -> [RecordedChange] {
    try fetch("subject > ? || ' ' AND subject < ? || '!'", [id, id])
  }

  /// Returns all changes in the journal.
  func allChanges() throws -> [RecordedChange] { try fetch("1", []) }

  /// Returns the undone steps among the given ones, and the positions at which redone steps take effect.
  func undoState(of steps: some Collection<String>) throws -> UndoState { UndoState(try changes(of: steps)) }

  /// Returns those steps of the given changes that were made in this collection file.
  func ownSteps(among changes: [RecordedChange]) throws -> Set<String> {
    guard !changes.isEmpty else { return [] }
    let sql = "SELECT id FROM main.step WHERE isOwn AND id IN (SELECT value FROM json_each(?))"
    return try String.fetchSet(
      db.cachedStatement(sql: sql), arguments: [CollectionStore.jsonArray(of: Set(changes.map(\.step)))])
  }

  /// Returns whether a step is undone.
  func isUndone(_ step: String) throws -> Bool {
    let changes = try fetch("subject = ? AND subjectKind = 'step'", [step])
    return !changes.isEmpty && UndoState(changes).isUndone(step)
  }

  /// Returns the films to which subjects with the given ids belong.
  ///
  /// Subjects that have the id of their film are left out.
  func films(of ids: some Collection<String>) throws -> Set<FilmID> {
    guard !ids.isEmpty else { return [] }
    let sql = """
      SELECT DISTINCT film FROM main.change
      WHERE subject IN (SELECT value FROM json_each(?)) AND film IS NOT NULL
      """
    let films = try String.fetchCursor(db.cachedStatement(sql: sql), arguments: [CollectionStore.jsonArray(of: ids)])
    return try Set(films.map(FilmID.init(unchecked:)))
  }

  private func fetch(_ condition: String, _ arguments: StatementArguments) throws -> [RecordedChange] {
    let sql = """
      SELECT id, step, installation, clock, kind, subjectKind, subject, film, fields
      FROM main.change WHERE \(condition) ORDER BY number
      """
    let rows = try db.rowCursor(sql, arguments)
    var changes: [RecordedChange] = []
    while let row = try rows.next() { changes.append(try RecordedChange(row: row, previous: changes.last)) }
    return changes
  }
}

extension RecordedChange {
  /// Creates a change from a row of the journal; texts that equal those of the previous change share their memory.
  fileprivate init(row: Row, previous: RecordedChange?) throws {
    let step: String = try row.strictValue(1)
    let installation: String = try row.strictValue(2)
    self.init(
      JournalRecord(
        id: try row.strictValue(0), step: step.shared(with: previous?.step),
        installation: installation.shared(with: previous?.installation),
        clock: HybridTimestamp(rawValue: try row.strictValue(3)), kind: try row.strictValue(4),
        subjectKind: try row.strictValue(5), subject: try row.strictValue(6),
        film: try row.strictValue(7), fields: try row.strictValue(8)))
  }

  /// Creates a change from the form in which the journal stores it.
  ///
  /// If the fields cannot be decoded, the kind of the change is an empty string. No version supports this
  /// kind; the change therefore has no effect.
  init(_ record: JournalRecord) {
    let fields = Change.fields(fromJSON: record.fields)
    self.init(
      id: record.id, step: record.step, installation: record.installation, clock: record.clock,
      change: Change(
        kind: Change.Kind(rawValue: fields == nil ? "" : record.kind),
        subject: Change.Subject(.init(rawValue: record.subjectKind), record.subject), fields: fields ?? [:]),
      film: record.film.map(FilmID.init(unchecked:)))
  }
}

extension String {
  /// Returns `other` if it is equal to this string, so that both share their memory; otherwise this string.
  fileprivate func shared(with other: String?) -> String { if let other, other == self { other } else { self } }
}

extension Change {
  /// Returns the fields of a change as the journal has them; `nil` if they cannot be decoded.
  fileprivate static func fields(fromJSON text: String) -> [String: FieldChange]? {
    guard text != "{}" else { return [:] }
    var text = text
    let fields = text.withUTF8 { bytes -> [String: FieldChange]? in
      var scanner = CanonicalJSONScanner(bytes)
      let fields = scanner.object { scanner -> FieldChange? in
        guard scanner.skip("{\"old\":"), let old = scanner.value(), scanner.skip(",\"new\":"), let new = scanner.value()
        else { return nil }
        let day = scanner.skip(",\"day\":") ? scanner.string() : nil
        return scanner.skip("}") ? FieldChange(old: old, new: new, day: day) : nil
      }
      return scanner.isAtEnd ? fields : nil
    }
    return fields ?? (try? JSONDecoder().decode([String: FieldChange].self, from: Data(text.utf8)))
  }
}
