import FilmzDomain
import FilmzTerminal

/// A viewing of a film as a row.
struct ViewingRow: OutputRow {
  /// Its place among the film's viewings, from 1 on.
  let number: Int
  let viewing: Viewing

  static let names = ["number", "date", "rating", "note", "tags"]

  static let columns = [
    Column("#", alignment: .trailing), Column("Date"),
    Column("Rating", alignment: .trailing, hidesWhenEmpty: true),
    Column("Note", priority: 1, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true),
    Column("Tags", priority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true),
  ]

  /// Viewings as rows, numbered in their order.
  static func rows(_ viewings: [Viewing]) -> [ViewingRow] {
    zip(1..., viewings).map { ViewingRow(number: $0, viewing: $1) }
  }

  var values: [JSONValue] {
    [
      .integer(number), .optional(viewing.date?.text),
      viewing.rating.map { .decimal($0.decimalText) } ?? .null, .optional(viewing.note),
      .list(viewing.tags),
    ]
  }

  var cells: [Cell] {
    [
      Cell(String(number), .dim), Cell(viewing.date?.text ?? "unknown", .green),
      Cell(viewing.rating?.text ?? "", .yellow), Cell(viewing.note ?? ""),
      Cell(viewing.tags.joined(separator: ", "), .dim),
    ]
  }
}
