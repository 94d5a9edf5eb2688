import FilmzDomain
import FilmzTerminal
import FilmzViewModels

/// The `ls` command, which lists the films in the collection.
struct ListCommand: ShellCommand {
  static let command = Command(
    of: ListCommand.self, "ls", "List the films in the collection.",
    usage: "ls [@<collection>] [<filters>] [<text> ...] [options]",
    details: """
      The words can be smart collections such as @favorites (`collections` lists them), filters such as \
      genre:Drama year:1990s is:unwatched, and text to find. A film must match all of them and all options.

      The list becomes the current results, so that its numbers can be used with `show`, `rate` and \
      other commands.
      """,
    examples: [
      "ls --unwatched --sort -year",
      "ls @favorites genre:Drama year:1990s",
      #"ls --list "To lend" --runtime 90-120"#,
      "ls kurosawa --stars 4-5",
    ])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "text", kind: .collectionText, "A collection, a filter, or text to find.")]
    + Argument.group(\.filters) + Argument.group(\.pages) + [.live(\.live)]

  var words: [Word] = []
  var filters = ListFilterOptions()
  var pages = PageOptions()
  var live = false

  func run(in session: Session) async throws -> Output {
    for word in words where !word.isQuoted {
      let redirection = word.text.prefix { ">|".contains($0) }
      guard redirection.isEmpty else {
        throw Self.wrongUsage("put a space after `\(redirection)`, or the text in quotes")
      }
    }
    if live { return try await session.showLiveCollection(filters, words, pages, verb: "ls") }
    return try await session.list(try await session.query(filters, words, verb: "ls"), pages)
  }
}

