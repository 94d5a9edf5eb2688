extension Card {
  /// The cells of a line from which on two charts stand side by side.
  private static let roomForTwo = 100
  /// The blanks between two charts.
  private static let gap = 4

  /// The charts, a blank line before each, or before each two that stand side by side.
  func chartLines(on canvas: Canvas) -> [String] {
    guard let width = canvas.width, width >= Self.roomForTwo else {
      return charts.flatMap { [""] + $0.lines(on: canvas).map(\.text) }
    }
    let column = canvas.with(width: min((width - Self.gap) / 2, BarChart.widest))
    return stride(from: 0, to: charts.count, by: 2).flatMap { index in
      [""] + Self.sideBySide(charts[index...].prefix(2).map { $0.lines(on: column) }, column)
    }
  }

  private static func sideBySide(_ charts: [[BarChart.Line]], _ column: Canvas) -> [String] {
    guard charts.count == 2, let width = column.width else {
      return charts.flatMap { $0.map(\.text) }
    }
    return (0..<max(charts[0].count, charts[1].count)).map { row in
      let left = row < charts[0].count ? charts[0][row] : .init(text: "", width: 0)
      guard row < charts[1].count else { return left.text }
      let blanks = String(repeating: " ", count: width + gap - left.width)
      return left.text + blanks + charts[1][row].text
    }
  }
}
