import FilmzDomain
import FilmzTerminal

extension BarChart {
  /// Creates the bar chart of a chart of the statistics.
  init(_ chart: StatisticsChart) {
    self.init(
      chart.heading, chart.bars.map { Bar($0.value, $0.count) },
      alignment: chart.kind == .ratings ? .trailing : .leading, emphasis: chart.kind.emphasis,
      footnote: chart.footnote)
  }
}

extension StatisticsChart.Kind {
  fileprivate var emphasis: Emphasis {
    switch self {
    case .ratings: .yellow
    case .decades: .cyan
    case .genres: .magenta
    case .months: .green
    case .directors, .actors: .blue
    }
  }
}
