import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `ls` command, which lists the films in the collection.
struct ListCommand: ShellCommand {
  static let command = Command(
    ListCommand.self, "ls", "List the films in the collection.",
    usage: "ls [@<collection>] [<filters>] [<text> ...] [options]",
    details: """
      The words can be smart collections such as @favorites (`collections` lists them), filters such as \
      genre:Drama year:1990s is:unwatched, and text to find. A film must match all of them and all options.

      The list becomes the current results, so that its numbers can be used with `show`, `rate` and \
      other commands.
      """,
    examples: """
      ls --unwatched --sort -year
      ls @favorites genre:Drama year:1990s
      ls --list "To lend" --runtime 90-120
      ls kurosawa --stars 4-5
      """)

  static let arguments: [Argument<Self>] =
    [
      .positionals(
        \.words, as: "text", kind: .collectionText, "A collection, a filter, or text to find.")
    ] + Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  var words: [Word] = []
  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  func run(in session: Session) async throws -> Output {
    if let word = words.first(where: { !$0.isQuoted && $0.text.first.map(">|".contains) == true }) {
      throw CommandError.wrongUsage(
        "put a space after `\(word.text.prefix { ">|".contains($0) })`, or the text in quotes",
        verb: "ls")
    }
    return try await session.list(
      try await session.query(filters, words, verb: "ls"), page: page, limit: limit)
  }
}

/// The `find` command, which lists the films in the collection that match a text.
struct FindCommand: ShellCommand {
  static let command = Command(
    FindCommand.self, "find", "List the films in the collection that match a text.",
    usage: "find <text> ... [options]",
    details: """
      Searches titles, people, years, notes and recommenders, like `ls --grep`. The words can contain \
      filters, such as year:1990s rating:>7 is:unwatched, and smart collections, such as @favorites.
      """,
    examples: """
      find kurosawa
      find --watched al pacino --sort -rating
      find "great fun" --limit 20
      """)

  static let arguments: [Argument<Self>] =
    [
      .positionals(\.words, as: "text", kind: .collectionText, "The text to find.")
    ] + Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  var words: [Word] = []
  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  func run(in session: Session) async throws -> Output {
    guard words.contains(where: { $0.text.nonBlank != nil }) || !filters.isEmpty else {
      throw CommandError.missingArgument("text or a filter", verb: "find")
    }
    guard filters.grep.isEmpty else {
      throw CommandError.wrongUsage(
        "find takes its text as arguments, not with --grep", verb: "find")
    }
    let query = try await session.query(filters, words, verb: "find")
    return try await session.list(query, page: page, limit: limit)
  }
}

/// The `genres` command, which counts the films in the collection by genre.
struct GenresCommand: ShellCommand {
  static let command = Command(
    GenresCommand.self, "genres", "Count the films in the collection by genre.",
    details: """
      A film with several genres is counted in each of them.
      """,
    examples: """
      genres
      genres --format csv
      """)

  func run(in session: Session) async throws -> Output {
    let counts = try await session.viewModels.collection.genres()
    let renderTarget = session.host.console.renderTarget(session.options.color)
    let hint: String? =
      counts.films == 0 ? .emptyCollection : .missingDetails(of: counts.filmsWithoutDetails)
    return Output(
      .list(.genres(counts.genres, isUTF8: renderTarget.isUTF8)), hint.map { [.notice($0)] } ?? [])
  }
}

extension Session {
  /// Returns the output of `ls` and `find`, a list of films in the collection.
  ///
  /// The list becomes the result set, except in single-command mode, unless it has skipped films.
  func list(_ query: CollectionQuery, page: PositiveInt?, limit: PositiveInt?) async throws
    -> Output
  {
    if query.filter.isSkipped {
      return try await listSkippedFilms(query, page: page, limit: limit)
    }
    let isPaged = limit != nil || page != nil || pagesLists
    let resultPage = try await viewModels.search.list(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      replacesResultSet: mode != .singleCommand, in: context)
    let counts = printer.showsNotices ? try await viewModels.collection.listCounts() : nil
    var output = Output.page(
      resultPage, notice: resultPage.isEmpty ? counts.map { Self.hint(query, $0) } : nil)
    output.replacesResults = true
    if let counts, counts.total > 0 {
      output.messages.append(.header(Self.heading(counts, query.filter.isWatched)))
    }
    if resultPage.filmsWithoutFacts > 0 {
      let text = Self.omissionText(filmCount: resultPage.filmsWithoutFacts)
      output.messages.append(query.filter.filtersByFacts ? .warning(text) : .notice(text))
    }
    return output
  }

  /// Returns a list of skipped films, which becomes the result set.
  private func listSkippedFilms(
    _ query: CollectionQuery, page: PositiveInt?, limit: PositiveInt?
  ) async throws -> Output {
    let isPaged = limit != nil || page != nil || pagesLists
    let resultPage = try await viewModels.search.listSkippedFilms(
      query, page: page?.value ?? 1, pageSize: isPaged ? await pageSize(limit?.value) : nil,
      in: context)
    let hint =
      query.filter == .allSkipped
      ? "You have not skipped any film."
      : "No film that you have skipped matches. `ls --skipped` lists all of them."
    var output = Output.page(resultPage, notice: resultPage.isEmpty ? hint : nil)
    output.replacesResults = true
    return output
  }

  /// Returns the heading with the counts of all, watched, and unwatched films.
  ///
  /// Brackets mark the list that is shown. Source: Filmz2.
  private static func heading(_ counts: CollectionCounts, _ isWatched: Bool?) -> String {
    let segments: [(name: String, count: Int, isShown: Bool)] = [
      ("All", counts.total, isWatched == nil), ("Watched", counts.watched, isWatched == true),
      ("Unwatched", counts.unwatched, isWatched == false),
    ]
    return segments.map { segment in
      let text = "\(segment.name) (\(segment.count))"
      return segment.isShown ? "[\(text)]" : text
    }.joined(separator: "  ")
  }

  /// Returns the notice for an empty list.
  private static func hint(_ query: CollectionQuery, _ counts: CollectionCounts) -> String {
    if counts.total == 0 { return .emptyCollection }
    var viewingFilter = FilmFilter()
    viewingFilter.isWatched = query.filter.isWatched
    guard query.filter == viewingFilter else {
      return "No film in your collection matches. `ls` lists all films."
    }
    return viewingFilter.isWatched == true
      ? "You have not watched any film in your collection yet. `watched TITLE` records a viewing."
      : "You have watched every film in your collection. `search` finds more."
  }

  private static func omissionText(filmCount count: Int) -> String {
    "\(count.counted("film")) without details \(count == 1 ? "was" : "were") left out;"
      + " `refresh --stale` fetches the details"
  }
}
