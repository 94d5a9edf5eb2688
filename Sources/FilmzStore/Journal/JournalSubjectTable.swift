import FilmzDomain
import GRDB

/// The rows of one kind of subject; the one place that writes them.
struct JournalSubjectTable {
  let subject: JournalSubject

  /// The fields of one subject; `nil` if there is none with this id.
  func fields(of id: String, _ db: Database) throws -> [String: FieldValue]? {
    let columns = subject.fields.map(\.name).joined(separator: ", ")
    let sql = "SELECT \(columns) FROM main.\(subject.table) WHERE id = ?"
    return try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [id]).map(values)
  }

  /// The fields of all subjects with a value in a column, by id.
  func rows(where column: String, isIn values: [String], _ db: Database) throws
    -> [String: [String: FieldValue]]
  {
    let sql = """
      SELECT * FROM main.\(subject.table) WHERE \(column) IN (SELECT value FROM json_each(?))
      """
    return try rows(db.cachedStatement(sql: sql), [CollectionStore.text(of: values)])
  }

  /// The fields of all subjects, by id.
  func allRows(_ db: Database) throws -> [String: [String: FieldValue]] {
    try rows(db.cachedStatement(sql: "SELECT * FROM main.\(subject.table)"), [])
  }

  private func rows(_ statement: Statement, _ arguments: StatementArguments) throws
    -> [String: [String: FieldValue]]
  {
    let rows = try Row.fetchCursor(statement, arguments: arguments)
    var found: [String: [String: FieldValue]] = [:]
    while let row = try rows.next() { found[try row.value("id")] = try values(row) }
    return found
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
      if case .set = field.kind { return .list(CollectionStore.list(text)) }
      return .text(text)
    case .double, .blob: throw DamagedRowError(file: .collection)
    }
  }

  // MARK: - Writing

  /// Performs one change on the table.
  ///
  /// - Throws: ``StoreError/unknownChange`` if the change names another column or another kind of
  ///   change, ``StoreError/saveFailed(reason:)`` if there is no subject to change.
  func perform(_ change: Change, _ db: Database) throws {
    guard change.fields.keys.allSatisfy({ subject.field($0) != nil }) else {
      throw StoreError.unknownChange
    }
    switch change.kind {
    case .insert:
      try execute(
        insertion, subject.fields.map { change.fields[$0.name]?.new ?? $0.empty }, change, db)
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

  private var insertion: String {
    let columns = (subject.fields.map(\.name) + ["id"]).joined(separator: ", ")
    let places = Array(repeating: "?", count: subject.fields.count + 1).joined(separator: ", ")
    return "INSERT INTO main.\(subject.table) (\(columns)) VALUES (\(places))"
  }

  private func execute(_ sql: String, _ values: [FieldValue], _ change: Change, _ db: Database)
    throws
  {
    let arguments = values.map(\.databaseValue) + [change.subject.id.databaseValue]
    try db.cachedStatement(sql: sql).execute(arguments: StatementArguments(arguments))
    guard db.changesCount == 1 else {
      throw StoreError.saveFailed(reason: "what was to be changed is not there any more")
    }
  }
}
