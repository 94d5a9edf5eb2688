import FilmzDomain
import Foundation
import GRDB

extension CollectionEntry {
  /// The entry's columns, as the journal keeps them; viewings are subjects of their own.
  var fields: [String: FieldValue] {
    [
      "title": caption.map { .text($0.title.withoutNull) } ?? .null,
      "year": caption?.year.map { .integer(Int64($0)) } ?? .null,
      "addedAt": .integer(addedAt.microseconds),
      "rating": rating.map { .integer(Int64($0.tenths)) } ?? .null,
      "audience": audience.map { .text($0.rawValue) } ?? .null,
      "recommendedBy": recommendedBy.map { .text($0.withoutNull) } ?? .null,
      "notes": notes.map { .text($0.withoutNull) } ?? .null,
      "tags": .list(tags.map(\.withoutNull)),
    ]
  }

  init(row: Row) throws {
    let title: String? = try row.value("title")
    self.init(
      id: FilmID(canonical: try row.value("id")),
      caption: try title.map { Caption(title: $0, year: try row.value("year")) },
      addedAt: Date(microseconds: try row.value("addedAt")))
    rating = try row.value("rating", Int?.self).flatMap(Rating.init(tenths:))
    audience = try row.value("audience", String?.self).flatMap(Audience.init(rawValue:))
    recommendedBy = try row.value("recommendedBy")
    notes = try row.value("notes")
    tags = CollectionStore.list(try row.value("tags"))
  }
}

extension Viewing {
  /// The viewing's columns but for the moment at which it was entered.
  var fields: [String: FieldValue] {
    [
      "film": .text(film.rawValue),
      "date": date.map { .text($0.text) } ?? .null,
      "rating": rating.map { .integer(Int64($0.tenths)) } ?? .null,
      "note": note.map { .text($0.withoutNull) } ?? .null,
      "tags": .list(tags.map(\.withoutNull)),
    ]
  }

  init(row: Row) throws {
    guard let id = UUID(uuidString: try row.value("id")) else {
      throw DamagedRowError(file: .collection)
    }
    self.init(
      id: id, film: FilmID(canonical: try row.value("film")),
      date: try row.value("date", String?.self).flatMap(PartialDate.init))
    rating = try row.value("rating", Int?.self).flatMap(Rating.init(tenths:))
    note = try row.value("note")
    tags = CollectionStore.list(try row.value("tags"))
  }
}

extension FieldValue {
  /// The value as a column holds it.
  var databaseValue: DatabaseValue {
    switch self {
    case .null: .null
    case .integer(let value): value.databaseValue
    case .text(let value): value.databaseValue
    case .list(let value): CollectionStore.text(of: value).databaseValue
    }
  }
}

extension Date {
  /// Whole microseconds since 1970.
  var microseconds: Int64 {
    Int64(max(-9e18, min(9e18, (timeIntervalSince1970 * 1_000_000).rounded())))
  }

  init(microseconds: Int64) {
    self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000)
  }
}

extension String {
  /// The text with U+FFFD for NUL, at which SQLite's texts end.
  var withoutNull: String {
    utf8.contains(0) ? replacing("\0", with: "\u{FFFD}") : self
  }
}
