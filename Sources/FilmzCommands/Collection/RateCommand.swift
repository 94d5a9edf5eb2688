import FilmzDomain
import FilmzViewModels

/// The `rate` command, which sets or removes the user's rating of films.
struct RateCommand: ShellCommand {
  static let command = Command(
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

  static let arguments: [Argument<Self>] =
    [.films(\.words, or: .choice(["none"]), acceptsFilters: true)]
    + Argument.group(\.filters, section: "Options for a rating session")

  var words: [Word] = []
  var filters = ListFilters()

  func run(in session: Session) async throws -> Output {
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

/// A run of the `rate` command without a rating, in which the user rates films with single keys.
struct InteractiveRating {
  let filters: ListFilters
  /// Filters and smart collections.
  let words: [Word]

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    guard let keys = session.host.keys else {
      throw CommandError.needsTerminal(
        "interactive rating needs a terminal; use `rate TARGET RATING`")
    }
    let deck = try await session.viewModels.rating.begin(query, in: session.context)
    guard await !deck.isEmpty else {
      try await session.viewModels.search.filterCheck.requireKnownPeople(query.filter)
      return Output(.changes(.films([])), [.notice(try await nothingToRate(query, session))])
    }
    let ending = try await session.run(
      RatingScreen(deck: deck, keys: keys, session: session).screen)
    return Output(
      .changes(.films(await deck.ratedFilms)), [.notice(await deck.summary.text)]
    ).withEnding(ending)
  }

  /// Returns the query for the films to rate.
  ///
  /// Unless the filters request unwatched films, the query selects only watched films. Unless they
  /// request films with certain ratings, it selects only films without a rating.
  private func query(in session: Session) async throws -> CollectionQuery {
    var filter = try await session.filter(filters, words, verb: "rate")
    guard !filter.isSkipped else {
      throw CommandError.wrongUsage("skipped films cannot be rated in a session", verb: "rate")
    }
    filter.isWatched = filter.isWatched ?? true
    if filter.userRating == nil, filter.isRated == nil { filter.isRated = false }
    return try session.query(filter, sortedBy: filters.sort)
  }

  /// Returns the reason why there is no film to rate, and a command that helps.
  private func nothingToRate(_ query: CollectionQuery, _ session: Session) async throws -> String {
    let counts = try await session.viewModels.collection.counts()
    if counts.total == 0 {
      return "Nothing to rate: your collection is empty. Try `search godfather`, then `add 1`."
    }
    if query.hasFurtherFilters {
      return "Nothing to rate: no film matches. `rate` alone shows all watched films without a"
        + " rating."
    }
    if query.filter.isWatched == false {
      return "Nothing to rate: every unwatched film has a rating. `ls --unwatched` lists them."
    }
    return counts.watched == 0
      ? "Nothing to rate: you have not watched any film. `rate --unwatched` shows unwatched films."
      : "Nothing to rate: every watched film has a rating. `rate --unwatched` shows unwatched"
        + " films, `rate --rating 0-10` shows rated ones again."
  }
}

extension CollectionQuery {
  /// `true` if the query has conditions other than whether a film is watched and whether it is rated.
  fileprivate var hasFurtherFilters: Bool {
    var furtherFilter = filter
    (furtherFilter.isWatched, furtherFilter.isRated) = (nil, nil)
    return !furtherFilter.isEmpty
  }
}

extension RatingSummary {
  /// The summary in one line, such as `Rated 7 films, skipped 2; 31 left`.
  var text: String {
    (rated == 0 ? "Rated nothing" : "Rated \(rated.counted("film"))")
      + (skipped == 0 ? "" : ", skipped \(skipped)")
      + (remaining == 0 ? "; none left" : "; \(remaining) left")
  }
}
