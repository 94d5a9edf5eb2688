/// A column with its sanitized and measured heading and cells.
struct MeasuredColumn {
  /// A line of text without trailing spaces, its width in cells, and its emphasis.
  typealias Text = (text: String, width: Int, emphasis: Emphasis)

  let column: Column
  /// The width in cells, initially that of the widest text.
  var width: Int
  private let heading: Text
  private let cells: [Text]
  /// The rows whose cells are cut in the middle.
  private var rowsCutInTheMiddle: Set<Int> = []

  init(_ column: Column, cells: [Cell]) {
    let heading = Self.measured(Cell(column.title, .bold))
    self.column = column
    self.heading = heading
    self.cells = cells.map(Self.measured)
    width = self.cells.reduce(heading.width) { max($0, $1.width) }
  }

  /// The width below which the column is not cut as long as a column can be dropped instead.
  var minimumWidth: Int {
    column.isFlexible ? min(width, max(1, column.minimumWidth)) : width
  }

  /// The width below which the column is not cut as long as a column that drops early can be
  /// dropped instead.
  var preferredWidth: Int {
    column.isFlexible ? min(width, max(1, column.preferredWidth)) : width
  }

  /// `true` if the cells of all rows are blank.
  var isBlank: Bool { cells.allSatisfy { $0.width == 0 } }

  var rowCount: Int { cells.count }

  /// Returns the text in a row, or the heading if `row` is `nil`, cut to ``width``.
  func text(row: Int?) -> Text {
    let text = row.map { cells[$0] } ?? heading
    guard text.width > width else { return text }
    let isCutInTheMiddle = row.map(rowsCutInTheMiddle.contains) ?? false
    let truncated =
      isCutInTheMiddle
      ? text.text.truncatedInTheMiddle(toWidth: width) : text.text.truncated(toWidth: width)
    return (truncated, truncated.displayWidth, text.emphasis)
  }

  /// Returns the column with its final width, in which different cells with the same beginning are cut in
  /// the middle if ``Column/distinguishesCutCells`` is `true`.
  ///
  /// Beginnings are the same if they would be the same in cells that are cut in the middle.
  func distinguishingCutCells() -> MeasuredColumn {
    guard column.distinguishesCutCells else { return self }
    let cutRows = cells.indices.filter { cells[$0].width > width }
    let rowsByBeginning = Dictionary(grouping: cutRows) {
      cells[$0].text.truncated(toWidth: width - String.tailWidth(ofWidth: width))
    }
    var copy = self
    for rows in rowsByBeginning.values where Set(rows.map { cells[$0].text }).count > 1 {
      copy.rowsCutInTheMiddle.formUnion(rows)
    }
    return copy
  }

  private static func measured(_ cell: Cell) -> Text {
    let isPlain = cell.text.isPlainASCII
    let text = (isPlain ? cell.text : cell.text.sanitizedForTerminal).withoutTrailingSpaces
    return (text, isPlain ? text.utf8.count : text.displayWidth, cell.emphasis)
  }
}
