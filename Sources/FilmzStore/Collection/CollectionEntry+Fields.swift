import FilmzDomain
package import Foundation
import GRDB

extension CollectionEntry {
  /// The entry's fields as recorded in the journal, without its viewings, which are separate subjects.
  var fields: [String: FieldValue] {
    [
      "title": caption.map { .text($0.title.replacingNULCharacters) } ?? .null,
      "year": caption?.year.map { .integer(Int64($0)) } ?? .null,
      "type": type.map { .text($0.rawValue) } ?? .null,
      "addedAt": .integer(addedAt.microseconds),
      "rating": rating.map { .integer(Int64($0.tenths)) } ?? .null,
      "audience": audience.map { .text($0.rawValue) } ?? .null,
      "recommendedBy": recommendedBy.map { .text($0.replacingNULCharacters) } ?? .null,
      "notes": notes.map { .text($0.replacingNULCharacters) } ?? .null,
      "tags": .list(tags.map(\.replacingNULCharacters)),
      "platform": platform.map { .text($0.replacingNULCharacters) } ?? .null,
      "imported": .list(imported.elements.map(\.replacingNULCharacters)),
    ]
  }

  /// The columns of ``init(row:)``.
  static let columns = """
    id, title, year, addedAt, rating, audience, recommendedBy, notes, platform, tags, imported,
    type
    """

  /// Creates an entry from the values of ``columns``, without its viewings.
  init(row: Row) throws {
    let title: String? = try row.strictValue(1)
    self.init(
      id: FilmID(unchecked: try row.strictValue(0)),
      caption: try title.map { Caption(title: $0, year: try row.strictValue(2)) },
      addedAt: Date(microseconds: try row.strictValue(3)))
    rating = try row.strictValue(4, Int?.self).flatMap(Rating.init(tenths:))
    audience = try row.strictValue(5, String?.self).flatMap(Audience.init(rawValue:))
    recommendedBy = try row.strictValue(6)
    notes = try row.strictValue(7)
    platform = try row.strictValue(8)
    tags = CollectionStore.strings(fromJSON: try row.strictValue(9))
    imported = ImportedValues(elements: CollectionStore.strings(fromJSON: try row.strictValue(10)))
    type = try row.strictValue(11, String?.self).flatMap(MediaType.init(rawValue:))
  }
}

extension FieldValue {
  /// The value as stored in a column; a list is a JSON array.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .list(let value): CollectionStore.jsonArray(of: value).databaseValue
    }
  }
}

extension Date {
  /// The time in microseconds since 1970, rounded and limited to ±9 × 10¹⁸.
  package var microseconds: Int64 { Int64(max(-9e18, min(9e18, (timeIntervalSince1970 * 1_000_000).rounded()))) }

  /// Creates a date from a time in microseconds since 1970.
  package init(microseconds: Int64) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }
}

extension String {
  /// The string with NUL characters, which end a text in SQLite, replaced by U+FFFD.
  var replacingNULCharacters: String { utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self }
}

extension Viewing {
  /// The viewing's fields as recorded in the journal, without its position.
  var fields: [String: FieldValue] {
    [
      "film": .text(film.rawValue),
      "date": date.map { .text($0.text) } ?? .null,
      "rating": rating.map { .integer(Int64($0.tenths)) } ?? .null,
      "note": note.map { .text($0.replacingNULCharacters) } ?? .null,
      "tags": .list(tags.map(\.replacingNULCharacters)),
      "imported": .list(imported.elements.map(\.replacingNULCharacters)),
    ]
  }

  /// The columns of ``init(row:)``.
  static let columns = "id, film, date, rating, note, tags, imported"

  /// Creates a viewing from the values of ``columns``.
  init(row: Row) throws {
    guard let id = UUID(uuidString: try row.strictValue(0)) else { throw DamagedRowError(file: .collection) }
    self.init(
      id: id, film: FilmID(unchecked: try row.strictValue(1)),
      date: try row.strictValue(2, String?.self).flatMap(PartialDate.init))
    rating = try row.strictValue(3, Int?.self).flatMap(Rating.init(tenths:))
    note = try row.strictValue(4)
    tags = CollectionStore.strings(fromJSON: try row.strictValue(5))
    imported = ImportedValues(elements: CollectionStore.strings(fromJSON: try row.strictValue(6)))
  }
}
