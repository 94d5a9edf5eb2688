/// Selects and cuts the columns of a table so that they fit in a line.
struct ColumnFit {
  /// The number of spaces between two columns.
  static let gap = 2

  /// The width of the line in cells, at least 1.
  let lineWidth: Int

  /// Returns the columns that fit, with their final widths.
  ///
  /// Columns are dropped by ``Column/dropPriority`` until the minimum widths of the remaining ones
  /// fit. A dropped column is added again if it and the remaining columns fit uncut. This is
  /// possible if a wider column was dropped later.
  func fitted(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    var remaining = Array(columns.indices)
    var dropped: [Int] = []
    func fitsUncut(_ indices: [Int]) -> Bool {
      let gaps = Self.gap * max(0, indices.count - 1)
      return indices.reduce(gaps) { $0 + columns[$1].width } <= lineWidth
    }
    func fitted(_ indices: [Int]) -> [MeasuredColumn]? {
      cut(
        indices.map { columns[$0] }, minimumWidths: indices.map { columns[$0].minimumWidth })
    }
    while fitted(remaining) == nil {
      guard let index = firstToDrop(of: remaining.map { columns[$0] }) else {
        return leadingColumns(of: remaining.map { columns[$0] })
      }
      dropped.append(remaining.remove(at: index))
    }
    for index in dropped.reversed() {
      let extended = (remaining + [index]).sorted()
      if fitsUncut(extended) { remaining = extended }
    }
    return fitted(remaining) ?? []
  }

  /// Returns the index of the column to drop first; `nil` if none can be dropped.
  ///
  /// This is the last one of the columns with the highest ``Column/dropPriority``.
  private func firstToDrop(of columns: [MeasuredColumn]) -> Int? {
    let droppable = columns.indices.filter { columns[$0].column.dropPriority > 0 }
    return droppable.max { columns[$0].column.dropPriority <= columns[$1].column.dropPriority }
  }

  /// Returns as many columns from the left as fit with at least one cell for each, cut to the line.
  ///
  /// The minimum widths of the columns are ignored.
  private func leadingColumns(of columns: [MeasuredColumn]) -> [MeasuredColumn] {
    let maximumCount = max(1, (lineWidth + Self.gap) / (1 + Self.gap))
    let leading = Array(columns.prefix(maximumCount))
    return cut(leading, minimumWidths: leading.map { min(1, $0.width) }) ?? leading
  }

  /// Returns the columns cut so that they fit in the line.
  ///
  /// The widest columns are cut first, to a common width, but no column is cut below its minimum
  /// width. Returns `nil` if the minimum widths do not fit.
  private func cut(_ columns: [MeasuredColumn], minimumWidths: [Int]) -> [MeasuredColumn]? {
    let availableWidth = lineWidth - Self.gap * max(0, columns.count - 1)
    func widths(cap: Int) -> [Int] {
      zip(columns, minimumWidths).map { min($0.width, max($1, cap)) }
    }
    func fits(_ cap: Int) -> Bool { widths(cap: cap).reduce(0, +) <= availableWidth }
    let maximumWidth = columns.reduce(0) { max($0, $1.width) }
    guard let cap = (0...max(0, min(maximumWidth, availableWidth))).last(where: fits) else {
      return nil
    }
    var spareWidth = availableWidth - widths(cap: cap).reduce(0, +)
    return zip(columns, widths(cap: cap)).map { column, width in
      let extra = width == cap && width < column.width && spareWidth > 0 ? 1 : 0
      spareWidth -= extra
      var column = column
      column.width = width + extra
      return column
    }
  }
}
