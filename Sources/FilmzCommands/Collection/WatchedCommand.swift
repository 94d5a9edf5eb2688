import FilmzDomain
import FilmzViewModels

/// The `watched` command, which adds a viewing to films.
struct WatchedCommand: ShellCommand {
  static let command = Command(
    WatchedCommand.self, "watched", "Record that you watched films.",
    details: """
      Each use adds a viewing, today unless a date is given. The last words can be today, yesterday, 2 days \
      ago or a full date; other dates need --on. A film that is not in the collection is added. The \
      rating also becomes the film's rating, unless a newer viewing is recorded.
      """,
    examples: """
      watched
      watched 2 yesterday --rating 8
      watched "Seven Samurai" --on 2019
      """)

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date: 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"2 days ago\", \"last week\" or unknown."
    ),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option("--note", \.note, as: "text", "A note about the viewing."),
    .option("--tag", \.tag, kind: .tag, "A tag for the viewing; can be repeated."),
  ]

  var words: [Word] = []
  var on: Word?
  var rating: Word?
  var note: Word?
  var tag: [Word] = []

  func run(in session: Session) async throws -> Output {
    let rating = try rating.flatMap { try Rating.parseOrNone($0.text) }
    let (films, date) = try await filmsAndDate(in: session)
    let repetition = Repetition(of: films, on: date)
    guard try await session.confirms(repetition, action: "watched") else {
      return .nothingAdded
    }
    let outcome = try await session.viewModels.collection.markWatched(
      films, on: date, rating: rating, note: note?.text.nonBlank, tags: tag.tags,
      in: session.context)
    return .changed(outcome) { Self.notice($0, date, rating, outcome) }
      .warning(of: repetition, in: session)
  }

  private func filmsAndDate(
    in session: Session
  ) async throws -> (films: [FilmItem], date: PartialDate?) {
    if let on {
      let date = try PartialDate.viewing(on.text, now: session.now())
      return (try await session.films(words, in: .local, for: .changing), date)
    }
    let (films, date) = try await TrailingValueParser(session: session, verb: "watched")
      .filmsAndDate(words)
    return (films, date ?? PartialDate(day: session.now()))
  }

  /// Returns the notice for a film, such as `Watched Heat (1995) on 2024-05-01 (viewing 2), rated 9 (was 8)`.
  private static func notice(
    _ item: FilmItem, _ date: PartialDate?, _ rating: Rating?, _ outcome: ChangeOutcome
  ) -> String {
    let dateText = date.map { " \($0.isDay ? "on" : "in") \($0.text)" } ?? ", date unknown"
    let viewingCount = item.entry?.viewings.count ?? 1
    return "Watched \(date == nil ? item.captionWithTypedTitle : item.captionInSentence)\(dateText)"
      + (viewingCount > 1 ? " (viewing \(viewingCount))" : "")
      + (rating.map { ratingText($0, of: item, replacing: outcome.before[item.id]?.rating) } ?? "")
      + outcome.additionNotice(item)
  }

  private static func ratingText(
    _ rating: Rating, of item: FilmItem, replacing oldRating: Rating?
  ) -> String {
    let oldText = oldRating.map { old in
      item.entry?.rating == rating ? " (was \(old.text))" : " (the film's rating stays \(old.text))"
    }
    return ", rated \(rating.text)" + (oldText ?? "")
  }
}

/// The `unwatched` command, which removes all viewings of films.
struct UnwatchedCommand: ShellCommand {
  static let command = Command(
    UnwatchedCommand.self, "unwatched", "Remove all viewings of films.",
    details: """
      Ratings are kept.
      """,
    examples: """
      unwatched 3
      unwatched "Seven Samurai"
      """)

  static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  var words: [Word] = []

  func run(in session: Session) async throws -> Output {
    let outcome = try await session.viewModels.collection.markUnwatched(
      try await session.films(words, in: .collection, for: .changing), in: session.context)
    return .changed(outcome) { item in
      let count = outcome.before[item.id]?.viewings.count ?? 0
      return count == 0
        ? "\(item.captionWithTypedTitle) was already unwatched"
        : "\(item.captionWithTypedTitle) is unwatched again (had \(count.counted("viewing")))"
    }
  }
}

/// Films that have a viewing on the day of a new or changed viewing, which may have been entered twice by
/// mistake.
struct Repetition {
  /// The films and the day of their viewings, as the beginning of a sentence.
  let text: String
  /// The question whether to continue.
  let question: String
  /// The predicate that describes the change that was made nevertheless.
  let result: String

  /// Returns `nil` if no film has another viewing on that day, or the day is not known.
  ///
  /// If a viewing is changed and not added, `changed` is its number in the order of the dates.
  init?(of films: [FilmItem], on date: PartialDate?, changed number: Int? = nil) {
    guard let date, date.isDay else { return nil }
    let repeatedFilms = films.filter { film in
      zip(1..., film.entry?.viewingsByDate ?? []).contains { $0 != number && $1.date == date }
    }
    guard let film = repeatedFilms.first else { return nil }
    let subject =
      repeatedFilms.count == 1
      ? "\(film.caption) already has" : "\(repeatedFilms.count) of these films already have"
    text = "\(subject) \(number == nil ? "a" : "another") viewing on \(date.text)"
    question = number == nil ? "Add another one?" : "Change the date?"
    result = number == nil ? "another one was added" : "the date was changed"
  }
}

extension Session {
  /// Asks in the shell whether a film is to have another viewing on the same day.
  ///
  /// Without a repetition, and outside the shell, returns `true` without asking.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``.
  func confirms(_ repetition: Repetition?, action: String) async throws -> Bool {
    guard mode == .shell, let repetition else { return true }
    return try await confirm("\(repetition.text). \(repetition.question)", action: action)
  }
}

extension Output {
  /// The output if the user did not want to add another viewing.
  static let nothingAdded = Output(.changes(.films([])), [.notice("Nothing was added.")])

  /// Returns the output with a warning of a repetition, which the shell has asked about instead.
  func warning(of repetition: Repetition?, in session: Session) -> Output {
    guard session.mode != .shell, let repetition else { return self }
    var output = self
    output.messages.append(.warning("\(repetition.text); \(repetition.result)"))
    return output
  }
}
