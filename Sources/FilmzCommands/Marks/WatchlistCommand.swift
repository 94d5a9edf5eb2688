import FilmzDomain
import FilmzViewModels

/// The `watchlist` command, which groups the commands for the films that the user wants to watch.
enum WatchlistCommand {
  static let command = Command(
    nil, "watchlist", "List, add, or remove films that you want to watch.",
    details: """
      The watchlist has the films of the collection that you have not watched.
      """,
    examples: """
      watchlist
      watchlist --genre Drama --sort -rating
      watchlist add 2-4
      watchlist rm "The Room"
      """,
    subcommands: [
      WatchlistListCommand.command, WatchlistAddCommand.command, WatchlistRemoveCommand.command,
    ])
}

/// The `watchlist ls` command, which lists the films without a viewing.
struct WatchlistListCommand: ShellCommand {
  static let command = Command(
    WatchlistListCommand.self, "watchlist ls", "List the films that you want to watch.",
    examples: """
      watchlist ls
      watchlist ls --genre Drama --sort -rating
      watchlist ls --limit 20
      """)

  static let arguments: [Argument<Self>] =
    Argument.group(\.filters) + [
      .option("--limit", \.limit, as: "n", "Rows per page."),
      .option("--page", \.page, as: "n", "The page to show."),
    ]

  var filters = ListFilters()
  var limit: PositiveInt?
  var page: PositiveInt?

  func run(in session: Session) async throws -> Output {
    guard !filters.watched else {
      throw CommandError.wrongUsage(
        "the watchlist has no films that you have watched", verb: "watchlist ls")
    }
    var filters = filters
    filters.wanted = true
    let query = try await session.query(filters, verb: "watchlist ls")
    return try await session.list(query, page: page, limit: limit)
  }
}

/// The `watchlist add` command, which marks films as wanted.
struct WatchlistAddCommand: ShellCommand {
  static let command = Command(
    WatchlistAddCommand.self, "watchlist add", "Mark films as wanted.",
    details: """
      A film that is not in the collection is added. A seen film stays seen, unless --force is given.
      """,
    examples: """
      watchlist add 2-4
      watchlist add "Seven Samurai"
      watchlist add 3 --force
      """)

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--force", \.force, "Remove the viewings of seen films."),
  ]

  var words: [Word] = []
  var force = false

  func run(in session: Session) async throws -> Output {
    var change = MarkChange(.wanted)
    change.isForced = force
    let films = try await session.films(words, in: .network, for: .changing)
    return try await session.mark(films, change)
  }
}

/// The `watchlist rm` command, which removes wanted films from the collection.
struct WatchlistRemoveCommand: ShellCommand {
  static let command = Command(
    WatchlistRemoveCommand.self, "watchlist rm", "Remove wanted films from the collection.",
    details: """
      Asks for confirmation unless --yes is given. Seen films stay in the collection.
      """,
    examples: """
      watchlist rm 3
      watchlist rm "The Room" --yes
      """)

  static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let items = try await session.films(
      words, in: .collection, for: .changing, confirms: false)
    let wanted = items.filter { $0.mark == .wanted }
    if !wanted.isEmpty {
      let lists = try await session.viewModels.lists.names(ofListsWith: wanted)
      let question = RemoveCommand.question(wanted, lists: lists)
      guard try await session.confirm(question, action: "watchlist rm") else {
        return Output(.changes(.films([])), [.notice("Nothing was removed.")])
      }
    }
    let outcome = try await session.viewModels.collection.removeFromWatchlist(
      items, in: session.context)
    return .changed(outcome) { item in
      item.entry == nil
        ? "Removed \(item.captionWithTypedTitle)"
          + (outcome.before[item.id]?.summary.map { " (\($0))" } ?? "")
        : "\(item.captionWithTypedTitle) is seen and stays in your collection; `rm` removes it"
    }
  }
}
