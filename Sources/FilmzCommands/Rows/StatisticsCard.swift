import FilmzDomain
import FilmzTerminal

/// Counts over the collection, for `stats`.
struct StatisticsCard {
  let statistics: Statistics
  /// The canvas of the card, for the characters that its locale has.
  var canvas = RenderTarget()

  var content: Output.Content { .card(members, card) }

  var members: [JSONValue.Member] {
    let counts = statistics.counts
    let time = statistics.time
    return [
      .init(name: "total", value: .integer(counts.total)),
      .init(name: "watched", value: .integer(counts.watched)),
      .init(name: "unwatched", value: .integer(counts.unwatched)),
      .init(name: "rated", value: .integer(counts.rated)),
      .init(name: "meanRating", value: .points(statistics.mine?.mean)),
      .init(name: "minutesWatched", value: .integer(time.minutes)),
      .init(name: "ratings", value: .counts(statistics.ratings)),
      .init(name: "decades", value: .counts(statistics.decades)),
      .init(name: "genres", value: .counts(statistics.genres)),
      .init(name: "months", value: .counts(statistics.months)),
      .init(name: "directors", value: .counts(statistics.directors)),
      .init(name: "actors", value: .counts(statistics.actors)),
      .init(name: "ratingDeviation", value: .points(statistics.mine?.deviation)),
      .init(name: "imdbMeanRating", value: .points(statistics.imdb?.mean)),
      .init(name: "imdbRatingDeviation", value: .points(statistics.imdb?.deviation)),
      .init(name: "imdbRated", value: .integer(statistics.imdb?.count ?? 0)),
      .init(name: "viewings", value: .integer(time.viewings)),
      .init(name: "viewingsWithoutRuntime", value: .integer(time.viewingsWithoutRuntime)),
    ]
  }

  var card: Card {
    let counts = statistics.counts
    guard counts.total > 0 else { return Card(title: "0 films") }
    return Card(
      title: "Your collection",
      badges: [
        .init("Films", String(counts.total), .bold),
        .init("Watched", String(counts.watched), .green),
        .init("Unwatched", String(counts.unwatched), .cyan),
        .init("Rated", String(counts.rated), .yellow),
      ],
      fields: ratingFields + timeFields,
      charts: StatisticsCharts(statistics: statistics).charts)
  }

  private var ratingFields: [Card.Field] {
    guard let mine = statistics.mine else { return [] }
    let label = mine.count == 1 ? "Your rating" : "Your mean rating"
    let my = Card.Field(label, canvas.spelled(mine.text), .yellow)
    guard let imdb = statistics.imdb else { return [my] }
    return [my, Card.Field("IMDb's", canvas.spelled(imdb.text) + scope(of: imdb, beside: mine))]
  }

  /// The number of films behind IMDb's mean, if the user rated several.
  private func scope(of imdb: RatingSpread, beside mine: RatingSpread) -> String {
    guard mine.count > 1 else { return "" }
    return imdb.count == mine.count ? ", for the same films" : ", for \(imdb.count) of these films"
  }

  private var timeFields: [Card.Field] {
    let time = statistics.time
    guard time.viewings > 0 else { return [] }
    let viewings = "in \(time.viewings.counted("viewing"))"
    let unknown =
      time.viewingsWithoutRuntime == 0
      ? "" : ", without \(time.viewingsWithoutRuntime) of unknown runtime"
    return [.init("Hours watched", "\(hours) \(viewings)\(unknown)")]
  }

  /// Hours with one decimal.
  private var hours: String {
    let tenths = (statistics.time.minutes + 3) / 6
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension RatingSpread {
  /// Mean and deviation, `7.61 ± 1.42`; a single rating as it is.
  fileprivate var text: String {
    count == 1 ? mean.twoDecimals : "\(mean.twoDecimals) ± \(deviation.twoDecimals)"
  }
}

extension Double {
  /// The number, which is not negative, with two decimals.
  fileprivate var twoDecimals: String {
    let hundredths = Int((self * 100).rounded())
    let fraction = hundredths % 100
    return "\(hundredths / 100)." + (fraction < 10 ? "0\(fraction)" : String(fraction))
  }
}

extension JSONValue {
  /// Points with two decimals, or `null`.
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
