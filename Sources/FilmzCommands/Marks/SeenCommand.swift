package import FilmzDomain
import FilmzViewModels

/// The `seen` command, which marks films as seen.
package struct SeenCommand: ShellCommand {
  package static let command = Command(
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

  package static let arguments: [Argument<Self>] = [
    .films(\.words),
    .option("--rating", \.rating, "Your rating: 0 to 10, 4.5/5 or ★★★★½."),
    .option(
      "--on", \.on, as: "date", kind: .date,
      "The date of the viewing: 2024-05-01, 1.5.2024, 2024-05, 2024, today, yesterday, \"2 days ago\", \"last week\" or unknown."
    ),
  ]

  package var words: [Word] = []
  var rating: Word?
  var on: Word?

  package init() {}

  package func run(in session: Session) async throws -> Output {
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
