import FilmzDomain
import FilmzViewModels

/// The `seen` command, which marks films as seen.
struct SeenCommand: ShellCommand {
  static let command = Command(
    of: SeenCommand.self, "seen", "Mark films as seen at some time.",
    details: """
      A film without a viewing gets one of unknown date; with --on, or a date as the last words as in `watched`, \
      a viewing on that date is added. A film that is not in the collection is added. The rating becomes the \
      film's rating. `seen` alone, without a selected film, lists the films that you have seen.
      """, examples: ["seen", "seen 1-4 --rating 8", "seen heat last night", #"seen "Seven Samurai" --on 2019"#])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date of the viewing: \(PartialDate.viewingForms)."
    ),
  ]

  var words: [Word] = []
  var rating: Word?
  var on: Word?

  func run(in session: Session) async throws -> Output {
    if words.isEmpty, rating == nil, on == nil, await session.viewModels.browsingState.selection == nil {
      var filters = ListFilterOptions()
      filters.filters.add(mark: "watched")
      return try await session.list(try await session.query(filters, verb: "seen"), PageOptions())
    }
    var change = MarkChange(.seen)
    change.rating = try rating.flatMap { try session.typedScale.ratingOrNone($0.text) }
    change.addsViewing = on != nil
    change.date = try on.flatMap { try PartialDate.viewing($0.text, now: session.now()) }
    let films: [FilmItem]
    if on == nil {
      let parser = TrailingValueParser(session: session, verb: "seen", scope: .network)
      (films, change.date) = try await parser.filmsAndDate(words)
      change.addsViewing = change.date != nil
    } else {
      films = try await session.films(words, in: .network, for: .changing)
    }
    let repetition = RepeatedViewing(of: films, on: change.date)
    guard try await session.confirmRepetition(repetition, action: "seen") else { return .nothingAdded }
    return try await session.mark(films, change).warning(of: repetition, in: session)
  }
}

/// The `skip` command, which marks films as not interesting.
struct SkipCommand: ShellCommand {
  static let command = Command(
    of: SkipCommand.self, "skip", "Mark films as not interesting.",
    details: """
      Skipped films are not in the collection, and `discover` does not show them again; `ls --skipped` lists \
      them. A film of the collection stays there, and an id that a source does not have is refused, unless \
      --force is given.
      """, examples: ["skip 3", "skip 5-8", #"skip "The Room" --force"#])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .flag("--force", \.force, "Remove films that are in the collection from it, and accept unknown ids."),
  ]

  var words: [Word] = []
  var force = false

  func run(in session: Session) async throws -> Output {
    var change = MarkChange(.skipped)
    change.isForced = force
    let films = try await session.films(words, in: .network, for: .changing, force: force)
    return try await session.mark(films, change)
  }
}

/// The `unskip` command, which removes the mark that `skip` sets.
struct UnskipCommand: ShellCommand {
  static let command = Command(
    of: UnskipCommand.self, "unskip", "Remove the mark of skipped films.",
    details: "`ls --skipped` lists the skipped films.", examples: ["unskip 3", #"unskip "The Room""#])

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
    return .changed(outcome) { change.notice($0, outcome, ratingScale) }
  }
}

extension MarkChange {
  /// Returns the result of the change for a film, such as `Heat (1995) is seen` or `Heat (1995) is already seen`.
  fileprivate func notice(_ item: FilmItem, _ outcome: ChangeOutcome, _ scale: RatingScale) -> String {
    let markBefore = outcome.marksBefore[item.id]
    let entryBefore = outcome.before[item.id]
    let rating = ratingText(replacing: entryBefore?.rating, on: scale)
    guard mark.replaces(markBefore, isForced: isForced) else {
      let count = item.entry?.viewings.count ?? 0
      let newViewing = seenPredicate + (count > 1 ? " (viewing \(count))" : "")
      let oldMark = "is already \((markBefore ?? mark).predicate)"
      return "\(item.captionWithTypedTitle) \(mark == .seen && addsViewing ? newViewing : oldMark)\(rating)"
        + (markBefore.map(forceHint) ?? "")
    }
    return "\(item.captionWithTypedTitle) \(mark == .seen ? seenPredicate : "is \(mark.predicate)")\(rating)"
      + (outcome.added.contains(item.id) ? "; added to the collection" : "")
      + (entryBefore.map { removalText($0, on: scale) } ?? "")
  }

  /// The predicate for a film that was marked as seen, such as `is seen` or, with a date, `was seen on 2024-05-01`.
  private var seenPredicate: String { date.map { "was seen \($0.isDay ? "on" : "in") \($0.text)" } ?? "is seen" }

  private func ratingText(replacing old: Rating?, on scale: RatingScale) -> String {
    guard mark == .seen, let rating else { return "" }
    return ", rated \(scale.message(rating))" + (old.map { " (was \(scale.message($0)))" } ?? "")
  }

  /// Returns a hint on how to replace the current mark with a weaker one; empty if the new mark is not weaker.
  private func forceHint(_ current: Mark) -> String {
    guard current > mark else { return "" }
    return mark == .skipped ? "; --force removes it from the collection" : "; --force removes its viewings"
  }

  /// Returns a clause with the data that the change removed; empty if it removed none.
  private func removalText(_ entry: CollectionEntry, on scale: RatingScale) -> String {
    let viewings = entry.viewings.isEmpty ? nil : entry.viewings.count.counted("viewing")
    switch mark {
    case .seen: return ""
    case .wanted: return viewings.map { "; removed \($0)" } ?? ""
    case .skipped: return "; removed from the collection" + (entry.summary(on: scale).map { " (\($0))" } ?? "")
    }
  }
}

extension Mark {
  /// The mark as it follows `is` in a sentence about a film.
  var predicate: String {
    switch self {
    case .seen: "seen"
    case .wanted: "on your watchlist"
    case .skipped: "skipped"
    }
  }
}
