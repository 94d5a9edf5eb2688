/// Counts under a heading, with a bar for each of them.
package struct BarChart: Sendable, Equatable {
  /// A count, and what it is of; the label may be foreign text, it is made inert when it is drawn.
  package struct Bar: Sendable, Equatable {
    package let label: String
    package let count: Int

    package init(_ label: String, _ count: Int) {
      self.label = label
      self.count = count
    }
  }

  /// The cells that a chart takes at most; longer bars would tell no more.
  static let widest = 76

  /// A line that is drawn, and the cells it takes.
  struct Line {
    let text: String
    let width: Int
  }

  /// The line above the bars.
  package let heading: String
  /// The bars from top to bottom; the largest count has the longest one.
  package let bars: [Bar]
  /// The side at which labels stand.
  package let alignment: Alignment
  /// How the bars stand out.
  package let emphasis: Emphasis

  /// A chart; labels stand left unless said otherwise.
  package init(
    _ heading: String, _ bars: [Bar], alignment: Alignment = .leading, emphasis: Emphasis = .plain
  ) {
    self.heading = heading
    self.bars = bars
    self.alignment = alignment
    self.emphasis = emphasis
  }

  // MARK: - Drawing

  /// The chart as lines with no line break at the end, none wider than the canvas.
  ///
  /// Bars have 40 cells at most where the canvas has no width; where there is hardly any room there
  /// are no bars.
  package func rendered(on canvas: RenderTarget) -> String {
    lines(on: canvas).map(\.text).joined(separator: "\n")
  }

  /// The heading and the bars.
  func lines(on canvas: RenderTarget) -> [Line] {
    let labels = bars.map { canvas.spelled($0.label.sanitizedForTerminal) }
    let layout = BarLayout(
      labels: labels.map(\.displayWidth).max() ?? 0,
      counts: bars.map { String($0.count).utf8.count }.max() ?? 0,
      room: canvas.width.map { min($0, Self.widest) })
    let scale = BarScale(
      most: bars.map(\.count).max() ?? 0, cells: layout.barWidth, isUTF8: canvas.isUTF8)
    return [headingLine(on: canvas)]
      + zip(bars, labels).map { line(of: $0, label: $1, layout, scale, canvas) }
  }

  private func headingLine(on canvas: RenderTarget) -> Line {
    let text = canvas.spelled(heading.sanitizedForTerminal)
      .truncated(toWidth: canvas.width ?? .max, ending: canvas.ellipsis)
    return Line(text: canvas.style.bold(text), width: text.displayWidth)
  }

  private func line(
    of bar: Bar, label: String, _ layout: BarLayout, _ scale: BarScale, _ canvas: RenderTarget
  ) -> Line {
    let start = canvas.isolated(
      label.truncated(toWidth: layout.labelWidth, ending: canvas.ellipsis)
    ).padded(toWidth: layout.labelWidth, alignment: alignment)
    guard layout.barWidth > 0 else {
      let count = String(bar.count).padded(toWidth: layout.countWidth, alignment: .trailing)
      let text = (start + "  " + count).truncated(toWidth: layout.room, ending: canvas.ellipsis)
      return Line(text: text, width: text.displayWidth)
    }
    let drawn = scale.bar(bar.count)
    let gap = drawn.isEmpty ? "" : " "
    let plain = start + "  " + drawn + gap + String(bar.count)
    let count = bar.count == 0 ? canvas.style.dim("0") : String(bar.count)
    return Line(
      text: start + "  " + canvas.style.emphasized(drawn, emphasis) + gap + count,
      width: plain.displayWidth)
  }
}

/// The cells of a chart's labels, bars and counts.
private struct BarLayout {
  let room: Int
  let labelWidth: Int
  /// 0 where there is no room for bars.
  let barWidth: Int
  let countWidth: Int

  /// Shares a line out; labels get half of it at most, so that there is something to be seen.
  init(labels: Int, counts: Int, room: Int?) {
    self.room = room ?? .max
    countWidth = counts
    guard let room else {
      labelWidth = labels
      barWidth = 40
      return
    }
    let wanted = min(labels, room / 2)
    let bars = room - wanted - counts - 3
    barWidth = bars < 4 ? 0 : bars
    labelWidth = bars < 4 ? max(0, min(labels, room - counts - 2)) : wanted
  }
}
