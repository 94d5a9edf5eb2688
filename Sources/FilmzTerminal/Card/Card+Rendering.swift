extension Card {
  /// The cells of a line of running text at most; the eye loses its way in longer ones.
  private static let longestLine = 100
  /// The cells of a line from which on two charts stand side by side.
  private static let roomForTwo = 100
  /// The blanks between two charts.
  private static let chartGap = 4

  /// The card as lines with no line break at the end, none wider than the canvas but for values that
  /// are kept whole.
  ///
  /// Labels stand in a column of their own; where that leaves values less than 18 cells, they
  /// stand on lines of their own.
  package func rendered(on canvas: RenderTarget) -> String {
    let head =
      lines(of: title.sanitizedForTerminal, width: canvas.width).map(canvas.style.bold)
      + (subtitle.isEmpty ? [] : lines(of: subtitle.sanitizedForTerminal, width: canvas.width))
      + badgeLines(on: canvas)
    let measure = canvas.width.map { min($0, Self.longestLine) }
    let body = paragraphs.flatMap { [""] + lines(of: $0, width: measure) }
    let stands = fields.isEmpty || (head.count == 1 && body.isEmpty)
    let gap = stands ? [] : [""]
    let drawn = head + body + gap + fieldLines(on: canvas) + chartLines(on: canvas)
    return drawn.joined(separator: "\n")
  }

  /// Badges with two blanks between them, as many on a line as there is room for.
  private func badgeLines(on canvas: RenderTarget) -> [String] {
    let room = canvas.width ?? .max
    var lines: [String] = []
    var used = room
    for badge in badges {
      let plain = "\(badge.label) \(badge.value)".sanitizedForTerminal
      let width = plain.displayWidth
      if width > room {
        lines += plain.wrapped(toWidth: room)
        used = room
        continue
      }
      let text = drawn(badge, canvas.style)
      if let last = lines.indices.last, used <= room - 2 - width {
        lines[last] += "  " + text
        used += 2 + width
      } else {
        lines.append(text)
        used = width
      }
    }
    return lines
  }

  private func drawn(_ badge: Field, _ style: Style) -> String {
    style.dim(badge.label.sanitizedForTerminal) + " "
      + style.emphasized(badge.value.sanitizedForTerminal, badge.emphasis)
  }

  private func fieldLines(on canvas: RenderTarget) -> [String] {
    let labelWidth = fields.map { $0.label.sanitizedForTerminal.displayWidth }.max() ?? 0
    let room = canvas.width.map { $0 - labelWidth - 2 }
    if let width = canvas.width, let room, room < 18 {
      return fields.flatMap { stacked($0, width: width, style: canvas.style) }
    }
    return fields.flatMap {
      besideLabel($0, labelWidth: labelWidth, room: room, style: canvas.style)
    }
  }

  /// A label in its column, the value beside it with hanging indentation.
  private func besideLabel(
    _ field: Field, labelWidth: Int, room: Int?, style: Style
  ) -> [String] {
    let label = field.label.sanitizedForTerminal
    if field.isWhole, let room, field.value.sanitizedForTerminal.displayWidth > room {
      return [style.dim(label), style.emphasized(field.value.sanitizedForTerminal, field.emphasis)]
    }
    let indent = String(repeating: " ", count: labelWidth + 2)
    var values = lines(of: field.value, width: room).map { value in
      value.isEmpty ? "" : indent + style.emphasized(value, field.emphasis)
    }
    let first = values.removeFirst().dropFirst(label.displayWidth)
    return [style.dim(label) + first] + values
  }

  /// A label on its own lines, its value below, indented where there is room for that.
  private func stacked(_ field: Field, width: Int, style: Style) -> [String] {
    let indent = width < 10 ? "" : "  "
    let labels = field.label.sanitizedForTerminal.wrapped(toWidth: width).map(style.dim)
    let room = field.isWhole ? nil : width - indent.count
    let values = lines(of: field.value, width: room).map { value in
      value.isEmpty ? "" : indent + style.emphasized(value, field.emphasis)
    }
    return labels + (field.value.isEmpty ? [] : values)
  }

  /// The inert lines of a text, wrapped where there is a width.
  private func lines(of text: String, width: Int?) -> [String] {
    let lines = text.inertLines
    return width.map { width in lines.flatMap { $0.wrapped(toWidth: width) } } ?? lines
  }

  // MARK: - Charts

  /// The charts, a blank line before each, or before each two that stand side by side.
  private func chartLines(on canvas: RenderTarget) -> [String] {
    guard let width = canvas.width, width >= Self.roomForTwo else {
      return charts.flatMap { [""] + $0.lines(on: canvas).map(\.text) }
    }
    let column = canvas.with(width: min((width - Self.chartGap) / 2, BarChart.widest))
    return stride(from: 0, to: charts.count, by: 2).flatMap { index in
      [""] + Self.sideBySide(charts[index...].prefix(2).map { $0.lines(on: column) }, column)
    }
  }

  private static func sideBySide(_ charts: [[BarChart.Line]], _ column: RenderTarget) -> [String] {
    guard charts.count == 2, let width = column.width else {
      return charts.flatMap { $0.map(\.text) }
    }
    return (0..<max(charts[0].count, charts[1].count)).map { row in
      let left = row < charts[0].count ? charts[0][row] : .init(text: "", width: 0)
      guard row < charts[1].count else { return left.text }
      let blanks = String(repeating: " ", count: width + chartGap - left.width)
      return left.text + blanks + charts[1][row].text
    }
  }
}
