package import FilmzDomain
import FilmzViewModels

/// The `watched` command, which adds a viewing to films.
package struct WatchedCommand: ShellCommand {
  package static let command = Command(
    WatchedCommand.self, "watched", "Record that you watched films.",
    details: """
      Each use adds a viewing, today unless --on is given. A film that is not in the collection is \
      added. The rating also becomes the film's rating, unless a newer viewing is recorded.
      """,
    examples: """
      watched
      watched 2 --on yesterday --rating 8
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
    let date = try PartialDate.viewing(on?.text ?? "today", now: session.now())
    let rating = try rating.flatMap { try Rating.parseOrNone($0.text) }
    let outcome = try await session.viewModels.collection.markWatched(
      try await session.films(words, in: .local), on: date, rating: rating,
      note: note?.text.nonBlank, tags: tag.tags,
      in: session.context)
    return .changed(outcome) { item in
      "Watched \(item.name)" + (date.map { " on \($0.text)" } ?? "")
        + (rating.map { ", rated \($0.text)" } ?? "") + outcome.additionNotice(item)
    }
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
      try await session.films(words, in: .collection), in: session.context)
    return .changed(outcome) { item in
      outcome.before[item.id]?.isWatched == true
        ? "\(item.name) is unwatched again" : "\(item.name) was already unwatched"
    }
  }
}
