package import FilmzDomain
import FilmzTerminal
import FilmzViewModels
import Foundation

/// The `discover` command, which shows films of lists and of streaming services that have no mark yet.
struct DiscoverCommand: ShellCommand {
  static let command = Command(
    DiscoverCommand.self, "discover", "Discover films that you have not marked yet.",
    usage: "discover [<method>] [options]",
    details: """
      The methods are popular, top-rated, trending, now-playing, upcoming, and streaming services such as \
      netflix; --methods shows them all. Films that are in the collection or skipped are left out.

      In the shell, the films are cards that single keys mark: s or → seen, k or ← skip, w or ↑ want to watch, \
      1 to 9 and 0 seen with this rating, u undo, i plot, o poster, m other method, ? help, q end. Without \
      arguments, `discover` continues where the last cards ended. With --limit or --page, in scripts and with \
      --format, the films are results with numbers.

      The films come from TMDB if a token is set. Otherwise popular and top-rated come from the catalog: by \
      votes, and by a rating weighted by votes, (v × R + 25,000 × 7) / (v + 25,000) for the rating R of v \
      votes. There, films with less than 100 votes are left out, 1,000 for newest and oldest, 25,000 for az \
      and za, unless fewer than 100 films have so many.
      """,
    examples: """
      discover
      discover netflix --type series --sort newest
      discover top-rated --genre horror --year 1970-1989 --limit 50
      discover --methods
      """)

  static let arguments: [Argument<Self>] = [
    .positionals(
      \.words, as: "method", kind: .choice(DiscoverMethod.allCases.map(\.rawValue)),
      "The method: a list or a streaming service, popular at first."),
    .option(
      "--type", \.type, kind: .choice(["all", "movie", "series"]),
      "Films, series, or all, which is the default."),
    .option(
      "--genre", \.genre, kind: .choice(Genre.all, synonyms: Genre.namesOfTMDB),
      "Films of this genre."),
    .option(
      "--year", \.year, as: "years", kind: .years, "Years, such as 1999, 1990-1999 or \">1990\"."),
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

  var words: [Word] = []
  var type: Word?
  var genre: Word?
  var year: Word?
  var sort: DiscoverSort?
  var again = false
  var limit: PositiveInt?
  var page: PositiveInt?
  var shuffle = false
  var seed: Seed?
  var reset = false
  var methods = false

  func run(in session: Session) async throws -> Output {
    if methods { return Output(.list(.discoverMethods(DiscoverMethod.allCases))) }
    if reset {
      try session.viewModels.discover.forget()
      guard hasQuery else {
        return Output(.nothing, [.notice("Forgotten what was discovered last")])
      }
    }
    if showsCards(in: session), let keys = session.host.keys {
      return try await InteractiveDiscover(command: self, keys: keys).run(in: session)
    }
    return try await results(of: request(in: session), in: session)
  }

  /// `true` if a method or a filter was typed.
  var hasQuery: Bool {
    !words.isEmpty || sort != nil || [type, genre, year].contains { $0 != nil }
  }

  /// Returns whether the films are shown as cards, and not as a result set.
  private func showsCards(in session: Session) -> Bool {
    session.pagesLists && limit == nil && page == nil
  }

  /// The number of rows on a page without `--limit` and without a setting.
  private static let defaultPageSize = 20

  private func results(
    of request: DiscoverRequest, in session: Session
  ) async throws -> Output {
    let pageSize: Int
    if let limit {
      pageSize = limit.value
    } else {
      pageSize = await session.settings.all().pageSize ?? Self.defaultPageSize
    }
    let result = try await session.viewModels.search.discover(
      request, page: page?.value ?? 1, pageSize: pageSize, in: session.context)
    let notice = result.value.page.total == 0 ? Self.noFilmsText(request, result.value) : nil
    var output = Output.page(result.map(\.page), notice: notice)
    output.replacesResults = true
    return output
  }

  private static func noFilmsText(
    _ request: DiscoverRequest, _ result: FilmSearchViewModel.DiscoveredPage
  ) -> String {
    guard result.markedCount == 0 else {
      return "No new films in \(request.query.method.title): you have marked them all;"
        + " `discover --again` includes them"
    }
    let hasFilter =
      request.query.type != nil || request.query.genre != nil || request.query.years != nil
    return "No films in \(request.query.method.title)"
      + (hasFilter ? "; use fewer or other filters" : "; try another method")
  }

  // MARK: - The request

  private func request(in session: Session) async throws -> DiscoverRequest {
    let query = try await query(changing: DiscoverQuery(.popular), in: session)
    var request = DiscoverRequest(query)
    request.includesMarked = again
    if shuffle || seed != nil { request.seed = seed?.value ?? UInt64.random(in: .min ... .max) }
    return request
  }

  /// Returns a query with the method and the options that were typed; the others are those of `query`.
  ///
  /// - Throws: ``CommandError/wrongUsage(_:verb:)`` or a `DomainError` for an invalid value.
  func query(
    changing query: DiscoverQuery, in session: Session
  ) async throws -> DiscoverQuery {
    var query = query
    if !words.isEmpty { query.method = try method() }
    if let type { query.type = try Self.mediaType(type.text) }
    if let genre { query.genre = try await Self.genre(genre.text, in: session) }
    if let year { query.years = try Self.years(year.text, now: session.now()) }
    if let sort { query.sort = sort }
    return query
  }

  private func method() throws -> DiscoverMethod {
    let text = words.map(\.text).joined(separator: " ")
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
    throw CommandError.wrongUsage("there is no method \"\(text)\"" + hint, verb: "discover")
  }
}

extension DiscoverSort: NamedChoice {}

// The values of options.
extension DiscoverCommand {
  /// Returns the type that a list of types stands for; `nil` for films and series.
  static func mediaType(_ text: String) throws -> MediaType? {
    var types: Set<MediaType> = []
    for name in text.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed) {
      switch name.lowercased() {
      case "all": types.formUnion([.movie, .series])
      case "tv", "show", "shows": types.insert(.series)
      default:
        guard let type = MediaType(named: name), [.movie, .series].contains(type) else {
          throw CommandError.wrongUsage(
            "--type takes all, movie or series, not \"\(name)\"", verb: "discover")
        }
        types.insert(type)
      }
    }
    return types.count == 1 ? types.first : nil
  }

