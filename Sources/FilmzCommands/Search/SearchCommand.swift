import FilmzDomain
import FilmzViewModels

/// The `search` command, which searches for films; the films found become the result set.
struct SearchCommand: ShellCommand {
  static let command = Command(
    SearchCommand.self, "search", "Search for films and series by title or person.",
    usage: "search <text> ... [options]",
    details: """
      In a catalog, words match in any order, and the beginning of a word is enough. If nothing \
      is found and the last word is a year, it is used as a filter. The name or surname of a \
      well-known person finds the person's films, which come before titles. Own records are found \
      together with the films of a catalog.

      Filters can be mixed with the words or used alone: year:1990..1999 genre:drama,crime (any of \
      them) genre:+drama,+crime (all of them) type:movie rating:>7.5 votes:>10k runtime:<100 \
      director:kurosawa actor:"toshiro mifune" person:miyazaki. Filters other than year and type, and \
      --sort, work in catalogs only. An imported catalog knows people only if they were imported.
      """,
    examples: """
      search blade runner
      search dune --year 1984 --type movie
      search wes anderson
      search genre:drama year:1950..1959 rating:>8
      """)

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "text", kind: .searchText,
        "Words of the title, the name of a person, or an IMDb id.")
    ] + Argument.group(\.filters) + [
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .search)),
        allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .search).joinedWithOr), such as -rating,year;"
          + " a leading - reverses the order."
      ),
      .option(
        "--source", \.source, kind: .source, "Where to search: auto, omdb, tmdb, catalog or own."),
      .option("--page", \.page, as: "n", "The page to show."),
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .flag("--exact", \.exact, "Match whole words only, not beginnings."),
    ]

  var words: [Word] = []
  var filters = FactFilters()
  var sort: Word?
  var source: Word?
  var page: PositiveInt?
  var limit: PositiveInt?
  var exact = false

  func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    let result = try await session.viewModels.search.search(
      query, from: try sourceChoice(in: session), page: page?.value ?? 1,
      pageSize: await session.pageSize(limit?.value), in: session.context)
    let notice =
      result.value.total == 0
      ? Self.noResultsText(query) + (try await hint(query, in: session)) : nil
    var output = Output.page(result, notice: notice)
    output.replacesResults = true
    return output
  }

  /// Returns a hint for a search without results, to be appended to the notice.
  private func hint(_ query: SearchQuery, in session: Session) async throws -> String {
    if query.hasWordWithColon { return Self.hint(query) }
    let remedy = await session.viewModels.search.remedyForSkippedSources(
      query, from: try sourceChoice(in: session), in: session.context)
    return remedy.map { "; \($0.text)" } ?? Self.hint(query)
  }

  /// Returns the sources that the option `--source` chooses; `auto` without the option.
  private func sourceChoice(in session: Session) throws -> SourceChoice {
    guard let source else { return .auto }
    guard let choice = session.viewModels.search.sourceChoice(named: source.text) else {
      let choices = session.viewModels.search.sourceChoiceNames.joinedWithOr
      throw CommandError.wrongUsage(
        "--source takes \(choices), not \"\(source.text)\"", verb: "search")
    }
    return choice
  }

  /// Returns the query for the words, which may contain filters, and for the options.
  private func query(in session: Session) async throws -> SearchQuery {
    guard !words.isEmpty || !filters.typedFilters.isEmpty else {
      throw CommandError.missingArgument("a title or a filter", verb: "search")
    }
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .search) }
    let filterText = try FilterText(typed: words, in: .search, session.mode)
    var filter = filterText.filter
    try filter.narrow(by: filters.typedFilters, in: .search)
    try await session.viewModels.search.filterCheck.requireKnownGenres(filter)
    return SearchQuery(text: filterText.text, filter: filter, isExact: exact, order: order)
  }

  private static func noResultsText(_ query: SearchQuery) -> String {
    let subject = query.text.isEmpty ? "" : " for \"\(query.text)\""
    return "No results\(subject)" + (query.filter.isEmpty ? "" : " with \(query.filter.text)")
  }

  /// Returns a hint that depends on the query only.
  private static func hint(_ query: SearchQuery) -> String {
    if query.text.isEmpty { return "; remove a filter, or widen it" }
    if query.hasWordWithColon {
      return
        "; the filters are \(FilterField.names(in: .search).map { $0 + ":" }.joinedWithAnd)"
    }
    if query.isShort {
      return "; fewer than 3 letters match only exact titles: type more, or end with *"
    }
    return query.filter.isEmpty
      ? "; try fewer or other words" : "; try fewer or other words, or fewer filters"
  }
}

extension SearchQuery {
  /// `true` if a word of the text begins with lowercase letters and a colon, like a filter.
  fileprivate var hasWordWithColon: Bool { text.contains(#/(^| )[a-z]+:\S/#) }
}

/// The `retry` command, which repeats the last command that failed on the network.
struct RetryCommand: ShellCommand {
  static let command = Command(
    RetryCommand.self, "retry",
    "Repeat the last command that got no response from a source.",
    examples: """
      retry
      retry --verbose
      """)

  func run(in session: Session) async throws -> Output {
    guard let command = await session.retryableCommand.command else {
      throw CommandError.nothingToRetry
    }
    session.viewModels.askServicesAgain()
    return Output(.nothing, [.notice("Repeating `\(command.text)`")], ending: .rerun(command))
  }
}
