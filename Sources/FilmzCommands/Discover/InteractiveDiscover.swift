import FilmzDomain
import FilmzViewModels

/// A run of the `discover` command in a terminal, in which the user marks films with single keys.
struct InteractiveDiscover {
  let command: DiscoverCommand
  let keys: KeyInput

  func run(in session: Session) async throws -> Output {
    let discover = session.viewModels.discover
    let query = try await query(in: session)
    let result = try await begin(query, in: session)
    let firstRun = result.value
    guard try await firstRun.deck.card() != nil else {
      await firstRun.deck.close()
      await discover.end(firstRun)
      return .unchanged(Self.noFilmsText(query))
    }
    if discover.takeKeyExplanation() { printLine(DiscoverScreen.explanation(on: session.ratingScale), in: session) }
    var runs = [firstRun]
    var ending = DeckEnding.ended
    let keys = KeyQueue(keys)
    while let current = runs.last {
      printLine(current.query.title, in: session)
      let screen = DiscoverScreen(current, after: Array(runs.dropLast()), keys: keys, session: session) { method in
        var query = current.query
        query.method = method
        return try await begin(query, in: session).value
      }
      ending = try await session.run(screen.screen)
      await discover.end(current)
      guard let next = screen.nextRun else { break }
      // If the next deck is an earlier one, whose last mark was undone, the decks after it have no marks.
      runs = Array(runs.prefix { $0.deck !== next.deck }) + [next]
    }
    var marked: [FilmItem] = []
    var summary: [Mark: Int] = [:]
    for run in runs {
      marked += await run.deck.markedFilms
      summary.merge(await run.deck.summary, uniquingKeysWith: +)
    }
    var output = Output(.changes(.films(marked)), notice: summary.text).withEnding(ending)
    output.isFallback = result.isFallback
    return output
  }

  /// Returns the typed query, with the remembered method if none was typed; the remembered query if nothing was typed.
  private func query(in session: Session) async throws -> DiscoverQuery {
    let remembered = session.viewModels.discover.remembered.query
    guard command.hasQuery else { return remembered ?? DiscoverQuery(.popular) }
    return try await command.query(changing: DiscoverQuery(remembered?.method ?? .popular), in: session)
  }

  /// Starts a deck, and prints the warnings of its source.
  private func begin(_ query: DiscoverQuery, in session: Session) async throws -> SourceResult<DiscoverViewModel.Run> {
    let result = try await session.viewModels.discover.begin(
      query, includesMarked: command.again, seed: command.seed, in: session.context)
    session.progress?.stop()
    for warning in result.warnings { session.printer.printWarning(warning.text) }
    return result
  }

  private func printLine(_ text: String, in session: Session) {
    session.progress?.stop()
    session.printer.printNotice(text)
  }

  private static func noFilmsText(_ query: DiscoverQuery) -> String {
    query == DiscoverQuery(query.method)
      ? "\(query.method.title) has no films that you have not marked; try another method, such as"
        + " `discover trending`, or `discover --again`."
      : "No films match, or you have marked all of them; try other filters, or `discover --again`."
  }
}

extension DiscoverQuery {
  /// The method and the filters for users, such as `Netflix · series · Horror · 1990–1999`.
  fileprivate var title: String {
    let years = years.map { years in
      years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)–\(years.upperBound)"
    }
    let types = type.map { $0 == .movie ? "films" : "series" } ?? "films and series"
    return [method.title, types, genre, years, filter?.text, sort?.title].compactMap(\.self).joined(separator: " · ")
  }
}

extension DiscoverSort {
  fileprivate var title: String {
    switch self {
    case .popular: "most popular first"
    case .rated: "best rated first"
    case .newest: "newest first"
    case .oldest: "oldest first"
    case .az: "A to Z"
    case .za: "Z to A"
    }
  }
}

extension [Mark: Int] {
  /// The summary in one line, such as `3 seen, 2 on your watchlist, 12 skipped`.
  fileprivate var text: String {
    let parts = [Mark.seen, .wanted, .skipped].compactMap { mark in self[mark].map { "\($0) \(mark.predicate)" } }
    guard !parts.isEmpty else { return "Marked nothing" }
    let hint = self[.wanted] == nil ? "" : "; `watchlist` lists what you want to watch"
    return parts.joined(separator: ", ") + hint
  }
}
