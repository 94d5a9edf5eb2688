import FilmzTerminal

/// A line that was typed in a shell, as a row.
struct HistoryRow: OutputRow {
  /// Counted from the oldest line that is kept.
  let number: Int
  let line: String

  static let names = ["number", "line"]

  static let columns = [
    Column("#", alignment: .trailing), Column("Line", isFlexible: true, minimumWidth: 16),
  ]

  var values: [JSONValue] { [.integer(number), .text(line)] }

  var cells: [Cell] { [Cell(String(number), .dim), Cell(line)] }
}
