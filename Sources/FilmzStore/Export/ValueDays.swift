import FilmzDomain
import Foundation
import GRDB

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

  /// Returns the day of the rating of a film, in the current time zone; `nil` if an import has set it, or there is none.
  func ratingDay(of film: FilmID) -> PartialDate? {
    moments[Key(kind: Change.Subject.Kind.entry.rawValue, id: film.rawValue, field: "rating")]
      .map { PartialDate(day: $0) }
  }

  /// Returns the fields of a subject with these days among what imports have brought, as an archive has them.
  ///
  /// Where the archive is imported, they are the days of its values; like those of other files, they begin at 00:00 UTC.
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
