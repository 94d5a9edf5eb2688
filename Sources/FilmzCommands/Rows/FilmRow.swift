import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// A film of a result set or of the collection, as a row.
struct FilmRow: OutputRow {
  let item: FilmItem

  static let names = [
    "index", "id", "imdbID", "title", "year", "endYear", "type", "imdbRating", "imdbVotes",
    "runtimeMinutes", "genres", "inCollection", "watched", "myRating", "dateWatched", "dateAdded",
  ]

  static let columns = [
    Column("#", alignment: .trailing, hidesWhenEmpty: true),
    Column("", hidesWhenEmpty: true),
    Column("Title", isFlexible: true, minimumWidth: 12),
    Column("Year", priority: 1),
    Column("Type", priority: 4),
    Column("IMDb", alignment: .trailing, priority: 3, hidesWhenEmpty: true),
    Column("Mine", alignment: .trailing, priority: 2, hidesWhenEmpty: true),
    Column("Seen", priority: 2, hidesWhenEmpty: true),
  ]

  var values: [JSONValue] {
    [.optional(item.index)] + Self.values(of: item)
  }

  /// The values of a film without its number in the result set.
  static func values(of item: FilmItem) -> [JSONValue] {
    let film = item.film
    let entry = item.entry
    return [
      .text(item.id.rawValue), .optional(item.id.imdbID), .optional(item.title),
      .optional(item.year), .optional(film?.endYear), .optional(film?.type?.rawValue),
      film?.imdbRating.map { .decimal($0.decimalText) } ?? .null, .optional(film?.imdbVotes),
      .optional(film?.runtimeMinutes), .list(film?.genres ?? []), .bool(entry != nil),
      .bool(entry?.isWatched ?? false),
      entry?.rating.map { .decimal($0.decimalText) } ?? .null,
      .optional(entry?.dateWatched?.text),
      .optional(entry.map { $0.addedAt.formatted(.iso8601) }),
    ]
  }

  var cells: [Cell] {
    [
      Cell(item.index.map(String.init) ?? "", .dim), mark, Cell(item.name), Cell(item.years ?? ""),
      Cell(item.film?.type?.label ?? "", .dim), Cell(item.film?.imdbRating?.decimalText ?? ""),
      Cell(item.entry?.rating?.text ?? "", .yellow), seen,
    ]
  }

  /// `✓` for a film that was seen, `+` for one that is in the collection (Filmz2, smart row).
  private var mark: Cell {
    guard let entry = item.entry else { return Cell("") }
    return entry.isWatched ? Cell("✓", .green) : Cell("+", .cyan)
  }

  /// The day it was seen; `not yet` in the collection, and nothing outside it.
  private var seen: Cell {
    guard let entry = item.entry else { return Cell("") }
    guard entry.isWatched else { return Cell("not yet", .cyan) }
    return Cell(entry.dateWatched?.text ?? "yes", .green)
  }
}
