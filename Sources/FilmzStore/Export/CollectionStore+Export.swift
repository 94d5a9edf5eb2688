package import FilmzDomain
import Foundation
import GRDB

/// A film of the collection as exports need it.
package struct ExportedEntry: Sendable {
  package let entry: CollectionEntry
  /// The facts that lists show, with the original title and the directors; `nil` if no facts are stored.
  package let film: Film?
  /// The other ids of the film that the collection or the film cache has.
  package let aliases: [FilmID]
  /// The day of the rating; `nil` if there is no rating, or if it was imported without a day.
  package let ratedOn: PartialDate?
}

// Reading everything for an export.
extension CollectionStore {
  private static let exportChunkSize = 500

  /// Returns films of the collection in the order of their ids' array; others are left out.
  package func exportedEntries(_ ids: [FilmID]) async throws -> [ExportedEntry] {
    try await read { db in
      let days = try ValueDays(db)
      let factColumns = [
        "title", "year", "endYear", "type", "imdbRating", "imdbVotes", "runtimeMinutes", "genres",
        "source", "originalTitle", "directors",
      ]
      let view = try FactView(db).collectionSubquery(factColumns)
      var entries: [ExportedEntry] = []
      entries.reserveCapacity(ids.count)
      for start in stride(from: 0, to: ids.count, by: Self.exportChunkSize) {
        try Task.checkCancellation()
        let chunk = Array(ids[start..<min(start + Self.exportChunkSize, ids.count)])
        entries += try Self.exportedEntries(chunk, view: view, days, db)
      }
      return entries
    }
  }

  private static func exportedEntries(
    _ ids: [FilmID], view: String, _ days: ValueDays, _ db: Database
  ) throws -> [ExportedEntry] {
    let stored = Dictionary(try fetchEntries(ids, db).map { ($0.id, $0) }) { first, _ in first }
    let films = try exportedFacts(ids, view: view, db)
    let aliases = try exportedAliases(ids, db)
    return ids.compactMap { id in
      guard let entry = stored[id] else { return nil }
      let ratedOn = days.ratingDay(of: id) ?? entry.imported.date(of: .rating)
      return ExportedEntry(
        entry: entry, film: films[id], aliases: aliases[id] ?? [],
        ratedOn: entry.rating == nil ? nil : ratedOn)
    }
  }

  private static func exportedFacts(
    _ ids: [FilmID], view: String, _ db: Database
  ) throws -> [FilmID: Film] {
    let sql = """
      SELECT * FROM \(view) WHERE source IS NOT NULL AND id IN (SELECT value FROM json_each(?))
      """
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: sql), arguments: [jsonArray(of: ids.map(\.rawValue))])
    var films: [FilmID: Film] = [:]
    while let row = try rows.next() {
      var film = try FilmCache.summary(row)
      film.originalTitle = try row.value("originalTitle")
      film.directors =
        try row.value("directors", String?.self)?.split(separator: "\n").map(String.init) ?? []
      films[film.id] = film
    }
    return films
  }

  private static func exportedAliases(
    _ ids: [FilmID], _ db: Database
  ) throws -> [FilmID: [FilmID]] {
    let sql = """
      SELECT id, film FROM main.alias WHERE film IN (SELECT value FROM json_each(?1))
      UNION SELECT id, film FROM cache.alias WHERE film IN (SELECT value FROM json_each(?1))
        AND NOT EXISTS (SELECT 1 FROM main.alias AS own WHERE own.id = alias.id)
      ORDER BY id
      """
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: sql), arguments: [jsonArray(of: ids.map(\.rawValue))])
    var aliases: [FilmID: [FilmID]] = [:]
    for row in rows {
      aliases[FilmID(unchecked: try row.value("film")), default: []].append(
        FilmID(unchecked: try row.value("id")))
    }
    return aliases
  }

  // MARK: - Subjects

  /// Calls a closure with every subject of the collection, by kind and in the order of their ids.
  ///
  /// - Parameters:
  ///   - films: The canonical ids of the films to which the subjects must belong; subjects that belong to no film
  ///     are left out, except lists. `nil` for all subjects.
  ///   - body: The closure; its fields include those that are null, and the days of all ratings and notes.
  /// - Throws: A ``StoreError``, `CancellationError`, or what the closure throws.
  package func forEachSubject(
    of films: Set<FilmID>?,
    _ body: @escaping @Sendable (Change.Subject, [String: FieldValue]) throws -> Void
  ) async throws {
    try await read { [subjects] db in
      let days = try ValueDays(db)
      for declaration in subjects.all {
        try Task.checkCancellation()
        let table = JournalSubjectTable(subject: declaration)
        try table.forEachRow(db) { id, fields in
          let subject = Change.Subject(declaration.kind, id)
          if let films, declaration.kind != .list {
            guard let film = subjects.film(of: subject, fields), films.contains(film) else {
              return
            }
          }
          try body(subject, days.adding(to: fields, of: subject))
        }
      }
    }
  }
}

