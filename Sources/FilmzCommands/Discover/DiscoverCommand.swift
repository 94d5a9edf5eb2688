package import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `discover` command, which shows films without a mark from lists and streaming services.
struct DiscoverCommand: ShellCommand {
  static let command = Command(
    of: DiscoverCommand.self, "discover", "Discover films that you have not marked yet.",
    usage: "discover [<method>] [<filter> ...] [options]",
    details: """
      The methods are popular, top-rated, trending, now-playing, upcoming, and streaming services such as \
      netflix; --methods shows them all. Films that are in the collection or skipped are left out. Genres, decades, \
      years, and the words movies, series and unseen are filters by themselves.

      In the shell, the films are cards that single keys mark: s or → seen, k or ← skip, w or ↑ want to watch, \
      1 to 9 and 0 seen with this rating, u undo, i plot, o poster, m other method, ? help, q end. Without \
      arguments, `discover` continues where the last cards ended. With --limit or --page, in scripts and with \
      --format, the films are results with numbers.

      The films come from TMDB if a token is set and there are no filters other than type, one genre and years. \
      Otherwise popular and top-rated come from the catalog: by votes, and by a rating weighted by votes, \
      (v × R + 25,000 × 7) / (v + 25,000) for the rating R of v votes. There, films with less than 100 votes are \
      left out, 1,000 for newest and oldest, 25,000 for az and za, unless fewer than 100 films have so many.
      """,
    examples: [
      "discover",
      "discover netflix --type series --sort newest",
      "discover horror 1980s runtime:<100",
      "discover --methods",
    ])

  /// The options of ``FilterOptions`` that the command replaces with its own; TMDB's lists also have these filters.
  private static let replacedOptions = ["--type", "--genre", "--year"]

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "method", kind: .filmFilter(.search), or: .choice(DiscoverMethod.allCases.map(\.rawValue)),
        "The method: a list or a streaming service, popular at first; also filters."),
      .option(
        "--type", \.type, kind: .choice(["all", "movie", "series"]),
        "Films, series, or all, which is the default."),
      .option("--genre", \.genre, kind: .choice(Genre.all, synonyms: Genre.namesOfTMDB), "Films of this genre."),
      .option("--year", \.year, as: "years", kind: .years, "Years, such as 1999, 1990-1999 or \">1990\"."),
      .option(
        "--sort", \.sort, as: "order",
        "popular, rated, newest, oldest, az or za; each method has an order of its own."),
      .flag("--again", \.again, "Include films that are in the collection or skipped."),
      .option("--limit", \.limit, as: "n", "Rows per page, 20 by default."),
      .option("--page", \.page, as: "n", "The page to show."),
      .flag("--shuffle", \.shuffle, "Shuffle the films of each page of the source."),
      .option("--seed", \.seed, as: "n", "Shuffle in the same order for the same number."),
      .flag("--reset", \.reset, "Forget the method and the options of the last cards."),
      .flag("--methods", \.methods, "Show all methods."),
    ]
    + Argument.group(
      \.filters,
      FilterOptions.arguments(in: .search).filter { Set($0.parameter.names).isDisjoint(with: replacedOptions) },
      section: "Filters of films of the catalog")

  var words: [Word] = []
  var type: Word?
  var genre: Word?
  var year: Word?
  var sort: DiscoverSort?
  var again = false
  var limit: Int?
  var page: Int?
  var shuffle = false
  var seed: UInt64?
  var reset = false
  var methods = false
  var filters = FilterOptions()

  func run(in session: Session) async throws -> Output {
    if methods { return Output(.list(.discoverMethods(DiscoverMethod.allCases))) }
    if reset {
      try session.viewModels.discover.forget()
      guard hasQuery else {
        return Output(.nothing, notice: "The method and the options of the last cards were forgotten")
      }
    }
    if showsCards(in: session), let keys = session.host.keys {
      return try await InteractiveDiscover(command: self, keys: keys).run(in: session)
    }
    return try await results(of: request(in: session), in: session)
  }

  /// `true` if a method or a filter was typed.
  var hasQuery: Bool {
    !words.isEmpty || !filters.typed.isEmpty || sort != nil || [type, genre, year].contains { $0 != nil }
  }

  /// Returns whether the films are shown as cards, and not as a result set.
  private func showsCards(in session: Session) -> Bool { session.pagesLists && limit == nil && page == nil }

  /// The number of rows on a page without `--limit` and without a setting.
  private static let defaultPageSize = 20

  private func results(of request: DiscoverRequest, in session: Session) async throws -> Output {
    let defaultSize = await session.settings.all().pageSize ?? Self.defaultPageSize
    let result = try await session.viewModels.search.discover(
      request, page: page ?? 1, pageSize: limit ?? defaultSize, in: session.context)
    let notice = result.value.total == 0 ? Self.noFilmsText(request, result.value) : nil
    return .page(result, notice: notice, replacesResults: true)
  }

  private static func noFilmsText(_ request: DiscoverRequest, _ result: ResultPage) -> String {
    guard result.markedCount == 0 else {
      return "No new films in \(request.query.method.title): you have marked them all;"
        + " `discover --again` includes them"
    }
    var unfiltered = DiscoverQuery(request.query.method)
    unfiltered.sort = request.query.sort
    let hasFilter = request.query != unfiltered
    return "No films in \(request.query.method.title)"
      + (hasFilter ? "; use fewer or other filters" : "; try another method")
  }

  // MARK: - The request

  private func request(in session: Session) async throws -> DiscoverRequest {
    let query = try await query(changing: DiscoverQuery(.popular), in: session)
    var request = DiscoverRequest(query)
    request.includesMarked = again
    if shuffle || seed != nil { request.seed = seed ?? UInt64.random(in: .min ... .max) }
    return request
  }

  /// Returns `query` with the method and the options that were typed.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` or a `DomainError` for an invalid value.
  func query(changing query: DiscoverQuery, in session: Session) async throws -> DiscoverQuery {
    var query = query
    let filterText = try await filterText(in: session)
    if !filterText.text.isEmpty { query.method = try Self.method(filterText.text) }
    try query.narrow(by: filterText.filter)
    var filter = query.filter ?? FilmFilter()
    try filter.narrow(by: filters.typed, in: .search)
    try await session.viewModels.filterCheck.requireKnownGenres(filter)
    query.filter = filter.isEmpty ? nil : filter
    if let years = query.years {
      query.years = try Self.years("\(years.lowerBound)..\(years.upperBound)", now: session.now())
    }
    if let type { query.type = try Self.mediaType(type.text) }
    if let genre { query.genre = try await Self.genre(genre.text, in: session) }
    if let year { query.years = try Self.years(year.text, now: session.now()) }
    if let sort { query.sort = sort }
    return query
  }

  /// Parses the typed words: filters, and the text, which names the method.
  private func filterText(in session: Session) async throws -> FilterText {
    var filterText = try await session.filterText(words, in: .search)
    if DiscoverMethod.named(filterText.text).isEmpty { try filterText.takeFilterWords(in: .search) }
    return filterText
  }

  private static func method(_ text: String) throws -> DiscoverMethod {
    let candidates = DiscoverMethod.named(text)
    if candidates.count == 1, let method = candidates.first { return method }
    let hint: String
    if candidates.isEmpty {
      hint =
        DiscoverMethod.nearest(to: text).map { "; did you mean `discover \($0.rawValue)`?" }
        ?? "; `discover --methods` shows all"
    } else {
      hint = "; did you mean \(candidates.map(\.rawValue).joinedWithOr)?"
    }
    throw Self.wrongUsage("there is no method \"\(text)\"" + hint)
  }
}

