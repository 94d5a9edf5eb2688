import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `stats` command, which shows statistics of the collection.
struct StatsCommand: ShellCommand {
  static let command = Command(
    StatsCommand.self, "stats", "Show statistics of the collection, or of a year.",
    details: """
      Shows the mean and spread of your ratings next to IMDb's, the hours watched, and charts by \
      rating, decade, genre, month of viewing, director and actor. For directors and actors, only \
      films that you have watched are counted. Skipped films are not in the collection, and only counted.

      With --year, the films and viewings of that year are counted. --html writes a page for browsers instead, \
      which replaces an older page of statistics.
      """,
    examples: """
      stats
      stats --year 2026
      stats --html 2026.html --year 2026
      stats --format json
      """)

  static let arguments: [Argument<Self>] = [
    .option("--year", \.year, as: "year", "Only the films watched in this year."),
    .option(
      "--html", \.page, as: "file", kind: .file, "Write a page for browsers; - is standard output."),
  ]

  var year: Word?
  var page: Word?

  func run(in session: Session) async throws -> Output {
    let year = try year.map { word in
      guard let year = Int(word.text), (1888...9999).contains(year) else {
        throw CommandError.wrongUsage("--year needs a year such as 2026", verb: "stats")
      }
      return year
    }
    if let page {
      guard !page.text.isEmpty else {
        throw CommandError.wrongUsage("--html needs the name of a file", verb: "stats")
      }
      let (statistics, document) = try await session.viewModels.pages.writeStatistics(
        year: year, to: page.text, in: session.context)
      if let document { return Output(.document(document)) }
      var output = Output.page(page.text, statistics)
      output.messages = try await hiddenNotice(in: session)
      return output
    }
    let statistics = try await session.viewModels.collection.statistics(year: year)
    let hidden = try await hiddenNotice(in: session)
    let hint: String? =
      statistics.counts.total == 0 && year == nil
      ? hidden.isEmpty ? .emptyCollection : nil
      : .missingDetails(of: statistics.filmsWithoutDetails)
    let renderTarget = session.host.console.renderTarget(session.options.color)
    return Output(
      StatisticsCard(statistics: statistics, renderTarget: renderTarget).content,
      (hint.map { [.notice($0)] } ?? []) + hidden)
  }

  /// Returns a notice if the kids filter hides films of the collection.
  private func hiddenNotice(in session: Session) async throws -> [Output.Message] {
    let hidden = try await session.viewModels.collection.hiddenCount(in: session.context)
    return hidden == 0
      ? [] : [.notice("\(hidden.grouped("film")) hidden by the kids filter.")]
  }
}

extension Output {
  /// Returns the result of a page with statistics that was written.
  fileprivate static func page(_ path: String, _ statistics: Statistics) -> Output {
    Output(
      .text(
        "Wrote the page of \(statistics.counts.total.grouped("film")) to \(path)",
        [
          .init(name: "path", value: .text(path)),
          .init(name: "films", value: .integer(statistics.counts.total)),
        ]))
  }
}

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

  /// The year, or the members that only statistics of the whole collection have.
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
