package import FilmzDomain
import GRDB

extension CollectionStore {
  /// Returns the own records of films with the given canonical ids, by id.
  package func records(_ ids: [FilmID]) async throws -> [FilmID: OwnRecord] {
    guard !ids.isEmpty else { return [:] }
    return try await read(inTransaction: false) { try Self.fetchRecords(ids, $0) }
  }

  /// Returns the records of films with the given canonical ids; films without own and imported records are left out.
  package func filmRecords(_ ids: [FilmID]) async throws -> [FilmID: FilmRecords] {
    guard !ids.isEmpty else { return [:] }
    return try await read(inTransaction: false) { try Self.fetchFilmRecords(ids, $0) }
  }

  static func fetchFilmRecords(_ ids: [FilmID], _ db: Database) throws -> [FilmID: FilmRecords] {
    var records: [FilmID: FilmRecords] = try fetchRecords(ids, db).mapValues { ($0, nil) }
    guard try db.hasImportedRecords else { return records }
    for record in try fetchImportedRecords(ids, db) { records[record.film, default: (nil, nil)].imported = record }
    return records
  }

  private static func fetchImportedRecords(_ ids: [FilmID], _ db: Database) throws -> [ImportedRecord] {
    let sql = "SELECT id, source, facts FROM main.importedRecord WHERE id IN (SELECT value FROM json_each(?))"
    return try db.rows(sql, [jsonArray(of: ids)]).compactMap { row in
      ImportedRecord(
        film: FilmID(unchecked: try row.value("id")),
        source: Film.Origin(rawValue: try row.value("source")), json: try row.value("facts"))
    }
  }

  static func fetchRecords(_ ids: [FilmID], _ db: Database) throws -> [FilmID: OwnRecord] {
    let sql = "SELECT id, facts FROM main.record WHERE id IN (SELECT value FROM json_each(?))"
    let records = try records(db, sql, [jsonArray(of: ids)])
    return Dictionary(records.map { ($0.film, $0) }) { first, _ in first }
  }

  /// Returns the own records that contain the given year.
  package func records(ofYear year: Int) async throws -> [OwnRecord] {
    try await read(inTransaction: false) { db in
      try Self.records(db, "SELECT id, facts FROM main.record WHERE year = ?", [String(year)])
    }
  }

  /// Returns the films whose imported records have the given folded title and year.
  package func importedFilms(titleKey: String, year: Int) async throws -> [FilmID] {
    try await read(inTransaction: false) { db in
      let sql = "SELECT id FROM main.importedRecord WHERE facts ->> '$.year' = ? AND fold(facts ->> '$.title') = ?"
      return try db.filmIDs(sql, [year, titleKey])
    }
  }

  /// Returns the films with own records, in the order of their titles.
  package func idsOfRecords() async throws -> [FilmID] {
    try await withListIndex { db in
      try db.filmIDs("SELECT id FROM main.record ORDER BY sortkey(coalesce(title ->> '$', sourceTitle)), id")
    }
  }

  private static func records(_ db: Database, _ sql: String, _ arguments: StatementArguments) throws -> [OwnRecord] {
    try db.rows(sql, arguments).map { row in
      OwnRecord(film: FilmID(unchecked: try row.value("id")), json: try row.value("facts"))
    }
  }
}

extension JournalTransaction {
  /// Returns the own record of a film; `nil` if it has none.
  package func record(of film: FilmID) throws -> OwnRecord? {
    guard let fields = try fields(of: film.recordSubject) else { return nil }
    var facts: [RecordField: OwnFact] = [:]
    for field in RecordField.allCases { facts[field] = fields[field.rawValue]?.text.flatMap(OwnFact.init(json:)) }
    return OwnRecord(film: film, facts: facts)
  }

  /// Sets the facts of a film's own record; a record without facts is removed.
  ///
  /// `caption` is the title and year from sources; `nil` to keep those that are stored.
  package func setRecord(_ record: OwnRecord, caption: Caption?) throws {
    guard !record.facts.isEmpty else { return try deleteRecord(of: record.film) }
    var fields: [String: FieldValue] = [:]
    if let caption {
      fields["sourceTitle"] = .text(caption.title.replacingNULCharacters)
      fields["sourceYear"] = caption.year.map { .integer(Int64($0)) } ?? .null
    }
    for field in RecordField.allCases { fields[field.rawValue] = record.facts[field].map { .text($0.json) } ?? .null }
    try upsert(record.film.recordSubject, fields)
  }

  /// Removes the own record of a film; does nothing if there is none.
  package func deleteRecord(of film: FilmID) throws { try delete(film.recordSubject) }

  package func hasImportedRecord(of film: FilmID) throws -> Bool { try fields(of: film.importedRecordSubject) != nil }

  /// Removes the imported record of a film; does nothing if there is none.
  package func deleteImportedRecord(of film: FilmID) throws { try delete(film.importedRecordSubject) }
}

