import FilmzDomain
import FilmzViewModels

/// The `seen` command, which marks films as seen.
struct SeenCommand: ShellCommand {
  static let command = Command(
    SeenCommand.self, "seen", "Mark films as seen at some time.",
    details: """
      A film without a viewing gets one of unknown date; with --on, a viewing on that date is added. A film \
      that is not in the collection is added. The rating becomes the film's rating.
      """,
    examples: """
      seen
      seen 1-4 --rating 8
      seen "Seven Samurai" --on 2019
      """)

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date of the viewing: 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"2 days ago\", \"last week\" or unknown."
    ),
  ]

  var words: [Word] = []
  var rating: Word?
  var on: Word?

  func run(in session: Session) async throws -> Output {
    var change = MarkChange(.seen)
    change.rating = try rating.flatMap { try Rating.parseOrNone($0.text) }
    change.addsViewing = on != nil
    change.date = try on.flatMap { try PartialDate.viewing($0.text, now: session.now()) }
    let films = try await session.films(words, in: .network, for: .changing)
    let repetition = Repetition(of: films, on: change.date)
    guard try await session.confirms(repetition, action: "seen") else { return .nothingAdded }
    return try await session.mark(films, change).warning(of: repetition, in: session)
  }
}

/// The `skip` command, which marks films as not interesting.
struct SkipCommand: ShellCommand {
  static let command = Command(
    SkipCommand.self, "skip", "Mark films as not interesting.",
    details: """
      Skipped films are not in the collection, and `discover` does not show them again; `ls --skipped` lists \
      them. A film of the collection stays there, unless --force is given.
      """,
    examples: """
      skip 3
      skip 5-8
      skip "The Room" --force
      """)

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--force", \.force, "Remove films that are in the collection from it."),
  ]

  var words: [Word] = []
  var force = false

  func run(in session: Session) async throws -> Output {
    var change = MarkChange(.skipped)
    change.isForced = force
    let films = try await session.films(words, in: .network, for: .changing)
    return try await session.mark(films, change)
  }
}

/// The `unskip` command, which removes the mark that `skip` sets.
struct UnskipCommand: ShellCommand {
  static let command = Command(
    UnskipCommand.self, "unskip", "Remove the mark of skipped films.",
    details: """
      `ls --skipped` lists the skipped films.
      """,
    examples: """
      unskip 3
      unskip "The Room"
      """)

  static let arguments: [Argument<Self>] = [.films(\.words, .skippedFilm)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let films = try await session.films(words, in: .skipped, for: .changing)
    let outcome = try await session.viewModels.collection.unskip(films, in: session.context)
    return .changed(outcome) { "\($0.captionWithTypedTitle) is no longer skipped" }
  }
}

extension Session {
  /// Sets the mark of films, and returns the films with a notice for each.
  func mark(_ films: [FilmItem], _ change: MarkChange) async throws -> Output {
    let outcome = try await viewModels.collection.mark(films, change, in: context)
    return .changed(outcome) { change.notice($0, outcome) }
  }
}

extension MarkChange {
  /// Returns the result of the change for a film, such as `Heat (1995) is seen` or `Heat (1995) is already seen`.
  fileprivate func notice(_ item: FilmItem, _ outcome: ChangeOutcome) -> String {
    let before = outcome.marksBefore[item.id]
    let entryBefore = outcome.before[item.id]
    let rating = ratingText(replacing: entryBefore?.rating)
    guard mark.replaces(before, isForced: isForced) else {
      let count = item.entry?.viewings.count ?? 0
      return "\(item.captionWithTypedTitle) is "
        + (mark == .seen && addsViewing
          ? "seen\(dateText) (viewing \(count))" : "already \((before ?? mark).predicate)")
        + rating + (before.map(forceHint) ?? "")
    }
    return
      "\(item.captionWithTypedTitle) is \(mark.predicate)\(mark == .seen ? dateText : "")\(rating)"
      + (entryBefore.map(removalText) ?? "")
  }

  /// The date of the viewing, such as ` on 2024-05-01`; empty if it is not known.
  private var dateText: String { date.map { " \($0.isDay ? "on" : "in") \($0.text)" } ?? "" }

  private func ratingText(replacing old: Rating?) -> String {
    guard mark == .seen, let rating else { return "" }
    return ", rated \(rating.text)" + (old.map { " (was \($0.text))" } ?? "")
  }

  /// Returns how to replace a stronger mark; empty if the film has no stronger mark.
  private func forceHint(_ current: Mark) -> String {
    guard current > mark else { return "" }
    return mark == .skipped
      ? "; --force removes it from the collection" : "; --force removes its viewings"
  }

  /// Returns which data of the film the change removed; empty if none.
  private func removalText(_ entry: CollectionEntry) -> String {
    let viewings = entry.viewings.isEmpty ? nil : entry.viewings.count.counted("viewing")
    switch mark {
    case .seen: return ""
    case .wanted: return viewings.map { "; removed \($0)" } ?? ""
    case .skipped:
      return "; removed from the collection" + (entry.summary.map { " (\($0))" } ?? "")
    }
  }
}

extension Mark {
  /// The predicate of a sentence about a film with this mark.
  var predicate: String {
    switch self {
    case .seen: "seen"
    case .wanted: "on your watchlist"
    case .skipped: "skipped"
    }
  }
}
