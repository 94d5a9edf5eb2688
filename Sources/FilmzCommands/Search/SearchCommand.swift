import FilmzDomain
import FilmzViewModels

/// The `search` command, which searches for films; the films found become the result set.
struct SearchCommand: ShellCommand {
  static let command = Command(
    of: SearchCommand.self, "search", "Search for films and series by title or person.",
    usage: "search [<text> ...] [options]",
    details: """
      In a catalog, words match in any order, and the beginning of a word is enough. If nothing \
      is found and the last word is a year, it is used as a filter. The name or surname of a \
      well-known person finds the person's films, which come before titles; so do the given name, a \
      name with a typing error, and "director" before a name. The initials of a well-known film find it. Films of \
      your collection and own records whose titles match as well as the best result come first, \
      whichever source answers.

      If no title has the words, genres, decades and years among them are used as filters: horror 1980s.

      Filters can be mixed with the words or used alone: year:1990..1999 genre:drama,crime (any of \
      them) genre:+drama,+crime (all of them) type:movie rating:>7.5 votes:>10k runtime:<100 \
      director:kurosawa actor:"toshiro mifune" person:miyazaki is:unseen (neither seen nor skipped). Filters other than year and type, and \
      --sort, work in catalogs only. An imported catalog knows people only if they were imported.

      `search` alone shows results while you type, in a shell; so does --live with words and filters. See `help live`.
      """,
    examples: [
      "search blade runner",
      "search dune --year 1984 --type movie",
      "search horror 1980s",
      "search genre:drama year:1950..1959 rating:>8",
    ])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "text", kind: .searchText, "Words of the title, the name of a person, or an IMDb id.")]
    + Argument.group(\.filters, FilterOptions.arguments(in: .search)) + [
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .search)), allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .search).joinedWithOr), such as -rating,year;"
          + " a leading - reverses the order."
      ),
      .option("--source", \.source, kind: .source, "Where to search: auto, omdb, tmdb, catalog or own."),
      .option("--page", \.page, as: "n", "The page to show."),
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .flag("--exact", \.exact, "Match whole words only, not beginnings."),
      .flag("--live", \.live, "Show results while you type."),
    ]

  var words: [Word] = []
  var filters = FilterOptions()
  var sort: Word?
  var source: Word?
  var page: Int?
  var limit: Int?
  var exact = false
  var live = false

  func run(in session: Session) async throws -> Output {
    if live || (words.isEmpty && filters.typed.isEmpty && session.canShowLiveResults) {
      return try await showLiveResults(in: session)
    }
    let query = try await query(in: session)
    let result = try await session.viewModels.search.search(
      query, from: try sourceChoice(in: session), page: page ?? 1, pageSize: await session.pageSize(limit),
      in: session.context)
    let notice =
      result.value.total == 0
      ? Self.noResultsText(query) + (try await hint(query, in: session)) : Self.filterHint(query, result.value)
    return .page(result, notice: notice, replacesResults: true)
  }

  private func showLiveResults(in session: Session) async throws -> Output {
    try session.requireLiveResults()
    var request = LiveRequest()
    (request.source, request.isExact) = (try sourceChoice(in: session), exact)
    request.order = try sort.map { try FilmOrder(parsing: $0.text, in: .search) }
    (request.pageSize, request.scale) = (await session.pageSize(limit), session.typedScale)
    try request.filter.narrow(by: filters.typed, in: .search)
    try await session.viewModels.filterCheck.requireKnownGenres(request.filter)
    let options =
      filters.words
      + [("--sort", sort), ("--source", source)].flatMap { name, value in
        value.map { [Word(name), $0] } ?? []
      } + (exact ? [Word("--exact")] : [])
    return try await session.showLiveResults(
      await LivePanel(.search, request, in: session), query: words, verb: "search", options: options)
  }

  /// Returns a hint for a search without results, to be appended to the notice.
  private func hint(_ query: SearchQuery, in session: Session) async throws -> String {
    let (search, choice) = (session.viewModels.search, try sourceChoice(in: session))
    if let count = await search.countWithoutFilter(query, from: choice, in: session.context) {
      return "; without \(query.filter.text) there \(count == 1 ? "is" : "are") \(count.counted("film"))"
    }
    if query.asksForList { return "; `discover` lists popular and new films, `browse` those of a genre or a year" }
    if query.filter.isEmpty, Int(year: query.text) != nil {
      return "; `browse \(query.text)` lists the films of that year, `discover \(query.text)` those without a mark"
    }
    if let title = try await titleInSentence(query, in: session) {
      return "; `\(ParsedCommand.search(title).text)` searches for the title alone"
    }
    if query.isSentence { return "; type only the title, or use `discover` for popular and new films" }
    guard query.readingWordsAsFilters?.text.isEmpty != true else { return Self.hint(query) }
    let remedy = await search.remedyForSkippedSources(query, from: choice, in: session.context)
    return remedy.map { "; \($0.text)" } ?? Self.hint(query) + (choice == .auto ? "" : ", or leave --source out")
  }

  /// Returns the part of a text that is a known title, as in `i saw inception last week` or `the shining is scary`; `nil`
  /// if the text has no such form, or if the title is not known.
  private func titleInSentence(_ query: SearchQuery, in session: Session) async throws -> String? {
    for title in query.possibleTitlesInSentence
    where try await session.viewModels.targetResolver.ownTitle(title, in: session.context) != nil {
      return title
    }
    return nil
  }

  /// Returns the sources that the option `--source` chooses; `auto` without the option.
  private func sourceChoice(in session: Session) throws -> SourceChoice {
    guard let source else { return .auto }
    guard let choice = session.viewModels.search.sourceChoice(named: source.text) else {
      let choices = session.viewModels.search.sourceChoiceNames.joinedWithOr
      throw Self.wrongUsage("--source takes \(choices), not \"\(source.text)\"")
    }
    return choice
  }

  /// Returns the query for the words, which may contain filters, and for the options.
  private func query(in session: Session) async throws -> SearchQuery {
    guard !words.isEmpty || !filters.typed.isEmpty else { throw Self.missingArgument("a title or a filter") }
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .search) }
    let filterText = try await session.filterText(words, in: .search)
    var filter = filterText.filter
    try filter.narrow(by: filters.typed, in: .search)
    try await session.viewModels.filterCheck.requireKnownGenres(filter)
    return SearchQuery(text: filterText.text, filter: filter, isExact: exact, order: order)
  }

  private static func noResultsText(_ query: SearchQuery) -> String {
    let subject = query.text.isEmpty ? "" : " for \"\(query.text)\""
    return "No results\(subject)" + (query.filter.isEmpty ? "" : " with \(query.filter.text)")
  }

  /// Returns the notice that the text also names a filter; `nil` if it does not, or if no title matches.
  private static func filterHint(_ query: SearchQuery, _ page: ResultPage) -> String? {
    guard query.filter.isEmpty, let reading = query.readingWordsAsFilters, reading.text.isEmpty,
      page.items.contains(where: { $0.match == .title })
    else { return nil }
    return "These titles match \"\(query.text)\"; `browse \(reading.filter.text)` lists the films with that filter."
  }

  /// Returns a hint that depends on the query only.
  private static func hint(_ query: SearchQuery) -> String {
    if query.text.isEmpty { return "; remove a filter, or widen it" }
    if query.isShort { return "; fewer than 3 letters match only exact titles: type more, or end with *" }
    guard query.filter.isEmpty else { return "; try fewer or other words, or fewer filters" }
    return "; try fewer or other words; `discover` and `browse` list films without a title"
  }
}

