package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `search`: looks for films, and makes what is found the result set.
package struct SearchCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "Look for films and series by title.",
    usage: "search <text> ... [options]",
    discussion: """
      Words count in any order and as beginnings. A year at the end narrows the search.

      Filters may stand among the words, or alone: year:1990..1999 genre:drama,crime for any of them, \
      genre:+drama,+crime for all, type:movie rating:>7.5 votes:>10k runtime:<100 director:kurosawa \
      actor:"toshiro mifune" person:miyazaki. All but year and type, and --sort, are asked of the \
      catalog only, and people of one that was imported with them.

      Examples:
        search blade runner
        search dune --year 1984 --type movie
        search heat 1995
        search genre:drama year:1950..1959 rating:>8
      """)

  @Argument(help: ArgumentHelp("Words of the title, or an IMDb id.", valueName: "title"))
  package var words: [Word] = []

  @OptionGroup var filters: FactFilters

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "\(FilmOrder.names(in: .search).alternatives), or several; with - before it the other way round.",
      valueName: "keys"))
  var sort: SearchSort?

  @Option(help: "Where to look.")
  var source: SourceChoice?

  @Option(help: ArgumentHelp("The page to show first.", valueName: "n"))
  var page: Count?

  @Option(help: ArgumentHelp("Rows of a page.", valueName: "n"))
  var limit: Count?

  @Flag(help: "Take words as whole words, not as beginnings.")
  var exact = false

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let query = try await query(in: session)
    let found = try await session.search.search(
      query, in: source ?? .auto, page: page?.value ?? 1,
      pageSize: await session.pageSize(limit?.value), offline: session.options.offline)
    var output = Output.page(found)
    output.replacesResults = true
    if found.value.total == 0 {
      output.notices = [Self.nothing(query) + (await hint(query, in: session))]
    }
    return output
  }

  /// What helps where nothing was found.
  private func hint(_ query: SearchQuery, in session: Session) async -> String {
    if query.mayBeName, case let count = await session.search.filmCount(ofPerson: query.text),
      count > 0
    {
      let name = query.text.contains(" ") ? "\"\(query.text)\"" : query.text
      return "; `search --person \(name)` finds \(count.counted("film"))"
    }
    if query.hasWordWithColon { return Self.advice(query) }
    let unasked = await session.search.unaskedHint(
      query, in: source ?? .auto, offline: session.options.offline)
    return unasked.map { "; \($0)" } ?? Self.advice(query)
  }

  /// What is looked for: words, filters among them, and options.
  private func query(in session: Session) async throws -> SearchQuery {
    guard !words.isEmpty || !filters.given.isEmpty else {
      throw CommandError.missing("a title or a filter", verb: "search")
    }
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .search) }
    guard order == nil || source != .omdb else {
      throw CommandError.wrongUsage(
        "OMDb sends pages in its own order; --sort needs --source catalog", verb: "search")
    }
    let text = try FilterText(typed: words, in: .search, session.mode)
    var filter = text.filter
    try filter.narrow(by: filters.given, in: .search)
    try await session.search.filterCheck.requireKnownGenres(filter)
    return SearchQuery(text: text.text, filter: filter, isExact: exact, order: order)
  }

  private static func nothing(_ query: SearchQuery) -> String {
    let subject = query.text.isEmpty ? "" : " for \"\(query.text)\""
    return "No results\(subject)" + (query.filter.isEmpty ? "" : " with \(query.filter.text)")
  }

  private static func advice(_ query: SearchQuery) -> String {
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

extension SourceChoice: NamedChoice {}
