import FilmzDomain
import FilmzViewModels

/// `rate` without a rating: film by film, with single keys.
struct RatingRound {
  let filters: ListFilters

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    try await session.search.filterCheck.requireKnownPeople(query.filter)
    guard let keys = session.keys else {
      throw CommandError.noTerminal("rating film by film needs a terminal; use `rate TARGET R`")
    }
    let films = try await session.rating.begin(query, offline: session.options.offline)
    guard await !films.isEmpty else {
      return Output(.changes(FilmRow.self, []), notices: [try await nothingToRate(query, session)])
    }
    session.progress?.stop()
    session.trace.listen(nil)
    try Task.checkCancellation()
    // A Ctrl-C cancels the command. Here it comes as a key as well, and what was typed before it is
    // stored all the same.
    return await Task { await output(of: films, keys, in: session) }.value
  }

  /// Watched films without a rating, unless the filters say something else.
  private func query(in session: Session) async throws -> CollectionQuery {
    var filters = filters
    if !filters.takesUnwatched { filters.watched = true }
    var query = try await session.query(filters, verb: "rate")
    if query.filter.myRating == nil { query.filter.isRated = false }
    return query
  }

  private func output(
    of films: RatingSession, _ keys: KeyReading, in session: Session
  ) async -> Output {
    let screen = RatingScreen(session: session, keys: keys, films: films)
    let ending = await screen.run()
    await films.close()
    let rows = await films.changed().map(FilmRow.init(item:))
    var output = Output(
      .changes(FilmRow.self, rows), notices: [await films.tally.text])
    switch ending {
    case .ended: break
    case .interrupted: output.isInterrupted = true
    case .failed(let failure): output.failure = failure
    }
    return output
  }

  private func nothingToRate(_ query: CollectionQuery, _ session: Session) async throws -> String {
    let counts = try await session.collection.counts()
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

extension RatingTally {
  /// What was done, in a line: `Rated 7 films, skipped 2; 31 left`.
  var text: String {
    (rated == 0 ? "Rated nothing" : "Rated \(rated.counted("film"))")
      + (skipped == 0 ? "" : ", skipped \(skipped)")
      + (left == 0 ? "; none left" : "; \(left) left")
  }
}
