import FilmzDomain
import FilmzViewModels

/// The `add` command, which adds films to the collection.
struct AddCommand: ShellCommand {
  static let command = Command(
    of: AddCommand.self, "add", "Add films to the collection.",
    details: """
      Details that are available locally are stored immediately; the rest are fetched in the background. \
      A film that is already in the collection is refused, unless --ensure is given, and the others are added. \
      Sources are asked for unknown ids; an id that a source does not have is refused too, unless \
      --force is given.
      """,
    examples: [
      "add 1",
      "add 1-4,7 --watched --on 2024-05",
      #"add "Heat (1995)" --rating 8.5 --note "for a rainy day""#,
      "add tt0113277 --ensure",
    ])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--watched", \.watched, "Record a viewing, today unless --on is given."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date of the viewing (implies --watched): \(PartialDate.viewingForms)."
    ), .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option("--audience", \.audience, "Who the film is for."),
    .option("--from", \.from, as: "name", kind: .recommender, "Who recommended it."),
    .option("--note", \.note, as: "text", "Your note."),
    .option("--tag", \.tag, kind: .tag, "A tag; can be repeated."),
    .flag("--force", \.force, "Also add ids that a source does not have."),
    .flag("--ensure", \.ensure, "Leave films that are in the collection as they are, without an error."),
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
  var ensure = false

  func run(in session: Session) async throws -> Output {
    let newEntry = try newEntry(in: session)
    // With `nil`, the error for an unknown id names the whole command `add ID --force`.
    let items = try await session.films(words, in: .network, for: .changing, force: force ? true : nil)
    var outcome = try await session.viewModels.collection.add(
      items, as: newEntry, ensuring: ensure, in: session.context)
    for (id, refusal) in outcome.refusals {
      let commands = commands(forEntryOf: id)
      guard outcome.before[id] != nil, !commands.isEmpty else { continue }
      outcome.refusals[id] = refusal + "; use \(commands.map { "`\($0)`" }.joinedWithAnd)"
    }
    var output = Output.changed(outcome) { item in
      outcome.before[item.id] == nil
        ? "Added \(item.captionWithTypedTitle)" : "\(item.captionWithTypedTitle) is already in your collection"
    }
    guard ensure else { return output }
    output.messages += outcome.items.compactMap { item in
      let commands = outcome.before[item.id] == nil ? [] : commands(forEntryOf: item.id)
      guard !commands.isEmpty else { return nil }
      return .warning("\(item.name) was not changed; use \(commands.map { "`\($0)`" }.joinedWithAnd)")
    }
    return output
  }

  /// Returns the commands that set the values of the options for a film that is already in the collection.
  private func commands(forEntryOf id: FilmID) -> [String] {
    let isViewing = watched || on != nil
    let values: [(verb: String, value: Word?)] = [
      ("rate", isViewing ? nil : rating), ("audience", audience.map { Word($0.rawValue) }),
      ("from", from), ("note", note),
    ]
    let commands = values.compactMap { verb, value in value.map { "\(verb) \(id) \($0.quotedIfNeeded)" } }
    guard isViewing else { return commands }
    let options = [("--on", on), ("--rating", rating)].compactMap { name, value in
      value.map { " \(name) \($0.quotedIfNeeded)" }
    }
    return ["watched \(id)" + options.joined()] + commands
  }

  private func newEntry(in session: Session) throws -> NewEntry {
    var entry = NewEntry()
    entry.isWatched = watched || on != nil
    entry.date = try entry.isWatched ? PartialDate.viewing(on?.text ?? "today", now: session.now()) : nil
    entry.rating = try rating.flatMap { try session.typedScale.ratingOrNone($0.text) }
    entry.audience = audience
    entry.recommendedBy = from?.textUnlessNone?.trimmed
    entry.notes = note?.textUnlessNone
    entry.tags = tag.tags
    return entry
  }
}
