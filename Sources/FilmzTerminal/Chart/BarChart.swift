/// A horizontal bar chart of counts under a heading.
///
/// Text from untrusted sources is sanitized when the chart is rendered.
package struct BarChart: Sendable, Equatable {
  /// A count with a label.
  package struct Bar: Sendable, Equatable {
    package let label: String
    package let count: Int

    package init(_ label: String, _ count: Int) {
      self.label = label
      self.count = count
    }
  }

  /// The maximum width of a chart in cells; a wider chart would not be more informative.
  static let maximumWidth = 76

  /// A rendered line and its width in cells.
  struct Line {
    let text: String
    let width: Int
  }

  /// The line above the bars.
  package let heading: String
  /// The bars from top to bottom.
  package let bars: [Bar]
  /// The alignment of the labels.
  package let alignment: Alignment
  /// The emphasis of the bars.
  package let emphasis: Emphasis
  /// The text below the bars; there is none if the string is empty.
  package let footnote: String

  package init(
    _ heading: String, _ bars: [Bar], alignment: Alignment = .leading, emphasis: Emphasis = .plain,
    footnote: String = ""
  ) {
    (self.heading, self.bars, self.alignment, self.emphasis) = (heading, bars, alignment, emphasis)
    self.footnote = footnote
  }

  // MARK: - Rendering

  /// Returns the chart as lines without a line break at the end, none wider than the target.
  ///
  /// The longest bar has 40 cells if the target has no width. There are no bars if fewer than four cells
  /// remain for them.
  package func rendered(on target: RenderTarget) -> String {
    lines(on: target).map(\.text).joined(separator: "\n")
  }

  /// Returns the lines of the heading, the bars, and the footnote.
  func lines(on target: RenderTarget) -> [Line] {
    let labels = bars.map { target.transliterated($0.label.sanitizedForTerminal) }
    let layout = BarLayout(
      maximumLabelWidth: labels.map(\.displayWidth).max() ?? 0,
      maximumCountWidth: bars.map { String($0.count).utf8.count }.max() ?? 0,
      lineWidth: target.width.map { min($0, Self.maximumWidth) })
    let scale = BarScale(
      maximum: bars.map(\.count).max() ?? 0, cells: layout.barWidth, isUTF8: target.isUTF8)
    return [headingLine(on: target)]
      + zip(bars, labels).map { line(of: $0, label: $1, layout, scale, target) }
      + footnoteLines(on: target)
  }

  private func footnoteLines(on target: RenderTarget) -> [Line] {
    guard !footnote.isEmpty else { return [] }
    let text = target.transliterated(footnote.sanitizedForTerminal)
    let lines = target.width.map { text.wrapped(toWidth: min($0, Self.maximumWidth)) } ?? [text]
    return lines.map { Line(text: target.style.dim($0), width: $0.displayWidth) }
  }

  private func headingLine(on target: RenderTarget) -> Line {
    let text = target.transliterated(heading.sanitizedForTerminal)
      .truncated(toWidth: target.width ?? .max, ending: target.ellipsis)
    return Line(text: target.style.bold(text), width: text.displayWidth)
  }

  private func line(
    of bar: Bar, label: String, _ layout: BarLayout, _ scale: BarScale, _ target: RenderTarget
  ) -> Line {
    let paddedLabel = target.isolated(
      label.truncated(toWidth: layout.labelWidth, ending: target.ellipsis)
    ).padded(toWidth: layout.labelWidth, alignment: alignment)
    guard layout.barWidth > 0 else {
      let count = String(bar.count).padded(toWidth: layout.countWidth, alignment: .trailing)
      let text = (paddedLabel + "  " + count)
        .truncated(toWidth: layout.lineWidth, ending: target.ellipsis)
      return Line(text: text, width: text.displayWidth)
    }
    let barText = scale.bar(bar.count)
    let gap = barText.isEmpty ? "" : " "
    let plain = paddedLabel + "  " + barText + gap + String(bar.count)
    let count = bar.count == 0 ? target.style.dim("0") : String(bar.count)
    return Line(
      text: paddedLabel + "  " + target.style.emphasized(barText, emphasis) + gap + count,
      width: plain.displayWidth)
  }
}

/// The widths of a chart's labels, bars, and counts in cells.
private struct BarLayout {
  let lineWidth: Int
  /// The width that all labels are cut or padded to.
  let labelWidth: Int
  /// The width of the longest bar; 0 if bars do not fit.
  let barWidth: Int
  /// The width of the widest count.
  let countWidth: Int

  /// Divides the width of a line between label, bar, and count.
  ///
  /// If there is room for bars, labels get at most half of the line.
  ///
  /// - Parameters:
  ///   - maximumLabelWidth: The width of the widest label.
  ///   - maximumCountWidth: The width of the widest count.
  ///   - lineWidth: The width of the line; `nil` if it is unlimited.
  init(maximumLabelWidth: Int, maximumCountWidth: Int, lineWidth: Int?) {
    self.lineWidth = lineWidth ?? .max
    countWidth = maximumCountWidth
    guard let lineWidth else {
      labelWidth = maximumLabelWidth
      barWidth = 40
      return
    }
    let limitedLabelWidth = min(maximumLabelWidth, lineWidth / 2)
    let remainingWidth = lineWidth - limitedLabelWidth - maximumCountWidth - 3
    barWidth = remainingWidth < 4 ? 0 : remainingWidth
    labelWidth =
      remainingWidth < 4
      ? max(0, min(maximumLabelWidth, lineWidth - maximumCountWidth - 2)) : limitedLabelWidth
  }
}

/// Converts counts to bars.
///
/// The width of a bar is a number of steps. A step is an eighth of a cell if the locale is UTF-8;
/// otherwise it is a whole cell.
package struct BarScale: Sendable {
  /// The count of the longest bar.
  let maximum: Int
  /// The width of the longest bar in cells.
  let cells: Int
  let isUTF8: Bool

  package init(maximum: Int, cells: Int, isUTF8: Bool) {
    (self.maximum, self.cells, self.isUTF8) = (maximum, cells, isUTF8)
  }

  /// Returns the bar of a count; the bar is at least one step wide.
  ///
  /// The bar is empty if the count, the maximum, or the number of cells is not positive.
  package func bar(_ count: Int) -> String {
    guard count > 0, maximum > 0, cells > 0 else { return "" }
    let fraction = min(1, Double(count) / Double(maximum))
    let steps = max(1, Int((fraction * Double(cells * stepsPerCell)).rounded()))
    let fullCells = String(repeating: isUTF8 ? "█" : "#", count: steps / stepsPerCell)
    let remainingSteps = steps % stepsPerCell
    return remainingSteps == 0 ? fullCells : fullCells + Self.partialCells[remainingSteps - 1]
  }

  private var stepsPerCell: Int { isUTF8 ? 8 : 1 }

  /// The characters for one to seven eighths of a cell.
  private static let partialCells = ["▏", "▎", "▍", "▌", "▋", "▊", "▉"]
}
