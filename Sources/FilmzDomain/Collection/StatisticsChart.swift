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
  /// A note about values that the bars do not show exactly; empty if there are none.
  package let footnote: String

  package init(_ kind: Kind, _ heading: String, _ bars: [ValueCount], footnote: String = "") {
    (self.kind, self.heading, self.bars, self.footnote) = (kind, heading, bars, footnote)
  }
}

extension Statistics {
  private static let maximumGenres = 12
  private static let maximumMonths = 12
  /// The maximum number of decades in a chart that includes empty decades; if the films span more
  /// decades, the empty ones are omitted.
  private static let maximumDecades = 20

  /// Returns the charts that are not empty; related charts are next to each other.
  package func charts(on scale: RatingScale = .points) -> [StatisticsChart] {
    [
      ratingChart(on: scale), StatisticsChart(.decades, "Films by decade", allDecades),
      StatisticsChart(.genres, genresHeading, Array(genres.prefix(Self.maximumGenres))), monthChart,
      StatisticsChart(.directors, "Directors you watch most", directors),
      StatisticsChart(.actors, "Actors you watch most", actors),
    ].filter { !$0.bars.isEmpty }
  }

  /// Returns the chart of the user's ratings, from the highest possible rating down to the lowest one of the user.
  ///
  /// A step is a point or star, or half of it if there are ratings between whole ones. A rating between two steps
  /// counts for the lower one; the footnote gives an example.
  private func ratingChart(on scale: RatingScale) -> StatisticsChart {
    let counts = ratings.compactMap { rating in
      (try? Rating(parsing: rating.value)).map { (rating: $0, count: rating.count) }
    }
    let step = counts.allSatisfy { $0.rating.tenths.isMultiple(of: scale.unit) } ? scale.unit : scale.unit / 2
    func text(_ number: Int) -> String {
      step == scale.unit ? String(number) : (number * 5).tenthsText
    }
    let byStep = Dictionary(counts.map { ($0.rating.tenths / step, $0.count) }, uniquingKeysWith: +)
    let steps = byStep.keys.min().map { Array(($0...100 / step).reversed()) } ?? []
    let bars = steps.map { ValueCount(value: text($0), count: byStep[$0] ?? 0) }
    let rounded = counts.first { !$0.rating.tenths.isMultiple(of: step) }?.rating
    let footnote = rounded.map { "\(scale.number($0)) counts as \(text($0.tenths / step))" }
    let heading = scale == .points ? "Your ratings" : "Your ratings in stars"
    return StatisticsChart(.ratings, heading, bars, footnote: footnote ?? "")
  }

  /// The number of films for each decade, oldest first.
  private var allDecades: [ValueCount] {
    let counts = decades.compactMap { decade in Int(decade.value.dropLast()).map { ($0, decade.count) } }
    let byYear = Dictionary(counts, uniquingKeysWith: +)
    guard let first = byYear.keys.min(), let last = byYear.keys.max(), last - first < Self.maximumDecades * 10 else {
      return decades
    }
    return stride(from: first, through: last, by: 10).map { ValueCount(value: "\($0)s", count: byYear[$0] ?? 0) }
  }

  private var genresHeading: String {
    let isTruncated = genres.count > Self.maximumGenres
    return isTruncated ? "The \(Self.maximumGenres) most frequent genres" : "Films by genre"
  }

  /// The chart of the number of viewings in each month, oldest first.
  ///
  /// The chart of a year has all months of the year. Any other chart has at most twelve months: it ends with the newest
  /// month that has a viewing, and begins with the first of the twelve months that has one. The footnote counts the
  /// earlier viewings.
  private var monthChart: StatisticsChart {
    let counts = months.compactMap { month in Self.month(month.value).map { ($0, month.count) } }
    let byMonth = Dictionary(counts, uniquingKeysWith: +)
    guard let newest = byMonth.keys.max(), let first = byMonth.keys.filter({ newest - $0 < Self.maximumMonths }).min()
    else { return StatisticsChart(.months, "", []) }
    func bars(_ months: ClosedRange<Int>) -> [ValueCount] {
      months.map { ValueCount(value: Self.text(ofMonth: $0), count: byMonth[$0] ?? 0) }
    }
    if let year { return StatisticsChart(.months, "Viewings by month", bars(year * 12...year * 12 + 11)) }
    let earlierCount = counts.filter { $0.0 < first }.reduce(0) { $0 + $1.1 }
    guard earlierCount > 0 else { return StatisticsChart(.months, "Viewings by month", bars(first...newest)) }
    let start = Self.text(ofMonth: first)
    return StatisticsChart(
      .months, "Viewings by month, from \(start)", bars(first...newest),
      footnote: "\(earlierCount.counted("viewing")) before \(start)")
  }

  /// Returns the number of a month such as `2024-05`, counted from January of the year 0; `nil` unless the text has two
  /// numbers.
  private static func month(_ text: String) -> Int? {
    let parts = text.split(separator: "-").compactMap { Int($0) }
    return parts.count == 2 ? parts[0] * 12 + parts[1] - 1 : nil
  }

  private static func text(ofMonth number: Int) -> String {
    "\(number / 12)-" + (number % 12 + 1).zeroPadded(toLength: 2)
  }
}
