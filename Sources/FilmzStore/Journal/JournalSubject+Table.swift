import FilmzDomain
import GRDB

// The table of one kind of subject. Apart from insertions of many new subjects and ``Journal/rewriteTables()``,
// only ``perform(_:_:)`` writes to the tables of subjects.
extension JournalSubject {
  /// Returns the fields of a subject, or `nil` if no subject has this id.
  func storedFields(of id: String, _ db: Database) throws -> [String: FieldValue]? {
    let columns = fields.map(\.name).joined(separator: ", ")
    return try db.row("SELECT \(columns) FROM main.\(table) WHERE id = ?", [id]).map(values)
  }

  /// Returns the fields of all subjects that have one of the given values in a column, by the subjects'
  /// ids.
  func storedRows(where column: String, isIn values: [String], _ db: Database) throws -> [String: [String: FieldValue]]
  {
    let sql = "SELECT * FROM main.\(table) WHERE \(column) IN (SELECT value FROM json_each(?))"
    return try rows(db.cachedStatement(sql: sql), [CollectionStore.jsonArray(of: values)])
  }

  /// Returns the fields of all subjects, by the subjects' ids.
  func allStoredRows(_ db: Database) throws -> [String: [String: FieldValue]] {
    try rows(db.cachedStatement(sql: "SELECT * FROM main.\(table)"), [])
  }

  /// Calls a closure with the id and the fields of every subject, in the order of the bytes of the ids.
  func forEachStoredRow(_ db: Database, _ body: (_ id: String, _ fields: [String: FieldValue]) throws -> Void) throws {
    let columns = (["id"] + fields.map(\.name)).joined(separator: ", ")
    let rows = try db.rowCursor("SELECT \(columns) FROM main.\(table) ORDER BY id")
    while let row = try rows.next() {
      var fields: [String: FieldValue] = [:]
      for (index, field) in self.fields.enumerated() {
        let value: DatabaseValue = row[index + 1]
        fields[field.name] = try Self.value(value, of: field)
      }
      try body(row.value(0), fields)
    }
  }

  private func rows(_ statement: Statement, _ arguments: StatementArguments) throws -> [String: [String: FieldValue]] {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var fields: [String: [String: FieldValue]] = [:]
    while let row = try rows.next() { fields[try row.value("id")] = try values(row) }
    return fields
  }

  private func values(_ row: Row) throws -> [String: FieldValue] {
    Dictionary(
      uniqueKeysWithValues: try fields.map { field in (field.name, try Self.value(try row.value(field.name), of: field))
      })
  }

  private static func value(_ value: DatabaseValue, of field: JournalSubject.Field) throws -> FieldValue {
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
    guard change.fields.keys.allSatisfy({ field($0) != nil }) else { throw StoreError.unknownChange }
    switch change.kind {
    case .insert: try execute(insertionSQL, fields.map { change.fields[$0.name]?.new ?? $0.defaultValue }, change, db)
    case .update where change.fields.isEmpty: break
    case .update:
      let names = change.fields.keys.sorted()
      let columns = names.map { "\($0) = ?" }.joined(separator: ", ")
      try execute(
        "UPDATE main.\(table) SET \(columns) WHERE id = ?", names.map { change.fields[$0]?.new ?? .null }, change, db)
    case .delete: try execute("DELETE FROM main.\(table) WHERE id = ?", [], change, db)
    default: throw StoreError.unknownChange
    }
  }

  /// The columns of an insertion: the fields, then the id.
  var insertionColumns: [String] { fields.map(\.name) + ["id"] }

  private var insertionSQL: String {
    let columns = insertionColumns.joined(separator: ", ")
    let placeholders = insertionColumns.map { _ in "?" }.joined(separator: ", ")
    return "INSERT INTO main.\(table) (\(columns)) VALUES (\(placeholders))"
  }

  /// Executes a statement with the given values and, as its last argument, the id of the change's subject.
  private func execute(_ sql: String, _ values: [FieldValue], _ change: Change, _ db: Database) throws {
    let arguments = values.map(\.databaseValue) + [change.subject.id.databaseValue]
    try db.run(sql, StatementArguments(arguments))
    guard db.changesCount == 1 else { throw StoreError.saveFailed(reason: "the data to change no longer exists") }
  }
}

extension JournalSubject.Field {
  /// Returns a value or, if it is null, the default value of the field.
  func value(orDefault value: FieldValue) -> FieldValue { value == .null ? defaultValue : value }
}
