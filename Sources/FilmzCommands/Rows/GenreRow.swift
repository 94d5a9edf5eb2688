import FilmzDomain
import FilmzTerminal

/// A genre with the number of its films, as a row.
struct GenreRow: OutputRow {
  let genre: ValueCount
  /// The number of films as a bar.
  let bar: String

  static let names = ["value", "count"]

  static let columns = [
    Column("Genre", isFlexible: true, minimumWidth: 8), Column("Films", alignment: .trailing),
    Column("", priority: 1),
  ]

  var values: [JSONValue] { [.text(genre.value), .integer(genre.count)] }

  var cells: [Cell] { [Cell(genre.value), Cell(String(genre.count)), Cell(bar, .magenta)] }

  /// Rows whose bars have 24 cells at most.
  static func rows(_ genres: [ValueCount], isUTF8: Bool) -> [GenreRow] {
    let scale = BarScale(most: genres.map(\.count).max() ?? 0, cells: 24, isUTF8: isUTF8)
    return genres.map { GenreRow(genre: $0, bar: scale.bar($0.count)) }
  }
}
