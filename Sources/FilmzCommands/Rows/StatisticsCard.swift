import FilmzDomain
import FilmzTerminal

/// Counts over the collection, for `stats`.
struct StatisticsCard: OutputCard {
  let statistics: Statistics

  var members: [JSONValue.Member] {
    let counts = statistics.counts
    return [
      .init(name: "total", value: .integer(counts.total)),
      .init(name: "watched", value: .integer(counts.watched)),
      .init(name: "unwatched", value: .integer(counts.unwatched)),
      .init(name: "rated", value: .integer(counts.rated)),
      .init(name: "meanRating", value: meanRating.map(JSONValue.decimal) ?? .null),
      .init(name: "minutesWatched", value: .integer(statistics.minutesWatched)),
      .init(name: "ratings", value: .counts(statistics.ratings)),
      .init(name: "decades", value: .counts(statistics.decades)),
      .init(name: "genres", value: .counts(statistics.genres)),
      .init(name: "months", value: .counts(statistics.months)),
      .init(name: "directors", value: .counts(statistics.directors)),
      .init(name: "actors", value: .counts(statistics.actors)),
    ]
  }

  var card: Card {
    let counts = statistics.counts
    let hours = Double(statistics.minutesWatched) / 60
    return Card(
      title: "Your collection",
      fields: [
        .init("Films", String(counts.total)),
        .init("Watched", String(counts.watched)),
        .init("Unwatched", String(counts.unwatched)),
        .init("Rated", String(counts.rated)),
        .init("Mean rating", meanRating ?? "–"),
        .init("Hours watched", statistics.minutesWatched > 0 ? Self.oneDecimal(hours) : "–"),
      ])
  }

  /// Points with two decimals at most.
  private var meanRating: String? {
    statistics.meanRating.map { mean in
      let hundredths = Int((mean * 100).rounded())
      let fraction = hundredths % 100
      return "\(hundredths / 100)." + (fraction < 10 ? "0\(fraction)" : String(fraction))
    }
  }

  private static func oneDecimal(_ number: Double) -> String {
    let tenths = Int((number * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}

extension JSONValue {
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
