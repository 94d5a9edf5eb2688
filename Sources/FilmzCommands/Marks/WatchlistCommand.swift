import FilmzDomain
import FilmzViewModels

extension Command {
  /// The `watchlist` command, which groups the commands for the films that the user wants to watch.
  static let watchlist = Command(
    "watchlist", "List, add, or remove films that you want to watch.",
    details: "The watchlist has the films of the collection that you have not watched.",
    examples: [
      "watchlist", "watchlist runtime:<100 --sort -rating", "watchlist add 2-4", #"watchlist rm "The Room""#,
    ],
    subcommands: [WatchlistListCommand.command, WatchlistAddCommand.command, WatchlistRemoveCommand.command])
}

/// The `watchlist ls` command, which lists the films without a viewing.
struct WatchlistListCommand: ShellCommand {
  static let command = Command(
    of: WatchlistListCommand.self, "watchlist ls", "List the films that you want to watch.",
    usage: "watchlist ls [@<collection>] [<filters>] [<text> ...] [options]",
    details: "The words are those of `ls`: filters such as runtime:<100, smart collections, and text to find.",
    examples: ["watchlist ls", "watchlist runtime:<100", "watchlist ls --genre Drama --sort -rating --limit 20"])

  static let arguments: [Argument<Self>] =
    [.positionals(\.words, as: "text", kind: .collectionText, "A collection, a filter, or text to find.")]
    + Argument.group(\.filters) + Argument.group(\.pages)

  var words: [Word] = []
  var filters = ListFilterOptions()
  var pages = PageOptions()

  func run(in session: Session) async throws -> Output {
    guard !filters.filters.contains(mark: "watched") else {
      throw Self.wrongUsage("the watchlist has no films that you have watched")
    }
    var filters = filters
    filters.filters.add(mark: "wanted")
    let query = try await session.query(filters, words, verb: "watchlist ls")
    return try await session.list(query, pages)
  }
}

/// The `watchlist add` command, which marks films as wanted.
struct WatchlistAddCommand: ShellCommand {
  static let command = Command(
    of: WatchlistAddCommand.self, "watchlist add", "Mark films as wanted.",
    details: """
      A film that is not in the collection is added. A seen film stays seen, and an id that a source does not \
      have is refused, unless --force is given.
      """, examples: ["watchlist add 2-4", #"watchlist add "Seven Samurai""#, "watchlist add 3 --force"])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--force", \.force, "Remove the viewings of seen films, and accept unknown ids."),
  ]

  var words: [Word] = []
  var force = false

  func run(in session: Session) async throws -> Output {
    var change = MarkChange(.wanted)
    change.isForced = force
    let films = try await session.films(words, in: .network, for: .changing, force: force)
    return try await session.mark(films, change)
  }
}

/// The `watchlist rm` command, which removes wanted films from the collection.
struct WatchlistRemoveCommand: ShellCommand {
  static let command = Command(
    of: WatchlistRemoveCommand.self, "watchlist rm", "Remove wanted films from the collection.",
    details: "Asks for confirmation unless --yes is given. Seen films stay in the collection.",
    examples: ["watchlist rm 3", #"watchlist rm "The Room" --yes"#])

  static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .collection, for: .changing, confirms: false)
    let wanted = items.filter { $0.mark == .wanted }
    if !wanted.isEmpty {
      let lists = try await session.viewModels.lists.names(ofListsWith: wanted)
      let question = RemoveCommand.question(wanted, lists: lists)
      guard try await session.confirm(question, action: "watchlist rm") else {
        return .unchanged("Nothing was removed.")
      }
    }
    let outcome = try await session.viewModels.collection.removeFromWatchlist(items, in: session.context)
    return .changed(outcome) { item in
      let summary = outcome.before[item.id]?.summary(on: session.ratingScale)
      return item.entry == nil
        ? "Removed \(item.captionWithTypedTitle)" + (summary.map { " (\($0))" } ?? "")
        : "\(item.captionWithTypedTitle) is seen and stays in your collection; `rm` removes it"
    }
  }
}