extension ParsedCommand {
  /// Returns the search for the words of a text.
  static func search(_ text: String) -> ParsedCommand {
    ParsedCommand(words: [Word("search")] + text.split(separator: " ").map { Word(String($0)) })
  }
}

extension SearchQuery {
  /// `true` if a word of the text asks for a list of films, such as the best ones.
  fileprivate var asksForList: Bool {
    let listWords: Set = ["best", "top", "popular", "trending", "new", "latest", "upcoming", "recommend", "similar"]
    return !listWords.isDisjoint(with: TextFolding.words(text))
  }

  /// The parts of a sentence that can be a title, the longest first: after `i saw`, or before `is`; empty if the text has
  /// no such form.
  fileprivate var possibleTitlesInSentence: [String] {
    let words = text.split(separator: " ").map { $0.lowercased() }
    let verbs: Set = ["saw", "watched", "loved", "liked", "enjoyed", "hated", "rated", "like", "love", "want"]
    if words.count > 2, words[0] == "i", verbs.contains(words[1]) {
      let rest = words.dropFirst(2)
      return (1...rest.count).reversed().map { rest.prefix($0).joined(separator: " ") }
    }
    guard let verb = words.lastIndex(where: { ["is", "was", "are", "were"].contains($0) }), verb > 1,
      verb < words.count - 1
    else { return [] }
    return [words[..<verb].joined(separator: " ")]
  }

  /// `true` if the text is more than a title, such as `i saw parasite yesterday` or `a film about sharks`.
  fileprivate var isSentence: Bool {
    let words = TextFolding.words(text)
    guard words.count > 2, let last = words.last else { return false }
    if ["yesterday", "today", "tonight", "please"].contains(last) { return true }
    let (nouns, prepositions): (Set, Set) = (["movie", "movies", "film", "films"], ["about", "like", "where", "with"])
    return zip(words, words.dropFirst()).contains { nouns.contains($0) && prepositions.contains($1) }
  }
}

extension Command {
  /// The `retry` command, which repeats the last command that failed on the network.
  static let retry = Command(
    "retry",
    "Repeat the last command that got no response from a source.",
    examples: ["retry", "retry --verbose"]
  ) { session in
    guard let command = await session.retryableCommand.command else { throw CommandError.nothingToRetry }
    session.viewModels.askServicesAgain()
    return Output(.nothing, notice: "Repeating `\(command.text)`", ending: .rerun(command))
  }
}
