import FilmzDomain
import FilmzViewModels

/// The `rate` command without a rating, which rates films one at a time with single keys.
struct RateInteractively {
  let filters: ListFilters

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    guard let keys = session.host.keys else {
      throw CommandError.needsTerminal("interactive rating needs a terminal; use `rate TARGET R`")
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
    ).ended(ending)
  }

  /// Returns the query for the films to rate: watched films without a rating, unless the filters
  /// specify otherwise.
  private func query(in session: Session) async throws -> CollectionQuery {
    var filters = filters
    if !filters.includesUnwatched { filters.watched = true }
    var query = try await session.query(filters, verb: "rate")
    if query.filter.userRating == nil { query.filter.isRated = false }
    return query
  }

  private func nothingToRate(_ query: CollectionQuery, _ session: Session) async throws -> String {
    let counts = try await session.viewModels.collection.counts()
    if counts.total == 0 {
      return "Nothing to rate: your collection is empty. Try `search godfather`, then `add 1`."
    }
    if query.hasFurtherFilters {
      return "Nothing to rate: no film matches. `rate` alone shows all watched films without a"
        + " rating."
    }
    if filters.includesUnwatched {
      return "Nothing to rate: every unwatched film has a rating. `ls --unwatched` lists them."
    }
    return counts.watched == 0
      ? "Nothing to rate: you have not watched any film. `rate --unwatched` shows unwatched films."
      : "Nothing to rate: every watched film has a rating. `rate --unwatched` shows unwatched"
        + " films, `rate --rating 0-10` shows rated ones again."
  }
}

extension CollectionQuery {
  /// `true` if the query filters by anything other than watched and rated.
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
