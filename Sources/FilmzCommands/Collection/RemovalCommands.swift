package import FilmzDomain
import FilmzViewModels

/// The `rm` command, which removes films from the collection.
struct RemoveCommand: ShellCommand {
  static let command = Command(
    of: RemoveCommand.self, "rm", "Remove films from the collection.",
    details: "Asks for confirmation unless --yes is given. The details in the film cache are kept.",
    examples: ["rm 3", #"rm "The Room" --yes"#])

  static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let items = try await session.films(words, in: .collection, for: .changing, confirms: false)
    let present = items.filter { $0.entry != nil }
    if !present.isEmpty {
      let lists = try await session.viewModels.lists.names(ofListsWith: present)
      let question = Self.question(present, lists: lists)
      guard try await session.confirm(question, action: "rm") else { return .unchanged("Nothing was removed.") }
    }
    let outcome = try await session.viewModels.collection.remove(items, in: session.context)
    return .changed(outcome) { item in
      "Removed \(item.captionWithTypedTitle)"
        + (outcome.before[item.id]?.summary(on: session.ratingScale).map { " (\($0))" } ?? "")
    }
  }

  /// Returns the question whether to remove films from the collection and from the lists that have them.
  static func question(_ items: [FilmItem], lists: [String]) -> String {
    let listText =
      lists.isEmpty ? "" : ", also from " + (lists.count == 1 ? "the list \"\(lists[0])\"" : "\(lists.count) lists")
    guard items.count == 1, let item = items.first else {
      return "Remove \(items.count) films with your ratings, notes and viewings\(listText)?"
    }
    let viewings = item.entry?.viewings.count ?? 0
    let detail = viewings == 0 ? "" : " with \(viewings.counted("viewing"))"
    return "Remove \(item.caption)\(detail)\(listText)?"
  }
}

extension CollectionEntry {
  /// Returns a summary such as `rated 8, 2 viewings, a note`; `nil` if the entry has no rating, viewing or note.
  func summary(on scale: RatingScale) -> String? {
    let parts = [
      rating.map { "rated \(scale.message($0))" }, isWatched ? viewings.count.counted("viewing") : nil,
      notes == nil ? nil : "a note",
    ].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

/// The `purge` command, which removes all files of filmz.
struct PurgeCommand: ShellCommand {
  /// The word that confirms a purge.
  private static let word = "purge"

  static let command = Command(
    of: PurgeCommand.self, "purge", "Remove all files that filmz has made, with the backups.",
    usage: "purge [--confirm purge]",
    details: """
      Removes the collection, its backups, the caches, the catalog, the settings and the history, by their names. \
      Folders that contain anything else are kept, and so are the files in a folder of `sync`; `sync off --remove` \
      removes those first. This cannot be undone. Asks for the word purge; elsewhere than in a terminal, \
      --confirm purge is needed, and --yes is not enough.
      """, examples: ["purge", "purge --confirm purge"])

  static let arguments: [Argument<Self>] = [.option("--confirm", \.confirmation, as: "purge", "The word purge.")]

  var confirmation: Word?

  func run(in session: Session) async throws -> Output {
    var answer = confirmation?.text
    if answer == nil, let ask = session.host.ask {
      session.progress?.stop()
      let unsent = await session.viewModels.sync.unsentCount
      let loss = unsent > 0 ? ", with \(unsent.grouped("change")) that are not in the folder of sync" : ""
      answer = await ask("This removes the collection and all backups for ever\(loss). Type \(Self.word) to go on: ")
      guard answer != nil else { throw CommandError.interrupted }
    }
    guard let answer else { throw Self.wrongUsage("purge needs --confirm purge") }
    guard answer == Self.word else {
      guard confirmation == nil else { throw Self.wrongUsage("the word is `--confirm purge`; nothing was removed") }
      return Output(.machineOnly([.init("removed", .integer(0))]), notice: "Nothing was removed.")
    }
    let result = try await session.viewModels.purge(stopping: session.backgroundSync)
    var messages: [Output.Message] = result.keptFolders.map { .warning("\($0) contains something else, and is kept") }
    messages += result.failures.map { .warning("\($0); this file is still there") }
    messages.append(.summary("Removed \(result.removed.counted("file"))"))
    return Output(.machineOnly([.init("removed", .integer(result.removed))]), messages, ending: .endsSession)
  }
}

/// The `reset` command, which removes all of the user's data of some kinds.
struct ResetCommand: ShellCommand {
  static let command = Command(
    of: ResetCommand.self, "reset", "Remove all skips, the watchlist, or everything.",
    usage: "reset skipped|watchlist|all",
    details: """
      `skipped` removes the marks of skipped films, `watchlist` removes the films that you have not watched \
      from the collection, `all` removes the whole collection, the lists, your own records and comments, and \
      the marks. Asks for confirmation unless --yes is given. `undo` restores everything.
      """, examples: ["reset skipped", "reset watchlist --yes", "reset all"])

  static let arguments: [Argument<Self>] = [.positional(\.scope, as: "what", "What to remove.")]

  var scope: ResetScope?

  func run(in session: Session) async throws -> Output {
    guard let scope else { throw Self.missingArgument(ResetScope.allCases.map(\.rawValue).joinedWithOr) }
    let reset = session.viewModels.reset
    let data = try await reset.data(of: scope)
    guard !data.isEmpty else { return .unchanged("There is nothing to remove.") }
    let amount = data.counts.map { $0.count.counted($0.noun) }.joinedWithAnd
    guard try await session.confirm("Remove \(amount)?", action: "reset") else {
      return .unchanged("Nothing was removed.")
    }
    if scope == .all { try await session.viewModels.publications.withdrawBeforeDeletion(of: nil, in: session.context) }
    let items = try await reset.remove(data, in: session.context)
    return Output(.changes(.films(items)), notice: "Removed \(amount); `undo` restores them.")
  }
}

extension ResetScope: NamedChoice {}
