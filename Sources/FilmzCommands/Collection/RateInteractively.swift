import FilmzDomain
import FilmzViewModels

/// `rate` without a rating: film by film, with single keys.
struct RateInteractively {
  let filters: ListFilters

  func run(in session: Session) async throws -> Output {
    let query = try query()
    guard let keys = session.keys else {
      throw CommandError.noTerminal("rating film by film needs a terminal; use `rate TARGET R`")
    }
    let deck = try await session.rating.begin(query, in: session.context)
    guard await !deck.isEmpty else {
      return Output(.changes(.films([])), [.notice(try await nothingToRate(session))])
    }
    let ending = try await session.run(
      RatingScreen(deck: deck, keys: keys, session: session).screen)
    return Output(
      .changes(.films(await deck.ratedFilms)), [.notice(await deck.summary.text)]
    ).ended(ending)
  }

  /// Watched films without a rating, unless the filters say something else.
  private func query() throws -> CollectionQuery {
    var filters = filters
    if !filters.unwatched { filters.watched = true }
    var query = try filters.query(verb: "rate")
    if filters.rating == nil { query.isRated = false }
    return query
  }

  private func nothingToRate(_ session: Session) async throws -> String {
    let counts = try await session.collection.counts()
    if counts.total == 0 {
      return "Nothing to rate: your collection is empty. Try `search godfather`, then `add 1`."
    }
    if filters.isNarrow {
      return "Nothing to rate: no film like that is left. `rate` alone goes through all that were"
        + " watched."
    }
    if filters.unwatched {
      return "Nothing to rate: every unwatched film has a rating. `ls --unwatched` lists them."
    }
    return counts.watched == 0
      ? "Nothing to rate: no film was watched. `rate --unwatched` goes through the others."
      : "Nothing to rate: every watched film has a rating. `rate --unwatched` goes through the"
        + " others, `rate --rating 0-10` through these again."
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
