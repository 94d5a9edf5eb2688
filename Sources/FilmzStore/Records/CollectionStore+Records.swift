package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Returns the own records of films with some canonical ids, by id.
  package func records(_ ids: [FilmID]) async throws -> [FilmID: OwnRecord] {
    guard !ids.isEmpty else { return [:] }
    return try await read(inTransaction: false) { try Self.fetchRecords(ids, $0) }
  }

  /// Returns what the collection stores about the facts of films with some canonical ids; films without own and
  /// imported records are left out.
  package func filmRecords(_ ids: [FilmID]) async throws -> [FilmID: FilmRecords] {
    guard !ids.isEmpty else { return [:] }
    return try await read(inTransaction: false) { try Self.fetchFilmRecords(ids, $0) }
  }

  static func fetchFilmRecords(
    _ ids: [FilmID], _ db: Database
  ) throws -> [FilmID: FilmRecords] {
    var records = try fetchRecords(ids, db).mapValues { FilmRecords(own: $0) }
    guard try hasImportedRecords(db) else { return records }
    for record in try fetchImportedRecords(ids, db) {
      records[record.film, default: FilmRecords()].imported = record
    }
    return records
  }

  private static func fetchImportedRecords(
    _ ids: [FilmID], _ db: Database
  ) throws -> [ImportedRecord] {
    let sql = """
      SELECT id, source, facts FROM main.importedRecord
      WHERE id IN (SELECT value FROM json_each(?))
      """
    return try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [jsonArray(of: ids.map(\.rawValue))]
    ).compactMap { row in
      ImportedRecord(
        film: FilmID(unchecked: try row.value("id")),
        source: Film.Origin(rawValue: try row.value("source")), json: try row.value("facts"))
    }
  }

  static func fetchRecords(_ ids: [FilmID], _ db: Database) throws -> [FilmID: OwnRecord] {
    let sql = "SELECT id, facts FROM main.record WHERE id IN (SELECT value FROM json_each(?))"
    let records = try records(db, sql, [jsonArray(of: ids.map(\.rawValue))])
    return Dictionary(records.map { ($0.film, $0) }) { first, _ in first }
  }

  /// Returns the own records that tell a year.
  package func records(ofYear year: Int) async throws -> [OwnRecord] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT id, facts FROM main.record WHERE year = ?"
      return try Self.records(db, sql, [String(year)])
    }
  }

  /// Returns the films whose imported records tell a title with a folded form, and a year.
  package func importedFilms(titleKey: String, year: Int) async throws -> [FilmID] {
    try await read(inTransaction: false) { db in
      let sql = """
        SELECT id FROM main.importedRecord WHERE facts ->> '$.year' = ? AND fold(facts ->> '$.title') = ?
        """
      return try String.fetchAll(db.cachedStatement(sql: sql), arguments: [year, titleKey])
        .map(FilmID.init(unchecked:))
    }
  }

  /// Returns the films with own records, in the order of their titles.
  package func idsOfRecords() async throws -> [FilmID] {
    try await withListIndex { db in
      let sql = """
        SELECT id FROM main.record ORDER BY sortkey(coalesce(title ->> '$', sourceTitle)), id
        """
      return try String.fetchAll(db.cachedStatement(sql: sql)).map(FilmID.init(unchecked:))
    }
  }

  private static func records(
    _ db: Database, _ sql: String, _ arguments: StatementArguments
  ) throws -> [OwnRecord] {
    try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments).map { row in
      OwnRecord(film: FilmID(unchecked: try row.value("id")), json: try row.value("facts"))
    }
  }
}

extension JournalTransaction {
  /// Returns the own record of a film; `nil` if it has none.
  package func record(of film: FilmID) throws -> OwnRecord? {
    guard let fields = try fields(of: film.recordSubject) else { return nil }
    var facts: [RecordField: OwnFact] = [:]
    for field in RecordField.allCases {
      facts[field] = fields[field.rawValue]?.text.flatMap(OwnFact.init(json:))
    }
    return OwnRecord(film: film, facts: facts)
  }

  /// Sets the facts of a film's own record; a record without facts is removed.
  ///
  /// `caption` is the title and year that sources tell; `nil` to keep those that are stored.
  package func setRecord(_ record: OwnRecord, caption: Caption?) throws {
    guard !record.facts.isEmpty else { return try deleteRecord(of: record.film) }
    var fields: [String: FieldValue] = [:]
    if let caption {
      fields["sourceTitle"] = .text(caption.title.replacingNULCharacters)
      fields["sourceYear"] = caption.year.map { .integer(Int64($0)) } ?? .null
    }
    for field in RecordField.allCases {
      fields[field.rawValue] = record.facts[field].map { .text($0.json) } ?? .null
    }
    try upsert(record.film.recordSubject, fields)
  }

  /// Removes the own record of a film; does nothing if there is none.
  package func deleteRecord(of film: FilmID) throws { try delete(film.recordSubject) }

  package func hasImportedRecord(of film: FilmID) throws -> Bool {
    try fields(of: film.importedRecordSubject) != nil
  }

  /// Removes the imported record of a film; does nothing if there is none.
  package func deleteImportedRecord(of film: FilmID) throws {
    try delete(film.importedRecordSubject)
  }
}

extension FilmID {
  fileprivate var recordSubject: Change.Subject { .init(.record, rawValue) }
  fileprivate var importedRecordSubject: Change.Subject { .init(.importedRecord, rawValue) }
}
