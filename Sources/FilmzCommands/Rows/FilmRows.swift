import FilmzDomain
import FilmzTerminal
import FilmzViewModels

extension Rows {
  /// Films of a result set or of the collection.
  static func films(_ items: [FilmItem]) -> Rows { Rows(items, [filmNumber] + filmFields) }

  private static let filmNumber = Field<FilmItem>(
    "index", Column("#", alignment: .trailing, hidesWhenEmpty: true), .dim
  ) { .optional($0.index) }

  /// The fields of a film without its number in the result set.
  static let filmFields: [Field<FilmItem>] = [
    Field("id") { .text($0.id.rawValue) },
    Field("imdbID") { .optional($0.id.imdbID) },
    Field(Column("", hidesWhenEmpty: true)) { $0.mark },
    Field(
      "title", Column("Title", isFlexible: true, minimumWidth: 12), cell: { Cell($0.name) }
    ) { .optional($0.title) },
    Field("year", Column("Year", priority: 1), cell: { Cell($0.years ?? "") }) {
      .optional($0.year)
    },
    Field("endYear") { .optional($0.film?.endYear) },
    Field("type", Column("Type", priority: 4), cell: { Cell($0.film?.type?.label ?? "", .dim) }) {
      .optional($0.film?.type?.rawValue)
    },
    Field(
      "imdbRating", Column("IMDb", alignment: .trailing, priority: 3, hidesWhenEmpty: true)
    ) { .optional($0.film?.imdbRating) },
    Field("imdbVotes") { .optional($0.film?.imdbVotes) },
    Field("runtimeMinutes") { .optional($0.film?.runtimeMinutes) },
    Field("genres") { .list($0.film?.genres ?? []) },
    Field("inCollection") { .bool($0.entry != nil) },
    Field("watched") { .bool($0.entry?.isWatched ?? false) },
    Field(
      "myRating", Column("Mine", alignment: .trailing, priority: 2, hidesWhenEmpty: true),
      cell: { Cell($0.entry?.rating?.text ?? "", .yellow) }
    ) { .optional($0.entry?.rating) },
    Field("dateWatched", Column("Seen", priority: 2, hidesWhenEmpty: true), cell: { $0.seen }) {
      .optional($0.entry?.dateWatched?.text)
    },
    Field("dateAdded") { .optional($0.entry?.addedAt) },
  ]

  /// Viewings of a film, numbered from 1 in their order.
  static func viewings(_ viewings: [Viewing]) -> Rows {
    Rows(Array(zip(1..., viewings)), viewingFields)
  }

  private static let viewingFields: [Field<(Int, Viewing)>] = [
    Field("number", Column("#", alignment: .trailing), .dim) { .integer($0.0) },
    Field("date", Column("Date"), cell: { Cell($0.1.date?.text ?? "unknown", .green) }) {
      .optional($0.1.date?.text)
    },
    Field(
      "rating", Column("Rating", alignment: .trailing, hidesWhenEmpty: true),
      cell: { Cell($0.1.rating?.text ?? "", .yellow) }
    ) { .optional($0.1.rating) },
    Field(
      "note",
      Column("Note", priority: 1, isFlexible: true, minimumWidth: 12, hidesWhenEmpty: true)
    ) { .optional($0.1.note) },
    Field(
      "tags", Column("Tags", priority: 2, isFlexible: true, minimumWidth: 8, hidesWhenEmpty: true),
      .dim
    ) { .list($0.1.tags) },
  ]

  /// Genres with the number of their films, in tables also as bars of at most 24 cells.
  static func genres(_ genres: [ValueCount], isUTF8: Bool) -> Rows {
    let scale = BarScale(most: genres.map(\.count).max() ?? 0, cells: 24, isUTF8: isUTF8)
    return Rows(
      genres,
      [
        Field("value", Column("Genre", isFlexible: true, minimumWidth: 8)) { .text($0.value) },
        Field("count", Column("Films", alignment: .trailing)) { .integer($0.count) },
        Field(Column("", priority: 1)) { Cell(scale.bar($0.count), .magenta) },
      ])
  }
}

extension FilmItem {
  /// `✓` for a film that was watched, `+` for another one of the collection (Filmz2, smart row).
  fileprivate var mark: Cell {
    guard let entry else { return Cell("") }
    return entry.isWatched ? Cell("✓", .green) : Cell("+", .cyan)
  }

  /// The day it was watched; `not yet` in the collection, blank outside of it.
  fileprivate var seen: Cell {
    guard let entry else { return Cell("") }
    guard entry.isWatched else { return Cell("not yet", .cyan) }
    return Cell(entry.dateWatched?.text ?? "yes", .green)
  }
}
