package import FilmzDomain
import GRDB

// What the search indexes of own and imported records are made of.
extension CollectionStore {
  /// Returns a string that differs if own records, imported records, or the ids of films have changed; `nil` if
  /// there are no own records.
  package func revisionOfRecords() async throws -> String? {
    try await read { db in
      let sql = """
        SELECT id FROM main.change WHERE subjectKind IN ('record', 'alias', 'step')
          AND EXISTS (SELECT 1 FROM main.record) ORDER BY number DESC LIMIT 1
        """
      guard let newest = try String.fetchOne(db.cachedStatement(sql: sql)) else { return nil }
      return try Self.fetchRevisionOfImportedRecords(db).map { "\(newest) \($0)" } ?? newest
    }
  }

  /// Returns a string that differs if imported records or their ids have changed; `nil` if there are none.
  package func revisionOfImportedRecords() async throws -> String? {
    try await read(inTransaction: false) { try Self.fetchRevisionOfImportedRecords($0) }
  }

  /// Returns the newest change of an imported record or of a step with such changes, the newest row, and the
  /// number of rows with own records that the search index cannot tell from those.
  ///
  /// A step that changes ids of films may only move rows. The steps are found one after another, because they
  /// are few and their changes are many.
  private static func fetchRevisionOfImportedRecords(_ db: Database) throws -> String? {
    guard try hasImportedRecords(db) else { return nil }
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
    return try String.fetchOne(db.cachedStatement(sql: sql))
  }

  /// The condition that the id of an imported record is not one of IMDb.
  private static let hasOtherID =
    "(importedRecord.id < 'tt' OR importedRecord.id >= 'tu')"

  /// Returns the films with own records, ordered by id, with the facts by which they are searched.
  package func filmsOfRecords() async throws -> [RecordedFilm] {
    try await films(
      of: "SELECT id, sourceTitle AS title, sourceYear AS year, NULL AS type FROM main.record")
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
      return try Row.fetchAll(
        db.cachedStatement(sql: "SELECT * FROM \(view) WHERE title IS NOT NULL ORDER BY id")
      ).cancellableMap(RecordedFilm.init(row:))
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
    let imported =
      ownFacts == nil
      ? nil
      : try row.value("importedFacts", String?.self).flatMap {
        ImportedRecord(film: film.id, source: .mflix, json: $0)
      }
    self.init(film: film, facts: ownFacts ?? "{}", imported: imported)
  }
}

extension String {
  fileprivate var lines: [String] { split(separator: "\n").map(String.init) }
}
