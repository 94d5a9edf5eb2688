import FilmzDomain
import FilmzTerminal

/// The card with statistics of the collection, for `stats`.
struct StatisticsCard {
  let statistics: Statistics
  /// The render target, which determines the characters that the card can contain.
  var renderTarget = RenderTarget()
  /// The scale of ratings in the card.
  var scale = RatingScale.points

  var content: Output.Content { .card(members, card) }

  var members: [JSONValue.Member] {
    let counts = statistics.counts
    let time = statistics.time
    return [
      .init("total", .integer(counts.total)),
      .init("watched", .integer(counts.watched)),
      .init("unwatched", .integer(counts.unwatched)),
      .init("rated", .integer(counts.rated)),
      .init("meanRating", .points(statistics.userRatings?.mean)),
      .init("minutesWatched", .integer(time.minutes)),
      .init("ratings", .counts(statistics.ratings)),
      .init("decades", .counts(statistics.decades)),
      .init("genres", .counts(statistics.genres)),
      .init("months", .counts(statistics.months)),
      .init("directors", .counts(statistics.directors)),
      .init("actors", .counts(statistics.actors)),
      .init("ratingDeviation", .points(statistics.userRatings?.deviation)),
      .init("imdbMeanRating", .points(statistics.imdbRatings?.mean)),
      .init("imdbRatingDeviation", .points(statistics.imdbRatings?.deviation)),
      .init("imdbRated", .integer(statistics.imdbRatings?.count ?? 0)),
      .init("viewings", .integer(time.viewings)),
      .init("viewingsWithoutRuntime", .integer(time.viewingsWithoutRuntime)),
    ] + scopeMembers
  }

  /// The year of the statistics; without one, the members that only statistics of the whole collection have.
  private var scopeMembers: [JSONValue.Member] {
    if let year = statistics.year { return [.init("year", .integer(year))] }
    return [
      .init("skipped", .integer(statistics.skipped)),
      .init("wanted", .integer(statistics.counts.unwatched)),
    ]
  }

  var card: Card {
    let counts = statistics.counts
    guard counts.total > 0 else {
      let year = statistics.year.map { " watched in \($0)" } ?? ""
      return Card(title: "0 films\(year)", badges: skippedBadges)
    }
    return Card(
      title: statistics.year.map { "Films watched in \($0)" } ?? "Your collection",
      badges: [
        .init("Films", String(counts.total), .bold),
        .init("Watched", String(counts.watched), .green),
        .init("Unwatched", statistics.year == nil ? String(counts.unwatched) : "", .cyan),
        .init("Rated", String(counts.rated), .yellow),
      ].filter { !$0.value.isEmpty } + skippedBadges, fields: ratingFields + timeFields,
      charts: statistics.charts(on: scale).map(BarChart.init))
  }

  private var skippedBadges: [Card.Field] {
    statistics.skipped > 0 ? [.init("Skipped", String(statistics.skipped), .dim)] : []
  }

  private var ratingFields: [Card.Field] {
    guard let user = statistics.userRatings else { return [] }
    let label = user.count == 1 ? "Your rating" : "Your mean rating"
    let userField = Card.Field(label, renderTarget.transliterated(user.text(on: scale)), .yellow)
    guard let imdb = statistics.imdbRatings else { return [userField] }
    return [
      userField,
      Card.Field("IMDb's", renderTarget.transliterated(imdb.text(on: scale)) + scopeNote(of: imdb, comparedWith: user)),
    ]
  }

  /// Returns a note on how many of the films that the user rated have a rating of IMDb; empty if the
  /// user rated only one film.
  private func scopeNote(of imdb: RatingSpread, comparedWith user: RatingSpread) -> String {
    guard user.count > 1 else { return "" }
    return imdb.count == user.count ? ", for the same films" : ", for \(imdb.count) of these films"
  }

  private var timeFields: [Card.Field] {
    let time = statistics.time
    guard time.viewings > 0 else { return [] }
    let viewings = "in \(time.viewings.counted("viewing"))"
    let exclusion =
      time.viewingsWithoutRuntime == 0 ? "" : ", not counting \(time.viewingsWithoutRuntime) of unknown runtime"
    let withoutMonth = statistics.viewingsWithoutMonth
    return [
      .init("Hours watched", "\(hours) \(viewings)\(exclusion)"),
      .init("Unknown month", withoutMonth == 0 ? "" : withoutMonth.counted("viewing")),
    ].filter { !$0.value.isEmpty }
  }

  /// The hours watched, rounded to tenths; a tenth of an hour is six minutes.
  private var hours: String { ((statistics.time.minutes + 3) / 6).tenthsText }
}

extension RatingSpread {
  /// Returns the mean and deviation, such as `7.61 ± 1.42`; only the mean if there is one rating.
  fileprivate func text(on scale: RatingScale) -> String {
    let points = 10 / Double(scale.unit)
    let deviationText = count == 1 ? "" : " ± \((deviation * points).twoDecimals)"
    return (mean * points).twoDecimals + deviationText + (scale == .stars ? " stars" : "")
  }
}

extension Double {
  /// The number rounded to two decimals; it must not be negative.
  fileprivate var twoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    return "\(hundredths / 100).\((hundredths % 100).zeroPadded(toLength: 2))"
  }
}

extension JSONValue {
  /// Returns a number of points with two decimals; `null` for `nil`.
  fileprivate static func points(_ points: Double?) -> JSONValue { points.map { .decimal($0.twoDecimals) } ?? .null }

  fileprivate static func counts(_ counts: [ValueCount]) -> JSONValue {
    .array(counts.map { .object([.init("value", .text($0.value)), .init("count", .integer($0.count))]) })
  }
}

extension BarChart {
  /// Creates the bar chart of a chart of the statistics.
  init(_ chart: StatisticsChart) {
    self.init(
      chart.heading, chart.bars.map { ($0.value, $0.count) }, alignment: chart.kind == .ratings ? .trailing : .leading,
      emphasis: chart.kind.emphasis, footnote: chart.footnote)
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
