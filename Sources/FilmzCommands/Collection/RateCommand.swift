import FilmzDomain
import FilmzViewModels

/// `rate`: gives films a rating of mine, or takes it away.
package struct RateCommand: ShellCommand {
  package static let command = Command(
    RateCommand.self, "rate", "Rate films, from 0 to 10.",
    usage: """
      rate [<target> ...] <rating>
      rate [<filters of ls>]
      """,
    details: """
      The last word is the rating: 8, 8.5, 4.5/5, ★★★★½, or none to take it away. A film that is \
      not in the collection comes in.

      Without a rating it goes film by film, in a terminal, through what was watched and not rated; \
      ? shows the keys. The filters of `ls` say which films instead, and in which order.
      """,
    examples: """
      rate 9
      rate 1-3 8.5
      rate the godfather 10
      rate --unwatched --genre Drama
      """)

  package static let arguments: [Argument<Self>] =
    [.films(\.words, or: .choice(["none"]))]
    + Argument.group(\.filters, section: "Options without a rating")

  package var words: [Word] = []
  var filters = ListFilters()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard let value = words.last else {
      return try await RateInteractively(filters: filters).run(in: session)
    }
    guard filters.isEmpty else {
      throw CommandError.wrongUsage("films with a rating take no filters", verb: "rate")
    }
    let rating = try Rating.optional(value.text)
    let (films, _) = try await session.filmsAndValue(words, value: "a rating", verb: "rate")
    let outcome = try await session.models.collection.rate(
      films, rating, in: session.context)
    return .changed(outcome) { item in
      let old = outcome.before[item.id]?.rating
      let change = old == nil || old == rating ? "" : "\(old?.text ?? "") → "
      let words = rating.map { "Rated \(item.name) \(change)\($0.text)" }
      return (words ?? "Took the rating of \(item.name) away") + outcome.noteIfAdded(item)
    }
  }
}

extension ChangeOutcome {
  /// Says of a film that it came into the collection with the change.
  func noteIfAdded(_ item: FilmItem) -> String {
    added.contains(item.id) ? ", and added it to the collection" : ""
  }
}
