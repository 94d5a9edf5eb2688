package import ArgumentParser
import FilmzDomain
import FilmzViewModels

/// `watched`: adds a viewing.
package struct WatchedCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "watched",
    abstract: "Note that films were seen.",
    discussion: """
      Each call adds a viewing. A film that is not in the collection comes in.

      Examples:
        watched
        watched 2 --on yesterday --rating 8
        watched "Seven Samurai" --on 2019
      """)

  @Argument(help: .target) package var words: [Word] = []
  @Option(help: .viewingDate) var on: Word?
  @Option(help: .rating) var rating: Word?

  @Option(help: ArgumentHelp("A note on the viewing.", valueName: "text"))
  var note: Word?

  @Option(help: ArgumentHelp("A tag; may be given several times.", valueName: "tag"))
  var tag: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let date = try PartialDate.viewing(on?.text ?? "today", now: session.now())
    let rating = try rating.flatMap { try Rating.optional($0.text) }
    let outcome = try await session.collection.markWatched(
      try await session.films(words, in: .local), on: date, rating: rating,
      note: note?.text.nonBlank, tags: tag.tags,
      in: session.context)
    return .changed(outcome) { item in
      "Watched \(item.name)" + (date.map { " on \($0.text)" } ?? "")
        + (rating.map { ", rated \($0.text)" } ?? "") + outcome.noteIfAdded(item)
    }
  }
}

/// `unwatched`: takes all viewings away.
package struct UnwatchedCommand: WordsCommand {
  package static let configuration = CommandConfiguration(
    commandName: "unwatched",
    abstract: "Take all viewings of films away.",
    discussion: """
      Ratings stay.

      Examples:
        unwatched 3
        unwatched "Seven Samurai"
      """)

  package static let takesOwnFilmsOnly = true

  @Argument(help: .target) package var words: [Word] = []

  @OptionGroup(title: "Options of every command") package var global: GlobalOptions

  package init() {}

  package func run(in session: Session) async throws -> Output {
    let outcome = try await session.collection.markUnwatched(
      try await session.films(words, in: .collection), in: session.context)
    return .changed(outcome) { item in
      outcome.before[item.id]?.isWatched == true
        ? "\(item.name) is unwatched again" : "\(item.name) was not watched before"
    }
  }
}
