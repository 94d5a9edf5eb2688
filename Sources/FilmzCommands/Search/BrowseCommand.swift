import FilmzDomain
import FilmzViewModels

/// The `browse` command, which shows the films of the local catalog and own records without a search text.
struct BrowseCommand: ShellCommand {
  static let command = Command(
    BrowseCommand.self, "browse", "Browse the films of the catalog, the newest first.",
    usage: "browse [<filter> ...] [options]",
    details: """
      Films of the same year are sorted by their votes. Films of years after this one are left out, unless \
      --year names years. The films found become the result set, of which `next` shows the next page. \
      Filters can also be written as in `search`, such as genre:drama.

      Certifications, countries and languages are known of your own films, of films in the cache and, except \
      for certifications, of the built-in films; with these filters, only such films are shown.
      """,
    examples: """
      browse
      browse --type movie --genre drama --year 1950-1959
      browse genre:horror --sort -votes
      browse --rated G,PG country:france
      """)

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "filter", kind: .filmFilter, "Filters, such as genre:drama.")]
    + Argument.group(\.filters) + [
      .option(
        "--rated", \.rated, as: "ratings", kind: .certifications,
        "Films with any of these certifications, such as G,PG."),
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .browse)),
        allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .browse).joinedWithOr), such as -imdb,year;"
          + " a leading - reverses the order."
      ),
      .option("--source", \.source, "The films of the catalog, your own ones, or all."),
      .option("--page", \.page, as: "n", "The page to show."),
      .option("--limit", \.limit, as: "n", "Rows per page."),
    ]

  var words: [Word] = []
  var filters = FactFilters()
  var rated: [Word] = []
  var sort: Word?
  var source: LocalSource?
  var page: PositiveInt?
  var limit: PositiveInt?

  func run(in session: Session) async throws -> Output {
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .browse) }
    let typedFilter = try await filter(in: session)
    let filter = await typedFilter.withKidsFilter(in: session)
    var result = try await session.viewModels.search.browse(
      filter, order: order, from: source ?? .all, page: page?.value ?? 1,
      pageSize: await session.pageSize(limit?.value), in: session.context)
    if session.options.format != .table {
      let page = await session.viewModels.search.addingPlots(to: result.value)
      result = result.map { _ in page }
    }
    let notice =
      result.value.total == 0
      ? noFilmsText(typedFilter, isByKidsFilter: filter != typedFilter) : nil
    var output = Output.page(result, notice: notice, hasPlots: true)
    if filter.filtersByDetails, source != .own {
      output.messages.insert(.notice(searchedText(filter)), at: 0)
    }
    output.replacesResults = true
    return output
  }

  /// Returns the filter of the words and the options.
  private func filter(in session: Session) async throws -> FilmFilter {
    let filterText = try FilterText(typed: words, in: .browse, session.mode)
    guard filterText.text.isEmpty else {
      let text = Word(filterText.text).quotedIfNeeded
      throw CommandError.wrongUsage(
        "browse takes filters only; `search \(text)` searches for a title", verb: "browse")
    }
    var filter = filterText.filter
    let options = filters.typedFilters + rated.map { (name: "rated", value: $0) }
    try filter.narrow(by: options, in: .browse)
    try await session.viewModels.search.filterCheck.requireKnownGenres(filter)
    return filter
  }

  private func noFilmsText(_ filter: FilmFilter, isByKidsFilter: Bool) -> String {
    if isByKidsFilter {
      return "No film that is known to be certified for children"
        + (filter.isEmpty ? "" : " with \(filter.text)")
    }
    guard !filter.isEmpty else {
      return source == .own ? "You have no own records; `record new` makes one" : "No films"
    }
    return "No films with \(filter.text); remove a filter, or widen it"
  }

  /// Returns which films were searched if the filter is about facts that few films have.
  private func searchedText(_ filter: FilmFilter) -> String {
    let names = [
      filter.certifications.isEmpty ? nil : "certifications",
      filter.countries.isEmpty ? nil : "countries", filter.languages.isEmpty ? nil : "languages",
    ].compactMap(\.self)
    let films = [
      source == .catalog ? nil : "own films", "films in the cache",
      filter.certifications.isEmpty ? "the built-in films" : nil,
    ].compactMap(\.self)
    return "Only \(films.joinedWithAnd) were searched, whose \(names.joinedWithAnd) are known."
  }
}

extension FilmFilter {
  /// Returns the filter with the certifications of the kids filter if that is on.
  ///
  /// Otherwise, nearly all pages would be empty: the certifications of most films are not known.
  fileprivate func withKidsFilter(in session: Session) async -> FilmFilter {
    guard certifications.isEmpty, let kidsFilter = await session.settings.all().kidsFilter else {
      return self
    }
    var filter = self
    filter.certifications = kidsFilter.sortedRatings
    return filter
  }
}

extension LocalSource: NamedChoice {}
