/// Selects and cuts the columns of a table so that they fit in a line.
struct ColumnFit {
  /// The number of spaces between two columns.
  static let gap = 2

  /// The width of the line in cells, at least 1.
  let lineWidth: Int

  /// Returns the columns that fit, with their final widths.
  ///
  /// Columns that drop early are dropped until the preferred widths of the remaining columns fit. Then
  /// columns are dropped until the minimum widths of the remaining ones fit. A dropped column is added
  /// again if it and the remaining columns fit uncut. This is possible if a wider column was dropped
  /// later.
  func fitted(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    var remaining = Array(columns.indices)
    var dropped: [Int] = []
    func drop(onlyEarly: Bool) -> Bool {
      guard let index = firstToDrop(of: remaining.map { columns[$0] }, onlyEarly: onlyEarly) else {
        return false
      }
      dropped.append(remaining.remove(at: index))
      return true
    }
    while cut(remaining.map { columns[$0] }, minimumWidth: \.preferredWidth) == nil {
      guard drop(onlyEarly: true) else { break }
    }
    while cut(remaining.map { columns[$0] }, minimumWidth: \.minimumWidth) == nil {
      guard drop(onlyEarly: false) else {
        return leadingColumns(of: remaining.map { columns[$0] })
      }
    }
    for index in dropped.reversed() {
      let extended = (remaining + [index]).sorted()
      if uncutWidth(extended.map { columns[$0] }) <= lineWidth { remaining = extended }
    }
    return cut(remaining.map { columns[$0] }, minimumWidth: \.minimumWidth) ?? []
  }

  /// Returns the width of a line with uncut columns.
  private func uncutWidth(_ columns: [MeasuredColumn]) -> Int {
    columns.reduce(Self.gap * max(0, columns.count - 1)) { $0 + $1.width }
  }

  /// Returns the index of the column to drop first; `nil` if none can be dropped.
  ///
  /// This is the last one of the columns with the highest ``Column/dropPriority``. If `onlyEarly` is
  /// `true`, only columns that drop early are considered.
  private func firstToDrop(of columns: [MeasuredColumn], onlyEarly: Bool) -> Int? {
    let droppable = columns.indices.filter {
      columns[$0].column.dropPriority > 0 && (!onlyEarly || columns[$0].column.dropsEarly)
    }
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

  /// Returns the columns cut so that they fit in the line, or `nil` if the minimum widths do not fit.
  ///
  /// Columns that only wide tables have are cut first, and the others only if that is not enough.
  private func cut(
    _ columns: [MeasuredColumn], minimumWidth: (MeasuredColumn) -> Int
  ) -> [MeasuredColumn]? {
    let widths = columns.map { $0.column.minimumTableWidth > 0 ? minimumWidth($0) : $0.width }
    if let fitted = cut(columns, minimumWidths: widths) { return fitted }
    let narrowed = columns.map { column in
      var column = column
      if column.column.minimumTableWidth > 0 { column.width = minimumWidth(column) }
      return column
    }
    return cut(narrowed, minimumWidths: columns.map(minimumWidth))
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
