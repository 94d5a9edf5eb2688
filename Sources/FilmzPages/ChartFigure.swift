import FilmzDomain

/// A chart as inline SVG: columns for ordered values, bars for names.
///
/// Horizontal lengths are in percent of the width, and all other lengths in pixels, so that texts have the same size on
/// every screen.
struct ChartFigure {
  let chart: StatisticsChart

  /// The height of the highest column, in pixels.
  private static let columnHeight = 140
  /// The number of labels for which there is room below the columns on a narrow screen.
  private static let maximumLabels = 12
  /// The height of a name with its bar, in pixels.
  private static let rowHeight = 38

  var html: HTML {
    let footnote: HTML? = chart.footnote.isEmpty ? nil : "<p>\(chart.footnote)</p>\n"
    return """
      <figure>
      <figcaption>\(heading)</figcaption>
      \(chart.kind.hasColumns ? columns : rows)\(footnote)</figure>

      """
  }

  /// The heading for readers other than the user: without "you" and "your".
  private var heading: String {
    switch chart.kind {
    case .ratings: "Ratings"
    case .directors: "Most watched directors"
    case .actors: "Most watched actors"
    case .decades, .genres, .months: chart.heading
    }
  }

  private var highestCount: Int { max(1, chart.bars.map(\.count).max() ?? 1) }

  /// The heading, and all values with their counts, as a text for screen readers.
  private var description: String {
    heading + ": " + chart.bars.map { "\($0.value): \($0.count)" }.joined(separator: ", ")
  }

  // MARK: - Columns

  /// The SVG of columns from left to right, with the counts above them and the labels below.
  private var columns: HTML {
    // Ratings are listed from the highest.
    let bars = chart.kind == .ratings ? chart.bars.reversed() : chart.bars
    let shortLabels = bars.map { chart.kind.shortLabel($0.value) }
    // Decades of different centuries may have the same short label. There is room for half as many whole labels.
    let usesShortLabels = Set(shortLabels).count == bars.count
    let maximum = usesShortLabels ? Self.maximumLabels : Self.maximumLabels / 2
    let step = (bars.count + maximum - 1) / maximum
    let width = 100.0 / Double(max(1, bars.count))
    let columns = bars.enumerated().map { index, bar -> HTML in
      // Labels are counted from the right, so that the last column has one.
      let isLabelled = (bars.count - 1 - index).isMultiple(of: step)
      let label = usesShortLabels ? shortLabels[index] : bar.value
      return column(bar, label: isLabelled ? label : nil, from: Double(index) * width, width: width)
    }
    return """
      <svg role="img" aria-label="\(description)" width="100%" height="\(Self.columnHeight + 40)">
      \(columns)</svg>

      """
  }

  private func column(_ bar: ValueCount, label: String?, from start: Double, width: Double) -> HTML {
    let height = bar.count == 0 ? 0 : max(2, bar.count * Self.columnHeight / highestCount)
    let top = Self.columnHeight + 20 - height
    let middle = percent(start + width / 2)
    let count: HTML? =
      bar.count == 0 ? nil : "<text x=\"\(middle)\" y=\"\(top - 5)\" class=\"count\">\(bar.count)</text>"
    let label: HTML? = label.map { "<text x=\"\(middle)\" y=\"\(Self.columnHeight + 36)\">\($0)</text>" }
    return """
      <g><title>\(bar.value): \(bar.count)</title>\
      <rect x="\(percent(start + width * 0.1))" y="\(top)" width="\(percent(width * 0.8))" \
      height="\(height)" rx="2"/>\(count)\(label)</g>

      """
  }

  // MARK: - Rows

  /// The SVG of bars, each below its name and its count.
  private var rows: HTML {
    let rows = chart.bars.enumerated().map { index, bar -> HTML in
      let top = index * Self.rowHeight
      let width = percent(Double(bar.count) / Double(highestCount) * 100)
      return """
        <text x="0" y="\(top + 14)" class="name">\(bar.value)</text>\
        <text x="100%" y="\(top + 14)" class="end">\(bar.count)</text>\
        <rect x="0" y="\(top + 20)" width="100%" height="8" rx="4" class="track"/>\
        <rect x="0" y="\(top + 20)" width="\(width)" height="8" rx="4"/>

        """
    }
    return """
      <svg role="img" aria-label="\(description)" width="100%" \
      height="\(chart.bars.count * Self.rowHeight)">
      \(rows)</svg>

      """
  }

  /// Returns a number from 0 to 100 with a percent sign and at most two decimals.
  private func percent(_ number: Double) -> String {
    let hundredths = Int((number * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100)" + (fraction == 0 ? "" : ".\(fraction < 10 ? "0" : "")\(fraction)") + "%"
  }
}

extension StatisticsChart.Kind {
  /// `true` if the bars have an order, which columns from left to right show.
  var hasColumns: Bool { [.ratings, .decades, .months].contains(self) }

  private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

  /// Returns a label that is short enough for a column: `90s` for `1990s`, `May` for `2024-05`.
  fileprivate func shortLabel(_ label: String) -> String {
    switch self {
    case .decades: String(label.suffix(3))
    case .months:
      Int(label.suffix(2)).flatMap { Self.months.indices.contains($0 - 1) ? Self.months[$0 - 1] : nil } ?? label
    default: label
    }
  }
}
