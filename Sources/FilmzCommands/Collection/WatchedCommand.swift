import FilmzDomain
import FilmzViewModels

/// The `watched` command, which adds a viewing to films.
struct WatchedCommand: ShellCommand {
  static let command = Command(
    of: WatchedCommand.self, "watched", "Record that you watched films.",
    details: """
      Each use adds a viewing, today unless a date is given; it replaces one of unknown date that a rating or \
      `seen` added before. The last words can be a full date or one in words, \
      such as yesterday, last friday, 2 weeks ago, on 3 march or in march; other dates need --on. A film that is not \
      in the collection is added. The \
      rating also becomes the film's rating, unless a newer viewing is recorded.
      """, examples: ["watched", "watched 2 last friday --rating 8", #"watched "Seven Samurai" --on 2019"#])

  static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date: \(PartialDate.viewingForms)."),
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
    let rating = try rating.flatMap { try session.typedScale.ratingOrNone($0.text) }
    let (films, date) = try await filmsAndDate(in: session)
    let repetition = RepeatedViewing(of: films, on: date)
    guard try await session.confirmRepetition(repetition, action: "watched") else { return .nothingAdded }
    let outcome = try await session.viewModels.collection.markWatched(
      films, on: date, rating: rating, note: note?.text.nonBlank, tags: tag.tags, in: session.context)
    return .changed(outcome) { Self.notice($0, date, rating, outcome, session.ratingScale) }
      .warning(of: repetition, in: session)
  }

  private func filmsAndDate(in session: Session) async throws -> (films: [FilmItem], date: PartialDate?) {
    if let on {
      let date = try PartialDate.viewing(on.text, now: session.now())
      return (try await session.films(words, in: .local, for: .changing), date)
    }
    let (films, date) = try await TrailingValueParser(session: session, verb: "watched").filmsAndDate(words)
    return (films, date ?? PartialDate(day: session.now()))
  }

  /// Returns the notice for a film, such as `Watched Heat (1995) on 2024-05-01 (viewing 2), rated 9 (was 8)`.
  private static func notice(
    _ item: FilmItem, _ date: PartialDate?, _ rating: Rating?, _ outcome: ChangeOutcome, _ scale: RatingScale
  ) -> String {
    let dateText = date.map { " \($0.isDay ? "on" : "in") \($0.text)" } ?? ", date unknown"
    let viewingCount = item.entry?.viewings.count ?? 1
    return "Watched \(date == nil ? item.captionWithTypedTitle : item.captionInSentence)\(dateText)"
      + (viewingCount > 1 ? " (viewing \(viewingCount))" : "")
      + (rating.map { ratingText($0, of: item, replacing: outcome.before[item.id]?.rating, scale) } ?? "")
      + outcome.additionNotice(item)
  }

  private static func ratingText(
    _ rating: Rating, of item: FilmItem, replacing oldRating: Rating?, _ scale: RatingScale
  ) -> String {
    let oldText = oldRating.map(scale.message).map { old in
      item.entry?.rating == rating ? " (was \(old))" : " (the film's rating stays \(old))"
    }
    return ", rated \(scale.message(rating))" + (oldText ?? "")
  }
}

/// The `unwatched` command, which removes all viewings of films.
struct UnwatchedCommand: ShellCommand {
  static let command = Command(
    of: UnwatchedCommand.self, "unwatched", "Remove all viewings of films.", details: "Ratings are kept.",
    examples: ["unwatched 3", #"unwatched "Seven Samurai""#])

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

/// A new or changed viewing on a day on which the film already has a viewing, which may be a mistake.
struct RepeatedViewing {
  /// A clause with the films and the day, such as `Heat (1995) already has a viewing on 2024-05-01`.
  let text: String
  /// The question whether to continue.
  let question: String
  /// A clause that says that the change was made nevertheless.
  let result: String

  /// Returns `nil` if no film has another viewing on the date, or if the date is not a day.
  ///
  /// `changed` is the number of the viewing, in the order of the dates, if a viewing is changed and not added.
  init?(of films: [FilmItem], on date: PartialDate?, changed number: Int? = nil) {
    guard let date, date.isDay else { return nil }
    let repeatedFilms = films.filter { film in
      zip(1..., film.entry?.viewingsByDate ?? []).contains { $0 != number && $1.date == date }
    }
    guard let film = repeatedFilms.first else { return nil }
    let subject =
      repeatedFilms.count == 1 ? "\(film.caption) already has" : "\(repeatedFilms.count) of these films already have"
    text = "\(subject) \(number == nil ? "a" : "another") viewing on \(date.text)"
    question = number == nil ? "Add another one?" : "Change the date?"
    result = number == nil ? "another one was added" : "the date was changed"
  }
}

extension Session {
  /// Asks in the shell whether films are to have another viewing on the same day.
  ///
  /// Returns `true` without asking if there is no repeated viewing, and outside the shell.
  ///
  /// - Throws: The errors of ``confirm(_:action:)``.
  func confirmRepetition(_ repetition: RepeatedViewing?, action: String) async throws -> Bool {
    guard mode == .shell, let repetition else { return true }
    return try await confirm("\(repetition.text). \(repetition.question)", action: action)
  }
}

extension Output {
  /// The output after the user declined to add another viewing.
  static let nothingAdded = Output.unchanged("Nothing was added.")

  /// Returns the output with a warning of a repeated viewing; without it in the shell, which has asked the user.
  func warning(of repetition: RepeatedViewing?, in session: Session) -> Output {
    guard session.mode != .shell, let repetition else { return self }
    var output = self
    output.messages.append(.warning("\(repetition.text); \(repetition.result)"))
    return output
  }
}
