import FilmzDomain
import FilmzViewModels

/// `search`: looks for films, and makes what is found the result set.
package struct SearchCommand: ShellCommand {
  package static let command = Command(
    SearchCommand.self, "search", "Look for films and series by title.",
    usage: "search <text> ... [options]",
    details: """
      Words count in any order and as beginnings. A year at the end narrows the search.

      Filters may stand among the words, or alone: year:1990..1999 genre:drama,crime for any of them, \
      genre:+drama,+crime for all, type:movie rating:>7.5 votes:>10k runtime:<100 director:kurosawa \
      actor:"toshiro mifune" person:miyazaki. All but year and type, and --sort, are asked of the \
      catalog only, and people of one that was imported with them.
      """,
    examples: """
      search blade runner
      search dune --year 1984 --type movie
      search heat 1995
      search genre:drama year:1950..1959 rating:>8
      """)

  package static let arguments: [Argument<Self>] =
    [
      .words(\.words, as: "title", kind: .title, "Words of the title, or an IMDb id.")
    ] + Argument.group(\.filters) + [
      .option(
        "--sort", \.sort, as: "keys", kind: .list(FilmOrder.choices(in: .search)),
        takesDashes: true,
        "\(FilmOrder.names(in: .search).alternatives), or several; with - before it the other way round."
      ),
      .option("--source", \.source, kind: .source, "Where to look: auto, omdb or catalog."),
      .option("--page", \.page, as: "n", "The page to show first."),
      .option("--limit", \.limit, as: "n", "Rows of a page."),
      .flag("--exact", \.exact, "Take words as whole words, not as beginnings."),
    ]

  package var words: [Word] = []
  var filters = FactFilters()
  var sort: Word?
  var source: Word?
  var page: PositiveInt?
  var limit: PositiveInt?
  var exact = false

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    let found = try await session.models.search.search(
      query, from: try choice(in: session), page: page?.value ?? 1,
      pageSize: await session.pageSize(limit?.value), in: session.context)
    let nothing =
      found.value.total == 0 ? Self.nothing(query) + (try await hint(query, in: session)) : nil
    var output = Output.page(found, notice: nothing)
    output.replacesResults = true
    return output
  }

  /// What helps where nothing was found.
  private func hint(_ query: SearchQuery, in session: Session) async throws -> String {
    if query.mayBeName,
      case let count = await session.models.search.filmCount(
        ofPerson: query.text, in: session.context),
      count > 0
    {
      let name = query.text.contains(" ") ? "\"\(query.text)\"" : query.text
      return "; `search --person \(name)` finds \(count.counted("film"))"
    }
    if query.hasWordWithColon { return Self.hint(query) }
    let remedy = await session.models.search.remedyForUnasked(
      query, from: try choice(in: session), in: session.context)
    return remedy.map { "; \($0.text)" } ?? Self.hint(query)
  }

  /// The source to search; the session knows which there are.
  private func choice(in session: Session) throws -> SourceChoice {
    guard let source else { return .auto }
    guard let choice = session.models.search.sourceChoice(named: source.text) else {
      let choices = session.models.search.sourceChoices.alternatives
      throw CommandError.wrongUsage(
        "--source takes \(choices), not \"\(source.text)\"", verb: "search")
    }
    return choice
  }

  /// What is looked for: words, filters among them, and options.
  private func query(in session: Session) async throws -> SearchQuery {
    guard !words.isEmpty || !filters.given.isEmpty else {
      throw CommandError.missing("a title or a filter", verb: "search")
    }
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .search) }
    let text = try FilterText(typed: words, in: .search, session.mode)
    var filter = text.filter
    try filter.narrow(by: filters.given, in: .search)
    try await session.models.search.filterCheck.requireKnownGenres(filter)
    return SearchQuery(text: text.text, filter: filter, isExact: exact, order: order)
  }

  private static func nothing(_ query: SearchQuery) -> String {
    let subject = query.text.isEmpty ? "" : " for \"\(query.text)\""
    return "No results\(subject)" + (query.filter.isEmpty ? "" : " with \(query.filter.text)")
  }

  private static func hint(_ query: SearchQuery) -> String {
    if query.text.isEmpty { return "; leave a filter out, or give it more room" }
    guard query.isSearchable else { return "; there is no letter or digit in it" }
    if query.hasWordWithColon {
      return
        "; filters are \(FilterField.names(in: .search).map { $0 + ":" }.joined(separator: " "))"
    }
    if query.isShort {
      return "; under 3 letters only exact titles count: go on typing, or end with *"
    }
    return query.filter.isEmpty
      ? "; try fewer or other words" : "; try fewer or other words, or fewer filters"
  }
}

extension SearchQuery {
  /// Whether a word of the text looks like a filter, and is none.
  fileprivate var hasWordWithColon: Bool { text.contains(#/(^| )[a-z]+:\S/#) }

  /// Whether it may be the name of a person: nothing but words.
  fileprivate var mayBeName: Bool {
    filter.isEmpty && !isShort && text.allSatisfy { $0.isLetter || " .'-".contains($0) }
  }
}
