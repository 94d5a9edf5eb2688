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

  /// Returns the change with an id; `nil` if there is none.
  func change(withID id: String) throws -> RecordedChange? { try fetch("id = ?", [id]).first }

  /// Returns the changes of all subjects with the given ids, of any kind.
  func changes(of ids: some Collection<String>) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch("subject IN (SELECT value FROM json_each(?))", [Self.jsonArray(of: ids)])
  }

  /// Returns the changes of all subjects with the given ids that name another film, or none.
  func changes(
    of ids: some Collection<String>, notOfFilms films: some Collection<FilmID>
  ) throws -> [RecordedChange] {
    guard !ids.isEmpty else { return [] }
    return try fetch(
      """
      subject IN (SELECT value FROM json_each(?))
        AND (film IS NULL OR film NOT IN (SELECT value FROM json_each(?)))
      """, [Self.jsonArray(of: ids), Self.jsonArray(of: films.map(\.rawValue))])
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

  /// Returns the steps of some changes that were made in this collection file.
  func ownSteps(among changes: [RecordedChange]) throws -> Set<String> {
    guard !changes.isEmpty else { return [] }
    let sql = "SELECT id FROM main.step WHERE isOwn AND id IN (SELECT value FROM json_each(?))"
    return try String.fetchSet(
      db.cachedStatement(sql: sql), arguments: [Self.jsonArray(of: Set(changes.map(\.step)))])
  }

  /// Returns whether a step is undone.
  func isUndone(_ step: String) throws -> Bool {
    let changes = try fetch("subject = ? AND subjectKind = 'step'", [step])
    return !changes.isEmpty && UndoState(changes).isUndone(step)
  }

  /// Returns the films of all subjects with the given ids; without those whose id is the film's.
  func films(of ids: some Collection<String>) throws -> Set<FilmID> {
    guard !ids.isEmpty else { return [] }
    let sql = """
      SELECT DISTINCT film FROM main.change
      WHERE subject IN (SELECT value FROM json_each(?)) AND film IS NOT NULL
      """
    let films = try String.fetchCursor(
      db.cachedStatement(sql: sql), arguments: [Self.jsonArray(of: ids)])
    return try Set(films.map(FilmID.init(unchecked:)))
  }

  private func fetch(_ condition: String, _ arguments: StatementArguments) throws
    -> [RecordedChange]
  {
    let sql = """
      SELECT id, step, installation, clock, kind, subjectKind, subject, film, fields
      FROM main.change WHERE \(condition) ORDER BY number
      """
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    var changes: [RecordedChange] = []
    while let row = try rows.next() {
      changes.append(try RecordedChange(row: row, previous: changes.last))
    }
    return changes
  }

  private static func jsonArray(of ids: some Collection<String>) -> String {
    CollectionStore.jsonArray(of: Array(ids))
  }
}

extension RecordedChange {
  /// Creates a change from a row of the journal; equal texts share the memory of those of the previous change.
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
        subject: Change.Subject(.init(rawValue: record.subjectKind), record.subject),
        fields: fields ?? [:]),
      film: record.film.map(FilmID.init(unchecked:)))
  }
}

extension String {
  /// Returns an equal string that shares the memory of another one if both are equal.
  fileprivate func shared(with other: String?) -> String {
    if let other, other == self { other } else { self }
  }
}

extension Change {
  /// Returns the fields of a change as the journal has them; `nil` if they cannot be decoded.
  fileprivate static func fields(fromJSON text: String) -> [String: FieldChange]? {
    guard text != "{}" else { return [:] }
    var text = text
    let fields = text.withUTF8 { bytes -> [String: FieldChange]? in
      var scanner = CanonicalJSONScanner(bytes)
      let fields = scanner.object { scanner -> FieldChange? in
        guard scanner.skip("{\"old\":"), let old = scanner.value(), scanner.skip(",\"new\":"),
          let new = scanner.value()
        else { return nil }
        let day = scanner.skip(",\"day\":") ? scanner.string() : nil
        return scanner.skip("}") ? FieldChange(old: old, new: new, day: day) : nil
      }
      return scanner.isAtEnd ? fields : nil
    }
    return fields
      ?? (try? JSONDecoder().decode([String: FieldChange].self, from: Data(text.utf8)))
  }
}

/// The table of one kind of subject.
///
/// All writes to subject tables go through this type.
struct JournalSubjectTable {
  let subject: JournalSubject