extension DiscoverSort: NamedChoice {}

extension DiscoverQuery {
  /// Adds the conditions of a filter: a single type, a single genre, and years as properties of the query, which TMDB's
  /// lists have too, and all others as its filter.
  fileprivate mutating func narrow(by other: FilmFilter) throws {
    var filter = other
    if filter.types == [.movie] || filter.types == [.series] {
      type = filter.types.first
      filter.types = []
    }
    if filter.genres.count == 1, filter.genres[0].count == 1 {
      genre = filter.genres[0][0]
      filter.genres = []
    }
    years = filter.years ?? years
    filter.years = nil
    self.filter = filter.isEmpty ? nil : filter
  }
}

// The values of options.
extension DiscoverCommand {
  /// Returns the only type in a comma-separated list of types; `nil` if the list has both films and series.
  static func mediaType(_ text: String) throws -> MediaType? {
    var types: Set<MediaType> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) {
      switch name.lowercased() {
      case "all": types.formUnion([.movie, .series])
      case "tv", "show", "shows": types.insert(.series)
      default:
        guard let type = MediaType(named: name), [.movie, .series].contains(type) else {
          throw Self.wrongUsage("--type takes all, movie or series, not \"\(name)\"")
        }
        types.insert(type)
      }
    }
    return types.count == 1 ? types.first : nil
  }

  /// Returns a genre in IMDb's spelling, or as it was typed if it is TMDB's name for several genres of IMDb.
  static func genre(_ text: String, in session: Session) async throws -> String {
    let names = Genre.names(of: text.trimmed)
    guard !text.contains(",") else { throw Self.wrongUsage("--genre takes one genre") }
    var filter = FilmFilter()
    filter.genres = [names]
    try await session.viewModels.filterCheck.requireKnownGenres(filter)
    return names.count == 1 ? names[0] : text.trimmed
  }

  /// Returns the typed years, limited to those from 1874, the year of the oldest film, to two years after this one.
  static func years(_ text: String, now: Date) throws -> ClosedRange<Int> {
    var filter = FilmFilter()
    try filter.narrow("year", to: text, in: .search, shown: "--year \(text)")
    let lastYear = Calendar(identifier: .gregorian).component(.year, from: now) + 2
    let allYears = 1874...max(1874, lastYear)
    guard let years = filter.years, years.overlaps(allYears) else {
      throw Self.wrongUsage("--year takes years from \(allYears.lowerBound) to \(allYears.upperBound), not \"\(text)\"")
    }
    return years.clamped(to: allYears)
  }
}

extension Rows {
  /// Returns rows of the methods of `discover`, with their groups.
  static func discoverMethods(_ methods: [DiscoverMethod]) -> Rows {
    Rows(
      methods,
      [
        Field("name", Column("Name")) { .text($0.rawValue) }, Field("title", Column("Title")) { .text($0.title) },
        Field("group", Column("Group", dropPriority: 1), .dim) { .text($0.group.rawValue) },
        Field("provider") { .optional($0.provider) },
      ], noun: "method")
  }
}