/// The days of the ratings and notes that the user, rather than an import, has set last.
struct ValueDays {
  private struct Key: Hashable {
    let kind: String
    let id: String
    let field: String
  }

  /// The fields with such values, with the names of the values in ``ImportedValues``.
  private static let fields: [Change.Subject.Kind: [(field: String, value: ImportedValues.Value)]] =
    [
      .entry: [("rating", .rating), ("notes", .note)],
      .viewing: [("rating", .rating), ("note", .note)],
    ]

  private var moments: [Key: Date] = [:]

  init(_ db: Database) throws {
    let sql = """
      SELECT subjectKind, coalesce(alias.film, subject), field.value, max(clock)
      FROM main.step CROSS JOIN main.change ON change.step = step.id
        CROSS JOIN json_each('["rating", "notes", "note"]') AS field
        LEFT JOIN main.alias ON alias.id = change.subject
      WHERE coalesce(step.command NOT LIKE 'import %', 1) AND step.undoneAt IS NULL
        AND subjectKind IN ('entry', 'viewing') AND kind <> 'delete'
        AND json_type(fields, '$.' || field.value) IS NOT NULL
        AND NOT EXISTS (
          SELECT 1 FROM main.change AS later JOIN main.step AS import ON import.id = later.step
          WHERE later.subject IN (SELECT coalesce(alias.film, change.subject)
              UNION ALL SELECT same.id FROM main.alias AS same
                WHERE same.film = coalesce(alias.film, change.subject))
            AND later.subjectKind = change.subjectKind
            AND later.clock > change.clock AND later.kind <> 'delete'
            AND import.command LIKE 'import %' AND import.undoneAt IS NULL
            AND json_type(later.fields, '$.' || field.value) IS NOT NULL
            AND \(Self.isNewer("later.fields ->> ('$.' || field.value || '.day')", than: "change.clock")))
      GROUP BY 1, 2, 3
      """
    let rows = try Row.fetchCursor(db.cachedStatement(sql: sql))
    while let row = try rows.next() {
      moments[Key(kind: try row.value(0), id: try row.value(1), field: try row.value(2))] =
        HybridTimestamp(rawValue: try row.value(3)).date
    }
  }

  /// Returns the condition that a value is newer than a time stamp, although a file gives it a day.
  private static func isNewer(_ day: String, than clock: String) -> String {
    "coalesce(importedclock(\(day)) >= \(clock), 1)"
  }

  /// Returns the day of the rating of a film, in the current time zone; `nil` if an import has set it, or there is
  /// none.
  func ratingDay(of film: FilmID) -> PartialDate? {
    moments[Key(kind: Change.Subject.Kind.entry.rawValue, id: film.rawValue, field: "rating")]
      .map { PartialDate(day: $0) }
  }

  /// Returns the fields of a subject, with these days added to its imported values, in the form of an archive.
  ///
  /// An import of the archive uses them as the days of the values, which begin at 00:00 UTC as those of other files.
  func adding(
    to fields: [String: FieldValue], of subject: Change.Subject
  ) -> [String: FieldValue] {
    guard !moments.isEmpty, let values = Self.fields[subject.kind] else { return fields }
    var imported = ImportedValues(elements: fields["imported"]?.elements ?? [])
    for (field, value) in values where fields[field] != .null || imported.contains(value) {
      let key = Key(kind: subject.kind.rawValue, id: subject.id, field: field)
      if let moment = moments[key] {
        imported.insert(value, date: PartialDate(day: moment, in: .gmt))
      }
    }
    return fields.merging(["imported": .list(imported.elements)]) { $1 }
  }
}
