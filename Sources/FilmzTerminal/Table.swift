/// Rows under headings, for people.
package struct Table: Sendable {
  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, a cell for every column; missing cells are blank, surplus ones are ignored.
  package let rows: [[Cell]]

  /// A table of these columns and rows.
  package init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// The cell at a place in a row, blank if the row is too short.
  func cell(_ row: [Cell], _ column: Int) -> Cell {
    column < row.count ? row[column] : ""
  }
}
