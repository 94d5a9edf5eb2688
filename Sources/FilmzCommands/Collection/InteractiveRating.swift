import FilmzDomain
import FilmzViewModels

/// A rating session: the `rate` command without a rating, in which the user rates films with single keys.
struct InteractiveRating {
  let filters: ListFilterOptions
  /// The words of the command, which are filters and smart collections.
  let words: [Word]
  let addsViewings: Bool

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    guard let keys = session.host.keys else {
      throw CommandError.needsTerminal("interactive rating needs a terminal; use `rate TARGET RATING`")
    }
    let deck = try await session.viewModels.rating.begin(query, addsViewings: addsViewings, in: session.context)
    guard await !deck.isEmpty else {
      try await session.viewModels.filterCheck.requireKnownPeople(query.filter)
      return .unchanged(try await nothingToRate(query, session))
    }
    let ending = try await session.run(RatingScreen(deck: deck, keys: keys, session: session).screen)
    return Output(.changes(.films(await deck.ratedFilms)), notice: await deck.summary.text).withEnding(ending)
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
    if counts.total == 0 { return "Nothing to rate: your collection is empty. Try `search godfather`, then `add 1`." }
    if query.hasFurtherFilters {
      return "Nothing to rate: no film matches. `rate` alone shows all watched films without a rating."
    }
    if query.filter.isWatched == false {
      return "Nothing to rate: every unwatched film has a rating. `ls --unwatched` lists them."
    }
    return counts.watched == 0
      ? "Nothing to rate: you have not watched any film. `rate --unwatched` shows unwatched films."
      : "Nothing to rate: every watched film has a rating. `rate --unwatched` shows unwatched"
        + " films, `rate --rating 0-\(session.typedScale.rawValue)` shows rated ones again."
  }
}

extension CollectionQuery {
  /// `true` if the query has conditions other than whether a film is watched and whether it is rated.
  fileprivate var hasFurtherFilters: Bool {
    var furtherFilter = filter
    furtherFilter.isWatched = nil
    furtherFilter.isRated = nil
    return !furtherFilter.isEmpty
  }
}

extension RatingSummary {
  /// The summary in one line, such as `Rated 7 films, skipped 2; 31 left`.
  var text: String {
    (rated == 0 ? "Rated nothing" : "Rated \(rated.counted("film"))")
      + (seen == 0 ? "" : " (\(seen) now seen, date unknown)") + (skipped == 0 ? "" : ", skipped \(skipped)")
      + (remaining == 0 ? "; none left" : "; \(remaining) left")
  }
}
