import FilmzDomain
import FilmzViewModels

/// The `add` command, which adds films to the collection.
struct AddCommand: ShellCommand {
  static let command = Command(
    AddCommand.self, "add", "Add films to the collection.",
    details: """
      Details that are available locally are stored immediately; the rest are fetched in the background. \
      A film that is already in the collection is refused, and the others are added. An id that a source does \
      not have is refused too, unless --force is given.
      """,
    examples: """
      add 1
      add 1-4,7 --watched --on 2024-05
      add "Heat (1995)" --rating 8.5 --note "for a rainy day"
      """)

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--watched", \.watched, "Record a viewing, today unless --on is given."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date of the viewing (implies --watched): 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"2 days ago\", \"last week\" or unknown."
    ),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option("--audience", \.audience, "Who the film is for."),
    .option("--from", \.from, as: "name", kind: .recommender, "Who recommended it."),
    .option("--note", \.note, as: "text", "Your note."),
    .option("--tag", \.tag, kind: .tag, "A tag; can be repeated."),
    .flag("--force", \.force, "Also add ids that a source does not have."),
  ]

  var words: [Word] = []
  var watched = false
  var on: Word?
  var rating: Word?
  var audience: Audience?
  var from: Word?
  var note: Word?
  var tag: [Word] = []
  var force = false

  func run(in session: Session) async throws -> Output {
    let newEntry = try newEntry(in: session)
    let items = try await session.films(
      words, in: .network, for: .changing, acceptsUnknownIDs: force)
    var outcome = try await session.viewModels.collection.add(
      items, as: newEntry, in: session.context)
    for (id, refusal) in outcome.refusals {
      let commands = commands(forEntryOf: id)
      guard outcome.before[id] != nil, !commands.isEmpty else { continue }
      outcome.refusals[id] = refusal + "; use \(commands.map { "`\($0)`" }.joinedWithAnd)"
    }
    return .changed(outcome) { "Added \($0.captionWithTypedTitle)" }
  }

  /// Returns the commands that store the values of the options for a film of the collection.
  private func commands(forEntryOf id: FilmID) -> [String] {
    let isViewing = watched || on != nil
    let values: [(command: String, value: Word?)] = [
      ("rate", isViewing ? nil : rating), ("audience", audience.map { Word($0.rawValue) }),
      ("from", from), ("note", note),
    ]
    let commands = values.compactMap { command, value in
      value.map { "\(command) \(id) \($0.quotedIfNeeded)" }
    }
    guard isViewing else { return commands }
    let options = [("--on", on), ("--rating", rating)].compactMap { name, value in
      value.map { " \(name) \($0.quotedIfNeeded)" }
    }
    return ["watched \(id)" + options.joined()] + commands
  }

  private func newEntry(in session: Session) throws -> NewEntry {
    var entry = NewEntry()
    entry.isWatched = watched || on != nil
    entry.date =
      try entry.isWatched ? PartialDate.viewing(on?.text ?? "today", now: session.now()) : nil
    entry.rating = try rating.flatMap { try Rating.parseOrNone($0.text) }
    entry.audience = audience
    entry.recommendedBy = from?.textUnlessNone?.trimmed
    entry.notes = note?.textUnlessNone
    entry.tags = tag.tags
    return entry
  }
}

/// The `identify` command, which makes two ids refer to the same film.
struct IdentifyCommand: ShellCommand {
  static let command = Command(
    IdentifyCommand.self, "identify", "Make two ids refer to the same film.",
    usage: "identify [<target>] <id>",
    details: """
      Your data for both ids is combined; if both have a value, the newer one is kept. If one of them \
      is an IMDb id, it becomes the film's id, and the other id still finds the film. `undo` separates \
      them again.
      """,
    examples: """
      identify tmdb:movie:603 tt0133093
      identify 2 tt0113277
      """)

  static let arguments: [Argument<Self>] = [.films(\.words)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    guard let last = words.last else {
      throw CommandError.missingArgument("an id", verb: "identify")
    }
    guard let id = FilmID(last.text) else { throw Self.invalidID(last) }
    let firstID = try await firstID(in: session)
    guard firstID != id else {
      throw CommandError.wrongUsage("both ids are the same", verb: "identify")
    }
    let (outcome, otherFilm) = try await session.viewModels.collection.identify(
      firstID, id, in: session.context)
    return .changed(outcome) { item in
      outcome.step == nil
        ? "\(firstID) and \(id) are already the same film: \(item.caption)"
        : "\(firstID) and \(id) are now the same film: \(item.caption)"
          + (otherFilm.map { "; one of them previously referred to \($0.caption) \($0.id)" } ?? "")
    }
  }

  /// Returns the id of the target, or of the selected film if there is no target.
  ///
  /// An id is returned as it was typed, not replaced by the canonical id of its film.
  private func firstID(in session: Session) async throws -> FilmID {
    let target = Array(words.dropLast())
    if target.count == 1, let id = FilmID(target[0].text) { return id }
    if target.count == 1, target[0].text.contains(":"), !target[0].isQuoted,
      !target[0].text.hasPrefix("title:")
    {
      throw Self.invalidID(target[0])
    }
    return try await session.film(target, for: .identifying, task: "identify", verb: "identify").id
  }

  private static func invalidID(_ word: Word) -> CommandError {
    .wrongUsage(
      "\"\(word.text)\" is not an id; use tt0133093, tmdb:movie:603 or own:UUID", verb: "identify")
  }
}
