/// A chart of the statistics: counts with labels, in the order in which they are shown.
package struct StatisticsChart: Sendable, Equatable {
  package enum Kind: Sendable {
    case ratings
    case decades
    case genres
    case months
    case directors
    case actors
  }

  package let kind: Kind
  package let heading: String
  package let bars: [ValueCount]
  /// What the chart does not show; empty if there is nothing to say.
  package let footnote: String

  package init(_ kind: Kind, _ heading: String, _ bars: [ValueCount], footnote: String = "") {
    self.kind = kind
    self.heading = heading
    self.bars = bars
    self.footnote = footnote
  }
}

extension Statistics {
  private static let maximumGenres = 12
  private static let maximumMonths = 12
  /// The maximum number of decades in a chart that includes empty decades; if the films span more
  /// decades, the empty ones are omitted.
  private static let maximumDecades = 20

  /// The charts that are not empty; related charts are next to each other.
  package var charts: [StatisticsChart] {
    [
      ratingChart,
      StatisticsChart(.decades, "Films by decade", allDecades),
      StatisticsChart(.genres, genresHeading, Array(genres.prefix(Self.maximumGenres))),
      monthChart,
      StatisticsChart(.directors, "Directors you watch most", directors),
      StatisticsChart(.actors, "Actors you watch most", actors),
    ].filter { !$0.bars.isEmpty }
  }

  /// The chart of the user's ratings from 10 down to the lowest one, in steps of a point, or of half a
  /// point if there are ratings between whole points.
  ///
  /// A rating between two steps counts for the lower one; a footnote says so.
  private var ratingChart: StatisticsChart {
    let counts = ratings.compactMap { rating in
      (try? Rating(parsing: rating.value)).map { (tenths: $0.tenths, count: rating.count) }
    }
    let step = counts.allSatisfy { $0.tenths.isMultiple(of: 10) } ? 10 : 5
    let byStep = Dictionary(counts.map { ($0.tenths / step, $0.count) }, uniquingKeysWith: +)
    let steps = byStep.keys.min().map { Array(($0...100 / step).reversed()) } ?? []
    let between = counts.first { !$0.tenths.isMultiple(of: step) }?.tenths
    return StatisticsChart(
      .ratings, "Your ratings",
      steps.map { ValueCount(value: Self.text($0 * step, step: step), count: byStep[$0] ?? 0) },
      footnote: between.map {
        "\($0.tenthsText) counts as \(Self.text($0 / step * step, step: step))"
      } ?? "")
  }

  /// Returns a rating in tenths as text, without decimals if the steps are whole points.
  private static func text(_ tenths: Int, step: Int) -> String {
    step == 10 ? String(tenths / 10) : tenths.tenthsText
  }

  /// The number of films for each decade, oldest first.
  private var allDecades: [ValueCount] {
    let counts = decades.compactMap { decade in
      Int(decade.value.dropLast()).map { ($0, decade.count) }
    }
    let byYear = Dictionary(counts, uniquingKeysWith: +)
    guard let first = byYear.keys.min(), let last = byYear.keys.max(),
      last - first < Self.maximumDecades * 10
    else { return decades }
    return stride(from: first, through: last, by: 10).map {
      ValueCount(value: "\($0)s", count: byYear[$0] ?? 0)
    }
  }

  private var genresHeading: String {
    let isTruncated = genres.count > Self.maximumGenres
    return isTruncated ? "The \(Self.maximumGenres) most frequent genres" : "Films by genre"
  }

  /// The chart of the number of viewings in each month, oldest first.
  ///
  /// The chart ends with the newest month that has a viewing. It begins with the first month that
  /// has a viewing among the twelve months that end there. A footnote counts the other viewings. The chart of a year has
  /// all its months.
  private var monthChart: StatisticsChart {
    let counts = months.compactMap { month in Month(month.value).map { ($0, month.count) } }
    let byMonth = Dictionary(counts, uniquingKeysWith: +)
    guard let newest = byMonth.keys.max(),
      let first = byMonth.keys.filter({ newest.number - $0.number < Self.maximumMonths }).min()
    else { return StatisticsChart(.months, "", []) }
    if let year {
      return StatisticsChart(
        .months, "Viewings by month", Self.bars(Month.all(of: year), byMonth))
    }
    let earlierCount = counts.filter { $0.0 < first }.reduce(0) { $0 + $1.1 }
    return StatisticsChart(
      .months,
      earlierCount == 0 ? "Viewings by month" : "Viewings by month, from \(first.text)",
      Self.bars((first.number...newest.number).map(Month.init(number:)), byMonth),
      footnote: earlierCount == 0
        ? "" : "\(earlierCount.counted("viewing")) before \(first.text)")
  }

  private static func bars(_ months: [Month], _ counts: [Month: Int]) -> [ValueCount] {
    months.map { ValueCount(value: $0.text, count: counts[$0] ?? 0) }
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

  static func all(of year: Int) -> [Month] { (0..<12).map { Month(number: year * 12 + $0) } }

  var text: String {
    let month = number % 12 + 1
    return "\(number / 12)-" + (month < 10 ? "0\(month)" : String(month))
  }

  static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
