package import FilmzDomain
import FilmzViewModels

/// The `watched` command, which adds a viewing to films.
package struct WatchedCommand: ShellCommand {
  package static let command = Command(
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

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date: 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"2 days ago\", \"last week\" or unknown."
    ),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option("--note", \.note, as: "text", "A note about the viewing."),
    .option("--tag", \.tag, kind: .tag, "A tag for the viewing; can be repeated."),
  ]

  package var words: [Word] = []
  var on: Word?
  var rating: Word?
  var note: Word?
  var tag: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
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
package struct UnwatchedCommand: ShellCommand {
  package static let command = Command(
    UnwatchedCommand.self, "unwatched", "Remove all viewings of films.",
    details: """
      Ratings are kept.
      """,
    examples: """
      unwatched 3
      unwatched "Seven Samurai"
      """)

  package static let arguments: [Argument<Self>] = [.films(\.words, .collectedFilm)]

  package var words: [Word] = []

  package init() {}

  package func run(in session: Session) async throws -> Output {
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
