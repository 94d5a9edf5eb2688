/// A column with its heading and cells sanitized and measured, and the width it gets.
struct MeasuredColumn {
  /// A text of one line without blanks at its end, and the cells of the terminal it takes.
  typealias Text = (text: String, width: Int, emphasis: Emphasis)

  let column: Column
  /// The cells of the terminal it takes; at first as many as its widest text.
  var width: Int
  private let heading: Text
  private let cells: [Text]

  init(_ column: Column, cells: [Cell]) {
    let heading = Self.measured(Cell(column.title, .bold))
    self.column = column
    self.heading = heading
    self.cells = cells.map(Self.measured)
    width = self.cells.reduce(heading.width) { max($0, $1.width) }
  }

  /// The width below which it is not cut as long as there are columns that can be dropped.
  var floor: Int {
    column.isFlexible ? min(width, max(1, column.minimumWidth)) : width
  }

  /// `true` if there is nothing in any row.
  var isBlank: Bool { cells.allSatisfy { $0.width == 0 } }

  var rowCount: Int { cells.count }

  /// The text in a row cut to the column's width; the heading if there is no row.
  func text(row: Int?) -> Text {
    let text = row.map { cells[$0] } ?? heading
    guard text.width > width else { return text }
    let cut = text.text.truncated(toWidth: width)
    return (cut, cut.displayWidth, text.emphasis)
  }

  private static func measured(_ cell: Cell) -> Text {
    let isPlain = cell.text.isPlainASCII
    let text = (isPlain ? cell.text : cell.text.sanitizedForTerminal).withoutBlanksAtEnd
    return (text, isPlain ? text.utf8.count : text.displayWidth, cell.emphasis)
  }
}