  /// Returns the fields of a subject, or `nil` if no subject has this id.
  func fields(of id: String, _ db: Database) throws -> [String: FieldValue]? {
    let columns = subject.fields.map(\.name).joined(separator: ", ")
    let sql = "SELECT \(columns) FROM main.\(subject.table) WHERE id = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map(values)
  }

  /// Returns the fields of all subjects that have one of the given values in a column, by the subjects'
  /// ids.
  func rows(where column: String, isIn values: [String], _ db: Database) throws
    -> [String: [String: FieldValue]]
  {
    let sql = """
      SELECT * FROM main.\(subject.table) WHERE \(column) IN (SELECT value FROM json_each(?))
      """
    return try rows(db.cachedStatement(sql: sql), [CollectionStore.jsonArray(of: values)])
  }

  /// Returns the fields of all subjects, by the subjects' ids.
  func allRows(_ db: Database) throws -> [String: [String: FieldValue]] {
    try rows(db.cachedStatement(sql: "SELECT * FROM main.\(subject.table)"), [])
  }

  /// Calls a closure with the id and the fields of every subject, in the order of the bytes of the ids.
  func forEachRow(
    _ db: Database, _ body: (_ id: String, _ fields: [String: FieldValue]) throws -> Void
  ) throws {
    let columns = (["id"] + subject.fields.map(\.name)).joined(separator: ", ")
    let sql = "SELECT \(columns) FROM main.\(subject.table) ORDER BY id"
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    while let row = try rows.next() {
      var fields: [String: FieldValue] = [:]
      for (index, field) in subject.fields.enumerated() {
        let value: DatabaseValue = row[index + 1]
        fields[field.name] = try Self.value(value, of: field)
      }
      try body(row.value(0), fields)
    }
  }

  private func rows(_ statement: Statement, _ arguments: StatementArguments) throws
    -> [String: [String: FieldValue]]
  {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var fields: [String: [String: FieldValue]] = [:]
    while let row = try rows.next() { fields[try row.value("id")] = try values(row) }
    return fields
  }

  private func values(_ row: Row) throws -> [String: FieldValue] {
    Dictionary(
      uniqueKeysWithValues: try subject.fields.map { field in
        (field.name, try Self.value(try row.value(field.name), of: field))
      })
  }

  private static func value(
    _ value: DatabaseValue, of field: JournalSubject.Field
  ) throws -> FieldValue {
    switch value.storage {
    case .null: return .null
    case .int64(let number): return .integer(number)
    case .string(let text):
      if field.isSet { return .list(CollectionStore.strings(fromJSON: text)) }
      return .text(text)
    case .double, .blob: throw DamagedRowError(file: .collection)
    }
  }

  // MARK: - Writing

  /// Performs a change on the table.
  ///
  /// An update without fields has no effect.
  ///
  /// - Throws: ``StoreError/unknownChange`` if the kind of change or one of its fields is unknown,
  ///   ``StoreError/saveFailed(reason:)`` if no row has the subject's id.
  func perform(_ change: Change, _ db: Database) throws {
    guard change.fields.keys.allSatisfy({ subject.field($0) != nil }) else {
      throw StoreError.unknownChange
    }
    switch change.kind {
    case .insert:
      try execute(
        insertionSQL, subject.fields.map { change.fields[$0.name]?.new ?? $0.defaultValue }, change,
        db
      )
    case .update where change.fields.isEmpty: break
    case .update:
      let names = change.fields.keys.sorted()
      let columns = names.map { "\($0) = ?" }.joined(separator: ", ")
      try execute(
        "UPDATE main.\(subject.table) SET \(columns) WHERE id = ?",
        names.map { change.fields[$0]?.new ?? .null }, change, db)
    case .delete: try execute("DELETE FROM main.\(subject.table) WHERE id = ?", [], change, db)
    default: throw StoreError.unknownChange
    }
  }

  /// The columns of an insertion: the fields, then the id.
  var columns: [String] { subject.fields.map(\.name) + ["id"] }

  private var insertionSQL: String {
    let placeholders = Array(repeating: "?", count: columns.count).joined(separator: ", ")
    return
      "INSERT INTO main.\(subject.table) (\(columns.joined(separator: ", "))) VALUES (\(placeholders))"
  }

  /// Executes a statement with the given values and, as its last argument, the id of the change's subject.
  private func execute(_ sql: String, _ values: [FieldValue], _ change: Change, _ db: Database)
    throws
  {
    let arguments = values.map(\.databaseValue) + [change.subject.id.databaseValue]
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    guard db.changesCount == 1 else {
      throw StoreError.saveFailed(reason: "the data to change no longer exists")
    }
  }
}
