/// A value and the number of its occurrences.
package struct ValueCount: Sendable, Hashable {
  package let value: String
  package let count: Int

  package init(value: String, count: Int) {
    self.value = value
    self.count = count
  }
}

/// Statistics of the collection, or of its films that were watched in a year.
package struct Statistics: Sendable {
  /// The year whose viewings are counted; `nil` for all films and viewings.
  package var year: Int?
  package var counts: CollectionCounts
  /// The number of skipped films, which are not in the collection.
  package var skipped: Int
  /// The spread of the user's ratings; `nil` if the user has not rated any film.
  package var userRatings: RatingSpread?
  /// The spread of IMDb's ratings of the films that the user has rated; `nil` if no rating is known.
  package var imdbRatings: RatingSpread?
  /// The time that the user spent watching films.
  package var time: WatchingTime
  /// The number of films with each of the user's ratings in points, the lowest rating first.
  package var ratings: [ValueCount]
  /// The number of films of each decade, such as `1990s`, the earliest decade first.
  package var decades: [ValueCount]
  /// The number of films of each genre, the most frequent genre first.
  package var genres: [ValueCount]
  /// The number of viewings in each month, such as `2024-05`, the earliest month first.
  ///
  /// Viewings without a month are not counted.
  package var months: [ValueCount]
  /// The number of viewings whose date is unknown or only a year.
  package var viewingsWithoutMonth: Int
  /// The most frequent directors of watched films, at most ten, each with the number of the director's
  /// watched films.
  package var directors: [ValueCount]
  /// The most frequent actors of watched films, at most ten, each with the number of the actor's watched
  /// films.
  package var actors: [ValueCount]
  /// The number of films without details, which the counts of genres and people do not include.
  package var filmsWithoutDetails: Int

  package init(
    counts: CollectionCounts, skipped: Int = 0, userRatings: RatingSpread?,
    imdbRatings: RatingSpread?,
    time: WatchingTime, ratings: [ValueCount], decades: [ValueCount], genres: [ValueCount],
    months: [ValueCount], viewingsWithoutMonth: Int = 0, directors: [ValueCount],
    actors: [ValueCount], filmsWithoutDetails: Int
  ) {
    (self.counts, self.skipped, self.userRatings) = (counts, skipped, userRatings)
    (self.imdbRatings, self.time, self.ratings) = (imdbRatings, time, ratings)
    (self.decades, self.genres, self.months) = (decades, genres, months)
    (self.viewingsWithoutMonth, self.directors) = (viewingsWithoutMonth, directors)
    (self.actors, self.filmsWithoutDetails) = (actors, filmsWithoutDetails)
  }
}

/// The time that the user spent watching films.
package struct WatchingTime: Sendable, Hashable {
  /// The number of viewings, of which a film may have several.
  package var viewings: Int
  /// The number of viewings of films whose runtime is not known.
  package var viewingsWithoutRuntime: Int
  /// The total runtime in minutes of the viewings of films whose runtime is known.
  package var minutes: Int

  package init(viewings: Int, viewingsWithoutRuntime: Int, minutes: Int) {
    (self.viewings, self.viewingsWithoutRuntime) = (viewings, viewingsWithoutRuntime)
    self.minutes = minutes
  }
}

/// The numbers of films of each genre in the collection.
package struct GenreCounts: Sendable, Hashable {
  /// The number of films of each genre, sorted by name, ignoring case and accents.
  package var genres: [ValueCount]
  /// The number of films in the collection.
  package var films: Int
  /// The number of films without details.
  package var filmsWithoutDetails: Int

  package init(genres: [ValueCount], films: Int, filmsWithoutDetails: Int) {
    (self.genres, self.films, self.filmsWithoutDetails) = (genres, films, filmsWithoutDetails)
  }
}

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
  /// The note about values that the chart does not show; empty if it shows all.
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
  /// The chart ends with the newest month that has a viewing. It begins with the first month that has a viewing among
  /// the twelve months that end there. A footnote counts the other viewings. The chart of a year has all its months.
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