extension FilmID {
  fileprivate var recordSubject: Change.Subject { .init(.record, rawValue) }
  fileprivate var importedRecordSubject: Change.Subject { .init(.importedRecord, rawValue) }
}

// The data of the search indexes of own and imported records.
extension CollectionStore {
  /// Returns a string that changes with own records, imported records, and the ids of films; `nil` if there are no own
  /// records.
  package func revisionOfRecords() async throws -> String? {
    try await read { db in
      let sql = """
        SELECT id FROM main.change WHERE subjectKind IN ('record', 'alias', 'step')
          AND EXISTS (SELECT 1 FROM main.record) ORDER BY number DESC LIMIT 1
        """
      guard let newest = try db.text(sql) else { return nil }
      return try Self.fetchRevisionOfImportedRecords(db).map { "\(newest) \($0)" } ?? newest
    }
  }

  /// Returns a string that changes with imported records and their ids; `nil` if there are none.
  package func revisionOfImportedRecords() async throws -> String? {
    try await read(inTransaction: false) { try Self.fetchRevisionOfImportedRecords($0) }
  }

  /// Returns the value of ``revisionOfImportedRecords()``.
  ///
  /// It contains the number of the newest change of an imported record or of a step with such changes, and the number
  /// of rows that ``filmsOfImportedRecords()`` leaves out. It also contains the newest row, because a change of an
  /// alias can move rows without a change of an imported record. The steps are found one after another, because they
  /// are few and their changes are many.
  private static func fetchRevisionOfImportedRecords(_ db: Database) throws -> String? {
    guard try db.hasImportedRecords else { return nil }
    let sql = """
      WITH RECURSIVE imports(step) AS (
        SELECT min(step) FROM main.change WHERE subjectKind = 'importedRecord'
        UNION ALL SELECT (SELECT min(step) FROM main.change
          WHERE subjectKind = 'importedRecord' AND change.step > imports.step)
        FROM imports WHERE imports.step IS NOT NULL)
      SELECT max(max(
          coalesce((SELECT max(number) FROM main.change
            WHERE subjectKind = 'importedRecord' AND change.step = imports.step), 0),
          coalesce((SELECT max(number) FROM main.change
            WHERE subject = imports.step AND subjectKind = 'step'), 0)))
        || ' ' || (SELECT rowid || ' ' || id FROM main.importedRecord ORDER BY rowid DESC LIMIT 1)
        || ' ' || (SELECT count(*) FROM main.importedRecord JOIN main.record USING (id)
          WHERE \(hasOtherID))
      FROM imports WHERE imports.step IS NOT NULL
      """
    return try db.text(sql)
  }

  /// The condition that the id of an imported record is not one of IMDb.
  private static let hasOtherID = "(importedRecord.id < 'tt' OR importedRecord.id >= 'tu')"

  /// Returns the films with own records, ordered by id, with the facts by which they are searched.
  package func filmsOfRecords() async throws -> [RecordedFilm] {
    try await films(of: "SELECT id, sourceTitle AS title, sourceYear AS year, NULL AS type FROM main.record")
  }

  /// Returns the films with imported records, ordered by id, with the facts by which they are searched.
  ///
  /// Films with own records are left out unless they have ids of IMDb, by which the search index recognizes
  /// them.
  package func filmsOfImportedRecords() async throws -> [RecordedFilm] {
    try await films(
      of: """
        SELECT id, NULL AS title, NULL AS year, NULL AS type FROM main.importedRecord
        WHERE NOT (\(Self.hasOtherID) AND id IN (SELECT id FROM main.record))
        """)
  }

  private func films(of ids: String) async throws -> [RecordedFilm] {
    try await connection.perform(.filmCache) { db in
      let view = try FactView(db).subquery(
        [
          "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "genres",
          "originalTitle", "directors", "actors", "source", "ownFacts", "importedFacts",
        ], of: "(\(ids))")
      return try db.rows("SELECT * FROM \(view) WHERE title IS NOT NULL ORDER BY id")
        .cancellableMap(RecordedFilm.init(row:))
    }
  }
}

extension RecordedFilm {
  fileprivate init(row: Row) throws {
    var film = try FilmCache.summary(row)
    film.originalTitle = try row.value("originalTitle")
    film.directors = try row.value("directors", String?.self)?.lines ?? []
    film.actors = try row.value("actors", String?.self)?.lines ?? []
    let ownFacts = try row.value("ownFacts", String?.self)
    var imported: ImportedRecord?
    if ownFacts != nil, let json = try row.value("importedFacts", String?.self) {
      imported = ImportedRecord(film: film.id, source: .mflix, json: json)
    }
    self.init(film: film, facts: ownFacts ?? "{}", imported: imported)
  }
}

extension String { fileprivate var lines: [String] { split(separator: "\n").map(String.init) } }
