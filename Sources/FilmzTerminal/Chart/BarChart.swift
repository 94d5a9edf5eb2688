/// A horizontal bar chart of counts under a heading.
///
/// Text from untrusted sources is sanitized when the chart is rendered.
package struct BarChart: Sendable {
  /// A count with a label.
  package typealias Bar = (label: String, count: Int)

  /// The maximum width of a chart in cells; a wider chart would not be more informative.
  static let maximumWidth = 76

  /// A rendered line and its width in cells.
  typealias Line = (text: String, width: Int)

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
  /// The longest bar is 40 cells wide if the target has no width. The bars are omitted if fewer than four cells
  /// remain for them.
  package func rendered(on target: RenderTarget) -> String { lines(on: target).map(\.text).joined(separator: "\n") }

  /// Returns the lines of the heading, the bars, and the footnote.
  func lines(on target: RenderTarget) -> [Line] {
    let labels = bars.map { target.transliterated($0.label.sanitizedForTerminal) }
    let labelWidth = labels.map(\.displayWidth).max() ?? 0
    let countWidth = bars.map { String($0.count).utf8.count }.max() ?? 0
    let widths = Self.widths(label: labelWidth, count: countWidth, line: Self.lineWidth(of: target))
    let scale = BarScale(maximum: bars.map(\.count).max() ?? 0, cells: widths.bar, isUTF8: target.isUTF8)
    let barLines = zip(bars, labels).map { bar, label in line(of: bar, label: label, widths, scale, target) }
    return [headingLine(on: target)] + barLines + footnoteLines(on: target)
  }

  /// Returns the width of the lines of bars; `nil` if it is unlimited.
  private static func lineWidth(of target: RenderTarget) -> Int? { target.width.map { min($0, maximumWidth) } }

  /// The widths in cells of the column of labels, the longest bar, and the widest count.
  ///
  /// The width of the longest bar is 0 if the bars do not fit.
  private typealias Widths = (label: Int, bar: Int, count: Int)

  /// Divides the width of a line between label, bar, and count; `line` is `nil` if the width is unlimited.
  ///
  /// `label` and `count` are the widths of the widest label and count. If there is room for bars, the labels get
  /// at most half of the line.
  private static func widths(label: Int, count: Int, line: Int?) -> Widths {
    guard let line else { return (label, 40, count) }
    let limitedLabel = min(label, line / 2)
    let remaining = line - limitedLabel - count - 3
    return remaining < 4 ? (max(0, min(label, line - count - 2)), 0, count) : (limitedLabel, remaining, count)
  }

  private func footnoteLines(on target: RenderTarget) -> [Line] {
    guard !footnote.isEmpty else { return [] }
    let text = target.transliterated(footnote.sanitizedForTerminal)
    let lines = Self.lineWidth(of: target).map { text.wrapped(toWidth: $0) } ?? [text]
    return lines.map { (target.style.dim($0), $0.displayWidth) }
  }

  private func headingLine(on target: RenderTarget) -> Line {
    let text = target.transliterated(heading.sanitizedForTerminal)
      .truncated(toWidth: target.width ?? .max, ending: target.ellipsis)
    return (target.style.bold(text), text.displayWidth)
  }

  private func line(of bar: Bar, label: String, _ widths: Widths, _ scale: BarScale, _ target: RenderTarget) -> Line {
    let cutLabel = target.isolated(label.truncated(toWidth: widths.label, ending: target.ellipsis))
    let paddedLabel = cutLabel.padded(toWidth: widths.label, alignment: alignment)
    guard widths.bar > 0 else {
      let count = String(bar.count).padded(toWidth: widths.count, alignment: .trailing)
      let text = (paddedLabel + "  " + count)
        .truncated(toWidth: Self.lineWidth(of: target) ?? .max, ending: target.ellipsis)
      return (text, text.displayWidth)
    }
    let barText = scale.bar(bar.count)
    let gap = barText.isEmpty ? "" : " "
    let plain = paddedLabel + "  " + barText + gap + String(bar.count)
    let count = bar.count == 0 ? target.style.dim("0") : String(bar.count)
    return (paddedLabel + "  " + target.style.emphasized(barText, emphasis) + gap + count, plain.displayWidth)
  }
}

/// Converts counts to bars of block characters, or of `#` if the locale is not UTF-8.
///
/// The width of a bar is a number of steps. A step is an eighth of a cell if the locale is UTF-8, otherwise a
/// whole cell.
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
