package import FilmzDomain
import FilmzViewModels

/// The `rate` command, which sets or removes the user's rating of films.
package struct RateCommand: ShellCommand {
  package static let command = Command(
    RateCommand.self, "rate", "Rate films from 0 to 10.",
    usage: """
      rate [<target> ...] <rating>
      rate [<filters of ls>]
      """,
    details: """
      The last word is the rating: 8, 8.5, 4.5/5, 85%, ★★★★½, or `none` to remove it. A film that is not \
      in the collection is added.

      Without a rating, `rate` shows the films that you have watched but not rated, one at a time, in \
      a terminal; press ? for the keys. The filters of `ls` narrow or sort these films; --unwatched \
      and --rating select others.
      """,
    examples: """
      rate 9
      rate 1-3 8.5
      rate the godfather 10
      rate --unwatched --genre Drama
      """)

  package static let arguments: [Argument<Self>] =
    [.films(\.words, or: .choice(["none"]))]
    + Argument.group(\.filters, section: "Options for a rating session")

  package var words: [Word] = []
  var filters = ListFilters()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard !words.isEmpty else {
      return try await InteractiveRating(filters: filters).run(in: session)
    }
    guard filters.isEmpty else {
      throw CommandError.wrongUsage("a rating and filters cannot be used together", verb: "rate")
    }
    let parser = TrailingValueParser(session: session, verb: "rate")
    try await parser.requireRatingOnly(words)
    let (films, rating) = try await parser.filmsAndValue(
      words, requirement: "a rating", example: "9", parse: Rating.parseOrNone)
    let outcome = try await session.viewModels.collection.rate(
      films, rating, in: session.context)
    return .changed(outcome) { item in
      let notice = rating.map { "Rated \(item.captionInSentence) \($0.text)" }
      return (notice ?? "Removed the rating of \(item.captionWithTypedTitle)")
        + (outcome.before[item.id]?.rating.map { " (was \($0.text))" } ?? "")
        + outcome.additionNotice(item)
    }
  }
}

extension ChangeOutcome {
  /// Returns the end of a notice: that the change added the film to the collection, or an empty
  /// string if it did not.
  func additionNotice(_ item: FilmItem) -> String {
    added.contains(item.id) ? ", and added it to the collection" : ""
  }
}
