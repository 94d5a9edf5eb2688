/// A table with headings for human readers.
package struct Table: Sendable {
  /// The columns, from left to right.
  package let columns: [Column]
  /// The rows, with a cell for every column; missing cells are blank, surplus ones are ignored.
  package let rows: [[Cell]]

  package init(columns: [Column], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  /// Returns a cell of a row, blank if the row is too short.
  private func cell(_ row: [Cell], _ column: Int) -> Cell {
    column < row.count ? row[column] : ""
  }

  // MARK: - Text

  /// Returns the table as lines without a line break at the end, none wider than the target.
  ///
  /// If the table is too wide, flexible columns are cut down to their preferred width, then columns that
  /// drop early are dropped, then flexible columns are cut down to their minimum width, then columns are
  /// dropped by ``Column/dropPriority``, then the remaining columns are cut or omitted from the right. The
  /// result is empty if there are no columns, or if the task is cancelled while a table of more than 1000
  /// rows is rendered.
  package func rendered(on target: RenderTarget) -> String {
    let visibleColumns = columns.indices
      .filter { columns[$0].minimumTableWidth <= target.width ?? 0 }.map(measured)
      .filter { !isHidden($0) }
    let fitted =
      target.width.map { ColumnFit(lineWidth: $0).fitted(visibleColumns) } ?? visibleColumns
    var writer = TableWriter(columns: fitted.map { $0.distinguishingCutCells() }, target: target)
    writer.write(row: nil)
    for row in rows.indices {
      if isCancelled { return "" }
      writer.write(row: row)
    }
    return writer.text
  }

  private func measured(_ index: Int) -> MeasuredColumn {
    MeasuredColumn(columns[index], cells: rows.map { isCancelled ? "" : cell($0, index) })
  }

  /// `true` if the task is cancelled and the table is long enough for stopping to save time.
  private var isCancelled: Bool { rows.count > 1000 && Task.isCancelled }

  private func isHidden(_ measured: MeasuredColumn) -> Bool {
    measured.column.hidesWhenEmpty && !rows.isEmpty && measured.isBlank
  }

  // MARK: - Markdown

  /// Returns the table in GitHub's Markdown, uncut and without a final line break.
  ///
  /// Columns that only wide tables have are left out.
  /// `|` and `\` are escaped, and the text of cells is sanitized for a terminal.
  package func markdown() -> String {
    let shown = columns.indices.filter { columns[$0].minimumTableWidth == 0 }
    let headings = shown.map { columns[$0].title.markdownCell }
    let delimiters = shown.map { columns[$0].alignment == .leading ? "---" : "---:" }
    let cells = rows.map { row in shown.map { cell(row, $0).text.markdownCell } }
    return ([headings, delimiters] + cells).map(line).joined(separator: "\n")
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
