import FilmzDomain
import FilmzTerminal

/// The charts of `stats`.
struct StatisticsCharts {
  let statistics: Statistics

  private static let maximumGenres = 12
  private static let maximumMonths = 12
  /// The maximum number of decades in a chart that includes empty decades; if the films span more
  /// decades, the empty ones are omitted.
  private static let maximumDecades = 20

  /// The charts that are not empty; related charts are next to each other.
  var charts: [BarChart] {
    [
      BarChart("Your ratings", ratings, alignment: .trailing, emphasis: .yellow),
      BarChart("Films by decade", decades, emphasis: .cyan),
      BarChart(
        genresHeading, bars(statistics.genres.prefix(Self.maximumGenres)), emphasis: .magenta),
      BarChart("Viewings by month", months, emphasis: .green),
      BarChart("Directors you watch most", bars(statistics.directors[...]), emphasis: .blue),
      BarChart("Actors you watch most", bars(statistics.actors[...]), emphasis: .blue),
    ].filter { !$0.bars.isEmpty }
  }

  /// The number of films for each whole point between the lowest and the highest rating, highest
  /// first; 8.5 counts as 8.
  private var ratings: [BarChart.Bar] {
    let points = statistics.ratings.map { ($0.value.prefix { $0 != "." }.description, $0.count) }
    let counts = Dictionary(points, uniquingKeysWith: +)
    let ratedPoints = counts.keys.compactMap { Int($0) }
    guard let low = ratedPoints.min(), let high = ratedPoints.max() else { return [] }
    return (low...high).reversed().map { .init(String($0), counts[String($0)] ?? 0) }
  }

  /// The number of films for each decade, oldest first.
  private var decades: [BarChart.Bar] {
    let counts = statistics.decades.compactMap { decade in
      Int(decade.value.dropLast()).map { ($0, decade.count) }
    }
    let byYear = Dictionary(counts, uniquingKeysWith: +)
    guard let first = byYear.keys.min(), let last = byYear.keys.max(),
      last - first < Self.maximumDecades * 10
    else { return bars(statistics.decades[...]) }
    return stride(from: first, through: last, by: 10).map { .init("\($0)s", byYear[$0] ?? 0) }
  }

  private var genresHeading: String {
    let isTruncated = statistics.genres.count > Self.maximumGenres
    return isTruncated ? "The \(Self.maximumGenres) most frequent genres" : "Films by genre"
  }

  /// The number of viewings for each month, oldest first.
  ///
  /// The chart ends with the newest month that has a viewing. It begins with the first month that
  /// has a viewing among the twelve months that end there.
  private var months: [BarChart.Bar] {
    let counts = statistics.months.compactMap { month in
      Month(month.value).map { ($0, month.count) }
    }
    let byMonth = Dictionary(counts, uniquingKeysWith: +)
    guard let newest = byMonth.keys.max() else { return [] }
    let recent = byMonth.keys.filter { newest.number - $0.number < Self.maximumMonths }
    guard let first = recent.min() else { return [] }
    return (first.number...newest.number).map { number in
      let month = Month(number: number)
      return .init(month.text, byMonth[month] ?? 0)
    }
  }

  private func bars(_ counts: ArraySlice<ValueCount>) -> [BarChart.Bar] {
    counts.map { .init($0.value, $0.count) }
  }
}

/// A month, numbered consecutively; January of the year 0 has the number 0.
private struct Month: Hashable, Comparable {
  let number: Int

  init(number: Int) { self.number = number }

  /// Parses a year and a month, such as `2024-05`; `nil` unless the text has two numbers.
  init?(_ text: String) {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    guard parts.count == 2 else { return nil }
    number = parts[0] * 12 + parts[1] - 1
  }

  var text: String {
    let month = number % 12 + 1
    return "\(number / 12)-" + (month < 10 ? "0\(month)" : String(month))
  }

  static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
