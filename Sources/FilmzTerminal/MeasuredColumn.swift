/// A column with its heading and cells measured, and the width it gets.
struct MeasuredColumn {
  let column: Column
  let heading: Ink
  let cells: [Ink]
  /// The cells of the terminal it takes; at first as many as its widest text.
  var width: Int

  init(_ column: Column, cells: [Ink]) {
    let heading = Ink(Cell(column.title, .bold))
    self.column = column
    self.heading = heading
    self.cells = cells
    width = cells.reduce(heading.width) { max($0, $1.width) }
  }

  /// The width below which it is not cut as long as there are columns that can be dropped.
  var floor: Int {
    column.isFlexible ? min(width, max(1, column.minimumWidth)) : width
  }
}
