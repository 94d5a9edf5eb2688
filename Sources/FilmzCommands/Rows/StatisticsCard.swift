import FilmzDomain
import FilmzTerminal

/// The card with statistics of the collection, for `stats`.
struct StatisticsCard {
  let statistics: Statistics
  /// The render target, which determines the characters that the card can contain.
  var renderTarget = RenderTarget()

  var content: Output.Content { .card(members, card) }

  var members: [JSONValue.Member] {
    let counts = statistics.counts
    let time = statistics.time
    return [
      .init(name: "total", value: .integer(counts.total)),
      .init(name: "watched", value: .integer(counts.watched)),
      .init(name: "unwatched", value: .integer(counts.unwatched)),
      .init(name: "rated", value: .integer(counts.rated)),
      .init(name: "meanRating", value: .points(statistics.userRatings?.mean)),
      .init(name: "minutesWatched", value: .integer(time.minutes)),
      .init(name: "ratings", value: .counts(statistics.ratings)),
      .init(name: "decades", value: .counts(statistics.decades)),
      .init(name: "genres", value: .counts(statistics.genres)),
      .init(name: "months", value: .counts(statistics.months)),
      .init(name: "directors", value: .counts(statistics.directors)),
      .init(name: "actors", value: .counts(statistics.actors)),
      .init(name: "ratingDeviation", value: .points(statistics.userRatings?.deviation)),
      .init(name: "imdbMeanRating", value: .points(statistics.imdbRatings?.mean)),
      .init(name: "imdbRatingDeviation", value: .points(statistics.imdbRatings?.deviation)),
      .init(name: "imdbRated", value: .integer(statistics.imdbRatings?.count ?? 0)),
      .init(name: "viewings", value: .integer(time.viewings)),
      .init(name: "viewingsWithoutRuntime", value: .integer(time.viewingsWithoutRuntime)),
    ] + scopeMembers
  }

  /// The year, or what only the whole collection has.
  private var scopeMembers: [JSONValue.Member] {
    if let year = statistics.year { return [.init(name: "year", value: .integer(year))] }
    return [
      .init(name: "skipped", value: .integer(statistics.skipped)),
      .init(name: "wanted", value: .integer(statistics.counts.unwatched)),
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
      ].filter { !$0.value.isEmpty } + skippedBadges,
      fields: ratingFields + timeFields,
      charts: statistics.charts.map(BarChart.init))
  }

  private var skippedBadges: [Card.Field] {
    statistics.skipped > 0 ? [.init("Skipped", String(statistics.skipped), .dim)] : []
  }

  private var ratingFields: [Card.Field] {
    guard let user = statistics.userRatings else { return [] }
    let label = user.count == 1 ? "Your rating" : "Your mean rating"
    let userField = Card.Field(label, renderTarget.transliterated(user.text), .yellow)
    guard let imdb = statistics.imdbRatings else { return [userField] }
    return [
      userField,
      Card.Field(
        "IMDb's", renderTarget.transliterated(imdb.text) + scope(of: imdb, comparedWith: user)),
    ]
  }

  /// Returns a note on how many of the films that the user rated have a rating of IMDb; empty if the
  /// user rated only one film.
  private func scope(of imdb: RatingSpread, comparedWith user: RatingSpread) -> String {
    guard user.count > 1 else { return "" }
    return imdb.count == user.count ? ", for the same films" : ", for \(imdb.count) of these films"
  }

  private var timeFields: [Card.Field] {
    let time = statistics.time
    guard time.viewings > 0 else { return [] }
    let viewings = "in \(time.viewings.counted("viewing"))"
    let exclusion =
      time.viewingsWithoutRuntime == 0
      ? "" : ", not counting \(time.viewingsWithoutRuntime) of unknown runtime"
    let withoutMonth = statistics.viewingsWithoutMonth
    return [
      .init("Hours watched", "\(hours) \(viewings)\(exclusion)"),
      .init("Unknown month", withoutMonth == 0 ? "" : withoutMonth.counted("viewing")),
    ].filter { !$0.value.isEmpty }
  }

  /// The hours watched, rounded to tenths of an hour, which are six minutes each.
  private var hours: String {
    ((statistics.time.minutes + 3) / 6).tenthsText
  }
}

extension RatingSpread {
  /// The mean and deviation, such as `7.61 ± 1.42`; only the mean if there is one rating.
  fileprivate var text: String {
    count == 1 ? mean.twoDecimals : "\(mean.twoDecimals) ± \(deviation.twoDecimals)"
  }
}

extension Double {
  /// The number rounded to two decimals; it must not be negative.
  fileprivate var twoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100)." + (fraction < 10 ? "0\(fraction)" : String(fraction))
  }
}

extension JSONValue {
  /// Returns a number of points with two decimals; `null` for `nil`.
  fileprivate static func points(_ points: Double?) -> JSONValue {
    points.map { .decimal($0.twoDecimals) } ?? .null
  }

  fileprivate static func counts(_ counts: [ValueCount]) -> JSONValue {
    .array(
      counts.map {
        .object([
          .init(name: "value", value: .text($0.value)),
          .init(name: "count", value: .integer($0.count)),
        ])
      })
  }
}
