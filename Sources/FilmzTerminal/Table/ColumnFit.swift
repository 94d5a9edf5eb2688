/// Makes columns fit into a line.
struct ColumnFit {
  /// The blanks between two columns.
  static let gap = 2

  /// The cells of the line, at least 1.
  let room: Int

  /// The columns that fit, with the widths they get.
  ///
  /// Those of little importance go first; a narrow one comes back where a wide one left room for it.
  func fitted(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    var kept = Array(columns.indices)
    var dropped: [Int] = []
    func isWhole(_ indices: [Int]) -> Bool {
      let gaps = Self.gap * max(0, indices.count - 1)
      return indices.reduce(gaps) { $0 + columns[$1].width } <= room
    }
    func fitted(_ indices: [Int]) -> [MeasuredColumn]? {
      levelled(indices.map { columns[$0] }, floors: indices.map { columns[$0].floor })
    }
    while fitted(kept) == nil {
      guard let place = firstToDrop(of: kept.map { columns[$0] }) else {
        return cut(kept.map { columns[$0] })
      }
      dropped.append(kept.remove(at: place))
    }
    for index in dropped.reversed() {
      let more = (kept + [index]).sorted()
      if isWhole(more) { kept = more }
    }
    return fitted(kept) ?? []
  }

  /// The column of the highest priority number, the last one of several.
  private func firstToDrop(of columns: [MeasuredColumn]) -> Int? {
    let droppable = columns.indices.filter { columns[$0].column.priority > 0 }
    return droppable.max { columns[$0].column.priority <= columns[$1].column.priority }
  }

  /// As many columns from the left as have room for a cell each, cut without regard to minima.
  private func cut(_ columns: [MeasuredColumn]) -> [MeasuredColumn] {
    let most = max(1, (room + Self.gap) / (1 + Self.gap))
    let kept = Array(columns.prefix(most))
    return levelled(kept, floors: kept.map { min(1, $0.width) }) ?? kept
  }

  /// The columns cut to the line, the widest ones first and none below its floor; `nil` if the
  /// floors do not fit.
  private func levelled(_ columns: [MeasuredColumn], floors: [Int]) -> [MeasuredColumn]? {
    let cells = room - Self.gap * max(0, columns.count - 1)
    func widths(cap: Int) -> [Int] { zip(columns, floors).map { min($0.width, max($1, cap)) } }
    func fits(_ cap: Int) -> Bool { widths(cap: cap).reduce(0, +) <= cells }
    let widest = columns.reduce(0) { max($0, $1.width) }
    guard let cap = (0...max(0, min(widest, cells))).last(where: fits) else { return nil }
    var spare = cells - widths(cap: cap).reduce(0, +)
    return zip(columns, widths(cap: cap)).map { column, width in
      let extra = width == cap && width < column.width && spare > 0 ? 1 : 0
      spare -= extra
      var column = column
      column.width = width + extra
      return column
    }
  }
}
