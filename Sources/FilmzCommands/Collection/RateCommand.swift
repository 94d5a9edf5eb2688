package import FilmzDomain
import FilmzViewModels

/// The `rate` command, which sets or removes the user's rating of films.
package struct RateCommand: ShellCommand {
  package static let command = Command(
    RateCommand.self, "rate", "Rate films from 0 to 10.",
    usage: """
      rate [<target> ...] <rating>
      rate [@<collection>] [<filters of ls>]
      """,
    details: """
      The last word is the rating: 8, 8.5, 4.5/5, 85%, ★★★★½, or `none` to remove it. A film that is not \
      in the collection is added.

      Without a rating, `rate` shows the films that you have watched but not rated, one at a time, in \
      a terminal; press ? for the keys. The filters of `ls` and smart collections narrow or sort these \
      films; --unwatched, @wanted and --rating select others. With a rating, a smart collection stands for \
      all its films.
      """,
    examples: """
      rate 9
      rate the godfather 10
      rate --unwatched --genre Drama
      rate @genre:Horror year:1980s
      """)

  package static let arguments: [Argument<Self>] =
    [.films(\.words, or: .choice(["none"]), acceptsFilters: true)]
    + Argument.group(\.filters, section: "Options for a rating session")

  package var words: [Word] = []
  var filters = ListFilters()

  package init() {}

  package func run(in session: Session) async throws -> Output {
    guard try !hasFiltersOnly(in: session) else {
      return try await InteractiveRating(filters: filters, words: words).run(in: session)
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

extension RateCommand {
  /// Returns whether all words are filters or smart collections, so that there is no rating.
  ///
  /// - Throws: ``DomainError`` for an invalid filter, unless the last word is a rating.
  private func hasFiltersOnly(in session: Session) throws -> Bool {
    guard let last = words.last else { return true }
    do {
      let filterText = try FilterText(typed: words, in: .collection, session.mode)
      return filterText.text.isEmpty && !words.contains { $0.text.isEmpty }
    } catch {
      if (try? Rating.parseOrNone(last.text)) == nil { throw error }
      return false
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