  /// Returns a genre in IMDb's spelling, or as it was typed if it is TMDB's name for several of these.
  static func genre(_ text: String, in session: Session) async throws -> String {
    let names = Genre.names(of: text.trimmed)
    guard !text.contains(",") else {
      throw CommandError.wrongUsage("--genre takes one genre", verb: "discover")
    }
    var filter = FilmFilter()
    filter.genres = [names]
    try await session.viewModels.search.filterCheck.requireKnownGenres(filter)
    return names.count == 1 ? names[0] : text.trimmed
  }

  /// Returns a range of years from the first films to the announced ones of the next two years.
  static func years(_ text: String, now: Date) throws -> ClosedRange<Int> {
    var filter = FilmFilter()
    try filter.narrow("year", to: text, in: .search, shown: "--year \(text)")
    let lastYear = Calendar(identifier: .gregorian).component(.year, from: now) + 2
    let allYears = 1874...max(1874, lastYear)
    guard let years = filter.years, years.overlaps(allYears) else {
      throw CommandError.wrongUsage(
        "--year takes years from \(allYears.lowerBound) to \(allYears.upperBound), not \"\(text)\"",
        verb: "discover")
    }
    return years.clamped(to: allYears)
  }
}

extension Rows {
  /// Returns rows of lists of films to discover, with their groups.
  static func discoverMethods(_ methods: [DiscoverMethod]) -> Rows {
    Rows(
      methods,
      [
        Field("name", Column("Name")) { .text($0.rawValue) },
        Field("title", Column("Title")) { .text($0.title) },
        Field("group", Column("Group", dropPriority: 1), .dim) { .text($0.group.rawValue) },
        Field("provider") { .optional($0.provider) },
      ], noun: "list")
  }
}
