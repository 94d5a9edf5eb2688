extension Table {
  /// The table as lines with no line break at the end, none wider than the canvas.
  ///
  /// Where room is short, flexible columns are cut down to their minimum width, then columns are
  /// dropped by priority, then what remains is cut. No columns give an empty text, and so does a
  /// long table in a task that is cancelled.
  package func rendered(on canvas: Canvas) -> String {
    let shown = columns.indices.map(measured).filter { !isHidden($0) }
    let fitted = canvas.width.map { ColumnFit(room: $0).fitted(shown) } ?? shown
    var writer = TableWriter(columns: fitted, canvas: canvas)
    writer.writeHeading()
    for row in rows.indices {
      if isStopped { return "" }
      writer.writeRow(row)
    }
    return writer.text
  }

  private func measured(_ index: Int) -> MeasuredColumn {
    MeasuredColumn(
      columns[index], cells: rows.map { isStopped ? Ink("") : Ink(cell($0, index)) })
  }

  /// Whether a table that takes a while is not wanted any more.
  private var isStopped: Bool { rows.count > 1000 && Task.isCancelled }

  private func isHidden(_ measured: MeasuredColumn) -> Bool {
    measured.column.hidesWhenEmpty && !rows.isEmpty && measured.cells.allSatisfy { $0.width == 0 }
  }
}
