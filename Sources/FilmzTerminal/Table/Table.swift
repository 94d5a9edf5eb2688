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
  private func cell(_ row: [Cell], _ column: Int) -> Cell {
    column < row.count ? row[column] : ""
  }

  // MARK: - Text

  /// The table as lines with no line break at the end, none wider than the canvas.
  ///
  /// Where room is short, flexible columns are cut down to their minimum width, then columns are
  /// dropped by priority, then what remains is cut. No columns give an empty text, and so does a
  /// long table in a task that is cancelled.
  package func rendered(on canvas: RenderTarget) -> String {
    let shown = columns.indices.map(measured).filter { !isHidden($0) }
    let fitted = canvas.width.map { ColumnFit(room: $0).fitted(shown) } ?? shown
    var writer = TableWriter(columns: fitted, canvas: canvas)
    writer.write(row: nil)
    for row in rows.indices {
      if isStopped { return "" }
      writer.write(row: row)
    }
    return writer.text
  }

  private func measured(_ index: Int) -> MeasuredColumn {
    MeasuredColumn(columns[index], cells: rows.map { isStopped ? "" : cell($0, index) })
  }

  /// Whether a table that takes a while is not wanted any more.
  private var isStopped: Bool { rows.count > 1000 && Task.isCancelled }

  private func isHidden(_ measured: MeasuredColumn) -> Bool {
    measured.column.hidesWhenEmpty && !rows.isEmpty && measured.isBlank
  }

  // MARK: - Markdown

  /// The table in GitHub's Markdown: every column, uncut, with no line break at the end.
  ///
  /// `|` and `\` are escaped, foreign text is inert.
  package func markdown() -> String {
    let headings = columns.map { $0.title.markdownCell }
    let rules = columns.map { $0.alignment == .leading ? "---" : "---:" }
    let cells = rows.map { row in columns.indices.map { cell(row, $0).text.markdownCell } }
    return ([headings, rules] + cells).map(line).joined(separator: "\n")
  }

  private func line(_ cells: [String]) -> String {
    "| " + cells.joined(separator: " | ") + " |"
  }
}

extension String {
  fileprivate var markdownCell: String {
    let text = sanitizedForTerminal
    guard text.utf8.contains(where: \.needsEscape) else { return text }
    let bytes = text.utf8.flatMap { $0.needsEscape ? [UInt8(ascii: "\\"), $0] : [$0] }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var needsEscape: Bool { self == UInt8(ascii: "|") || self == UInt8(ascii: "\\") }
}
