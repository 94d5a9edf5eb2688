import FilmzDomain
import FilmzViewModels

/// `rate` without a rating: film by film, with single keys.
struct RateInteractively {
  let filters: ListFilters

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    guard let keys = session.host.keys else {
      throw CommandError.noTerminal("rating film by film needs a terminal; use `rate TARGET R`")
    }
    let deck = try await session.models.rating.begin(query, in: session.context)
    guard await !deck.isEmpty else {
      try await session.models.search.filterCheck.requireKnownPeople(query.filter)
      return Output(.changes(.films([])), [.notice(try await nothingToRate(query, session))])
    }
    let ending = try await session.run(
      RatingScreen(deck: deck, keys: keys, session: session).screen)
    return Output(
      .changes(.films(await deck.ratedFilms)), [.notice(await deck.summary.text)]
    ).ended(ending)
  }

  /// Watched films without a rating, unless the filters say something else.
  private func query(in session: Session) async throws -> CollectionQuery {
    var filters = filters
    if !filters.takesUnwatched { filters.watched = true }
    var query = try await session.query(filters, verb: "rate")
    if query.filter.myRating == nil { query.filter.isRated = false }
    return query
  }

  private func nothingToRate(_ query: CollectionQuery, _ session: Session) async throws -> String {
    let counts = try await session.models.collection.counts()
    if counts.total == 0 {
      return "Nothing to rate: your collection is empty. Try `search godfather`, then `add 1`."
    }
    if query.isNarrow {
      return "Nothing to rate: no film like that is left. `rate` alone goes through all that were"
        + " watched."
    }
    if filters.takesUnwatched {
      return "Nothing to rate: every unwatched film has a rating. `ls --unwatched` lists them."
    }
    return counts.watched == 0
      ? "Nothing to rate: no film was watched. `rate --unwatched` goes through the others."
      : "Nothing to rate: every watched film has a rating. `rate --unwatched` goes through the"
        + " others, `rate --rating 0-10` through these again."
  }
}

extension CollectionQuery {
  /// Whether films are left out by more than what was watched and rated.
  fileprivate var isNarrow: Bool {
    var rest = filter
    (rest.isWatched, rest.isRated) = (nil, nil)
    return !rest.isEmpty
  }
}

extension RatingSummary {
  /// What was done, in a line: `Rated 7 films, skipped 2; 31 left`.
  var text: String {
    (rated == 0 ? "Rated nothing" : "Rated \(rated.counted("film"))")
      + (skipped == 0 ? "" : ", skipped \(skipped)")
      + (left == 0 ? "; none left" : "; \(left) left")
  }
}
