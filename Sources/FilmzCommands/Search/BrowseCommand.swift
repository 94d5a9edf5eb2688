import FilmzDomain
import FilmzViewModels

/// The `browse` command, which shows the films of the local catalog and own records without a search text.
struct BrowseCommand: ShellCommand {
  static let command = Command(
    of: BrowseCommand.self, "browse", "Browse the films of the catalog, the newest first.",
    usage: "browse [<filter> ...] [options]",
    details: """
      Films of the same year are sorted by their votes. Films of years after this one are left out, unless \
      --year names years. The films found become the result set, of which `next` shows the next page. \
      Filters can also be written as in `search`, such as genre:drama. Genres, decades, years, and the words \
      movies, series and unseen are filters by themselves.

      Certifications, countries and languages are known of your own films, of films in the cache and, except \
      for certifications, of the built-in films; with these filters, only such films are shown.
      """,
    examples: [
      "browse",
      "browse --type movie --genre drama --year 1950-1959",
      "browse horror 1980s --unseen --sort -votes",
      "browse --rated G,PG country:france",
    ])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "filter", kind: .filmFilter(.browse), "Filters, such as genre:drama, drama or 1980s.")]
    + Argument.group(\.filters, FilterOptions.arguments(in: .browse)) + [
      .option(
        "--sort", \.sort, as: "keys", kind: .choiceList(FilmOrder.choices(in: .browse)), allowsLeadingDash: true,
        "One or more of \(FilmOrder.names(in: .browse).joinedWithOr), such as -imdb,year;"
          + " a leading - reverses the order."),
      .option("--source", \.source, "The films of the catalog, your own ones, or all."),
      .option("--page", \.page, as: "n", "The page to show."),
      .option("--limit", \.limit, as: "n", "Rows per page."),
    ]

  var words: [Word] = []
  var filters = FilterOptions()
  var sort: Word?
  var source: LocalSource?
  var page: Int?
  var limit: Int?

  func run(in session: Session) async throws -> Output {
    let order = try sort.map { try FilmOrder(parsing: $0.text, in: .browse) }
    let typedFilter = try await filter(in: session)
    let filter = await session.withShownCertifications(typedFilter)
    let result = try await session.viewModels.search.browse(
      filter, order: order, from: source ?? .all, page: page ?? 1, pageSize: await session.pageSize(limit),
      in: session.context)
    let notice = result.value.total == 0 ? noFilmsText(typedFilter, isForChildren: filter != typedFilter) : nil
    var output = Output.page(result, notice: notice, replacesResults: true)
    if filter.filtersByDetails, source != .own { output.messages.insert(.notice(searchedText(filter)), at: 0) }
    return output
  }

  /// Returns the filter of the words and the options.
  private func filter(in session: Session) async throws -> FilmFilter {
    var filterText = try await session.filterText(words, in: .browse)
    try filterText.takeFilterWords(in: .browse)
    guard filterText.text.isEmpty else {
      let text = Word(filterText.text).quotedIfNeeded
      if let genre = Genre.nearest(to: filterText.text) {
        let browse = "browse \(Word(genre).quotedIfNeeded)"
        throw Self.wrongUsage("there is no genre \(text); did you mean `\(browse)` or `search \(text)`?")
      }
      throw Self.wrongUsage("browse takes filters only; `search \(text)` searches for a title")
    }
    var filter = filterText.filter
    try filter.narrow(by: filters.typed, in: .browse)
    try await session.viewModels.filterCheck.requireKnownGenres(filter)
    return filter
  }

  private func noFilmsText(_ filter: FilmFilter, isForChildren: Bool) -> String {
    if isForChildren {
      return "No film that is known to be certified for children" + (filter.isEmpty ? "" : " with \(filter.text)")
    }
    guard !filter.isEmpty else {
      return source == .own ? "You have no own records; `record new` makes one" : "No films"
    }
    return "No films with \(filter.text); remove a filter, or widen it"
  }

  /// Returns a notice about the films that were searched, for a filter by facts that are known of few films.
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

extension LocalSource: NamedChoice {}
