import FilmzDomain
import Foundation
import GRDB

/// The days of the ratings and notes that the user, rather than an import, has set last.
struct ValueDays {
  /// The fields with ratings and notes, each with the name of its value in ``ImportedValues``.
  private static let fields: [Change.Subject.Kind: [(field: String, value: ImportedValues.Value)]] = [
    .entry: [("rating", .rating), ("notes", .note)], .viewing: [("rating", .rating), ("note", .note)],
  ]

  /// The moments at which the values were set, by ``FilmzDomain/Change/Subject/fieldKey(_:)``.
  private var moments: [String: Date] = [:]

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
    let rows = try db.rowCursor(sql)
    while let row = try rows.next() {
      let subject = Change.Subject(.init(rawValue: try row.value(0)), try row.value(1))
      moments[subject.fieldKey(try row.value(2))] = HybridTimestamp(rawValue: try row.value(3)).date
    }
  }

  /// Returns the SQL condition that an imported value is newer than a time stamp.
  ///
  /// The value is newer if its day in the imported file begins at or after that time, or if the file has no day for it.
  private static func isNewer(_ day: String, than clock: String) -> String {
    "coalesce(importedclock(\(day)) >= \(clock), 1)"
  }

  /// Returns the day of the rating of a film, in the current time zone; `nil` if an import has set it, or there is
  /// none.
  func ratingDay(of film: FilmID) -> PartialDate? {
    moments[Change.Subject(.entry, film.rawValue).fieldKey("rating")].map { PartialDate(day: $0) }
  }

  /// Returns the fields of a subject as an archive has them: with the days of ratings and notes in the field
  /// `imported`.
  ///
  /// The days are those in UTC, because a day in an imported file begins at 00:00 UTC.
  func adding(to fields: [String: FieldValue], of subject: Change.Subject) -> [String: FieldValue] {
    guard !moments.isEmpty, let values = Self.fields[subject.kind] else { return fields }
    var imported = ImportedValues(elements: fields["imported"]?.elements ?? [])
    for (field, value) in values where fields[field] != .null || imported.contains(value) {
      if let moment = moments[subject.fieldKey(field)] {
        imported.insert(value, date: PartialDate(day: moment, in: .gmt))
      }
    }
    return fields.merging(["imported": .list(imported.elements)]) { $1 }
  }
}