/// The `find` command, which lists the films in the collection that match a text.
struct FindCommand: ShellCommand {
  static let command = Command(
    of: FindCommand.self, "find", "List the films in the collection that match a text.",
    usage: "find [<text> ...] [options]",
    details: """
      Searches titles, people, years, notes and recommenders, like `ls --grep`. The words can contain \
      filters, such as year:1990s rating:>7 is:unwatched, and smart collections, such as @favorites.

      `find` alone shows the films while you type, in a shell; so does --live with words and filters. See `help live`.
      """,
    examples: ["find kurosawa", "find --watched al pacino --sort -rating", #"find "great fun" --limit 20"#])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "text", kind: .collectionText, "The text to find.")] + Argument.group(\.filters)
    + Argument.group(\.pages) + [.live(\.live)]

  var words: [Word] = []
  var filters = ListFilterOptions()
  var pages = PageOptions()
  var live = false

  func run(in session: Session) async throws -> Output {
    let isBare = !words.contains { $0.text.nonBlank != nil } && filters.isEmpty
    if live || (isBare && session.canShowLiveResults) {
      return try await session.showLiveCollection(filters, words, pages, verb: "find")
    }
    guard !isBare else { throw Self.missingArgument("text or a filter") }
    guard filters.filters.values(of: "grep").isEmpty else {
      throw Self.wrongUsage("find takes its text as arguments, not with --grep")
    }
    if let search = try await searchForEmptyCollection(in: session) {
      return Output(
        .nothing, notice: "Your collection is empty; running `\(search.text)`", ending: .rerun(search))
    }
    let query = try await session.query(filters, words, verb: "find")
    return try await session.list(query, pages)
  }

  /// Returns the search that the shell runs if the collection is empty; `nil` otherwise, and if there are filters.
  ///
  /// The search is for the words or, if no film of the local catalog has them, for the whole line, which may be a title,
  /// such as `find me guilty`.
  private func searchForEmptyCollection(in session: Session) async throws -> ParsedCommand? {
    guard session.mode == .shell, filters.isEmpty, try await session.viewModels.collection.counts().total == 0 else {
      return nil
    }
    let typed = try await session.filterText(words, in: .collection)
    guard typed.filter.isEmpty, typed.collections.isEmpty, typed.text.nonBlank != nil else { return nil }
    let count = await session.viewModels.search.localCount(of: SearchQuery(text: typed.text), in: session.context)
    return ParsedCommand(words: [Word("search")] + (count == nil ? [Word("find")] : []) + words)
  }
}

extension Command {
  /// The `genres` command, which counts the films in the collection by genre.
  static let genres = Command(
    "genres", "Count the films in the collection by genre.",
    details: "A film with several genres is counted in each of them.", examples: ["genres", "genres --format csv"]
  ) { session in
    let counts = try await session.viewModels.collection.genres()
    let renderTarget = session.host.console.renderTarget(session.options.color)
    let hint: String? = counts.films == 0 ? .emptyCollection : .missingDetails(of: counts.filmsWithoutDetails)
    return Output(.list(.genres(counts.genres, isUTF8: renderTarget.isUTF8)), notice: hint)
  }
}

extension Argument {
  /// The option `--live` of a command that lists films of the collection.
  static func live(_ path: Path<Bool>) -> Argument { .flag("--live", path, "Show the films while you type.") }
}

extension Session {
  /// Shows the films of the collection while the user types, beginning with the words of `ls` or `find`.
  fileprivate func showLiveCollection(
    _ filters: ListFilterOptions, _ words: [Word], _ pages: PageOptions, verb: String
  ) async throws -> Output {
    try requireLiveResults()
    var request = LiveRequest()
    request.filter = try await filter(filters, [], verb: verb)
    request.order = try filters.sort.map { try FilmOrder(parsing: $0.text, in: .collection) }
    (request.pageSize, request.scale) = (await pageSize(pages.limit), typedScale)
    let options = filters.filters.words + (filters.sort.map { [Word("--sort"), $0] } ?? [])
    return try await showLiveResults(
      await LivePanel(.collection(showsRecent: verb == "find"), request, in: self), query: words, verb: verb,
      options: options)
  }

  /// Returns the output of `ls` and `find`, a list of films in the collection.
  ///
  /// The list becomes the result set; in single-command mode, only a list of skipped films does.
  func list(_ query: CollectionQuery, _ pages: PageOptions) async throws -> Output {
    if query.filter.isSkipped { return try await listSkippedFilms(query, pages) }
    let resultPage = try await viewModels.search.list(
      query, page: pages.number, pageSize: await pageSize(pages),
      replacesResultSet: mode != .singleCommand, in: context)
    let counts = printer.showsNotices ? try await viewModels.collection.listCounts() : nil
    let hint = resultPage.isEmpty ? counts.map { Self.hint(query, $0) } : nil
    var output = Output.page(resultPage, notice: hint, replacesResults: true)
    if let counts, counts.total > 0 {
      output.messages.append(.header(Self.heading(counts, isWatched: query.filter.isWatched)))
    }
    let omissions = [
      (resultPage.filmsWithoutFacts, "without details", "`refresh --stale` fetches the details"),
      (
        resultPage.namedFilmsWithoutFacts, "known by title and year only",
        "`identify` finds \(resultPage.namedFilmsWithoutFacts == 1 ? "it" : "them")"
      ),
    ]
    for (count, state, remedy) in omissions where count > 0 {
      let text = "\(count.counted("film")) \(state) \(count == 1 ? "was" : "were") left out; \(remedy)"
      output.messages.append(query.filter.filtersByFacts ? .warning(text) : .notice(text))
    }
    return output
  }

  /// Returns a list of skipped films, which becomes the result set.
  private func listSkippedFilms(_ query: CollectionQuery, _ pages: PageOptions) async throws -> Output {
    let resultPage = try await viewModels.search.listSkippedFilms(
      query, page: pages.number, pageSize: await pageSize(pages), in: context)
    let hint =
      query.filter == .allSkipped
      ? "You have not skipped any film." : "No film that you have skipped matches. `ls --skipped` lists all of them."
    return .page(resultPage, notice: resultPage.isEmpty ? hint : nil, replacesResults: true)
  }

  /// Returns the heading with the counts of all, watched, and unwatched films.
  ///
  /// Brackets mark the list that is shown. Source: Filmz2.
  private static func heading(_ counts: CollectionCounts, isWatched: Bool?) -> String {
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
    var watchedFilter = FilmFilter()
    watchedFilter.isWatched = query.filter.isWatched
    guard query.filter == watchedFilter else {
      let search = query.filter.grep.map { ", and `\(ParsedCommand.search($0).text)` looks in all sources" }
      return "No film in your collection matches. `ls` lists all films\(search ?? "")."
    }
    return watchedFilter.isWatched == true
      ? "You have not watched any film in your collection yet. `watched TITLE` records a viewing."
      : "You have watched every film in your collection. `search` finds more."
  }
}
