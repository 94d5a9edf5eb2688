import FilmzDomain
import FilmzViewModels

/// The `random` command, which picks films of the collection or of the local catalog at random.
struct RandomCommand: ShellCommand {
  static let command = Command(
    of: RandomCommand.self, "random", "Pick a film at random.",
    usage: "random [@<collection>] [<filter> ...] [options]",
    details: """
      Picks from the films that you want to watch or, with filters, from all films in the collection that \
      match. Genres, decades, years, and the words movies and series are filters by themselves. With --from catalog, \
      picks from the films and series of the catalog that you have neither seen nor skipped; unless --votes is given, \
      only from those with 1,000 votes or more, if there are any. One film is shown and selected; several films become \
      the current results.
      """,
    examples: [
      "random", "random --genre Comedy --runtime 60-100", "random horror 1980s --from catalog",
      "random @favorites --count 5",
    ])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "filter", kind: .collectionText, "A collection, a filter, or text to find.")]
    + Argument.group(\.filters) + [
      .option(
        "--from", \.source, as: "source",
        "The films of the collection, which is the default, or of the catalog."),
      .option("--count", \.count, as: "n", "The number of films; 1 if not given."),
      .option("--seed", \.seed, as: "n", "Pick the same films for the same number."),
    ]

  var words: [Word] = []
  var filters = ListFilterOptions()
  var source: RandomSource?
  var count: Int?
  var seed: UInt64?

  func run(in session: Session) async throws -> Output {
    guard filters.sort == nil else { throw Self.wrongUsage("random picks in no order; leave --sort out") }
    let (films, hint) = try await source == .catalog ? catalogFilms(in: session) : collectedFilms(in: session)
    guard let film = films.first else { return Output(.list(.films([])), notice: hint) }
    guard films.count == 1, count ?? 1 == 1 else {
      var output = Output(.list(.films(films)))
      output.replacesResults = true
      return output
    }
    let shown = try await session.viewModels.filmDetail.show(film, refresh: false, in: session.context)
    let card = FilmCard(detail: shown.value, isFull: false, scale: session.typedScale).card
    var output = Output(.report(.films([shown.value.item]), card), shown.warnings.map(Output.Message.init))
    output.isFallback = shown.isFallback
    return output
  }

  /// Returns films of the collection, and the notice if there are none.
  private func collectedFilms(in session: Session) async throws -> (films: [FilmItem], hint: String) {
    var filter = try await session.filter(filters, words, verb: "random", takesFilterWords: true)
    guard !filter.isSkipped else { throw Self.wrongUsage("random does not pick skipped films") }
    let picksFromWatchlist = filter.isEmpty
    if picksFromWatchlist { filter.isWatched = false }
    let films = try await session.viewModels.search.randomFilms(
      matching: filter, count: count ?? 1, seed: seed, in: session.context)
    return (
      films,
      picksFromWatchlist
        ? "Your watchlist is empty; `watchlist add TITLE` adds a film to it."
        : "No film in your collection matches. `random --from catalog` picks from the catalog."
    )
  }

  /// Returns films of the local catalog, and the notice if there are none.
  private func catalogFilms(in session: Session) async throws -> (films: [FilmItem], hint: String) {
    var filterText = try await session.filterText(words, in: .search)
    try filterText.takeFilterWords(in: .search)
    var filter = filterText.filter
    try filter.narrow(by: filters.filters.typed, in: .search)
    try await session.viewModels.filterCheck.requireKnownGenres(filter)
    let query = SearchQuery(text: filterText.text, filter: filter)
    let films = try await session.viewModels.search.randomCatalogFilms(
      matching: query, count: count ?? 1, seed: seed, in: session.context)
    return (films, "No film of the catalog matches that you have neither seen nor skipped.")
  }
}

/// The films among which `random` picks.
enum RandomSource: String, NamedChoice {
  case collection
  case catalog
}
