/// Selects and cuts the columns of a table so that they fit in a line.
struct ColumnFit {
  /// The number of spaces between two columns.
  static let gap = 2

  /// The width of the line in cells, at least 1.
  let lineWidth: Int

  /// Returns the columns that fit, with their final widths.
  ///
  /// Columns are dropped by priority. Then dropped columns that fit uncut, because a wider one was
  /// dropped, are added again.
  func fitted(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    var kept = Array(columns.indices)
    var dropped: [Int] = []
    func fitsUncut(_ indices: [Int]) -> Bool {
      let gaps = Self.gap * max(0, indices.count - 1)
      return indices.reduce(gaps) { $0 + columns[$1].width } <= lineWidth
    }
    func fitted(_ indices: [Int]) -> [MeasuredColumn]? {
      shrunk(
        indices.map { columns[$0] }, minimumWidths: indices.map { columns[$0].minimumWidth })
    }
    while fitted(kept) == nil {
      guard let index = firstToDrop(of: kept.map { columns[$0] }) else {
        return cut(kept.map { columns[$0] })
      }
      dropped.append(kept.remove(at: index))
    }
    for index in dropped.reversed() {
      let extended = (kept + [index]).sorted()
      if fitsUncut(extended) { kept = extended }
    }
    return fitted(kept) ?? []
  }

  /// Returns the index of the last column with the highest priority; `nil` if none can be dropped.
  private func firstToDrop(of columns: [MeasuredColumn]) -> Int? {
    let droppable = columns.indices.filter { columns[$0].column.priority > 0 }
    return droppable.max { columns[$0].column.priority <= columns[$1].column.priority }
  }

  /// Returns as many columns from the left as fit with one cell each, ignoring minimum widths.
  private func cut(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    let maximumCount = max(1, (lineWidth + Self.gap) / (1 + Self.gap))
    let kept = Array(columns.prefix(maximumCount))
    return shrunk(kept, minimumWidths: kept.map { min(1, $0.width) }) ?? kept
  }

  /// Returns the columns cut to the line, the widest ones first and none below its minimum width.
  ///
  /// Returns `nil` if the minimum widths do not fit.
  private func shrunk(_ columns: [MeasuredColumn], minimumWidths: [Int]) -> [MeasuredColumn]? {
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
